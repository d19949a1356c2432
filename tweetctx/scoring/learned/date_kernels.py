"""How near the dates of sentences are to that of the tweet, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.index.calendar import FIRST_YEAR, MONTHS
from tweetctx.index.calendar_kernels import NEVER, date_at, days_to_nearest, number_of_today, years_to_nearest
from tweetctx.runtime.compiled import njit
from tweetctx.scoring.learned.columns import ABSENT, Column


@njit(nogil=True)
def date_columns(rows: Any, offsets: Any, codes: Any, date: Any) -> None:
    """Fills how far the dates of a sentence are from the tweet's.

    codes: of the terms of all sentences, see `Calendar`. date: year, month and day of the tweet; 0 where not known.
    `days` is signed, its size ln(1 + days); a day before a year counts as one of May, whose name is a stop word.
    """
    year, month, _ = date
    today = number_of_today(date)
    for s in range(len(rows)):
        row, begin, end = rows[s], offsets[s], offsets[s + 1]
        while begin < end and codes[begin] == 0:  # most texts have no date at all
            begin += 1
        days = days_to_nearest(codes, begin, end, today) if year > 0 else NEVER
        row[Column.days_apart] = np.log1p(abs(days))
        row[Column.days] = row[Column.days_apart] if days >= 0 else -row[Column.days_apart]
        row[Column.years_apart] = abs(years_to_nearest(codes, begin, end, year, ABSENT)) if year > 0 else ABSENT
        row[Column.of_year] = row[Column.years_apart] == 0
        first, latest = 0, 0
        for at in range(begin, end):
            if codes[at] >= FIRST_YEAR:
                first = min(first, codes[at]) if first > 0 else codes[at]
                latest = max(latest, codes[at])
            elif codes[at] > MONTHS and month > 0:
                of_year, of_month, _ = date_at(codes, begin, at, end)
                if of_year == year and of_month == month:
                    row[Column.of_month] = 1
        row[Column.first_after] = first - year if first > 0 and year > 0 else -ABSENT
        row[Column.year_after] = latest - year if latest > 0 and year > 0 else -ABSENT
