"""Templates whose value is one of their arguments, a few of them joined, or always the same words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import chain, pairwise, zip_longest

from tweetctx.corpus.ends import CAPITAL, CLOSERS
from tweetctx.corpus.holes import HOLE, LOST
from tweetctx.corpus.wikitext.inline import BREAK, GAP, QUOTED, UNQUOTED
from tweetctx.corpus.wikitext.marks import BAR, OPEN
from tweetctx.corpus.wikitext.templates.arguments import Arguments

Handler = Callable[[Arguments], str]
Templates = dict[str, Handler]  # by their names in lower case

# Templates that always show the same text.
LITERALS = {
    "nbsp": " ", "spaces": " ", "space": " ", "thinsp": " ", "hairsp": " ", "zwsp": "", "shy": "", "wbr": "",
    "nbs": " ", "thin space": " ", "zwj": "", "sndash": " – ", "spndash": " – ", "nbhyph": "-", "nbhyphen": "-",
    "hyphen": "-", "minus": "−", "times": "×", "plusmn": "±", "plusminus": "±",
    "th": "th", "1/2": f"{GAP}1/2", "1/4": f"{GAP}1/4", "3/4": f"{GAP}3/4",
    "ndash": "–", "mdash": "—", "mdashb": "—", "emdash": "—", "endash": "–", "en dash": "–", "em dash": "—", "--": "—",
    "spaced ndash": " – ", "spaced en dash": " – ", "snd": " – ", "spnd": " – ", "snds": " – ", "dash": " – ",
    "dot": " · ", "·": " · ", "•": " • ", "bull": " • ", "bullet": " • ", "middot": " · ", "\\": " / ",
    "'": "'", "'s": "'s", "'\"": "'\"", "' \"": "'\"", "\"'": "\"'", "\" '": "\"'", "-\"": '"', "-'": "'",
    "!": "&#124;", "=": "&#61;", "!!": "&#124;&#124;", "(": "&#123;", ")": "&#125;",
    "pi": "π", "tau": "τ", "okina": "ʻ", "hamza": "ʾ", "ayin": "ʿ", "eqm": "⇌", "deg": "°",
    "co2": "CO2", "h2o": "H2O", "carbon": "C", "hydrogen": "H", "oxygen": "O", "nitrogen": "N",
    "ce": "CE", "bce": "BCE", "crlf": "\n", "pb": "\n\n", "paragraph break": "\n\n", "br": " ", "break": " ", "€": "€",
}  # fmt: skip

# Templates whose text depends on the date of reading or on figures outside the page.
UNKNOWN = """
birth date based on age as of date; birthdeathage
age; age in years; age in years, months and days; age in days; age as of date; age nts; years ago; time ago; inflation
inflation/year; currentyear; currentmonth; currentmonthname; currentday; currentdate; localyear; numberofarticles
format price; to usd; to usd round; #expr; #time; #timel; alter; edad; возраст; âge; âge nombre; età; idade; 年齢; عمر
"""

# The argument that is shown. `sort` and `color` have something for machines before it.
FIRST = """
nowrap; nobr; nobreak; nowr; j; small; smaller; big; bigger; larger; large; midsize; abbr; abbrv; tooltip; sc
smallcaps; sc2; smcp; sicnolink; math
mvar; var; code; tt; mono; kbd; samp; char; strong; strongbad; em; italics correction; tq
noitalic; nobold; normal; nq; rtl; bdi; polytonic; unicode; underline; center
centre; block indent; blockindent; spell; citation needed span; cn span
clarify span; ruby; script/arabic; script/hebrew; script/cyrillic; script/greek; script/nastaliq; wikicite; first word
bold; italic; small caps; allcaps; all caps; no italic; birth date text; ruby-ja; ruby-zh-b; ruby-zh-p
"""
SECOND = """
lang; rtl-lang; script; color; colour; resize; font size; hs; sort; link if exists; wikt-lang
background color; bg; langue
"""
LAST = "transl; transliteration; translit; tlit; xlit; font color; fontcolor"
QUOTES = """
quote; quotation; bquote; blockquote; cquote; bq; rquote; poemquote; poem quote; block quote; verse translation
centered pull quote
"""
LISTS = """
ubl; unbulleted list; ublist; plainlist; plain list; flatlist; hlist; bulleted list; ordered list
comma separated entries; cslist
"""

_DIGIT = re.compile(r"\d")
_FIELD = re.compile(r"\{(\w+)(#?)\}")
_SENTENCE = re.compile(rf"(?:\S+\s+){{3,}}\S+[.!?…]{CLOSERS}*")
_BEGINS = re.compile(rf"(?:{OPEN}[^{BAR}]*{BAR}|'')*{CAPITAL}")
_BULLET = re.compile(r"(?:^|\n)[ \t]*[*#:;]+[ \t]*")


def names(text: str) -> list[str]:
    """The names of a list, which semicolons and ends of lines separate."""
    return [name for part in text.replace("\n", ";").split(";") if (name := part.strip())]


def templates(shown: Mapping[str, Handler]) -> Templates:
    """Templates by their names; those that show the same stand together, as for `names`."""
    return {name: handler for together, handler in shown.items() for name in names(together)}


def argument(key: int | str, *others: int | str) -> Handler:
    """A template that shows its argument at a position, or under other names where that is empty."""
    return lambda arguments: arguments.first(key, *others)


def nothing(_: Arguments) -> str:
    """A template that shows nothing, and leaves no hole: what is empty by accident does."""
    return BREAK


def annotated(arguments: Arguments) -> str:
    """A mark of doubt around words, or after them without an argument."""
    return arguments[1] or BREAK


def literal(text: str) -> Handler:
    """A template that always shows the same words; a hole where it is given others, which it may show too."""
    if not text:
        return nothing
    if text == HOLE or text.isspace():
        return lambda _: text
    return lambda arguments: _missing(arguments.filled) or text


def form(text: str, write_number: Callable[[str], str] = str) -> Handler:
    """A template that shows its arguments in fields, {1} or {name}; `write_number` writes those marked as in {1#}.

    A hole where an argument at a position has no field.
    """
    fields = {field[0] for field in _FIELD.findall(text)}

    def value(field: re.Match[str], arguments: Arguments) -> str:
        return write_number(arguments[field[1]]) if field[2] else arguments[field[1]]

    def show(arguments: Arguments) -> str:
        surplus = [given for at, given in enumerate(arguments.positional, 1) if given and str(at) not in fields]
        return _missing(surplus) or _FIELD.sub(lambda field: value(field, arguments), text).strip()

    return show


def pattern(text: str) -> Handler:
    """The same, but nothing where {1} is not given."""
    show = form(text)
    return lambda arguments: show(arguments) if arguments[1] else ""


def joined(separator: str, most: int | None = None, *, before: str = "") -> Handler:
    """A template that shows its first non-empty arguments, after a word."""
    return lambda arguments: (before + separator.join(arguments.filled[:most])).strip()


def _missing(values: list[str]) -> str:
    """The mark for values that a template was given and does not show; empty if there are none."""
    return (LOST if _holds_number(values) else HOLE) if values else ""


def _holds_number(values: list[str]) -> bool:
    return any(_DIGIT.search(value) for value in values)


def overlined(arguments: Arguments) -> str:
    """The argument without its line; LOST for digits, of which the line says that they recur: 0.{{overline|3}}."""
    text = arguments.first(1, "text")
    return LOST if _holds_number([text]) else text


def last(arguments: Arguments) -> str:
    """The last argument, which code and standard of a transliteration stand before."""
    return arguments.filled[-1] if arguments.filled else ""


def listed(arguments: Arguments) -> str:
    """A list, of arguments or of lines with bullets, in one line: with commas, but for those between sentences."""
    items = [item for value in arguments.filled for part in _BULLET.split(value) if (item := part.strip())]
    separators = (
        " " if _SENTENCE.fullmatch(item) and _BEGINS.match(following) else ", " for item, following in pairwise(items)
    )
    return "".join(chain.from_iterable(zip_longest(items, separators, fillvalue="")))


def quote(arguments: Arguments) -> str:
    """A block quotation; what begins within the sentence before it is part of that."""
    text = arguments.first(1, "text", "quote", "content")
    if text[:1].islower():
        first, _, rest = text.partition("\n\n")
        return f" “{first}”\n\n" + (f"{QUOTED}{rest}{UNQUOTED}" if rest else "")
    return f"{QUOTED}{text}{UNQUOTED}" if text else ""
