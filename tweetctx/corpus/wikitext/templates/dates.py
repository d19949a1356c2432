"""Templates of dates. An age is left out: it changes every year, and the date says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tweetctx.corpus.wikitext.templates.arguments import Arguments

_MONTHS = "January February March April May June July August September October November December"


def _month(text: str) -> str:
    number = int(text) if text.isdecimal() and len(text) < 3 else 0
    return _MONTHS.split()[number - 1] if 1 <= number <= 12 else text


def write_date(year: str, month: str, day: str, *, day_first: bool) -> str:
    """Write a date in English, as much of it as is known; a month may be a number or a name."""
    day = day.lstrip("0")
    month = _month(month)
    if not (month and day):
        return " ".join(part for part in (month, year) if part)
    if day_first:
        return " ".join(part for part in (day, month, year) if part)
    return f"{month} {day}, {year}" if year else f"{month} {day}"


def date(arguments: Arguments) -> str:
    """`{{start date|year|month|day|df=y}}` and all its like; more arguments are times or a second date."""
    year, month, day = (arguments[key] for key in (1, 2, 3))
    if not year.isdecimal():
        return year
    return write_date(year, month, day, day_first=arguments.is_on("df") or arguments.is_on("dayfirst"))


def as_of(arguments: Arguments) -> str:
    """`{{as of|year|month|day|lc=y|since=y|df=us|alt=other words}}`."""
    if alternative := arguments["alt"]:
        return alternative
    day_first = arguments["df"].lower() != "us"
    words = "since" if arguments["since"] else "as of"
    words = words if arguments["lc"] else words.capitalize()
    return f"{words} {write_date(*(arguments[key] for key in (1, 2, 3)), day_first=day_first)}{arguments['post']}"


def old_style(arguments: Arguments) -> str:
    """`{{OldStyleDate|20 January|1905|8 January}}`."""
    return f"{arguments[1]} [O.S. {arguments[3]}] {arguments[2]}"


def circa(arguments: Arguments) -> str:
    """`{{circa|1900|1910}}`."""
    return " ".join(("c.", "–".join(arguments.filled))) if arguments.filled else "c."


def reign(arguments: Arguments) -> str:
    """`{{reign|1901|1910}}`."""
    return f"r. {'–'.join(arguments.filled)}"


def floruit(arguments: Arguments) -> str:
    """`{{floruit|1901|1910}}`."""
    return f"fl. {'–'.join(arguments.filled)}"
