"""Templates of dates. An age is left out: it changes every year, and the date says it."""

from __future__ import annotations

from tweetctx.corpus.holes import HOLE
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.numbers import ordinal
from tweetctx.corpus.wikitext.templates.writer import Writer


def date(writer: Writer, arguments: Arguments, *, begin: int = 1) -> str:
    """`{{start date|year|month|day|df=y}}` and similar templates; further arguments are times or a second date."""
    year, month, day = (arguments[key] for key in range(begin, begin + 3))
    if not year.isdecimal():
        return year
    day_first = arguments.is_on("df") or arguments.is_on("dayfirst")
    return writer.date(day, month, year, month_first=not day_first)


def date_from_words(writer: Writer, arguments: Arguments) -> str:
    """`{{date|12 May 1980}}`, `{{birth-date|12 May 1980}}`: as it is given; numbers in the order of ISO 8601.

    `{{format date|1980|5|12}}` has them in several arguments.
    """
    if arguments[1].isdecimal() and arguments[2].isdecimal():
        return date(writer, arguments)
    fields = arguments[1].split("-")
    if len(fields) == 3 and all(part.isdecimal() for part in fields):
        return writer.date(fields[2], fields[1], fields[0])
    return arguments[1]


def day_first(writer: Writer, arguments: Arguments) -> str:
    """`{{Datum|1|5|1980}}`, `{{fecha|1|5|1980}}`: the order of most languages; ISO 8601 in one argument, too."""
    if arguments.count == 1:
        return date_from_words(writer, arguments)
    day, month, year = (arguments[key] for key in (1, 2, 3))
    return writer.date(day, month, year)


def start_and_end(writer: Writer, arguments: Arguments) -> str:
    """`{{start and end dates|1980|5|1|1981|6|2|df=y}}`."""
    return " – ".join(shown for begin in (1, 4) if (shown := date(writer, arguments, begin=begin)))


def as_of(writer: Writer, arguments: Arguments) -> str:
    """`{{as of|2020|5|lc=y}}`: "as of May 2020"; with `since` "since May 2020", with `bare` "May 2020"."""
    if alternative := arguments["alt"]:
        return alternative
    year, month, day = (arguments[key] for key in (1, 2, 3))
    shown = writer.date(day, month, year, month_first=arguments["df"].lower() == "us")
    if arguments.is_on("bare"):
        return f"{shown}{arguments['post']}"
    words = "since" if arguments["since"] else "as of"
    words = words if arguments["lc"] else words.capitalize()
    before = f"{arguments['pre']} " if arguments["pre"] else ""
    return f"{words} {before}{shown}{arguments['post']}"


def century(arguments: Arguments) -> str:
    """`{{century|19}}`: "19th century"."""
    return f"{ordinal(arguments)} century" if arguments.count == 1 and arguments[1].isdecimal() else HOLE


def duration(arguments: Arguments) -> str:
    """`{{duration|m=3|s=25}}`, `{{duration|1:03:25}}`: "3:25", "1:03:25"."""
    if arguments.count:
        return arguments[1]
    hours, minutes, seconds = (arguments[key] for key in "hms")
    if not seconds.isdecimal() or not (hours or "0").isdecimal() or not (minutes or "0").isdecimal():
        return HOLE
    if hours:
        return f"{hours}:{minutes:>02}:{seconds:>02}"
    return f"{minutes or '0'}:{seconds:>02}"
