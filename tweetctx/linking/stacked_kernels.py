"""Features of candidates by what the first trees make of all candidates of the tweet, compiled.

Import this late: it loads numba.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.linking.columns import Column
from tweetctx.runtime.compiled import njit

NO_LOGIT: Final = -12.0  # of what is not there
_FIRST, _LAST = int(Column.stacked_logit), int(Column.stacked_mass_inside)


@njit(nogil=True)
def stacked_columns(rows: Any, logits: Any, mentions: Any, starts: Any, ends: Any, articles: Any) -> None:
    """Fills the columns `stacked_…` of C candidates.

    None of them tells whether the tweet names anything else: the tweets that people linked all name something.
    logits: of the candidates by the first trees. mentions, starts, ends, articles: of each, its mention, the span of
    that in the tweet, and its article.
    """
    mass = np.zeros(mentions.max() + 1 if len(mentions) else 0)
    for c in range(len(rows)):
        rows[c, _FIRST : _LAST + 1] = NO_LOGIT
        mass[mentions[c]] += 1.0 / (1.0 + np.exp(-logits[c]))
    for c in range(len(rows)):
        row, start, end = rows[c], starts[c], ends[c]
        row[Column.stacked_logit], row[Column.stacked_mass] = logits[c], mass[mentions[c]]
        row[Column.stacked_mass_around] = row[Column.stacked_mass_inside] = 0.0
        for other in range(len(rows)):
            same = articles[other] == articles[c]
            if starts[other] == start and ends[other] == end:
                if not same:
                    row[Column.stacked_rival] = max(row[Column.stacked_rival], logits[other])
                continue
            if starts[other] >= end or ends[other] <= start:
                if same:
                    row[Column.stacked_again] = max(row[Column.stacked_again], logits[other])
                continue
            if starts[other] <= start and end <= ends[other]:
                column = Column.stacked_around_same if same else Column.stacked_around
                row[Column.stacked_mass_around] = max(row[Column.stacked_mass_around], mass[mentions[other]])
            elif start <= starts[other] and ends[other] <= end:
                column = Column.stacked_inside_same if same else Column.stacked_inside
                row[Column.stacked_mass_inside] = max(row[Column.stacked_mass_inside], mass[mentions[other]])
            else:
                column = Column.stacked_crossing
            row[column] = max(row[column], logits[other])
