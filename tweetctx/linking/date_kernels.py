"""Features of candidates by the dates of their articles, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.index.calendar_kernels import NEVER, codes_of, days_to_nearest, number_of_today, years_to_nearest
from tweetctx.linking.columns import NO_YEAR, Column
from tweetctx.runtime.compiled import njit


@njit(nogil=True)
def date_columns(rows: Any, row_of: Any, articles: Any, openings: Any, table: Any, date: Any) -> None:
    """Fills the distances from the tweet to the dates of openings and titles.

    To the nearest full date of an opening: ln(1 + days), and whether it is later. To the nearest year of opening and
    title: the years.

    row_of, articles, openings: see `article_columns`. table: of a `Calendar`. date: year, month and day of the tweet; 0
    where not known.
    """
    opened, head_offsets, heads, text_offsets, texts = openings
    year, month, _ = date
    of_titles, of_texts = codes_of(heads, table), codes_of(texts, table)
    days, years = np.full(len(articles), NEVER), np.full(len(articles), NO_YEAR)
    titled = years.copy()
    for row in range(len(articles)):
        at = np.searchsorted(opened, articles[row])
        if year == 0 or at == len(opened) or opened[at] != articles[row]:
            continue
        titled[row] = years_to_nearest(of_titles, head_offsets[at], head_offsets[at + 1], year, NO_YEAR)
        years[row] = abs(years_to_nearest(of_texts, text_offsets[at], text_offsets[at + 1], year, NO_YEAR))
        if month > 0:
            days[row] = days_to_nearest(of_texts, text_offsets[at], text_offsets[at + 1], number_of_today(date))
    for c in range(len(rows)):
        row = row_of[c]
        rows[c, Column.opening_days], rows[c, Column.opening_years] = np.log1p(abs(days[row])), years[row]
        rows[c, Column.opening_later] = 0 < days[row] < NEVER
        rows[c, Column.title_years] = titled[row]
