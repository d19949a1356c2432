"""How near the dates of sentences are to that of the tweet, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.arrays.hash_kernels import may_be_among, remainders_of, slot_of
from tweetctx.index.calendar import FIRST_YEAR, MONTHS
from tweetctx.runtime.compiled import njit
from tweetctx.scoring.learned.columns import ABSENT, Column

_DAYS_OF_YEAR: Final = 365.25
_DAYS_OF_MONTH: Final = 30.44
_FARTHEST: Final = 3  # terms between a month and its year: "from 5 to 21 August 2016" has none


@njit(nogil=True)
def codes_of(values: Any, table: Any) -> Any:
    """The calendar code of each term, or 0 if it has none. values: the keys of terms. table: see `Calendar`."""
    codes, remainders = np.zeros(len(values), np.int64), remainders_of(table[0][table[1] >= 0])
    for row in range(len(values)):
        if may_be_among(values[row], remainders):
            codes[row] = max(table[1, slot_of(values[row], table)], 0)
    return codes


@njit(nogil=True)
def date_columns(rows: Any, offsets: Any, codes: Any, date: Any) -> None:
    """Fills how far the dates of a sentence are from the tweet's.

    codes: of the terms of all sentences, see `Calendar`. date: year, month and day of the tweet; 0 where not known.
    `days` is signed, its size ln(1 + days); a day before a year counts as one of May, whose name is a stop word.
    """
    year, month, day = date
    today = day_number(year, month, day) if month > 0 else day_number(year, 7, 2)
    for s in range(len(rows)):
        row = rows[s]
        begin, end = offsets[s], offsets[s + 1]
        best, latest, row[Column.years_apart] = ABSENT * 1000, 0, ABSENT
        for at in range(begin, end):
            code = codes[at]
            if code >= FIRST_YEAR:
                latest = max(latest, code)
                if year > 0:
                    row[Column.years_apart] = min(row[Column.years_apart], abs(code - year))
            if year == 0 or code <= MONTHS:
                continue
            of_year, of_month, of_day = date_at(codes, begin, at, end)
            if of_year == year and of_month == month and code < FIRST_YEAR:
                row[Column.of_month] = 1
            if of_year > 0 and of_day > 0:
                distance = day_number(of_year, of_month, of_day) - today
                best = distance if abs(distance) < abs(best) else best
        row[Column.days_apart] = np.log1p(abs(best))
        row[Column.days] = row[Column.days_apart] if best >= 0 else -row[Column.days_apart]
        row[Column.of_year] = row[Column.years_apart] == 0
        row[Column.year_after] = latest - year if latest > 0 and year > 0 else -ABSENT


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
