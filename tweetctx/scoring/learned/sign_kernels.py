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
_EVENT: Final = 16.0  # the weight of words that, with the date, tell of the same event
_FEW_DAYS: Final = np.log1p(4.5)  # above ln(1 + days) of four days
_COMMON: Final = 12.0  # the weight of words that are enough by themselves
_LONG: Final = 10.0  # years
_FOUND: Final = np.log1p(RETRIEVED - 0.5)  # above the rank of whatever the first search finds
_SOON: Final = np.log1p(183.0)  # ln(1 + days)
_NO_DATE: Final = np.log1p(NEVER) - 0.5  # below the days of a sentence without a full date, above all others
_SIGN: Final = 0.35  # the probability from which on it does without another sign
_EVERYDAY: Final = 5.5  # the weight of a word that one in 250 articles has
_RARE: Final = 10.0  # the weight of the words of a title that a tweet hardly has by chance
_WELL_KNOWN: Final = np.log1p(99.5)  # ln(1 + articles) that name somebody well known: 100
_THAT_YEAR: Final = 1  # years between the tweet and an article that opens with what it may be about, at most
_TOGETHER: Final = 1.6  # evidence for linked names, plus the share of the title, that is little
_RECENT: Final = 2  # years between the tweet and an article that opens with what it may be about
_BEFORE: Final = 2  # sentences of an article that precede one that is deep in it
_BEFORE_OF_PERSON: Final = 15  # the same in an article about a person
_ONE_DAY: Final = np.log1p(1.5)  # above ln(1 + days) of yesterday and tomorrow


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
    word of the tweet in its title (about a person, the whole title or another word or name of the tweet: somebody of
    any first name dies every week), or it has a third of the tweet. That third must include something that is linked,
    or, if nothing is linked, the whole title or a word that is not of the title. If the sentence shares little but the
    name of its article, its years must be near the tweet's; else its subject is a namesake.

    If something is linked, words alone must weigh more, see `_shares_common_words_alone`.

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
    dated &= whole | further | others | (rows[:, Column.person] <= 0)
    enough = (own >= MUCH) | dated | (third & (others | (nothing_linked & (whole | further))))
    years = rows[:, Column.years_apart]
    enough &= much | (years <= _LONG) | (years == ABSENT)
    told = much | whole | (covered >= HALF) | (third & may_be_named(rows)) | (rows[:, Column.opening_years] == 0)
    told |= others & (further | (rows[:, Column.article_days] < NEAR))
    enough &= told | (nothing_linked & (rows[:, Column.person] <= 0))
    return enough & (nothing_linked | ~_shares_common_words_alone(rows))


@njit(nogil=True)
def _shares_common_words_alone(rows: Any) -> Any:
    """Whether each sentence has nothing but a few common words from the tweet, shape (S,).

    Nothing that is linked or that may name its article, no word of the title, no date near the tweet's nor its month.
    """
    none = (rows[:, Column.likely] == 0) & (rows[:, Column.other_names] < MENTIONED)
    none &= (rows[:, Column.title_own_share] == 0) & (rows[:, Column.days_apart] >= NEAR)
    none &= (rows[:, Column.of_month] == 0) & (rows[:, Column.covered] < HALF)
    return none & (rows[:, Column.own_shared] < _COMMON)


