"""Comments and elements whose content is not wikitext: references, nowiki, formulas, galleries, code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tweetctx.corpus.cleaning import ESCAPES, decode_entities
from tweetctx.corpus.ends import CAPITAL
from tweetctx.corpus.holes import LOST, QUIET
from tweetctx.corpus.wikitext.formulas import read_formula
from tweetctx.corpus.wikitext.inline import BREAK, GAP
from tweetctx.text.case import CAPITALS, SMALL
from tweetctx.text.language import words

_ENDS = (*'.!?…"”)', "</ref>", "/>")  # of a sentence, or of another reference
_BEFORE = r"(?:\[\[(?:[^\[\]|\n]*\|)?|'')?"
_BEGINNING = re.compile(_BEFORE + CAPITAL)
_WORD = re.compile(rf"{_BEFORE}[0-9{SMALL}{CAPITALS}]")
_JOINABLE = re.compile(r"[\w\]'}>]")  # a letter, a digit, or the end of markup around some
MAX_INSIDE = 1 << 17  # characters of what the elements of a page show, where signs stand as entities

_DROPPED = words("""
ref references gallery timeline imagemap includeonly graph mapframe maplink inputbox templatestyles templatedata section
indicator categorytree charinsert style script
""")


def _nowiki(text: str) -> str:
    return decode_entities(text).translate(ESCAPES)  # entities are the one markup that is read inside of it


def _formula(tex: str) -> str:
    """A formula as text; a number that it begins with is not part of one before it."""
    shown = read_formula(tex)
    if shown and tex.rstrip().endswith("~"):  # a space
        shown += " "
    return f"{GAP}{shown}" if shown[:1].isdigit() else shown or LOST


def _example(inside: str) -> str:
    """An example in its own paragraph is dropped; one inside a line is part of its sentence."""
    return "\n\n" if "\n" in inside.strip() else LOST


_VALUES: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("score", "hiero", "source", "syntaxhighlight"), _example),
    "nowiki": _nowiki,
    "pre": _nowiki,
    "math": _formula,
    "chem": _formula,
    "ce": _formula,
}
_NAMES = "|".join(sorted((*_DROPPED, *_VALUES)))
_OPENING = re.compile(rf"<(?:!--|(?i:({_NAMES}))(?![\w-])([^<>]*)>)")
_CLOSING = {name: re.compile(rf"</(?i:{name})\s*>") for name in (*_DROPPED, *_VALUES)}
# No reference holds another, so that one that begins before this one has ended was never closed, or closed wrongly.
_CLOSING["ref"] = re.compile(r"</ref\s*>|<ref(?=[\s>])(?!\s*/>)", re.IGNORECASE)
_ILL_CLOSING = re.compile(r"</ref\s[^<>\n]*>|<ref\s*/>", re.IGNORECASE)


def resolve_extensions(wikitext: str) -> Iterator[str]:
    """Yields a text without comments and extension elements; the text of these is protected from later steps.

    A tag that is not closed is dropped and its content is read as wikitext; an unclosed comment extends to the end.
    """
    position = 0
    room = MAX_INSIDE
    unclosed: set[str] = set()  # names without a closing tag from here on, which are not searched for again
    while match := _OPENING.search(wikitext, position):
        before = wikitext[position : match.start()]
        if match[1] is None:
            before, position = _skip_comment(wikitext, before, match.end())
            yield before
            continue
        yield before
        position = match.end()
        name = match[1].lower()
        if match[2].endswith("/") or name in unclosed:
            if name == "nowiki":
                yield BREAK
            elif name == "ref" and match[2].strip() != "/":
                yield _mark_between(wikitext, match.start(), position)
            continue
        closing = _CLOSING[name].search(wikitext, position)
        if closing is None:
            unclosed.add(name)
        if closing is None or not closing[0].endswith(">"):
            if name == "ref":
                position = _ill_closed(wikitext, position, closing.start() if closing else len(wikitext))
        else:
            if value := _VALUES.get(name):
                shown = value(wikitext[position : min(closing.start(), position + room)])
                room = max(0, room - len(shown))
                yield shown
            position = closing.end()
            if name == "ref":
                yield _mark_between(wikitext, match.start(), position)
    yield wikitext[position:]


def _mark_between(wikitext: str, begin: int, end: int) -> str:
    """A mark in place of a reference that stands between sentences or words without a space; see `corpus.holes`."""
    if wikitext.endswith(_ENDS, 0, begin) and _BEGINNING.match(wikitext, end):
        return QUIET
    return QUIET if _WORD.match(wikitext, end) and _JOINABLE.match(wikitext, begin - 1) else ""


def _ill_closed(wikitext: str, begin: int, end: int) -> int:
    """The end of a reference that is closed by `<ref/>` or `</ref name>` between two places; else the first of them."""
    closing = _ILL_CLOSING.search(wikitext, begin, end)
    return closing.end() if closing else begin


def _skip_comment(wikitext: str, before: str, inside: int) -> tuple[str, int]:
    """Returns the text before a comment and its end; a comment alone on its line is removed with the line."""
    end = wikitext.find("-->", inside)
    if end < 0:
        return before, len(wikitext)
    end += 3
    line = before.rpartition("\n")[2]
    if line.strip(" \t") or ("\n" not in before and inside - 4 != len(before)):
        return before, end
    rest = end
    while wikitext[rest : rest + 1] in (" ", "\t"):
        rest += 1
    if wikitext[rest : rest + 1] == "\n":
        return before[: len(before) - len(line)], rest + 1
    return before, end
