"""Evaluation of boosted trees, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.arrays.types import u64
from tweetctx.runtime.compiled import njit

# The upper six bits of this, shifted by n, are different for each n (a de Bruijn sequence, Leiserson et al. 1998).
_DE_BRUIJN: Final = np.uint64(0x03F7_9D71_B4CB_0A89)
_LOWEST: Final = np.empty(64, np.uint64)
for _bit in range(64):
    _LOWEST[(int(_DE_BRUIJN) << _bit) % 2**64 >> 58] = _bit


@njit(nogil=True)
def tree_sums(rows: Any, offsets: Any, threshold: Any, tree: Any, passed: Any, first_leaf: Any, value: Any) -> Any:
    """The sum of the leaves that each row falls into, shape (rows,): QuickScorer (Lucchese et al. 2015).

    The inner nodes come by feature and then threshold. offsets: where those of each feature begin. passed: for each,
    the leaves of its tree that a row may still fall into if its feature is above the threshold, as bits. first_leaf: of
    each tree. A row falls into the first leaf that is left.
    """
    sums = np.zeros(len(rows))
    left = np.empty(len(first_leaf), np.uint64)
    for row in range(len(rows)):
        left[:] = ~u64(0)
        for feature in range(len(offsets) - 1):
            found = rows[row, feature]
            for node in range(u64(offsets[feature]), u64(offsets[feature + 1])):
                if found <= threshold[node]:
                    break
                left[tree[node]] &= passed[node]
        for place in range(u64(len(first_leaf))):
            lowest = left[place] & (~left[place] + u64(1))
            sums[row] += value[first_leaf[place] + _LOWEST[(lowest * _DE_BRUIJN) >> u64(58)]]
    return sums
