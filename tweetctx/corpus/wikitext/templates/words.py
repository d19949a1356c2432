"""English templates that put their arguments into words: names, prices, foreign words, ships, links to elsewhere."""

from __future__ import annotations

import re

from tweetctx.corpus.holes import HOLE, SPOKEN
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.writer import Writer

_CODE = re.compile(r"[a-z]{2,3}(?:-[a-z]+)*")
_INDIAN = {"l": "lakh", "c": "crore", "lc": "lakh crore", "m": "million", "b": "billion", "t": "trillion"}
_MUSIC = {
    "flat": "♭", "b": "♭", "sharp": "♯", "#": "♯", "natural": "♮", "n": "♮", "doubleflat": "𝄫", "bb": "𝄫",
    "doublesharp": "𝄪", "##": "𝄪", "x": "𝄪", "dim": "°", "halfdim": "ø", "aug": "+", "commontime": "𝄴", "cuttime": "𝄵",
}  # fmt: skip
_GAUGE = re.compile(r"(?:([0-9]+) ?mm|(?:([0-9]+) ?ft)? ?(?:([0-9]+)?(?:\.([0-9]+))? ?in)?)")
_PARTS_OF_INCHES = {"25": "1/4", "5": "1/2", "75": "3/4", "125": "1/8", "375": "3/8", "625": "5/8", "875": "7/8"}
_YEAR = re.compile("[12][0-9]{3}")
_STANDARD_GAUGE = ("sg", "standard", "1435")


def japanese(arguments: Arguments, order: tuple[int, ...] = (1, 2, 3)) -> str:
    """`{{nihongo|English|漢字|romaji|more}}`; order: of the three, the first of which stands before the brackets."""
    first = arguments[order[0]]
    others = [value for key in order[1:] if (value := arguments[key])]
    if not first and order == (1, 2, 3):
        first, others = arguments.first(3, 2), [arguments[2]] if arguments[3] and arguments[2] else []
    others += filter(None, [arguments.first(4, "extra")])
    if not first:
        return ", ".join(others)
    return f"{first} ({', '.join(others)})" if others else first


def linked_text(arguments: Arguments) -> str:
    """`{{linktext|北|京}}`: the parts of a word, each a link; a hole where one of them may be a space."""
    return HOLE if "" in arguments.positional[1:-1] else "".join(arguments.positional)


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
    """`{{music|flat}}`, `{{music|time|3|4}}`, `{{music|scale|5}}`; a hole for the signs that are not known."""
    match arguments.positional:
        case [sign]:
            return _MUSIC.get(sign.replace(" ", "").replace("-", ""), HOLE)
        case ["time", beats, unit]:
            return f"{beats}/{unit}"
    return HOLE


def ship(arguments: Arguments) -> str:
    """`{{ship|HMS|name|number|what to show}}`."""
    return _ship(arguments[1], arguments[2], arguments[3], arguments[4])


def ship_of(prefix: str, arguments: Arguments) -> str:
    """`{{HMS|name|number|what to show}}`."""
    return _ship(prefix, arguments[1], arguments[2], arguments[3])


def _ship(prefix: str, name: str, number: str, shown: str) -> str:
    """2: the name; 3: with the number; 6: with the prefix; without a choice, all; a hole for others."""
    if shown not in ("", "2", "3", "6"):
        return HOLE
    in_brackets = f"({number})" if number and shown in ("", "3") else ""
    return " ".join(part for part in (prefix if shown in ("", "6") else "", name, in_brackets) if part)


def ship_class(arguments: Arguments) -> str:
    """`{{sclass|Mill|frigate|what to show}}`: 4 is "Mill class", 5 is "Mill-class", both without the type."""
    match arguments[3]:
        case "" | "0" | "1":
            return f"{arguments[1]}-class {arguments[2]}".strip()
        case "4":
            return f"{arguments[1]} class"
        case "5":
            return f"{arguments[1]}-class"
    return HOLE


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
    return SPOKEN if arguments.count > 1 and _CODE.fullmatch(arguments[1]) else arguments[1]


def audio(arguments: Arguments) -> str:
    """`{{audio|file.ogg|word}}`: the word that is spoken, which may be the subject of a sentence."""
    return arguments[2] or SPOKEN


def rail_gauge(writer: Writer, arguments: Arguments) -> str:
    """`{{track gauge|1435mm}}` and `{{track gauge|sg}}`: "1,435 mm"; `{{track gauge|4ft8.5in}}`: "4 ft 8 1/2 in"."""
    if arguments[1].lower() in _STANDARD_GAUGE:
        return f"{writer.number('1435')} mm"
    match = _GAUGE.fullmatch(arguments[1])
    if not match or not any(match.groups()):
        return HOLE
    millimetres, feet, inches, part = match.groups()
    if millimetres:
        return f"{writer.number(millimetres)} mm"
    inches = " ".join(filter(None, (inches, _PARTS_OF_INCHES.get(part, HOLE) if part else "")))
    return " ".join(f"{value} {unit}" for value, unit in ((feet, "ft"), (inches, "in")) if value)


def currency(writer: Writer, arguments: Arguments) -> str:
    """`{{currency|100|USD}}`, or the code of a country; the dollar where no code is given."""
    code = arguments.first(2, "type") or "USD"
    if re.fullmatch("[A-Z]{2}", code):
        code = writer.currency_of(code)
        if not code:
            return HOLE
    symbol = writer.currency(code) if re.fullmatch("[A-Za-z]{3}", code) else code
    return f"{symbol}{writer.number(arguments.first(1, 'amount'))}"


def price(writer: Writer, sign: str, arguments: Arguments) -> str:
    """`{{US$|100}}`; `{{US$|100|1966}}` shows in a bracket, too, what that is today, which is left out."""
    words = [value for value in arguments.filled[1:] if not _YEAR.fullmatch(value)]
    return HOLE if words else f"{sign}{writer.number(arguments[1])}".strip()


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


def letters_after_name(arguments: Arguments) -> str:
    """`{{post-nominals|country=GBR|CH|CBE}}`: "CH CBE"; commas between the letters if asked for."""
    separator = ", " if arguments.is_on("commas") or arguments["sep"] == "," else " "
    return separator.join(arguments.filled) or arguments["list"]


def literally(arguments: Arguments) -> str:
    """`{{lit|mill}}`: "lit. 'mill'"."""
    return f"lit. &#39;{arguments[1]}&#39;" if arguments.count == 1 else HOLE


def alone(arguments: Arguments) -> str:
    """A template that shows its argument, if it has no other."""
    return arguments[1] if arguments.count == 1 else HOLE


def old_money(arguments: Arguments) -> str:
    """`{{£sd|l=2|s=3|d=6}}`: pounds, shillings and pence."""
    pounds, shillings, pence = (arguments[key] for key in "lsd")
    parts = (f"£{pounds}" if pounds else "", f"{shillings}s" if shillings else "", f"{pence}d" if pence else "")
    return " ".join(part for part in parts if part)
