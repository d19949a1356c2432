"""Finds dates in texts: those that tweets mention, and the forms in which platforms write the date of a post."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

import regex

from tweetctx.errors import ParameterError

When = date | str | float | None  # when a post was written: a date, a text as platforms write it, or Unix time

EXPECTED: Final = "a date, such as 2016-12-13, or Unix time"
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = (
    r"(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)(?!\p{L})\.?"
)
_DAY: Final = r"(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\d])"
_YEAR: Final = r"(?<year>(?:19|20)\d\d)(?!\d)"
_DATE: Final = regex.compile(
    rf"""(?<![\p{{L}}\p{{N}}/-])(?:
      {_MONTH}\s?{_DAY}(?:\s?[-–]\s?\d{{1,2}})?(?:\s\d\d:\d\d:\d\d\s[+-]\d{{4}})?,?\s{_YEAR}  # Feb 7-8, 2016
    | {_DAY}\s{_MONTH},?\s{_YEAR}
    | {_YEAR}[-/](?<month>\d{{1,2}})[-/](?<day>\d{{1,2}})(?!\d)
    | (?<month>\d{{1,2}})/(?<day>\d{{1,2}})/{_YEAR}
    )""",
    regex.VERBOSE,
)
_LONGEST: Final = 40  # characters of a date before its year
# Ids of tweets since November 2010 ("snowflakes"): above 22 bits, the milliseconds since this moment. The first ones,
# of three days, are shorter.
_FIRST_TWEET_ID: Final = 1288834974657  # milliseconds since 1970
_TWEET_ID: Final = regex.compile(r"[1-9][0-9]{14,18}")
_YEAR_1990: Final = 631152000  # in Unix time
_YEAR_2100: Final = 4102444800
_DIGITS: Final = regex.compile(r"[0-9]+(?:\.[0-9]*)?")
_DOTTED: Final = regex.compile(rf"(?<![\d.])(?<day>\d{{1,2}})\.\s?(?<month>\d{{1,2}})\.\s?{_YEAR}")  # 13.12.2016
_CLOCK: Final = regex.compile(r"\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?:\s?[ap]\.?m\.?)?", regex.IGNORECASE)
_ANY_YEAR: Final = regex.compile(rf"(?<!\d){_YEAR}")


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date with its year in a text, at [start, end); day: None if the calendar has no such day."""

    start: int
    end: int
    year: int
    day: date | None


def find_dates(text: str) -> Iterator[DateMention]:
    """Returns the dates of a text: `July 9, 2017`, `Feb 7-8, 2016`, `9 July 2017`, `2017-07-09`, `7/9/2017`.

    Months are the English ones. Of two numbers before a year the first is the month, unless
    it is above 12.
    """
    years = [offset for offset in (text.find("19"), text.find("20")) if offset >= 0]  # the first of either century
    if not years:
        return
    for match in _DATE.finditer(text, max(min(years) - _LONGEST, 0)):
        yield DateMention(match.start(), match.end(), int(match["year"]), _day_of(match))


def find_year(text: str) -> int | None:
    """Returns the first year from 1900 to 2099 in a text, as in a date whose month is not in English."""
    match = _ANY_YEAR.search(text)
    return int(match["year"]) if match else None


def read_date(value: object) -> date | None:
    """Returns the date (UTC) in a platform's value for when a post was written; None if it has none.

    The value is a text with a date, such as `13.12.2016`, or Unix time in seconds or milliseconds, as a number or as
    digits. Eight digits are a year, a month and a day. Libraries of platforms for Python make it a `datetime`.
    """
    if isinstance(value, date):
        return _day_of_moment(value) if isinstance(value, datetime) else value
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _day_of_number(value)
    if not isinstance(value, str):
        return None
    digits = value.strip()
    if _DIGITS.fullmatch(digits):
        return _day_of_digits(digits)
    if (moment := _moment(digits)) and moment.tzinfo:
        return _day_of_moment(moment)
    if dotted := _DOTTED.search(value):
        return _day_of(dotted)
    return next((mention.day for mention in find_dates(value) if mention.day), None)


def is_time_of_day(text: str) -> bool:
    """Whether a text is only a time of day, as in a column *time*."""
    return bool(_CLOCK.fullmatch(text.strip()))


def day_of_id(identifier: str) -> date | None:
    """Returns when a tweet was written by its id, in UTC; None for other ids, as those before November 2010.

    An id of 15 to 19 digits tells it, unless that time is still to come.
    """
    if not _TWEET_ID.fullmatch(identifier):
        return None
    written = datetime.fromtimestamp(((int(identifier) >> 22) + _FIRST_TWEET_ID) / 1000, UTC)
    return written.date() if written <= datetime.now(UTC) else None


def parse_date(value: When) -> date | None:
    """Converts a date as `read_date` reads it, or any other text in ISO 8601, to a date, and None to None.

    Raises ParameterError for anything else.
    """
    if value is None:
        return None
    if day := read_date(value):
        return day
    if isinstance(value, str) and (moment := _moment(value)):
        return _day_of_moment(moment)
    raise ParameterError(f"date: found {value!r:.80}, expected {EXPECTED}")


def _moment(text: str) -> datetime | None:
    """The date and time that a text in ISO 8601 gives; None for any other text."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _day_of_moment(moment: datetime) -> date:
    """The day in UTC; that of the moment itself if it does not say how far it is from UTC."""
    try:
        return (moment.astimezone(UTC) if moment.tzinfo else moment).date()
    except OverflowError:  # in the first or last year that there is
        return moment.date()


def _day_of_digits(digits: str) -> date | None:
    if len(digits) == 8 and "." not in digits:
        try:
            return date.fromisoformat(digits)
        except ValueError:
            return None
    return _day_of_number(float(digits))


def _day_of_number(time: float) -> date | None:
    """The day of Unix time from 1990 to 2099, in seconds or in milliseconds, which no number is both of."""
    unit = next((unit for unit in (1, 1000) if unit * _YEAR_1990 <= time < unit * _YEAR_2100), None)
    return None if unit is None else datetime.fromtimestamp(time / unit, UTC).date()


def _day_of(match: regex.Match[str]) -> date | None:
    day, year, written = int(match["day"]), int(match["year"]), match["month"]
    month = int(written) if written.isdecimal() else _MONTHS.index(written[:3].lower()) + 1
    if month > 12 >= day and match.start("year") > match.start("day"):
        day, month = month, day
    try:
        return date(year, month, day)
    except ValueError:
        return None
