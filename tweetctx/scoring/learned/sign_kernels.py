"""Which sentences of a pool count, by what says that they are about the tweet. Import this late: it loads numba.

rows: the features of sentences, (S, F).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.index.calendar_kernels import NEVER
from tweetctx.runtime.compiled import njit
from tweetctx.scoring.learned.columns import ABSENT, HALF, LIKELY, MENTIONED, MUCH, NEAR, RETRIEVED, Column

_MOST: Final = 0.35  # of the tweet
_LONG: Final = 10.0  # years
_FOUND: Final = np.log1p(RETRIEVED - 0.5)  # above the rank of whatever the first search finds
_SOON: Final = np.log1p(183.0)  # ln(1 + days)
_NO_DATE: Final = np.log1p(NEVER) - 0.5  # below the days of a sentence without a full date, above all others
_SIGN: Final = 0.35  # the probability from which on it does without another sign


@njit(nogil=True)
def may_be_named(rows: Any) -> Any:
    """Whether the tweet probably names the article of each sentence, shape (S,)."""
    return (rows[:, Column.named] > 0) | (rows[:, Column.likely] >= LIKELY)


@njit(nogil=True)
def is_named(rows: Any) -> Any:
    """Whether the tweet names the article of each sentence, shape (S,).

    If something else is linked, an article that is not must be likely, or found by the tweet's words, or the sentence
    must name what is linked. A person who is not linked is not named if the tweet has a part of the name only, or if
    nothing is linked.
    """
    linked = rows[:, Column.named] > 0
    nothing_linked = not linked.any()
    namesake = (rows[:, Column.person] > 0) & (nothing_linked | (rows[:, Column.title_own_share] < 1.0))
    found = rows[:, Column.first_article] < _FOUND
    sign = found | (rows[:, Column.likely] >= _SIGN) | (rows[:, Column.other_names] >= MENTIONED)
    return may_be_named(rows) & (linked | (~namesake & (nothing_linked | sign)))


@njit(nogil=True)
def has_enough(rows: Any) -> Any:
    """Whether a sentence has enough of the tweet for an article that the tweet does not name, shape (S,).

    It shares much with the tweet, names and all, or half as much and has a date near the tweet's, or its month, and a
    word of the tweet in its title, or it has a third of the tweet. That third must include something that is linked,
    or, if nothing is linked, the whole title or a word that is not of the title. If the sentence shares little but the
    name of its article, its years must be near the tweet's; else its subject is a namesake.

    If something is linked, or it is about a person, and it shares a part of its title alone, one of these holds: that
    part is half of the tweet, or a third and may name the article; the article opens in the tweet's year; or the
    sentence names what is linked, and its article has a date near the tweet's. Of the other sentences that the trees
    would choose for 240 graded tweets, one in twenty is helpful.
    """
    nothing_linked = not (rows[:, Column.named] > 0).any()
    own, shared, covered = rows[:, Column.own_shared], rows[:, Column.shared], rows[:, Column.covered]
    whole, others = rows[:, Column.title_own_share] >= 1.0, rows[:, Column.other_names] > 0
    third, further, much = covered >= _MOST, shared > 0, shared >= MUCH
    dated = (rows[:, Column.days_apart] < NEAR) | (rows[:, Column.of_month] > 0)
    dated &= (own >= MUCH / 2) & (rows[:, Column.title_weight] > 0)
    enough = (own >= MUCH) | dated | (third & (others | (nothing_linked & (whole | further))))
    years = rows[:, Column.years_apart]
    enough &= much | (years <= _LONG) | (years == ABSENT)
    told = much | whole | (covered >= HALF) | (third & may_be_named(rows)) | (rows[:, Column.opening_years] == 0)
    told |= others & (further | (rows[:, Column.article_days] < NEAR))
    return enough & (told | (nothing_linked & (rows[:, Column.person] <= 0)))


@njit(nogil=True)
def worth_a_look(rows: Any) -> Any:
    """Whether there is any sign that a sentence is about the tweet, shape (S,); 7 of 10 have none.

    It opens an article, or the tweet may name its article; it has a date near the tweet's, or its month; or it shares
    words with the tweet, fewer if it has its year. Of the helpful sentences of 240 graded tweets, 93 % have a sign.
    """
    signs = np.zeros(len(rows), np.bool_)
    for s in range(len(rows)):
        row, shared = rows[s], rows[s, Column.own_shared]
        signs[s] = row[Column.position] == 0 or row[Column.likely] > 0 or row[Column.days_apart] < NEAR
        signs[s] |= row[Column.of_month] > 0 or shared > MUCH or (row[Column.of_year] > 0 and shared > 0)
    return signs


@njit(nogil=True)
def tells_of_later(rows: Any) -> Any:
    """Whether all years of a sentence are after the tweet's, as those of a later career are, shape (S,).

    Sentences do not count that the tweet may look forward to: those that open their article or have a date within half
    a year of the tweet's, and those without a full date in an article that opens with a date near the tweet's, such as
    a protest against a planned election. Of 204 graded sentences whose years are all later, 7 are helpful.
    """
    days = rows[:, Column.days_apart]
    of_event = (days > _NO_DATE) & (rows[:, Column.opening_days] < NEAR)
    awaited = of_event | (days <= _SOON) | (rows[:, Column.position] == 0)
    return (rows[:, Column.first_after] > 0) & ~awaited
