"""Finds dates in the terms of texts, compiled. Import this late: it loads numba.

codes: of the terms of some texts, see `calendar_of`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.arrays.hash_kernels import may_be_among, remainders_of, slot_of
from tweetctx.index.calendar import FIRST_YEAR, MONTHS
from tweetctx.runtime.compiled import njit

NEVER: Final = 99_000.0  # days to the nearest date of a text that has none
_DAYS_OF_YEAR: Final = 365.25
_DAYS_OF_MONTH: Final = 30.44
_FARTHEST: Final = 3  # terms between a month and its year: "from 5 to 21 August 2016" has none


@njit(nogil=True)
def codes_of(values: Any, table: Any) -> Any:
    """The calendar code of each term, 0 outside of dates. values: the keys of the terms. table: see `calendar_of`."""
    codes, remainders = np.zeros(len(values), np.int64), remainders_of(table[0][table[1] >= 0])
    for row in range(len(values)):
        if may_be_among(values[row], remainders):
            codes[row] = max(table[1, slot_of(values[row], table)], 0)
    return codes


@njit(nogil=True)
def days_to_nearest(codes: Any, begin: int, end: int, today: Any) -> Any:
    """The days from a day, see `day_number`, to the nearest full date of the text [begin, end); NEVER without one."""
    best = NEVER
    for at in range(begin, end):
        if codes[at] > MONTHS:
            year, month, day = date_at(codes, begin, at, end)
            if year > 0 and day > 0:
                distance = day_number(year, month, day) - today
                best = distance if abs(distance) < abs(best) else best
    return best


@njit(nogil=True)
def years_to_nearest(codes: Any, begin: int, end: int, year: int, never: Any) -> Any:
    """The years from a year to the nearest that the text [begin, end) has; `never` if it has none."""
    best = never
    for at in range(begin, end):
        if codes[at] >= FIRST_YEAR and abs(codes[at] - year) < abs(best):
            best = codes[at] - year
    return best


@njit(nogil=True)
def number_of_today(date: Any) -> Any:
    """The number of the day of a tweet; in the middle of its year if that is all that is known."""
    year, month, day = date
    return day_number(year, month, day) if month > 0 else day_number(year, 7, 2)


@njit(nogil=True)
def date_at(codes: Any, begin: int, at: int, end: int) -> Any:
    """The year, month and day of the date that a month, or a year without one, belongs to; 0 for what it lacks."""
    code, before = codes[at], codes[at - 1] if at > begin else 0
    if code >= FIRST_YEAR:
        further = codes[at - 2] if at - 1 > begin else 0
        alone = 0 < before < MONTHS and not MONTHS < further < FIRST_YEAR
        return (code, 5, before) if alone else (0, 0, 0)
    year, after = 0, codes[at + 1] if at + 1 < end else 0
    for place in range(min(at + _FARTHEST, end - 1), at, -1):
        if codes[place] >= FIRST_YEAR:
            year = codes[place]
    day = before if 0 < before < MONTHS else after
    return year, code - MONTHS, day if 0 < day < MONTHS else 0


@njit(nogil=True)
def day_number(year: Any, month: Any, day: Any) -> Any:
    """The days from the year 0 to a date, about."""
    return year * _DAYS_OF_YEAR + (month - 1) * _DAYS_OF_MONTH + day
