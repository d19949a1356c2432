"""Checked reading in loops, compiled. Import this late: it loads numba.

A column is a mapped array, which of its pages were checked, and by how many bits a place is more than its page. Notes
are rows of the number of an array and an unchecked page in it; how many there are stands in the first row.
"""

from __future__ import annotations

from typing import Any

from tweetctx.compiled import njit


@njit(nogil=True)
def are_checked(column: Any, begin: Any, end: Any, number: int, notes: Any) -> bool:
    """Whether the pages of a range [begin, end) were checked; notes those that were not, as of array `number`."""
    _, checked, item_bits = column
    all_of_them = True
    for page in range(begin >> item_bits, ((end - 1) >> item_bits) + 1):
        if not checked[page]:
            note(number, page, notes)
            all_of_them = False
    return all_of_them


@njit(nogil=True)
def note(number: int, page: int, notes: Any) -> None:
    """Notes a page of an array, −1 for content that does not fit the arrays beside it, while there is room."""
    if notes[0, 0] < len(notes) - 1:
        notes[0, 0] += 1
        notes[notes[0, 0], 0], notes[notes[0, 0], 1] = number, page