@njit(nogil=True)
def tells_of_event(rows: Any) -> Any:
    """Whether each sentence has a date within four days of the tweet's, and much of its words, shape (S,).

    *Devin Kelley, the man police say killed 26 people* is about what the article of a town tells of the day before.
    """
    near = rows[:, Column.days_apart] < _FEW_DAYS
    return near & (rows[:, Column.own_shared] >= _EVENT) & (rows[:, Column.covered] >= _MOST)


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

    Exempt is what the tweet may look forward to: sentences that open their article or have a date within half a year of
    the tweet's, and those without a full date in an article that opens with a date near the tweet's, such as one on a
    protest against a planned election. Of 204 graded sentences whose years are all later, 7 are helpful.
    """
    days = rows[:, Column.days_apart]
    of_event = (days > _NO_DATE) & (rows[:, Column.opening_days] < NEAR)
    awaited = of_event | (days <= _SOON) | (rows[:, Column.position] == 0)
    return (rows[:, Column.first_after] > 0) & ~awaited


@njit(nogil=True, allocates=False)
def _is_hardly_named(row: Any) -> bool:
    """Whether the article of a sentence is neither linked nor likely to be named by the tweet."""
    hardly: bool = row[Column.named] == 0 and row[Column.likely] < LIKELY
    return hardly


@njit(nogil=True, allocates=False)
def _is_of_that_year(row: Any) -> bool:
    """Whether the article of a sentence has a date near the tweet's, or opens in its year."""
    dated: bool = row[Column.article_days] < NEAR or row[Column.opening_years] <= _THAT_YEAR
    return dated


@njit(nogil=True, allocates=False)
def _may_be_meant(row: Any) -> bool:
    """Whether the tweet may mean the article of a sentence, although it probably does not name it.

    The article has a date near the tweet's, or opens in its year; or the tweet has all words of its title, and they are
    rare; or it is about a well-known person whose name the tweet may have.
    """
    whole = row[Column.title_own_share] >= 1.0 and row[Column.title_weight] >= _RARE
    person = row[Column.person] > 0 and row[Column.likely] > 0 and row[Column.known] >= _WELL_KNOWN
    meant: bool = _is_of_that_year(row) or whole or person
    return meant


@njit(nogil=True, allocates=False)
def _shares_only_subject(row: Any) -> bool:
    """Whether a sentence has only its subject from the tweet: no other word, no other name, and no year near it."""
    none: bool = row[Column.shared] == 0 and row[Column.other_names] == 0 and row[Column.years_apart] > 1
    return none


@njit(nogil=True)
def only_shares_words(rows: Any) -> Any:
    """Whether each sentence is of an article with nothing but some words of the tweet: `trivia.only_shares_words`."""
    found = np.zeros(len(rows), np.bool_)
    for s in range(len(rows)):
        row = rows[s]
        little = row[Column.other_names] + row[Column.title_own_share] < _TOGETHER and row[Column.covered] < HALF
        found[s] = little and _is_hardly_named(row) and not _may_be_meant(row)
    return found


@njit(nogil=True)
def may_explain_common_words(rows: Any) -> Any:
    """The sentences of unlinked articles whose whole title is of common words, and that share little besides."""
    found = (rows[:, Column.title_own_share] >= 1.0) & (rows[:, Column.title_weight] < _EVERYDAY)
    found &= (rows[:, Column.other_names] < MENTIONED) & (rows[:, Column.shared] < MUCH)
    return np.flatnonzero(found & (rows[:, Column.named] == 0) & (rows[:, Column.opening_years] == ABSENT))


@njit(nogil=True)
def stands_apart(rows: Any) -> Any:
    """Whether each sentence is deep in its article, and has only its subject from the tweet: `trivia.stands_apart`."""
    found = np.zeros(len(rows), np.bool_)
    for s in range(len(rows)):
        row, person = rows[s], rows[s, Column.person] > 0
        deep = np.expm1(row[Column.position]) > (_BEFORE_OF_PERSON if person else _BEFORE) - 0.5
        of_event = not person and row[Column.opening_years] <= _RECENT
        found[s] = deep and not of_event and _shares_only_subject(row)
    return found


@njit(nogil=True)
def later_on_people(rows: Any) -> Any:
    """The sentences behind the opening of an article about a person that have only that person from the tweet."""
    found = (rows[:, Column.person] > 0) & (rows[:, Column.position] > 0)
    for s in range(len(rows)):
        found[s] &= _shares_only_subject(rows[s])
    return np.flatnonzero(found)


@njit(nogil=True)
def openings_of_titles(rows: Any) -> Any:
    """The first sentences of unlinked articles whose whole title is in the tweet."""
    whole = (rows[:, Column.position] == 0) & (rows[:, Column.title_own_share] >= 1.0)
    return np.flatnonzero(whole & (rows[:, Column.named] == 0))


