"""The inner loops over rows of different lengths, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.arrays.hash_kernels import filled_table, hash_table, slot_of
from tweetctx.runtime.compiled import njit


@njit(nogil=True)
def take_rows(values: Any, offsets: Any, rows: Any) -> Any:
    """Returns the values and offsets of some rows, in the given order."""
    taken = np.zeros(len(rows) + 1, np.int64)
    for i in range(len(rows)):
        taken[i + 1] = taken[i] + (offsets[rows[i] + 1] - offsets[rows[i]])
    picked = np.empty(taken[-1], values.dtype)
    for i in range(len(rows)):
        picked[taken[i] : taken[i + 1]] = values[offsets[rows[i]] : offsets[rows[i] + 1]]
    return picked, taken


@njit(nogil=True)
def count_wanted(values: Any, offsets: Any, wanted: Any) -> Any:
    """How often each of Q distinct values occurs in each row, shape (Q, rows)."""
    table = filled_table(wanted, np.arange(len(wanted)))
    counts = np.zeros((len(wanted), len(offsets) - 1))
    for row in range(len(offsets) - 1):
        for value in values[offsets[row] : offsets[row + 1]]:
            column = table[1, slot_of(value, table)]
            if column >= 0:
                counts[column, row] += 1.0
    return counts


@njit(nogil=True)
def count_distinct(values: Any, offsets: Any) -> Any:
    """The number of different values in each row."""
    counts, longest = np.zeros(len(offsets) - 1, np.int64), 0
    for row in range(len(counts)):
        longest = max(longest, offsets[row + 1] - offsets[row])
    table = hash_table(longest)  # of the values of a row, with the row; slots of earlier rows are free
    last = table.shape[1] - 1
    for row in range(len(counts)):
        for value in values[offsets[row] : offsets[row + 1]]:
            slot = value & last
            while table[1, slot] == row and table[0, slot] != value:
                slot = (slot + 1) & last
            counts[row] += table[1, slot] != row
            table[0, slot], table[1, slot] = value, row
    return counts
