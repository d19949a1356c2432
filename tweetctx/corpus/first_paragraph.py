"""The first paragraph of an article, which says what it is about, found and mended: contexts quote it most."""

from __future__ import annotations

import re
from itertools import takewhile

from tweetctx.corpus.brackets import tidy_brackets
from tweetctx.text.case import CAPITALS
from tweetctx.text.languages import find_language, tables_of

PROSE = 60  # characters that only a line of prose has, if it also ends as a sentence does
ENDS = '.!?"”)'

_CAPTION_WORDS = 4
_LONGEST_NAME = 60  # characters
_QUOTES = "\"'”"
_ENDS_PARAGRAPH = ".!?:"
_FORMULA_LOST = ("where ", "formula_")  # how what follows a formula begins

_ENGLISH: dict[str, str] = tables_of("en")["first_paragraph"]
_VERBS = rf"(?:{'|'.join(_ENGLISH['verbs'].split())})\b"
_AND_OR = _ENGLISH["conjunctions"].replace(" ", "|")
_GOES_ON = re.compile(rf",? {_VERBS}|,")
_SEPARATOR = re.compile(r"[;,]\s*")
_CONJUNCTION_LAST = re.compile(rf"(?:\A|(?<!called)\s+)(?:{_AND_OR})\Z")
_CAPITALS = re.compile(r"(?:[A-Z][\w-]*:?(?:\s|\Z)|\]\s*)*")  # names of languages
_PROMISES = tuple(_ENGLISH["promises"].split())  # looked for first
_PROMISE = re.compile(_ENGLISH["promise"])
_AFTER_NAME = re.compile(r"[A-Z][\w'’-]* \Z")
_DOUBLED_STOP = re.compile(rf"\.\.(?<=\w\.\.)(?= [{CAPITALS}]|\Z)")  # in half the time that `in` takes
_MONTH = rf"(?:{'|'.join(find_language('en').months)})"
_DATE = rf"(?:{_MONTH} \d{{1,2}}, \d{{4}}|\d{{1,2}} {_MONTH} \d{{4}})"
_LIFE = re.compile(rf"\d{{4}}(?=[A-Z\d])(?<!\d\d{{4}})(?={_DATE})")  # where the dash between two dates is gone
_DATE_TWICE = re.compile(rf"\(\d{{4}}-\d\d-\d\d\) (?={_DATE})")
_PLACE_TWICE = re.compile(r" / -?[\d.]+°[NS] -?[\d.]+°[EW] / -?[\d.]+; -?[\d.]+(?:\s?\(?Coordinates:[^)]*\)?)?")
_NAMES_LOST = re.compile(
    r" \((?:(?:also )?known as in [^()]*|(?:[A-Z]\w+: )?\([A-Z]\w+\)(?: (?:or|and) \([A-Z]\w+\))+|#redirect[^()]*)\)"
)
_NAME_LOST = re.compile(rf", (?:{_ENGLISH['before_names']}) as,(?= {_VERBS})")
_NOTE = re.compile(rf"\A([^.\[\]]{{,{_LONGEST_NAME}}})(?<=[\w)]) \[[a-z]\](?= {_VERBS})")  # Vikings [a] were
_ARTICLE = 3  # letters
_LONGEST_LIFE = 120  # characters behind the first bracket: digits are looked for slowly
_NEVER_CLOSED = re.compile(rf"(?<=\S),?\s*\((?:(?:\s*[;,])+\s*(\(|{_VERBS})?|\s+({_VERBS}))(?=.)")


def first_paragraph_first(lines: list[str]) -> list[str]:
    """Moves captions behind an article's first paragraph, and joins that paragraph if extraction broke it in two.

    A caption before the rest of a paragraph, "is a mill" or "(1900–1980)", begins it.
    """
    captions = [*takewhile(_is_caption, lines)]
    count = len(captions)
    first, following = [*lines[count : count + 2], "", ""][:2]
    if captions and _continues(captions[-1], first):
        first = tidy_brackets(f"{captions.pop()} {first}")
    elif _continues(first, following):
        first = tidy_brackets(f"{first} {following}")
        count += 1
    elif not captions:
        return lines
    if len(first) < PROSE or first[-1] not in ENDS:
        return lines
    return [first, *captions, *lines[count + 1 :]]


