"""The names of a segment's articles, and for each term the names that hold it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.names import Names
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter, smallest
from tweetctx.index.storage.forward import Forward
from tweetctx.ragged import Ints, Ragged

_ARRAYS = ("values", "offsets", "articles", "qualified", "keys", "postings", "posting_offsets")


def write_names(file: ArrayFileWriter, forward: Forward, qualified: NDArray[np.uint8]) -> None:
    """Writes the names of all articles. qualified: whether each name is shared with others."""
    articles = np.arange(forward.articles)
    first, last = forward.article_names.bounds(articles)
    names = names_by_term(
        forward.names.take(np.arange(len(forward.names))), np.repeat(articles, last - first), qualified
    )
    for name, values in zip(_ARRAYS, _arrays(names), strict=True):
        kind = np.uint8 if name == "qualified" else smallest(int(values.max(initial=0)))
        file.write(f"name_{name}", values.astype(kind))


def _arrays(names: Names) -> tuple[Ints, ...]:
    terms, postings = names.terms, names.postings
    return terms.values, terms.offsets, names.articles, names.qualified, names.keys, postings.values, postings.offsets


def names_by_term(terms: Ragged, articles: Ints, qualified: Ints) -> Names:
    """Names, given the terms of each, its article, and whether it is shared with others."""
    order = np.argsort(terms.values, kind="stable")
    keys, starts = np.unique(terms.values[order], return_index=True)
    postings = Ragged(terms.row_of_value[order], np.append(starts, len(terms.values)))
    return Names(terms, articles, qualified, keys, postings)


def read_names(file: ArrayFile) -> Names:
    """The names that `write_names` wrote; articles by their numbers in the segment."""
    values, offsets, articles, qualified, keys, postings, posting_offsets = (
        file.array(f"name_{name}") for name in _ARRAYS
    )
    return Names(Ragged(values, offsets), articles, qualified, keys, Ragged(postings, posting_offsets))
