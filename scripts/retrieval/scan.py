"""Looks at every passage for a query, to tell what its best passages are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.corpora import passage_terms
from tweetctx.arrays.types import Floats, Ints
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.first_pass import passage_scores
from tweetctx.types import Query


class Scan:
    """c(t,d) of some terms in all passages, counted in the terms that the index holds for each passage.

    Nothing of its posting lists is read.
    """

    def __init__(self, index: EmbeddedIndex, terms: Ints) -> None:
        """terms: the numbers of the terms that queries will have, each once."""
        self._size = index.size
        self._place = np.full(len(index.vocabulary), -1)
        self._place[terms] = np.arange(len(terms))
        passages, first = index.size.passages, 0
        lengths, keys, counts = [], [], []
        for rows in passage_terms(index):
            lengths.append(rows.lengths)
            place = self._place[rows.values]
            found = place * passages + first + rows.row_of_value  # of what is not asked for it is below 0
            key, count = np.unique(found[place >= 0], return_counts=True)
            keys.append(key)
            counts.append(count)
            first += len(rows)
        self._lengths = np.concatenate(lengths)
        key = np.concatenate(keys)
        order = np.argsort(key, kind="stable")
        self._counts = np.concatenate(counts)[order]
        self._passages = key[order] % passages
        self._ends = np.searchsorted(key[order], np.arange(len(terms) + 1) * passages)

    def rank(self, query: Query, k: int, lams: Sequence[float]) -> list[tuple[Ints, Floats]]:
        """The k best passages of a looked-up query and their scores for each lam; ties go to the earlier passage."""
        terms = query.stats.keys
        lists = [slice(*self._ends[place : place + 2]) for place in self._place[terms].tolist()]
        marked = np.zeros(len(self._lengths), np.bool_)
        for part in lists:
            marked[self._passages[part]] = True
        passages = np.flatnonzero(marked)
        column = np.cumsum(marked) - 1
        tf = np.zeros((len(terms), len(passages)))
        for row, part in zip(tf, lists, strict=True):
            row[column[self._passages[part]]] = self._counts[part]
        cf, size = query.stats.cf.astype(np.float64), self._size.collection_length
        length, weight = self._lengths[passages], query.weights
        return [best(passages, passage_scores(tf, length, cf, size, weight, lam), k) for lam in lams]


def best(passages: Ints, scores: Floats, k: int) -> tuple[Ints, Floats]:
    """The k best, ties to the earlier one."""
    if len(scores) > k:
        chosen = np.flatnonzero(scores >= np.partition(scores, -k)[-k])
        passages, scores = passages[chosen], scores[chosen]
    order: NDArray[Any] = np.lexsort((passages, -scores))[:k]
    return passages[order], scores[order]


def compare(folder: Path, queries: Sequence[Sequence[str]], k: int, lams: Sequence[float]) -> dict[str, Any]:
    """How many queries' k best passages are those of the scan, in their order, for each lam; and which are not."""
    index = EmbeddedIndex(folder)
    asked = [index.query(terms) for terms in queries]
    scan = Scan(index, np.unique(np.concatenate([query.stats.keys for query in asked])))
    same = dict.fromkeys(lams, 0)
    wrong = []
    for query, terms in zip(asked, queries, strict=True):
        for lam, (passages, scores) in zip(lams, scan.rank(query, k, lams), strict=True):
            found, found_scores = index.rank(query, k, lam)
            if np.array_equal(found, passages) and np.array_equal(found_scores, scores):
                same[lam] += 1
            else:
                wrong.append({"lam": lam, "terms": list(terms)})
    return {"queries": len(queries), "same": {str(lam): count for lam, count in same.items()}, "wrong": wrong}