def tidy_first(text: str) -> str:
    """Tidies an article's first paragraph, which has been through `tidy_brackets`.

    The bracket behind the article's name loses words for a name that is missing; if it is never closed and has nothing
    behind it, it goes. Two full stops become one.

    >>> tidy_first("Ada (Latin and; also known as) is a mill in the U.S.. It grinds.")
    'Ada is a mill in the U.S. It grinds.'
    >>> tidy_first("Ada (; (born 1980) is a miller.")
    'Ada (born 1980) is a miller.'

    The dash between two dates comes back; a date or place that stands there in other forms too stands there once.

    >>> tidy_first("Ada (1 May 19003 June 1980) was a miller.")
    'Ada (1 May 1900 – 3 June 1980) was a miller.'
    >>> tidy_first("Ada (born (1980-05-01) May 1, 1980) lives at 1°N 2°W / 1.0°N 2.0°W / 1.0; -2.0 by a mill.")
    'Ada (born May 1, 1980) lives at 1°N 2°W by a mill.'
    """
    if "(" in text:
        text = _NAMES_LOST.sub("", _DATE_TWICE.sub("", text))
        begin = text.find("(")
        if life := _LIFE.search(text, begin, begin + _LONGEST_LIFE):
            text = f"{text[: life.end()]} – {text[life.end() :]}"
    if "°" in text:
        text = _PLACE_TWICE.sub("", text)
    if " as, " in text:
        text = _NAME_LOST.sub(",", text)
    if "[" in text:
        text = _NOTE.sub(_without_note, text)
    begin = text.find("(")
    if 0 < begin <= _LONGEST_NAME:
        text = _tidy_first_bracket(text, begin)
    return _DOUBLED_STOP.sub(".", text)


def _without_note(match: re.Match[str]) -> str:
    """Drops the mark of a note behind a name. Behind `The vowel` it is no mark but a sound, and stays."""
    word = match[1].split()[-1]
    return match[1] if len(word) > _ARTICLE and not word.islower() else match[0]


def _tidy_first_bracket(text: str, begin: int) -> str:
    if text[begin + 1 : begin + 2] in (" ", ",", ";") and text.count("(") > text.count(")"):
        return _NEVER_CLOSED.sub(_unbracketed, text, count=1)
    end = max(text.find(")", begin), begin)
    inside = text[begin + 1 : end]
    if not inside.endswith(_PROMISES) or "(" in inside or "." in text[:begin] or not _GOES_ON.match(text, end + 1):
        return text
    # "the conjunction (or) is" names the word, "Ada (or) is" lost one.
    if _CONJUNCTION_LAST.fullmatch(inside) and not _AFTER_NAME.search(text, 0, begin):
        return text
    return tidy_brackets(f"{text[: begin + 1]}{_without_promises(inside)}{text[end:]}")


def _is_caption(line: str) -> bool:
    """Whether a line looks like a caption (a few words without final punctuation) or like a remnant of a table."""
    remnant = not line[0].isalnum() and line[-1] != "."
    return (line[-1].isalnum() or remnant) and line.count(" ") < _CAPTION_WORDS and line[0] != "="


def _continues(line: str, following: str) -> bool:
    """Whether extraction broke a line off: within a bracket, or before a bracket, a comma or a small letter."""
    if not line or not following or line.rstrip(_QUOTES)[-1:] in _ENDS_PARAGRAPH or line[0] == "=":
        return False
    if line.count("(") > line.count(")"):
        inside, closing, _ = following.partition(")")
        return bool(closing) and "(" not in inside
    return (following[0].islower() or following[0] in "(,;)") and not following.startswith(_FORMULA_LOST)


def _without_promises(inside: str) -> str:
    """Removes from the end of a bracket what a missing name should follow: "Latin and", "also known as", "from"."""
    while True:
        last = [*_SEPARATOR.finditer(inside)][-1:]
        begin = last[0].start() if last else 0
        segment = inside[last[0].end() if last else 0 :]
        if match := _CONJUNCTION_LAST.search(segment):
            kept = segment[: match.start()]
            cut = begin if _CAPITALS.fullmatch(kept) else len(inside) - len(match[0])
        elif _PROMISE.fullmatch(segment):
            cut = begin
        else:
            return inside
        inside = inside[:cut]


def _unbracketed(match: re.Match[str]) -> str:
    following = match[1] or match[2]
    return f" {following}" if following else ", "
