"""The inner loops over rows of different lengths, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.arrays.hash_kernels import hash_table, place_of
from tweetctx.runtime.compiled import njit


@njit(nogil=True)
def take_rows(values: Any, offsets: Any, rows: Any) -> Any:
    """Returns the values and offsets of some rows, in the given order."""
    taken = np.zeros(len(rows) + 1, np.int64)
    for place in range(len(rows)):
        taken[place + 1] = taken[place] + (offsets[rows[place] + 1] - offsets[rows[place]])
    found = np.empty(taken[-1], values.dtype)
    for place in range(len(rows)):
        found[taken[place] : taken[place + 1]] = values[offsets[rows[place]] : offsets[rows[place] + 1]]
    return found, taken


@njit(nogil=True)
def count_wanted(values: Any, offsets: Any, wanted: Any) -> Any:
    """How often each of Q distinct values occurs in each row, shape (Q, rows)."""
    table = hash_table(len(wanted))
    for number in range(len(wanted)):
        place = place_of(wanted[number], table)
        table[0, place], table[1, place] = wanted[number], number
    counts = np.zeros((len(wanted), len(offsets) - 1))
    for row in range(len(offsets) - 1):
        for value in values[offsets[row] : offsets[row + 1]]:
            number = table[1, place_of(value, table)]
            if number >= 0:
                counts[number, row] += 1.0
    return counts


@njit(nogil=True)
def count_distinct(values: Any, offsets: Any) -> Any:
    """The number of different values in each row."""
    table = hash_table(len(values))  # of each value, the last row that has it
    counts = np.zeros(len(offsets) - 1, np.int64)
    for row in range(len(counts)):
        for value in values[offsets[row] : offsets[row + 1]]:
            place = place_of(value, table)
            counts[row] += table[1, place] != row
            table[0, place], table[1, place] = value, row
    return counts