@njit(nogil=True)
def may_be_namesakes(rows: Any) -> Any:
    """The sentences of unlinked articles that share no word but the title's, and have no date near the tweet's."""
    other = (rows[:, Column.named] == 0) & (rows[:, Column.shared] == 0)
    return np.flatnonzero(other & (rows[:, Column.days_apart] >= NEAR))


@njit(nogil=True)
def hardly_meant(rows: Any) -> Any:
    """Whether each sentence is of an article that is not linked and that the tweet hardly means, shape (S,)."""
    found = np.zeros(len(rows), np.bool_)
    for s in range(len(rows)):
        found[s] = rows[s, Column.named] == 0 and not _may_be_meant(rows[s])
    return found


@njit(nogil=True)
def may_be_named_after(rows: Any) -> Any:
    """The sentences about things, not people, that share a part of the title with the tweet and little else."""
    share = rows[:, Column.title_own_share]
    found = (share > 0.0) & (share < 1.0) & (rows[:, Column.shared] < MUCH) & (rows[:, Column.person] <= 0)
    for s in range(len(rows)):
        found[s] &= _is_hardly_named(rows[s]) and not _is_of_that_year(rows[s])
    return np.flatnonzero(found)


@njit(nogil=True)
def may_be_scattered(rows: Any) -> Any:
    """The sentences that share the whole title and no other word with a tweet that hardly means their article."""
    found = (rows[:, Column.title_own_share] >= 1.0) & (rows[:, Column.shared] == 0)
    for s in range(len(rows)):
        found[s] &= _is_hardly_named(rows[s]) and not _is_of_that_year(rows[s])
    return np.flatnonzero(found)


@njit(nogil=True)
def may_be_written_small(rows: Any) -> Any:
    """The sentences of unlinked articles, without those that name a linked article or have a date near the tweet's."""
    found = (rows[:, Column.named] == 0) & (rows[:, Column.other_names] < MENTIONED)
    return np.flatnonzero(found & (rows[:, Column.days_apart] >= NEAR))


@njit(nogil=True)
def later_on_others(rows: Any) -> Any:
    """The sentences behind the opening of articles that the tweet hardly names, and not by their whole title."""
    found = (rows[:, Column.position] > 0) & (rows[:, Column.title_own_share] < 1.0)
    for s in range(len(rows)):
        found[s] &= _is_hardly_named(rows[s])
    return np.flatnonzero(found)


@njit(nogil=True)
def without_title(rows: Any) -> Any:
    """The sentences of articles that the tweet hardly names, and whose title shares no word with it."""
    found = rows[:, Column.title_own_share] == 0.0
    for s in range(len(rows)):
        found[s] &= _is_hardly_named(rows[s])
    return np.flatnonzero(found)


@njit(nogil=True)
def may_be_strangers(rows: Any) -> Any:
    """The sentences about people whom the tweet hardly names, and whether something else says that each is meant.

    See `strangers.are_strangers`.
    """
    asked, told, count = np.empty(len(rows), np.int64), np.empty(len(rows), np.bool_), 0
    for s in range(len(rows)):
        row, names = rows[s], rows[s, Column.other_names] >= MENTIONED
        dated = row[Column.days_apart] < NEAR or (row[Column.of_month] > 0 and row[Column.article_days] < NEAR)
        inside = dated and row[Column.position] > 0
        later = row[Column.days] >= _ONE_DAY and row[Column.days_apart] < NEAR
        takes_part = inside and not later and (names or row[Column.shared] >= MUCH)
        named = row[Column.title_own_share] >= 1.0 or not _is_hardly_named(row)
        if takes_part or named or row[Column.person] == 0:
            continue
        asked[count], told[count] = s, names and row[Column.shared] > 0
        told[count] |= row[Column.days_apart] < _ONE_DAY
        told[count] |= row[Column.likely] > 0 and row[Column.covered] >= HALF
        count += 1
    return asked[:count], told[:count]
