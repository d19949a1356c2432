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


def read_names(file: ArrayFile, own_articles: int, terms: int) -> Names:
    """The names that `write_names` wrote; articles by their numbers in the segment.

    own_articles: how many the segment has; terms: one more than the largest number of a term. IndexDamagedError if the
    arrays do not fit together.
    """
    values, offsets, articles, qualified, keys, postings, posting_offsets = (
        file.array(f"name_{name}") for name in _ARRAYS
    )
    fits = (
        len(offsets) == len(articles) + 1 == len(qualified) + 1
        and len(posting_offsets) == len(keys) + 1
        and _are_offsets(offsets, len(values))
        and _are_offsets(posting_offsets, len(postings))
        and postings.max(initial=0) < max(len(articles), 1)
        and articles.max(initial=0) < max(own_articles, 1)
        and max(int(part.max(initial=0)) for part in (values, keys)) < max(terms, 1)
    )
    if not fits:
        raise file.damage("name_values", "does not fit the arrays beside it")
    return Names(Ragged(values, offsets), articles, qualified, keys, Ragged(postings, posting_offsets))


def _are_offsets(offsets: Ints, total: int) -> bool:
    return bool(offsets[0] == 0 and offsets[-1] == total and (offsets[1:] >= offsets[:-1]).all())
