"""Leaves out what says when and not what: days and months, and time zones behind a time of day."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np
import regex

from tweetctx.arrays.types import Bools
from tweetctx.index.surface_forms import WHOLE, FormSource
from tweetctx.linking.possible import LEAST_PROBABLE
from tweetctx.linking.scored import ScoredMentions
from tweetctx.text.languages import find_language

_MONTHS: Final = 12  # of a calendar, before the days of the week
_OF_NAME: Final = 3  # letters that are left of a weekday or month where it is shortened
_DAY_OF_MONTH: Final = "0123456789. "
_LONGEST_DAY: Final = 9  # characters before a month: 26th of, and one before it
_DAY_BEHIND: Final = regex.compile(r"\.? (?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th|\.)?(?![\p{L}\p{N}]|[.,]\d)")
_DAY_BEFORE: Final = regex.compile(r"(?<![\p{L}\p{N}])(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th|\.)? (?:of )?$")
_ZONES: Final = (
    "ET EST EDT CT CST CDT MT MST MDT PT PST PDT AKST AKDT HST AST ADT GMT UTC BST CET CEST EET EEST MSK SAST "
    "IST WIB JST KST AWST ACST ACDT AEST AEDT NZST NZDT"
)
# A time without a colon may be a year: 1990 HST.
_ZONE: Final = regex.compile(
    rf"""
    (?<![\d.,:])
    (?: (?:[01]?\d|2[0-3]) (?:[:.][0-5]\d)?
    |   (?:(?<=\b(?:at|by|from|until)\ ) (?:[01]\d|2[0-3]) [0-5]\d | [0-2]?\d [0-5]\d (?=\s?(?:GMT|UTC|(?i:[ap]\.?m))))
    )
    \s? (?i:[ap]\.?m\.?)? \s? \b({"|".join(_ZONES.split())})\b
    """,
    regex.VERBOSE,
)


def without_dates(scored: ScoredMentions, least: float, language: str) -> ScoredMentions:
    """The same with probability 0 for what says when, not what.

    That is articles on days and months, months of dates, plural weekdays, time zones behind a time of day, and numbers
    that are a part of a title (*2015* of an Open) and not surely meant.

    least: the probability from which a candidate may be linked. scored: with the openings of likely articles.
    """
    names, openings = _calendar_names(language), scored.openings
    spans = zip(scored.mentions.starts.tolist(), scored.mentions.ends.tolist(), strict=True)
    texts = [scored.mentions.text[start:end].lower() for start, end in spans]
    in_date = _in_date(scored, texts, language) | _behind_time(scored)
    in_date |= (scored.probabilities < least) & _is_number_in_title(scored, texts)
    scored = replace(scored, probabilities=np.where(in_date, 0.0, scored.probabilities))
    rows = np.flatnonzero(scored.probabilities >= min(least, LEAST_PROBABLE))
    begins = _begins_of_names(language)
    dates = [_may_be_date(scored.text_of(row).lower(), begins) for row in rows.tolist()]
    rows = rows[np.array(dates, np.bool_)]
    likely = {*scored.candidates.articles[rows].tolist()}
    if not likely or openings is None:
        return scored
    articles = enumerate(openings.articles.tolist())
    dated = [
        article
        for hit, article in articles
        if article in likely and _is_date(openings.sources[hit].title.lower(), names)
    ]
    if not dated:
        return scored
    kept = ~np.isin(scored.candidates.articles, dated)
    return replace(scored, probabilities=np.where(kept, scored.probabilities, 0.0))


def _in_date(scored: ScoredMentions, texts: Sequence[str], language: str) -> Bools:
    """Whether the mention of each candidate is the month or weekday of a date, or a plural weekday.

    Mar 26, 26 March; on Sundays. texts: of the mentions, in lower case.
    """
    mentions, text = scored.mentions, scored.mentions.text
    shortened = _shortened_names(language) if _has_digit(text) else frozenset[str]()
    plurals = _plural_weekdays(language)
    found = np.array([name in plurals for name in texts], np.bool_)
    for row in [row for row, name in enumerate(texts) if name in shortened]:
        start, end = int(mentions.starts[row]), int(mentions.ends[row])
        before = text[max(start - _LONGEST_DAY, 0) : start]
        found[row] |= bool(_DAY_BEHIND.match(text, end) or _DAY_BEFORE.search(before))
    in_date: Bools = found[scored.candidates.mentions]
    return in_date


def _is_number_in_title(scored: ScoredMentions, texts: Sequence[str]) -> Bools:
    """Whether the mention of each candidate is only digits, and only a part of the article's names. texts: as above."""
    candidates = scored.candidates
    is_number = np.array([text.isdecimal() for text in texts], np.bool_)[candidates.mentions]
    if is_number.any():
        is_number &= candidates.forms.sources[candidates.senses].astype(np.int64) & int(WHOLE | FormSource.ALIAS) == 0
    return is_number


def _behind_time(scored: ScoredMentions) -> Bools:
    """Whether the mention of each candidate is a time zone behind a time of day: 7:15 p.m. ET."""
    mentions, rows = scored.mentions, scored.candidates.mentions
    behind = np.zeros(len(rows), np.bool_)
    for match in _ZONE.finditer(mentions.text) if _has_digit(mentions.text) else ():
        behind |= (mentions.starts[rows] == match.start(1)) & (mentions.ends[rows] == match.end(1))
    return behind


def _may_be_date(text: str, begins: tuple[str, ...]) -> bool:
    """Whether a mention has a digit, or begins as a name of the calendar does: reading titles takes time."""
    return _has_digit(text) or text.startswith(begins)


def _has_digit(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _is_date(title: str, names: AbstractSet[str]) -> bool:
    """Whether a title names a weekday, a month or a date without a year: Monday, May, May 12, 12. Mai."""
    return not names.isdisjoint((title, title.lstrip(_DAY_OF_MONTH), title.rstrip(_DAY_OF_MONTH)))


@cache
def _calendar_names(language: str) -> frozenset[str]:
    """The months and the days of the week, in lower case."""
    return frozenset(name.lower() for name in find_language(language).calendar)


@cache
def _begins_of_names(language: str) -> tuple[str, ...]:
    """The first letters of the names of the calendar."""
    return tuple(sorted({name[:_OF_NAME] for name in _calendar_names(language)}))


@cache
def _plural_weekdays(language: str) -> frozenset[str]:
    """The plurals of the days of the week that only add an s: Sundays."""
    return frozenset(f"{name.lower()}s" for name in find_language(language).calendar[_MONTHS:])


@cache
def _shortened_names(language: str) -> frozenset[str]:
    """The same, and what is left of each where it is shortened: Mar, Marc, March."""
    names = _calendar_names(language)
    return frozenset(name[:size] for name in names for size in range(_OF_NAME, len(name) + 1))
