"""Surface forms in documents: many forms share one, so that a tweet's hundred spans are a hundred small documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import ranges
from tweetctx.arrays.types import Bools, Ints
from tweetctx.index.opensearch.documents import packed, unpacked
from tweetctx.index.storage.surface_rows import WRITTEN, Rows
from tweetctx.index.surface_forms import SurfaceForms

Keys = NDArray[np.uint64]

FORMS_IN_DOCUMENT: Final = 16  # about
_MOST_BITS: Final = 24  # of a key that neither the spaces in a form nor its case change
_SPACES: Final = np.uint64(8)  # the lowest bits of a key say where spaces part a form

# A sense of a form: its key, then the columns of SurfaceForms.
COLUMNS: Final = {
    "articles": "<i8",
    "sources": "<u2",
    "links": "<u4",
    "uses": "<u4",
    "names_of": "<u4",
    "namesakes": "<u4",
    "lengths": "<u4",
    "kinds": "u1",
}
SENSE: Final = np.dtype([("key", "<u8"), *COLUMNS.items()])


def bucket_bits(forms: int) -> int:
    """The number of key bits that select a document, for so many forms."""
    return min(max(int(forms) // FORMS_IN_DOCUMENT, 1).bit_length() - 1, _MOST_BITS)


def buckets_of(keys: Keys, bits: int) -> Ints:
    """The document of each key; it does not depend on spaces or case."""
    return ((keys >> _SPACES) & np.uint64((1 << bits) - 1)).astype(np.int64)


def form_id(bucket: int) -> str:
    """The id of a document of forms."""
    return f"f{bucket}"


def forms_data(written: Rows, senses: Rows) -> dict[str, Any]:
    """A document of forms. written: rows of WRITTEN. senses: rows of SENSE."""
    return {"written": packed(written, WRITTEN), "senses": packed(senses, SENSE)}


def find_forms(documents: Iterable[Mapping[str, Any]], keys: Keys, joined: Bools) -> SurfaceForms:
    """The statistics of forms. documents: all that may have them. joined: for which forms spaces are ignored."""
    from tweetctx.index.storage import surface_kernels

    contents = [*documents]
    written = _by_key([np.empty(0, WRITTEN), *(unpacked(data["written"], WRITTEN) for data in contents)])
    stored = _by_key([np.empty(0, SENSE), *(unpacked(data["senses"], SENSE) for data in contents)])
    first, last = surface_kernels.form_ranges(keys, joined)
    sums = np.concatenate([[0], np.cumsum(written["count"], dtype=np.int64)])
    before, behind = _bounds(written, first, last)
    names, small, capitals = (sums[behind] - sums[before]).reshape(3, -1)
    offsets, senses = _senses(stored, first[: len(keys)], last[: len(keys)])
    return SurfaceForms(names, small, capitals, offsets, **senses)


def _senses(stored: Rows, first: Keys, last: Keys) -> tuple[Ints, dict[str, Ints]]:
    """Where the senses of each form begin, and the columns of all senses. stored: rows of SENSE by key."""
    from tweetctx.index.storage import surface_kernels

    begin, end = _bounds(stored, first, last)
    form = np.repeat(np.arange(len(first)), end - begin)
    chosen = stored[ranges(begin, end - begin)]
    column = {name: chosen[name].astype(np.int64) for name in COLUMNS}
    # The kernel takes the uses of a name and the links to it from rows of their own.
    names = np.stack([form, column["articles"], column["sources"], column["uses"]], axis=1)
    links = np.stack([form, column["articles"], column["sources"], column["links"]], axis=1)[column["links"] > 0]
    rows = np.concatenate([names, links])
    order = np.lexsort((rows[:, 1], rows[:, 0]))
    merged, offsets = surface_kernels.merge_senses(order, rows, len(names), len(first))
    articles, row = np.unique(column["articles"], return_index=True)
    row = row[np.searchsorted(articles, merged[0])]
    facts = {name: values[row] for name, values in column.items()}
    return offsets, facts | dict(zip(("articles", "sources", "links", "uses"), merged, strict=True))


def _bounds(rows: Rows, first: Keys, last: Keys) -> tuple[Ints, Ints]:
    """Where the rows with the keys from `first` to `last` begin and end."""
    return np.searchsorted(rows["key"], first), np.searchsorted(rows["key"], last, side="right")


def _by_key(tables: Sequence[Rows]) -> Rows:
    rows = np.concatenate(tables)
    ordered: Rows = rows[np.argsort(rows["key"], kind="stable")]
    return ordered
