"""English templates that put their arguments into words: names, prices, foreign words, ships, links to elsewhere."""

from __future__ import annotations

import re

from tweetctx.corpus.holes import HOLE
from tweetctx.corpus.wikitext.inline import BREAK
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.writer import Writer

_CODE = re.compile(r"[a-z]{2,3}(?:-[a-z]+)*")
_INDIAN = {"l": "lakh", "c": "crore", "lc": "lakh crore", "m": "million", "b": "billion", "t": "trillion"}
_MUSIC = {"flat": "♭", "b": "♭", "sharp": "♯", "#": "♯", "natural": "♮", "doubleflat": "𝄫", "doublesharp": "𝄪"}


def japanese(arguments: Arguments) -> str:
    """`{{nihongo|English|漢字|romaji}}`."""
    first, *others = arguments.filled[:3] or [""]
    if not arguments[1]:
        return ", ".join(arguments.filled[:3])
    return f"{first} ({', '.join(others)})" if others else first


def chinese(arguments: Arguments) -> str:
    """`{{zh|t=...|s=...|p=...}}`: the characters and their pinyin."""
    characters = arguments.first("c", "t", "s", "l", 1)
    pinyin = arguments.first("p", "hp")
    shown = (f"Chinese: {characters}" if characters else "", f"pinyin: {pinyin}" if pinyin else "")
    return "; ".join(part for part in shown if part)


def korean(arguments: Arguments) -> str:
    """`{{korean|hangul=...|rr=...}}`."""
    hangul = arguments.first("hangul", 1)
    return f"Korean: {hangul}" if hangul else ""


def link_between_languages(arguments: Arguments) -> str:
    """`{{ill|Title|de|Titel|lt=label}}`, or with the code first, as it used to be."""
    if shown := arguments.first("lt", "display"):
        return shown
    return arguments.first(2, 1) if _CODE.fullmatch(arguments[1]) else arguments[1]


def music(arguments: Arguments) -> str:
    """`{{music|flat}}`."""
    return _MUSIC.get(arguments[1], arguments[1])


def ship(arguments: Arguments) -> str:
    """`{{ship|HMS|name|number}}`."""
    return _ship(arguments[1], arguments[2], arguments[3])


def ship_of(prefix: str, arguments: Arguments) -> str:
    """`{{HMS|name|number|what to show}}`."""
    return _ship(prefix, arguments[1], "" if arguments[3] else arguments[2])


def _ship(prefix: str, name: str, number: str) -> str:
    return " ".join(part for part in (prefix, name, f"({number})" if number else "") if part)


def author_and_year(arguments: Arguments) -> str:
    """`{{harvtxt|Boolos|Jeffrey|1999}}`: the one kind of reference that is part of its sentence."""
    *authors, year = arguments.filled or [""]
    if len(authors) > 3:
        return f"{authors[0]} et al. ({year})"
    people = " & ".join(part for part in (", ".join(authors[:-1]), *authors[-1:]) if part)
    return f"{people} ({year})" if people else year


def bible_verse(arguments: Arguments) -> str:
    """`{{bibleref|Mark|3:25|version}}`, `{{bibleverse||Mark|3:25}}`, `{{bibleverse|1|Kings|3:25}}`."""
    numbered = arguments[1].isdecimal()
    return " ".join(arguments.filled[: 3 if numbered else 2])


def phonetic_signs(arguments: Arguments) -> str:
    """`{{IPA|/e/}}`; with a language, `{{IPA|de|ˈaːda}}`, it is the pronunciation of a word, and left out."""
    return BREAK if arguments.count > 1 and _CODE.fullmatch(arguments[1]) else arguments[1]


def audio(arguments: Arguments) -> str:
    """`{{audio|file.ogg|word}}`: the word that is spoken, which may be the subject of a sentence."""
    return arguments[2] or BREAK


def rail_gauge(writer: Writer, arguments: Arguments) -> str:
    """`{{RailGauge|1435mm}}`."""
    match = re.fullmatch(r"([0-9]+) ?mm", arguments[1])
    return f"{writer.number(match[1])} mm" if match else arguments[1]


def currency(writer: Writer, arguments: Arguments) -> str:
    """`{{currency|100|USD}}`, the dollar where no code is given."""
    code = arguments.first(2, "type") or "USD"
    symbol = writer.currency(code) if re.fullmatch("[A-Za-z]{3}", code) else code
    return f"{symbol}{writer.number(arguments.first(1, 'amount'))}"


def rupees(writer: Writer, arguments: Arguments) -> str:
    """`{{INRConvert|500|c}}`: rupees, with the Indian words for large numbers; the dollars are another day's."""
    scale = _INDIAN.get(arguments[2].lower(), "")
    return f"₹{writer.number(arguments[1])} {scale}".rstrip() if arguments[1] else HOLE


def misspelt(arguments: Arguments) -> str:
    """`{{sic|hte|end}}`: the parts of a word that is wrong in its source; `hide=y` does not say so."""
    word = "".join(arguments.filled)
    return word if arguments.is_on("hide") else f"{word} [sic]".strip()


def height(arguments: Arguments) -> str:
    """`{{height|ft=5|in=10}}`, `{{height|m=1.8}}`."""
    measures = ((arguments[unit], unit) for unit in ("m", "cm", "ft", "in"))
    return " ".join(f"{value} {unit}" for value, unit in measures if value)
