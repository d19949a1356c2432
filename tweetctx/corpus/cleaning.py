"""Cleans text as it is read, so that later stages need not handle control characters and leftovers of markup."""

from __future__ import annotations

import html
import re
from functools import cache
from operator import itemgetter

from tweetctx.corpus.brackets import tidy_brackets
from tweetctx.corpus.chunks import map_chunks
from tweetctx.corpus.ends import sentence_ends
from tweetctx.corpus.exponents import LOWER, LOWERED, RAISE, RAISED, set_levels
from tweetctx.corpus.holes import LOST, remove_holes
from tweetctx.corpus.note_marks import without_note_marks
from tweetctx.corpus.struck import without_struck
from tweetctx.corpus.variants import choose_variants
from tweetctx.text.case import CAPITALS, SMALL
from tweetctx.text.languages import any_of, code_of, tables_of

# Control characters other than the line feed, and surrogates, which no encoding can write.
_SUBSTITUTES = dict.fromkeys((*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0xA0)), " ")
_SUBSTITUTES |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
# The same in UTF-8, where the search for single bytes is several times as fast.
_WITHOUT_CONTROLS = bytes(0x20 if byte in {*range(0x20), 0x7F} - {0x0A} else byte for byte in range(0x100))
_MORE_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]")
_SURROGATES = re.compile(rb"\xed[\xa0-\xbf]")
# With its semicolon and of a sensible length, so that "AT&T", "a=1&copy=2" and a million digits stay what they are.
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
# Signs that wikitext would read as markup: as entities they stay text until entities are decoded.
ESCAPES = {ord(sign): f"&#{ord(sign)};" for sign in "[]{}|='<>*#:;_&"}
# Found in a tenth of the time: what pages have most, and the signs that readers escape.
_COMMON = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&", "&nbsp;": "\xa0", "&ndash;": "–", "&mdash;": "—"}
_COMMON |= {entity: chr(code) for code, entity in ESCAPES.items()}
# Leftovers of markup in extracted text: entities of the signs that markup escapes, tags.
_ESCAPED = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|ndash|mdash|thinsp|hellip|#0?39|#34|#160|#821[12]|#9[13]|#124);")
_ESCAPED_TWICE = re.compile(r"&amp;(?=(?:nbsp|ndash|mdash|thinsp|hellip|#160|#821[12]);)")
_TAGS = r"""
br ref poem blockquote div span p small big center dl dd dt li ul ol nowiki gallery sup sub i b u s tt code
dfn ins ruby rb rt rp rtc section(?=\s) onlyinclude includeonly noinclude imagemap mapframe
revision contributor minor redirect templatestyles references font em strong cite abbr del strike wbr bdi kbd samp var
mark h[1-6] hr math chem score hiero
"""
_LEVEL = re.compile(r"<(/?su[pb])\b[^<>\n]*+>", re.IGNORECASE)
_OF_LEVELS = {"sup": RAISE, "/sup": RAISED, "sub": LOWER, "/sub": LOWERED}
_SIGN = re.compile(r"[^\w ()'–-]|_|  ")  # all leftovers have one, and few titles
# WikiExtractor's marks of lines, in its versions of 2014 to 2018, and what it left of functions and switches.
_LINE_MARK = re.compile(r":(?=:::)")
_MARKED_LINE = re.compile(r"(Section|BULLET|QUOTE|INDENT)::::[ \t]*(.*)", re.IGNORECASE)
_LAST_HEADING = re.compile(r":(?=\S)")  # between a heading and that of a subsection
_SENTENCE_ENDS = tuple('.!?…"”’»)。')
_FEWEST_SPACES = 5  # of an item that is a sentence
_ITEM = re.compile(r"(?:[-*#:;•–]+|\d{1,4}\.)\s*")
_FUNCTION_NAME = re.compile(r":(?<=\bformatnum:)", re.IGNORECASE)
_FUNCTION = re.compile(r"\{*\bformatnum:\s*(?=[-−\d])(\{*)([-−\d.,]+)\}*", re.IGNORECASE)
_SWITCH = re.compile(rf" ?__[^\W\d_{SMALL}]{{3,}}(?:_[^\W\d_{SMALL}]+)*__")
_END = r"\.(?:\s(?!\.)|$)"  # not in "It is . . ."
_WORD_BEFORE = r"\b(?=\w{1,13}\ [\ ,.;])"  # found before the words, which are many
_EMPTY_QUOTATION = r'""(?<=[\w,]\ "")(?=[\s.,;:?!]|$)'
_SPACED_COMMA = re.compile(r",(?<= ,)")  # in half the time of " ,", as there are more spaces
# Each match has one of them, or ends in it.
_GAPS = [_SPACED_COMMA, *map(re.compile, (r"\.(?<= \.)", r";(?<= ;)", "  ", '"(?=")'))]
_TAG = re.compile(rf"<ref\b[^<>\n]*+>[^<\n]*+</ref\s*+>|</?(?:{'|'.join(_TAGS.split())})\b[^<>\n]*+>", re.IGNORECASE)
# The page that a note was about, behind a sentence or a comma: "its time.:136 The", "time,:19 and", "times.p160 It".
_PAGES = r"\d{1,4}(?::\d\d)?(?:[–-]\d{1,4})?"
_COLON_PAGES = re.compile(
    rf"""
    :(?<=[.?!,;"”)]:)(?:
        (?:(?<=[\w)"”]{{3}}\.:)|(?<=[.?!]["”):]:)) {_PAGES}(?:,\ ?{_PAGES})*+ (?=\s+["“({CAPITALS}]|\s*$)
      | (?:(?<=[\w)"”][,;]:)|(?<=,["”]:)|(?<=\(\d{{4}}\):)) {_PAGES}(?:,{_PAGES})*+ (?=\s|$)
    )
    """,
    re.MULTILINE | re.VERBOSE,
)
_STOP_PAGES = re.compile(
    rf"""(\.(?=["”]?p)(?<=[{SMALL}]{{2}}\.)["”]?)pp?\d{{1,4}}(?=\s+["“({CAPITALS}]|\s*$)""", re.MULTILINE
)
_LINK = re.compile(r"\[\[(?:(?:[^\[\]|\n]*+\|)?([^\[\]|\n]*+)\]\])?")
_STRAY = re.compile(r"\](?<=[ \xa0]\])")
_SQUARE_BRACKET = re.compile(r"\[|(?:(?<!\d)[ \xa0])?\]")
_REPEATED_COMMAS = re.compile(r", ,(?: ,)*(?=\s)")
_GAP_BEFORE_COMMA = re.compile(r" ,(?<=[\w)\]\"”’%] ,)(?=\s)")  # found in a tenth of the time by its letters
_WIDE_GAP = re.compile("\xa0(?:(?<= \xa0)[ \xa0]*|[ \xa0]+)")  # but for the space that it may begin with
_LINK_END = re.compile(r"\]\]")  # which `re` looks for in half the time of `in`
# A line of a table, a template, an image, a comment, a category or a dump's record; but not one that begins with |x|.
# It is looked for in texts that have a sign of markup.
_MARKUP_LINE = re.compile(
    r"""
    [\ \xa0]*+
    (?: \{?\| (?!\w{1,3}\|) | \}\} | ! (?=.*\|)
    |   [\d–+-]++ \ ?\|\|
    |   (?:\[\[)? (?:File|Image): (?=.*\||.*\.\w{3,4}$)
    |   (?:\[\[)? Category: (?=\S.{,99}$)
    |   \# (?:if|ifeq|ifexist|ifexpr|expr|switch|invoke|tag|time) :
    |   < (?: !-- (?!.*-->) | (?:t[dhr]|comment|format|id|ip|model|ns|parentid|timestamp|username) \b )
    |   (?= (?:</[a-z]++>[|.,\ ]*+)++ $)
    |   -\ Unknown\ metadata\ keyword
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Zero-width spaces and marks of direction, but for those that end a word written from right to left, by which a number
# behind it stands in its place; and what a template puts around the apostrophe of `"Ada"'s`.
_INVISIBLE = re.compile("\u200b|[\u200e\u200f](?<![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc][\u200e\u200f])")
_MIXED_NUMBER = re.compile("(?<=[0-9])\u200b(?=[0-9])")  # "2 1⁄2"
_JOINED_APOSTROPHE = re.compile("\u200d+\\s?'\u200d*")


# A line that continues the one before: it begins with a comma or point, or closes a bracket that is open there.
_BROKEN_BEFORE_MARK = re.compile(r"\n(?=\s*[,.]\s)(?:(?<=[\w)\]%]\n)|(?<=[^.!?][\"”’]\n))\s*([,.])")
_BROKEN_IN_BRACKETS = re.compile(r"(\([^()\n]{1,300})\n([^()\n]{0,100}\))")

# Replacements; as a template, "\\1", each would cost every text a microsecond.
_FIRST_GROUP, _ON_ONE_LINE = itemgetter(1), lambda match: f"{match[1]} {match[2]}"


def clean(text: str) -> str:
    """Replaces control characters, tabs among them, by spaces and lone surrogates by U+FFFD; line feeds stay."""
    if "\n" not in text and text.isprintable():  # which is quick for short ones
        return text
    data = text.encode("utf-8", "surrogatepass")
    if data.translate(_WITHOUT_CONTROLS) == data and (
        text.isascii() or not (_MORE_CONTROLS.search(data) or (b"\xed" in data and _SURROGATES.search(data)))
    ):
        return text
    return text.translate(_SUBSTITUTES)


def clean_line(text: str) -> str:
    """Cleans a text of one line: a title, a heading, a URL."""
    return clean(text.replace("\n", " ")).strip()


def decode_entities(text: str, known: re.Pattern[str] = _ENTITY) -> str:
    """Decodes HTML entities, or those known, once: `&amp;lt;` becomes `&lt;`."""
    if "&" not in text:
        return text
    return map_chunks(lambda chunk: known.sub(_character, chunk), text)


def _character(match: re.Match[str]) -> str:
    return _COMMON.get(match[0]) or html.unescape(match[0])


def clean_leftovers(text: str, language: str | None = None) -> str:
    """Removes leftovers of markup from extracted text; see also `tidy_brackets`.

    language: that of the text, English by default, whose words tell that a place, an amount or a name behind them is
    lost. In a language without such words, as French, where a space before a semicolon is right, only a quotation is.

    >>> clean_leftovers("A&amp;M grew[3] as of 2009[ [update]]. It is [[well known|known]] [citation needed].")
    'A&M grew as of 2009. It is known.'
    """
    return map_chunks(lambda chunk: _without_leftovers(chunk, language), text) if _SIGN.search(text) else text


def _without_leftovers(text: str, language: str | None) -> str:
    if "&" in text:
        text = _ESCAPED_TWICE.sub("&", text)
        text = _ESCAPED.sub(lambda match: html.unescape(match[0]).replace("\xa0", " "), text)
    if "|" in text or "<" in text or ">" in text or "}" in text or "#" in text or "[" in text:
        text = "\n".join(["" if _is_markup(line) else line for line in text.split("\n")])
    if ":" in text:
        if _LINE_MARK.search(text):
            text = "\n".join(map(_without_line_mark, text.split("\n")))
        if _FUNCTION_NAME.search(text):
            text = _FUNCTION.sub(r"\2", text)
    if "_" in text and "__" in text:
        text = _SWITCH.sub("", text)
    if "{" in text:
        text = choose_variants(text)
    if "<" in text:
        text = "\n".join(map(_with_levels, without_struck(text).split("\n")))
    if ":" in text:
        text = _COLON_PAGES.sub("", text)
    text = _STOP_PAGES.sub(_FIRST_GROUP, text)
    if "[" in text or "]" in text:
        text = without_note_marks(text, extracted=True)
        text = _LINK_END.sub("", _LINK.sub(r"\1", text))
        if _STRAY.search(text):
            text = "\n".join([_without_strays(line) if _STRAY.search(line) else line for line in text.split("\n")])
    if "\u200b" in text or "\u200e" in text or "\u200f" in text:
        text = _INVISIBLE.sub("", _MIXED_NUMBER.sub(" ", text))
    if "\u200d" in text:
        text = _JOINED_APOSTROPHE.sub("'", text)
    if "\xa0" in text:
        text = _WIDE_GAP.sub(_one_space, text)
    if "\n" in text:
        text = _BROKEN_BEFORE_MARK.sub(_FIRST_GROUP, _BROKEN_IN_BRACKETS.sub(_ON_ONE_LINE, text))
    if gaps := [gap for gap in _GAPS if gap.search(text)]:
        text = _without_emptied(text, gaps, code_of(language or "en"))
        if _SPACED_COMMA.search(text):
            text = _GAP_BEFORE_COMMA.sub(",", _REPEATED_COMMAS.sub(",", text))
    return _TAG.sub(lambda tag: " " if tag[0][:3].lower() == "<br" else "", text) if "<" in text else text


def _without_line_mark(line: str) -> str:
    """A line without WikiExtractor's mark: a heading between equal signs, an item of a list if it is a sentence."""
    match = _MARKED_LINE.match(line.lstrip())
    if not match:
        return line
    kind, text = match[1].lower(), match[2].strip()
    if kind == "section":
        heading = _LAST_HEADING.split(text)[-1].strip(" .:")
        return f"== {heading} ==" if heading else ""
    text = _ITEM.sub("", text, count=1)
    return text if text[-1:] in _SENTENCE_ENDS and text.count(" ") >= _FEWEST_SPACES else ""


def _with_levels(line: str) -> str:
    """A line with its superscripts and subscripts as `set_levels` writes them, without sentences that lost some."""
    if "<su" in line:
        line = set_levels(_LEVEL.sub(lambda tag: _OF_LEVELS[tag[1].lower()], line))
    return remove_holes(line) if LOST in line else line


@cache
def _emptied(code: str | None) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What shows that something is lost, in the first sentence of an article and in the others."""
    words = tables_of(code).get("emptied") if code else None
    if not words:
        return re.compile("(?!)"), re.compile(_EMPTY_QUOTATION)
    surely, often, amount, counted = (
        any_of(words[kind]) for kind in ("surely", "often", "before_amounts", "behind_amounts")
    )
    amounts = rf"(?:{amount})\ \ (?=(?:{counted})\b)"
    return (
        re.compile(rf"{_WORD_BEFORE}(?:(?:{surely})\ (?=,\s|{_END}) | {amounts})", re.VERBOSE),
        re.compile(
            rf"{_WORD_BEFORE}(?:(?:{surely}|{often})\ (?=[,;]\s|{_END}) | {amounts}) | {_EMPTY_QUOTATION}", re.VERBOSE
        ),
    )


def _without_emptied(text: str, gaps: list[re.Pattern[str]], code: str | None) -> str:
    """A text without the sentences that lost a place, an amount or a name.

    The first sentence tells what the text is about; it stays unless something is surely lost.
    """
    of_first, of_others = _emptied(code)
    lines, opens = text.split("\n"), True
    for n, line in enumerate(lines):
        if any(gap.search(line) for gap in gaps):
            end = next(sentence_ends(line), len(line)) if opens else 0
            parts = _without_lost(line[:end], of_first), _without_lost(line[end:], of_others)
            lines[n] = line if "".join(parts) == line else " ".join(part.rstrip() for part in parts if part)
        opens = opens and "." not in line  # which a title lacks
    return "\n".join(lines)


def _without_lost(line: str, emptied: re.Pattern[str]) -> str:
    """A line without the sentences in which a pattern finds something lost."""
    if not emptied.search(line):
        return line
    tidied = tidy_brackets(line)  # what a bracket has lost costs the bracket alone
    return remove_holes(emptied.sub(LOST, tidied)) if emptied.search(tidied) else tidied


def _one_space(gap: re.Match[str]) -> str:
    return "" if gap.string[gap.start() - 1 : gap.start()] == " " else " "


def _is_markup(line: str) -> bool:
    return _MARKUP_LINE.match(line) is not None or (line.endswith("-->") and "<" not in line)


def _without_strays(line: str) -> str:
    """Removes unmatched closing square brackets that follow a space, the remains of a pronunciation."""
    pieces, end, depth = [], 0, 0
    for match in _SQUARE_BRACKET.finditer(line):
        if match[0] == "[":
            depth += 1
        elif depth:
            depth -= 1
        elif len(match[0]) > 1 and not line[match.end() : match.end() + 1].isalnum():
            pieces.append(line[end : match.start()])
            end = match.end()
    return "".join((*pieces, line[end:]))
