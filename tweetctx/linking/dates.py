"""Leaves out what says when and not what: days and months, and time zones behind a time of day."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Final

import numpy as np
import regex

from tweetctx.index.surface_forms import WHOLE, FormSource
from tweetctx.linking.columns import Column
from tweetctx.linking.found import titles_of
from tweetctx.linking.possible import LEAST_PROBABLE
from tweetctx.linking.scored import ScoredMentions
from tweetctx.linking.spans import SpanRow
from tweetctx.text.languages import find_language

_SHARED: Final = np.array([Column.title_missing, Column.title_terms, Column.shared_terms])
_OF_YEAR: Final = 4  # digits
_OF_NAME: Final = 3  # letters that are left of a weekday or month where it is shortened
_DAY_OF_MONTH: Final = "0123456789. "
_LONGEST_DAY: Final = 9  # characters before a month: 26th of, and one before it
_DAY_BEHIND: Final = regex.compile(r"\.? (?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th|\.)?(?![\p{L}\p{N}]|[.,]\d)")
_DAY_BEFORE: Final = regex.compile(r"(?<![\p{L}\p{N}])(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th|\.)? (?:of |de |d['’])?$")
_NUMBER_OF_DAY: Final = regex.compile(r"\d{1,2}(?:er|\.?[ºª]|\(a\))?")
_LISTED: Final = (
    "ET EST EDT CT CST CDT MT MST MDT PT PST PDT AKST AKDT HST AST ADT GMT UTC BST CET CEST EET EEST MSK SAST "
    "IST WIB JST KST AWST ACST ACDT AEST AEDT NZST NZDT"
)
_ZONES: Final = tuple(_LISTED.split())
# A time without a colon may be a year: 1990 HST.
_ZONE: Final = regex.compile(
    rf"""
    (?<![\d.,:])
    (?: (?:[01]?\d|2[0-3]) (?:[:.][0-5]\d)?
    |   (?:(?<=\b(?:at|by|from|until)\ ) (?:[01]\d|2[0-3]) [0-5]\d | [0-2]?\d [0-5]\d (?=\s?(?:GMT|UTC|(?i:[ap]\.?m))))
    )
    \s? (?i:[ap]\.?m\.?)? \s? \b({"|".join(_ZONES)})\b
    """,
    regex.VERBOSE,
)


def without_dates(scored: ScoredMentions, least: float, language: str) -> ScoredMentions:
    """The same with probability 0 for what says when, not what.

    That is articles on days and months, months of dates, plural weekdays, time zones behind a time of day, and numbers
    that are a part of a title (*2015* of an Open) and not surely meant, as years are not if title and opening have no
    other word of the tweet.

    least: the probability from which a candidate may be linked. scored: with the openings of likely articles.
    """
    candidates, own = scored.candidates, scored.candidates.mentions.tolist()
    spans = scored.mentions.spans[SpanRow.start : SpanRow.first].T.tolist()
    texts = {mention: scored.mentions.text[slice(*spans[mention])].lower() for mention in {*own}}
    times = _times_and_dates(scored.mentions.text, [spans[mention] for mention in texts], language)
    plurals, begins = _plural_weekdays(language), _begins_of_names(language)
    when, asked = list[int](), list[int]()
    for row, (mention, probability) in enumerate(zip(own, scored.probabilities.tolist(), strict=True)):
        text = texts[mention]
        if (
            text in plurals
            or (spans[mention] in times)
            or (
                text.isdecimal()
                and (probability < least or (len(text) == _OF_YEAR and _shares_nothing_else(scored, row)))
                and _is_part_of_title(scored, row)
            )
        ):
            when.append(row)
        elif probability >= min(least, LEAST_PROBABLE) and (_has_digit(text) or text.startswith(begins)):
            asked.append(row)  # reading titles takes time
    if asked and scored.openings is not None:
        articles = candidates.articles
        titles = titles_of(scored.openings, articles[asked].tolist())
        dates = {article for article, title in titles.items() if _is_date(title.lower(), language)}
        when += [row for row, article in enumerate(articles.tolist()) if article in dates]
    if not when:
        return scored
    probabilities = scored.probabilities.copy()
    probabilities[when] = 0.0
    return replace(scored, probabilities=probabilities)


def _times_and_dates(text: str, spans: Iterable[list[int]], language: str) -> list[list[int]]:
    """The spans of months and weekdays in dates, and of time zones behind times: Mar 26, 26 March, 7:15 p.m. ET."""
    if not _has_digit(text):
        return []
    zones = _ZONE.finditer(text) if any(map(text.__contains__, _ZONES)) else ()
    found, names = [[*match.span(1)] for match in zones], _shortened_names(language)
    for start, end in spans:
        if text[start:end].lower() in names:
            before = text[max(start - _LONGEST_DAY, 0) : start]
            if _DAY_BEHIND.match(text, end) or _DAY_BEFORE.search(before):
                found.append([start, end])
    return found


def _is_part_of_title(scored: ScoredMentions, row: int) -> bool:
    """Whether a candidate's mention is no whole name of its article, but a part of one."""
    forms, sense = scored.candidates.forms, scored.candidates.senses[row]
    return int(forms.sources[sense]) & (WHOLE | FormSource.ALIAS) == 0


