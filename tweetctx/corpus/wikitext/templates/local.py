"""Templates of the German, Spanish and Russian Wikipedias that carry text, beside the ones that all have."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tweetctx.corpus.wikitext.inline import HOLE
from tweetctx.corpus.wikitext.templates.french import FRENCH
from tweetctx.corpus.wikitext.templates.languages import label
from tweetctx.corpus.wikitext.templates.phrases import argument, literal, names, pattern, quote

if TYPE_CHECKING:
    from tweetctx.corpus.wikitext.templates.arguments import Arguments
    from tweetctx.corpus.wikitext.templates.phrases import Handler

_SPANISH_MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
# Each of these is a template with an S after it, `{{enS|dog}}`.
_GERMAN_CODES = (
    "ar be bg ca cs da de el en es et eu fa fi fr ga gl grc he hi hr hu hy is it ja ka kk ko la lt lv mk mn nl no pl pt"
    " ro ru sa sk sl sq sr sv th tr uk uz vi yi zh"
)


def _joined(arguments: Arguments) -> str:
    """The arguments with a space between: `{{unidad|12|km}}`."""
    return " ".join(arguments.filled)


def _in_german(code: str, arguments: Arguments) -> str:
    """`{{enS|dog}}`: "englisch dog"."""
    return label(code, arguments[1], "de")


def _spanish_date(arguments: Arguments) -> str:
    """`{{fecha|12|5|1980}}`: "12 de mayo de 1980"."""
    day, month, year = (arguments[key] for key in (1, 2, 3))
    if month.isdecimal() and 1 <= int(month) <= 12:
        month = _SPANISH_MONTHS.split()[int(month) - 1]
    return " de ".join(part for part in (day, month, year) if part)


def _spanish_century(arguments: Arguments) -> str:
    """`{{siglo|XIX||s}}`: the number, the era (a or d), and whether the word stands before it (s, or S for Siglo)."""
    word = {"s": "siglo ", "S": "Siglo "}.get(arguments[3], "")
    era = {"a": " a. C.", "d": " d. C."}.get(arguments[2].lower(), "")
    return f"{word}{arguments[1]}{era}"


def _russian_old_style(arguments: Arguments) -> str:
    """`{{OldStyleDate|6|июня|1799|26|мая}}`, the new style first: "26 мая (6 июня) 1799"; years may differ too."""
    day, month, year, old_day, old_month, old_year = (arguments[key] for key in range(1, 7))
    if old_year:
        return f"{old_day} {old_month} {old_year} ({day} {month} {year})"
    if old_month:
        return f"{old_day} {old_month} ({day} {month}) {year}"
    return f"{old_day} ({day}) {month} {year}" if old_day else f"{day} {month} {year}"


def _russian_century(arguments: Arguments) -> str:
    """`{{век|XIX}}`."""
    return f"{'—'.join(arguments.filled)} {'века' if len(arguments.filled) > 1 else 'век'}"


_GERMAN: dict[str, Handler] = {
    **{f"{code}s": partial(_in_german, code) for code in _GERMAN_CODES.split()},
    **dict.fromkeys(names("zitat; zitat-en; zitat-fr; zitat-la; zitat-es; zitat-it; zitat-ru"), quote),
    **dict.fromkeys(names('"; kapitälchen; hebr; arab; zahl; formatzahl; fnz; s'), argument(1, "text")),
    **dict.fromkeys(names("datum; geburtsdatum; sterbedatum"), _joined),
    "alter": literal(HOLE),
    "bruch": pattern("{1}/{2}"),
    "nnbsp": literal(" "),
}
_SPANISH: dict[str, Handler] = {
    "unidad": _joined,
    **dict.fromkeys(names("fecha; fecha de nacimiento; fecha de fallecimiento; fecha de inicio"), _spanish_date),
    **dict.fromkeys(names("esd; versalita; versalitas; nwr; enlace; cita requerida"), argument(1)),
    **dict.fromkeys(("cita", "cita destacada"), quote),
    "siglo": _spanish_century,
    "ac": pattern("{1} a. C."),
    "dc": pattern("{1} d. C."),
    "edad": literal(HOLE),
}
_RUSSIAN: dict[str, Handler] = {
    **dict.fromkeys(names("s; нобр; число; num; nums; comment; цитата; начало цитаты; нет аи 2; iw"), argument(1)),
    **dict.fromkeys(names("д; дата; сс"), _joined),
    **dict.fromkeys(names("нп; нп1; нп2; нп3; нп4; нп5; не переведено 5"), argument(2, 1)),
    "не переведено": argument(2, "текст", "надо", 1),
    "век": _russian_century,
    "oldstyledate": _russian_old_style,
    "км": pattern("{1} км"),
    "м": pattern("{1} м"),
    "возраст": literal(HOLE),
    "—": literal(" — "),
    **dict.fromkeys(("sfrac", "дробь"), pattern("{1}/{2}")),
}

LOCAL: dict[str, dict[str, Handler]] = {"de": _GERMAN, "fr": FRENCH, "es": _SPANISH, "ru": _RUSSIAN}
