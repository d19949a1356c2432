"""Compiled loops that turn rows of terms into lists of rows without sorting. Import this late: it loads numba."""

from __future__ import annotations

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.runtime.compiled import njit


@njit(nogil=True)
def rows_with(values: Ints, offsets: Ints, terms: int) -> Ints:
    """Counts the rows that each of `terms` terms occurs in, shape (terms,)."""
    counts, last = np.zeros(terms, np.int64), np.full(terms, -1, np.int64)
    for row in range(len(offsets) - 1):
        for i in range(offsets[row], offsets[row + 1]):
            term = values[i]
            if last[term] != row:
                last[term] = row
                counts[term] += 1
    return counts


@njit(nogil=True)
def invert_rows(values: Ints, offsets: Ints, first: int, terms: int) -> tuple[Ints, Ints, Ints]:
    """Returns the distinct (term, row) pairs, ascending, and how often each occurs: three arrays of 32-bit numbers.

    The first row has the number `first`.
    """
    sizes = rows_with(values, offsets, terms)
    next_offset, size = np.cumsum(sizes) - sizes, sizes.sum()
    keys, rows, counts = np.empty(size, np.uint32), np.empty(size, np.uint32), np.empty(size, np.uint32)
    last = np.full(terms, -1, np.int64)
    for row in range(len(offsets) - 1):
        for i in range(offsets[row], offsets[row + 1]):
            term = values[i]
            if last[term] == row:
                counts[next_offset[term] - 1] += 1
                continue
            at, last[term] = next_offset[term], row
            keys[at], rows[at], counts[at] = term, first + row, 1
            next_offset[term] = at + 1
    return keys, rows, counts


@njit(nogil=True)
def merge_into(next_offset: Ints, terms: Ints, rows: Ints, counts: Ints, all_rows: Ints, all_counts: Ints) -> None:
    """Appends the pairs of a run to those of the runs before it.

    next_offset: of each term, where its next pair is written; it moves on with each.
    """
    for i in range(len(terms)):
        at = next_offset[terms[i]]
        all_rows[at], all_counts[at] = rows[i], counts[i]
        next_offset[terms[i]] = at + 1