def _shares_nothing_else(scored: ScoredMentions, row: int) -> bool:
    """Whether the tweet shares at most one word with a candidate's title, and no other with its opening."""
    missing, words, shared = scored.features[row, _SHARED].tolist()
    return bool(words - missing <= 1 and shared == 0)


def _has_digit(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _is_date(title: str, language: str) -> bool:
    """Whether a title names a weekday, a month or a date without a year: Monday, May, May 12, 12. Mai, 12 de mayo."""
    names = _calendar_names(language)
    if not names.isdisjoint((title, title.lstrip(_DAY_OF_MONTH), title.rstrip(_DAY_OF_MONTH))):
        return True
    return _has_digit(title) and _without_day(title) in _days(language)


def _without_day(date: str) -> str:
    """A date without a year, and without the numbers in it."""
    return _NUMBER_OF_DAY.sub("", date.lower().replace("’", "'"))


@cache
def _calendar_names(language: str) -> frozenset[str]:
    """The months, also as they are behind a day (октября), and the days of the week, in lower case."""
    names = {name.lower() for name in find_language(language).calendar}
    return frozenset(names.union(map(str.lower, _cldr(language)[0])))


@cache
def _days(language: str) -> frozenset[str]:
    """How days are written in each month, without their numbers: " de mayo"."""
    return frozenset(map(_without_day, _cldr(language)[1]))


@cache
def _cldr(language: str) -> tuple[Sequence[str], Sequence[str]]:
    """The months behind a day, and the twelfth day of each month, from the Unicode CLDR.

    None for languages that it does not have, and for English, in which a month has one form.
    """
    if language == "en":
        return (), ()
    from babel import Locale, UnknownLocaleError  # late: it takes an eighth of a second
    from babel.dates import format_skeleton

    try:
        locale = Locale.parse(language)
    except UnknownLocaleError:
        return (), ()
    days = [format_skeleton("MMMMd", date(2000, month, 12), locale=locale) for month in range(1, 13)]
    return [*locale.months["format"]["wide"].values()], days


@cache
def _begins_of_names(language: str) -> tuple[str, ...]:
    """The first letters of the names of the calendar."""
    return tuple(sorted({name[:_OF_NAME] for name in _calendar_names(language)}))


@cache
def _plural_weekdays(language: str) -> frozenset[str]:
    """The plurals of the days of the week that only add an s: Sundays."""
    return frozenset(f"{name.lower()}s" for name in find_language(language).weekdays)


@cache
def _shortened_names(language: str) -> frozenset[str]:
    """The same, and what is left of each where it is shortened: Mar, Marc, March."""
    names = _calendar_names(language)
    return frozenset(name[:size] for name in names for size in range(_OF_NAME, len(name) + 1))
