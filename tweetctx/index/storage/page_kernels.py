"""Checked reading in loops, compiled. Import this late: it loads numba.

A column is a mapped array, which of its pages were checked, and by how many bits a place is more than its page. Notes
are rows of the number of an array and an unchecked page in it; how many there are stands in the first row.
"""

from __future__ import annotations

from typing import Any

from tweetctx.runtime.compiled import njit


@njit(nogil=True, allocates=False)
def empty_unchecked(column: Any, begins: Any, ends: Any, number: int, notes: Any) -> None:
    """Notes the unchecked pages of some ranges [begin, end) of array `number`; ends these ranges where they begin."""
    _, checked, item_bits = column
    for row in range(len(begins)):
        first, last = begins[row] >> item_bits, (ends[row] - 1) >> item_bits
        if begins[row] < ends[row]:
            for page in range(first, last + 1):
                if not checked[page]:
                    note(number, page, notes)
                    ends[row] = begins[row]


@njit(nogil=True, allocates=False)
def note(number: int, page: int, notes: Any) -> None:
    """Notes a page of an array, −1 for content that does not fit the arrays beside it, while there is room."""
    if notes[0, 0] < len(notes) - 1:
        notes[0, 0] += 1
        notes[notes[0, 0], 0], notes[notes[0, 0], 1] = number, page
