"""AP, R-precision, P@10 and reciprocal rank of many rankings at once, for tuning.

The values are trec_eval's where no scores are equal; equal scores keep the order of the collection. On the 873
questions of WikiQA's training set this takes 0.8 ms where ir_measures takes 15, and an experiment asks 70,000 times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Bools, Floats
from tweetctx.errors import ParameterError

MEASURES = {"MAP": "AP", "R-Prec": "Rprec", "P@10": "P@10", "MRR": "RR"}  # and their names in ir_measures
CUTOFF = 10


class RankedLabels:
    """The labels of the candidates of Q queries; `measures` ranks them by scores."""

    def __init__(self, relevant: Sequence[Bools]) -> None:
        """Takes, for each query, whether each of its candidates is relevant.

        Raises ParameterError if there are no queries, and for a query without a relevant candidate.
        """
        if not relevant:
            raise ParameterError("relevant: found no query, expected at least one")
        if not all(labels.any() for labels in relevant):
            raise ParameterError("relevant: found no relevant sentence of a query, expected at least one")
        sizes = np.array([len(labels) for labels in relevant])
        self._labels = np.concatenate(relevant)
        # Numpy sorts small integers in linear time.
        self._query = np.repeat(np.arange(len(sizes)), sizes).astype(np.min_scalar_type(len(sizes)))
        self._start = np.cumsum(sizes) - sizes
        self._total = np.bincount(self._query, weights=self._labels, minlength=len(sizes)).astype(np.int64)
        self._first = np.cumsum(self._total) - self._total  # of a query's relevant candidates among all relevant ones

    def measures(self, scores: Floats) -> Floats:
        """Returns MEASURES of each query, shape (Q, 4); scores: of all candidates, query by query, shape (K,).

        P@10 divides by 10 however few candidates there are. ParameterError for NaN and for another shape.
        """
        if scores.shape != self._labels.shape:
            raise ParameterError(f"scores: found shape {scores.shape}, expected {self._labels.shape}")
        if np.isnan(scores).any():
            raise ParameterError("scores: found nan, expected numbers")
        best_first = np.argsort(-scores, kind="stable")
        ranked = best_first[np.argsort(self._query[best_first], kind="stable")]
        positions = np.flatnonzero(self._labels[ranked])
        query, total = self._query[positions], self._total
        rank = positions - self._start[query] + 1
        relevant = np.arange(len(positions)) - self._first[query] + 1  # how many are relevant down to this rank
        return np.stack(
            [
                self._sums(query, relevant / rank) / total,
                self._sums(query, rank <= total[query]) / total,
                self._sums(query, rank <= CUTOFF) / CUTOFF,
                1.0 / rank[self._first],
            ],
            axis=1,
        )

    def _sums(self, query: NDArray[Any], values: NDArray[Any]) -> Floats:
        return np.bincount(query, weights=values, minlength=len(self._total)).astype(np.float64)
