"""Measures of the rankings of all queries at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.errors import ParameterError
from tweetctx.evaluation.sentences import CUTOFF
from tweetctx.ragged import Floats


class Labels:
    """Which candidates of Q queries are relevant; measures of rankings are those of `rank_measures`, query by query."""

    def __init__(self, relevant: Sequence[NDArray[np.bool_]]) -> None:
        sizes = np.array([len(labels) for labels in relevant])
        self._labels = np.concatenate(relevant)
        # Numpy sorts small integers in linear time.
        self._query = np.repeat(np.arange(len(sizes)), sizes).astype(np.min_scalar_type(len(sizes)))
        self._start = np.cumsum(sizes) - sizes
        self._total = np.bincount(self._query, weights=self._labels, minlength=len(sizes)).astype(np.int64)
        self._first = np.cumsum(self._total) - self._total  # of a query's relevant candidates among all relevant ones

    def measures(self, scores: Floats) -> Floats:
        """AP, R-precision, P@10 and RR of each query, shape (Q, 4); scores has shape (K,)."""
        if np.isnan(scores).any():
            raise ParameterError("scores: found nan, expected numbers")
        best_first = np.argsort(-scores, kind="stable")
        ranked = best_first[np.argsort(self._query[best_first], kind="stable")]
        place = np.flatnonzero(self._labels[ranked])
        query, total = self._query[place], self._total
        rank = place - self._start[query] + 1
        found = np.arange(len(place)) - self._first[query] + 1  # how many are relevant down to this rank
        return np.stack(
            [
                self._sums(query, found / rank) / total,
                self._sums(query, rank <= total[query]) / total,
                self._sums(query, rank <= CUTOFF) / CUTOFF,
                1.0 / rank[self._first],
            ],
            axis=1,
        )

    def _sums(self, query: NDArray[Any], values: NDArray[Any]) -> Floats:
        return np.bincount(query, weights=values, minlength=len(self._total)).astype(np.float64)
