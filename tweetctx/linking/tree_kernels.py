"""Evaluation of boosted trees, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.compiled import njit

_BITS: Final = 67  # no two powers of two below 2^63 have the same rest
_LOWEST: Final = np.zeros(_BITS, np.int64)
for _bit in range(63):
    _LOWEST[2**_bit % _BITS] = _bit


@njit(nogil=True)
def tree_sums(rows: Any, offsets: Any, threshold: Any, tree: Any, passed: Any, first_leaf: Any, value: Any) -> Any:
    """The sum of the leaves that each row falls into, shape (rows,): QuickScorer (Lucchese et al. 2015).

    The inner nodes come by feature and then threshold. offsets: where those of each feature begin. passed: for each,
    the leaves of its tree that a row may still fall into if its feature is above the threshold, as bits. first_leaf: of
    each tree. A row falls into the first leaf that is left.
    """
    sums = np.zeros(len(rows))
    left = np.empty(len(first_leaf), np.int64)
    for row in range(len(rows)):
        left[:] = -1
        for feature in range(len(offsets) - 1):
            found = rows[row, feature]
            for node in range(offsets[feature], offsets[feature + 1]):
                if found <= threshold[node]:
                    break
                left[tree[node]] &= passed[node]
        for place in range(len(first_leaf)):
            sums[row] += value[first_leaf[place] + _LOWEST[(left[place] & -left[place]) % _BITS]]
    return sums
