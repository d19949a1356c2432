"""Surface forms in documents: many forms share one, so that a tweet's hundred spans are a hundred small documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.opensearch.documents import packed, unpacked
from tweetctx.index.storage.surface_rows import WRITTEN, Rows
from tweetctx.index.surface_forms import MOST_SENSES, OWN, SurfaceForms
from tweetctx.ragged import Bools, Ints
from tweetctx.text.names import CAPITAL_WORD, SMALL_WORD

Keys = NDArray[np.uint64]

FORMS_IN_DOCUMENT: Final = 16  # about
_MOST_BITS: Final = 24  # of a key that neither the spaces in a form nor its case change
_SPACES: Final = np.uint64(8)  # the lowest bits of a key say where spaces part a form
_LETTERS: Final = np.uint64(255)

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


@dataclass(frozen=True, slots=True)
class FoundForms:
    """The content of some documents of forms."""

    written: Rows
    senses: Rows

    @classmethod
    def of(cls, documents: Iterable[Mapping[str, Any]]) -> FoundForms:
        """Reads what `forms_data` made."""
        written, senses = [np.empty(0, WRITTEN)], [np.empty(0, SENSE)]
        for data in documents:
            written.append(unpacked(data["written"], WRITTEN))
            senses.append(unpacked(data["senses"], SENSE))
        return cls(_by_key(written), _by_key(senses))

    def forms(self, keys: Keys, joined: Bools) -> SurfaceForms:
        """The statistics of forms. joined: for which forms spaces are ignored."""
        first = np.where(joined, keys & ~_LETTERS, keys)
        last = np.where(joined, keys | _LETTERS, keys)
        form, senses = self._senses(first, last)
        return SurfaceForms(
            names=self._written(first, last),
            small=self._written(keys ^ SMALL_WORD, keys ^ SMALL_WORD),
            capitals=self._written(keys ^ CAPITAL_WORD, keys ^ CAPITAL_WORD),
            offsets=np.searchsorted(form, np.arange(len(keys) + 1)),
            **{name: senses[name].astype(np.int64) for name in COLUMNS},
        )

    def _written(self, first: Keys, last: Keys) -> Ints:
        sums = np.concatenate([[0], np.cumsum(self.written["count"], dtype=np.int64)])
        keys = self.written["key"]
        counts: Ints = sums[np.searchsorted(keys, last, side="right")] - sums[np.searchsorted(keys, first)]
        return counts

    def _senses(self, first: Keys, last: Keys) -> tuple[Ints, Rows]:
        """The distinct senses by form and article: the form of each, and its record."""
        keys = self.senses["key"]
        begin, end = np.searchsorted(keys, first), np.searchsorted(keys, last, side="right")
        counts = end - begin
        form = np.repeat(np.arange(len(first)), counts)
        rows = np.arange(counts.sum()) + np.repeat(begin - np.cumsum(counts) + counts, counts)
        senses = self.senses[rows]
        order = np.lexsort((senses["articles"], form))
        form, senses = form[order], senses[order]
        new = np.ones(len(form), np.bool_)
        new[1:] = (form[1:] != form[:-1]) | (senses["articles"][1:] != senses["articles"][:-1])
        return _best(form[new], _added(senses, np.flatnonzero(new)))


def _added(senses: Rows, first: Ints) -> Rows:
    """Merges senses of the same form and article. first: where each merged sense begins."""
    added: Rows = senses[first]
    if len(first) < len(senses):
        for name in ("links", "uses"):
            added[name] = np.add.reduceat(senses[name], first)
        added["sources"] = np.bitwise_or.reduceat(senses["sources"], first)
    return added


def _best(form: Ints, senses: Rows) -> tuple[Ints, Rows]:
    """The MOST_SENSES senses of each form with most links and uses, in order."""
    counts = np.bincount(form)
    if not len(form) or counts.max() <= MOST_SENSES:
        return form, senses
    own = (senses["sources"] & int(OWN)) > 0
    weight = senses["links"].astype(np.int64) * 4 + senses["uses"] + own * 100
    order = np.lexsort((-weight, form))
    rank = np.arange(len(order)) - (np.cumsum(counts) - counts)[form[order]]
    best = np.sort(order[rank < MOST_SENSES])
    return form[best], senses[best]


def _by_key(parts: Sequence[Rows]) -> Rows:
    rows = np.concatenate(parts)
    ordered: Rows = rows[np.argsort(rows["key"], kind="stable")]
    return ordered
