"""Evaluation of boosted trees, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.compiled import njit


@njit(nogil=True)
def tree_sums(rows: Any, roots: Any, feature: Any, threshold: Any, left: Any, right: Any, value: Any) -> Any:
    """The sum of the leaves that each row falls into, shape (rows,)."""
    sums = np.zeros(len(rows))
    for row in range(len(rows)):
        for tree in range(len(roots)):
            node = roots[tree]
            while node >= 0:
                node = left[node] if rows[row, feature[node]] <= threshold[node] else right[node]
            sums[row] += value[-1 - node]
    return sums


@njit(nogil=True)
def tree_contributions(row: Any, roots: Any, feature: Any, threshold: Any, left: Any, right: Any, value: Any) -> Any:
    """What each feature adds to the sum for one row, by the change of the mean of the leaves below a node."""
    shares = np.zeros(len(row))
    means = _means(left, right, value)
    for tree in range(len(roots)):
        node = roots[tree]
        while node >= 0:
            following = left[node] if row[feature[node]] <= threshold[node] else right[node]
            behind = means[following] if following >= 0 else value[-1 - following]
            shares[feature[node]] += behind - means[node]
            node = following
    return shares


@njit(nogil=True)
def _means(left: Any, right: Any, value: Any) -> Any:
    """The mean of the two branches below each inner node; a node comes before those below it."""
    means = np.empty(len(left))
    for node in range(len(left) - 1, -1, -1):
        one = means[left[node]] if left[node] >= 0 else value[-1 - left[node]]
        other = means[right[node]] if right[node] >= 0 else value[-1 - right[node]]
        means[node] = (one + other) / 2
    return means
