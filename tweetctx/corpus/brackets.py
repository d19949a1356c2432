"""Brackets that extraction left with holes: "Ada (; born 1980)" for "Ada (/ˈeɪdə/; born 1980)"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from tweetctx.text.case import CAPITALS, SMALL
from tweetctx.text.language import words
from tweetctx.text.languages import tables_of

_WORDS = {name: words(table) for name, table in tables_of("en")["brackets"].items()}
_QUOTES = "\"'“”„«»‘’"
_DASHES = "–—-"
# Marks left around a gap; a single mark without a space may be what the text is about.
_MARKS = rf"(?: [{_QUOTES}{_DASHES}]++ \s++ | \s++ [{_QUOTES}{_DASHES}]++ | [{_QUOTES}]{{2}} ) [\s{_QUOTES}{_DASHES}]*+"
_DATES = "|".join(map(re.escape, sorted(_WORDS["labels_of_dates"])))
_IPA = "ˈˌːəɪʊɛɔæʃʒŋθðɑɒʌɜɐɨʉɯøɲɡɣʁɹɾʔβɸɕʑʂʐɖʈʰʲˑɫʎɟɥɤħʕʡʢɓɗɠʛɮɬɺɻɭɱʙʀʜʄʷʱˠˤˀɚɝɵɶ\u0329\u032f\u0361"
_UNSEEN = "\u200b\u200e\u200f"
_SPEAKING = "|".join(sorted(_WORDS["labels_of_sound"]))
# A bracket in need of repair has one of these. Each way begins with a letter of its own: a search is twice as fast so.
_AFTER_MARK = rf"\s* (?: (?:{_SPEAKING}) \s+ )+ [;,)] | (?: {_MARKS} | \s* (?:{_DATES}) \s* ) [;,)]"
_AFTER_SEPARATOR = rf"(?: (?<=[ ][;,]) | {_AFTER_MARK} | \s* (?: [;,)\]] | :\s ) )"
_SUSPECT = re.compile(
    rf"""
    \( (?: [ ] | \s* [;,:)\]] | (?: \s+ (?: \w+ | / ) )+ \s+ [;,)] | {_AFTER_MARK} )
    |   \) (?<=[ ]\))
    |   ; {_AFTER_SEPARATOR}
    |   , {_AFTER_SEPARATOR}
    |   : [\s{_UNSEEN}]* [;,)\]]
    |   · info\b
    |   \[ ['),;:\]]
    |   P ron[ou]+nc
    |   p ron[ou]+nc
    |   I (?<=\bI) P[Aa]\b
    |   l (?<=\bl) isten\b
    """,
    re.VERBOSE,
)
_SOUND = re.compile(rf"[{_IPA}]")
# The text in brackets, a tenth of a text that has some; brackets are nested three deep at most.
_INSIDE = re.compile(r"\([^()]*+(?:\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)[^()]*+)*+\)?")
_PART = re.compile(r"[()]|[^()]+")
_SEPARATOR = re.compile(r"([;,])")
_CLOSING_MARKS = ",.;:!?"

_ENCLOSED = re.compile(r"/[^/]*/|\[[^\[\]]*\]")
_TOKEN = re.compile(rf"{_ENCLOSED.pattern}|:|[^\s:]+")
# One or two signs are phonemes spoken about; an apostrophe may stand for the stress.
_IPA_SOUND = re.compile(rf"[/\[](?=[^/\]]*[{_IPA}])[^/\]]{{3,}}[/\]]|\['[^\[\]]{{2,}}\]")
_LABELS = _WORDS["words_of_sound"] | _WORDS["labels_of_sound"]
_LEADING = _WORDS["labels_of_sound"] | _WORDS["words_before"] | _WORDS["prepositions"]
_DANGLING = re.compile(rf"(?<=\w)(?:\s+(?:{'|'.join(sorted(_WORDS['prepositions']))}))+\s+\Z")
_RESPELLING = re.compile(r"[\w-]*[A-Z]{2}[\w-]*")  # "AY-də" after the signs, "EYN-styne"
_ONLY_MARKS = re.compile(_MARKS, re.VERBOSE)
_AND_OR = "|".join(sorted(_WORDS["conjunctions"]))
_CONJUNCTIONS = re.compile(rf"(?:\s+(?:{_AND_OR}))+(?:\s+(?:/|{_AND_OR}))*\s+")
_FIRST_CONJUNCTION = re.compile(rf"\s+(?:{_AND_OR})")  # behind what is gone
_LABEL = r"[^\W\d_][^\s:()]*(?: [^\s:()]+){,3}:"
_LONE_LABEL = re.compile(  # "Ulster-Scots:", "Persian/Arabic:", "pron.:", "UK English: or US English:", "lit. ''"
    rf"(?:{_LABEL} (?:{_AND_OR}) )?{_LABEL}|(?:lit|literally|meaning|transl?)\.?:?\s*[{_QUOTES}]{{2}}"
)
_NAME = rf"[{CAPITALS}][{SMALL}]+"
_NO_CALL = re.compile(rf"\A((?:{_NAME} )*{_NAME})\(\)(?= [{SMALL}])")  # but a name: "Pfizer() is"
_LOST_LABEL = re.compile(rf"\A(\s*):\s+(?=[\w{_QUOTES}])(?!.*:\s*\Z)")  # "; : Ἄκαστος"
_PROMISE = re.compile(r"\s*(?:(?:[\w'-]+ ){1,3}(?:as|from|meaning|called)|[^\W\d_]{2,6}\.)\s+")  # "known as ", "engl. "
_SPACED_LABEL = re.compile(r"\s*[^\W\d_][\w'–-]*(?: [\w'–-]+){,3} :\s+")  # "en arabe : "
_CLOSED_TWICE = re.compile(r"\)(?=\))")  # in half the time that `in` takes
# A list of names of which the last is in a bracket of its own, and the others are gone: "(JCPOA; (BARJAM))".
_LAST_IN_BRACKET = re.compile(r"(?<= \()([^()]*+)(?:(?<=[;,])|(?<=[;,] )|(?<=[;,]  ))\([^()\d]{3,}\)\s*(?=\))")
# The same of the wide brackets of East Asia: nothing inside, and marks at an end of them or around a hole.
_WIDE_EMPTY = re.compile(r"（[\s、，,;；:：・]*）")
_WIDE_LABEL = re.compile(r"(?<=[（、，;；])\s*[^\W\d_]{1,10}[:：]\s*(?=[、，;；）])")
_WIDE_MARKS = re.compile(r"(?<=（)[\s、，,;；]+|[\s、，,;；]+(?=）)|[、，;；](?=\s*[、，;；])")
_SPACE_AT_START = re.compile(rf"\A\s+(?=[\w{_QUOTES}])")
_SPACE_BEFORE_MARK = re.compile(r"(?<=[^\s;,])\s+(?=;|\Z)")
_LONGEST_TEXT = 1 << 17  # characters of a text that is tidied; a paragraph has some thousand
_SHORTEST_SOUND = 3  # characters, with the mark of stress, of what no slashes enclose
_LONGEST = 200  # characters of a segment that may be a pronunciation


def tidy_brackets(text: str) -> str:
    """Tidies round brackets: removes empty parts, pronunciations, spaces before marks, and brackets with nothing left.

    A bracket in which nothing but another is left goes, and the other stays.

    A bracket consists of segments between commas and semicolons; inner brackets are tidied first. Brackets without such
    parts, the call `f()` and texts too long for a paragraph are unchanged. Takes linear time; tidying twice is the same
    as once.

    >>> tidy_brackets("Ada (; born 1980) and Bob ( ; , miller) met Eve ().")
    'Ada (born 1980) and Bob (miller) met Eve.'
    """
    if len(text) > _LONGEST_TEXT:
        return text
    if "（" in text:
        text = _tidy_wide(text)
    if "(" not in text:
        return text
    if text.count("(") != text.count(")"):
        text = _without_doubled(text)
    if _CLOSED_TWICE.search(text):
        text = _LAST_IN_BRACKET.sub(lambda match: match[1].rstrip(" ;,"), text)
    inside = "".join(_INSIDE.findall(text))
    if not (_SUSPECT.search(inside) or _SOUND.search(inside)):
        return text
    tidier = _Tidier()
    for part in _PART.findall(text):
        if part == "(":
            tidier.open()
        elif part == ")" and tidier.depth:
            tidier.close()
        else:
            tidier.add(part)
    return _NO_CALL.sub(r"\1", tidier.finish())


def _without_doubled(text: str) -> str:
    """Removes brackets without another half that stand beside one with: "Ada ( (born 1980)" and "Ada (born 1980) )"."""
    pieces = _PART.findall(text)
    alone = _without_half(pieces)
    for bracket, step in (")", 1), ("(", -1):
        beside = False  # whether the last bracket is such a one with another half, and only a space has come since
        for at in range(len(pieces))[::step]:
            if beside and at in alone and pieces[at] == bracket:
                pieces[at] = ""
                if pieces[at - step] == " ":
                    pieces[at - step] = ""
            elif pieces[at] != " ":
                beside = pieces[at] == bracket and at not in alone
    return "".join(pieces)


def _without_half(pieces: Sequence[str]) -> set[int]:
    """The positions of the pieces that are unmatched brackets."""
    opened, alone = list[int](), set[int]()
    for at, piece in enumerate(pieces):
        if piece == "(":
            opened.append(at)
        elif piece == ")" and opened:
            opened.pop()
        elif piece == ")":
            alone.add(at)
    return alone.union(opened)


def _tidy_wide(text: str) -> str:
    tidied = _WIDE_MARKS.sub("", _WIDE_LABEL.sub("", text))
    return _WIDE_EMPTY.sub("", tidied)


class _Level:
    """The direct content of one bracket: positions in the output, and None for each inner bracket that is kept."""

    __slots__ = ("gap", "positions", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.positions: list[int | None] = []
        self.gap = False  # whether a bracket was removed just before


class _Tidier:
    """Writes parts to an output in which a bracket is changed, once, when it is closed; so time stays linear."""

    def __init__(self) -> None:
        self._output: list[str] = []
        self._levels = [_Level(0)]

    @property
    def depth(self) -> int:
        """How many brackets are open."""
        return len(self._levels) - 1

    def open(self) -> None:
        self._levels.append(_Level(len(self._output)))
        self._output.append("(")

    def add(self, part: str) -> None:
        level = self._levels[-1]
        if level.gap:
            part = self._bridge(level, part)
        level.positions.append(len(self._output))
        self._output.append(part)

    def close(self) -> None:
        level = self._levels.pop()
        outer = self._levels[-1]
        if level.gap:
            self._strip_last(level)
        positions = [position for position in level.positions if position is not None]
        # A bracket kept inside stands as "(", which no direct part has.
        inside = "".join("(" if position is None else self._output[position] for position in level.positions)
        tidied = "" if not inside and self._is_call(outer) else _tidy_segments(inside)
        before = outer.positions[-1] if outer.positions else None
        in_text = not outer.positions or (before is not None and self._output[before].endswith(" "))  # not the sign $(
        only_inner = in_text and tidied.strip() == "(" != inside  # a hole, and a bracket that is kept
        if only_inner or (not tidied and (inside or not self._is_call(outer))):
            for position in (level.start, *positions):
                self._output[position] = ""
            outer.gap = not only_inner
            if only_inner:
                outer.positions.append(None)
            return
        if not (tidied[:1].isspace() and tidied[-1:].isspace()):  # ( spaced ) brackets stay as they are
            tidied = _SPACE_BEFORE_MARK.sub("", tidied)
            if in_text:
                tidied = _SPACE_AT_START.sub("", tidied)
        if tidied != inside:
            self._rewrite(level, tidied)
        self._output.append(")")
        outer.positions.append(None)
        outer.gap = False

    def finish(self) -> str:
        """Returns the text; brackets never closed stay as they are."""
        for level in self._levels:
            if level.gap:
                self._strip_last(level)
        return "".join(self._output)

    def _rewrite(self, level: _Level, tidied: str) -> None:
        texts = iter(tidied.split("("))
        fresh: str = next(texts)
        for position in level.positions:
            if position is None:
                fresh = next(texts)
            else:
                self._output[position], fresh = fresh, ""

    def _is_call(self, outer: _Level) -> bool:
        position = outer.positions[-1] if outer.positions and not outer.gap else None
        return position is not None and (self._output[position][-1:].isalnum() or self._output[position][-1:] == "_")

    def _bridge(self, level: _Level, part: str) -> str:
        """Leaves one space where a bracket was, and none before a closing mark."""
        level.gap = False
        rest = part.lstrip()
        before = self._output[level.positions[-1]] if level.positions and level.positions[-1] is not None else ""
        if not rest or rest[0] in _CLOSING_MARKS:
            self._strip_last(level)
            return rest or part
        return rest if not level.positions or before[-1:].isspace() else part

    def _strip_last(self, level: _Level) -> None:
        if level.positions and (position := level.positions[-1]) is not None:
            self._output[position] = self._output[position].rstrip()


def _tidy_segments(inside: str) -> str:
    """Returns the inside of a bracket without empty segments and pronunciations."""
    pieces = _SEPARATOR.split(inside)
    segments = [_LOST_LABEL.sub(r"\1", _DANGLING.sub("", segment)) for segment in pieces[::2]]
    separators = pieces[1::2]
    kept = [index for index, segment in enumerate(segments) if not _is_hole(segment)]
    if kept[:1] == [0] and _FIRST_CONJUNCTION.fullmatch(segments[0]):
        del kept[0]
    if segments == pieces[::2] and len(kept) == len(segments):
        return inside
    if not kept:
        return ""
    tidied = segments[kept[0]].lstrip() if kept[0] else segments[0]
    for before, index in pairwise(kept):
        between = separators[before:index]
        tidied_separator = ";" if ";" in between else ","
        if len(between) > 1:
            tidied = tidied.rstrip()
        tidied += tidied_separator + segments[index]
    return tidied.rstrip() if kept[-1] < len(segments) - 1 else tidied


def _is_hole(segment: str) -> bool:
    if "(" in segment:  # a bracket that was kept says something
        return False
    stripped = segment.strip().strip(_UNSEEN).rstrip()
    if not stripped.strip(":[]") or _CONJUNCTIONS.fullmatch(segment) or _LONE_LABEL.fullmatch(stripped):
        return True
    if _ONLY_MARKS.fullmatch(segment) or stripped in _WORDS["labels_of_dates"]:
        return True
    if _PROMISE.fullmatch(segment) or _SPACED_LABEL.fullmatch(segment):
        return True
    if segment[-1:].isspace() and _LEADING.issuperset(stripped.split()):  # a sound, a date or a name stood behind them
        return True
    return len(stripped) <= _LONGEST and _only_tells_sound(stripped)


def _only_tells_sound(segment: str) -> bool:
    """Whether a segment is a pronunciation with its labels, "UK: /ˈeɪdə/ AY-də", or such labels alone."""
    words = _TOKEN.findall(segment)
    speaks = not _WORDS["words_of_sound"].isdisjoint(word.lower() for word in words)
    heard = False
    for word, following in pairwise([*words, ""]):
        if word[0] in "/[" and len(word) > 1:
            heard = True
            speaks = speaks or bool(_IPA_SOUND.fullmatch(word))
        elif "ˈ" in word and len(word) > _SHORTEST_SOUND and not _ENCLOSED.search(word):  # else a word touches "/ˈeɪ/"
            heard = speaks = True
        elif not (
            word == ":"
            or word.lower() in _LABELS
            or (word[0].isupper() and following.lower() in (":", "pronunciation", "pronounced", "english"))
            or (heard and _RESPELLING.fullmatch(word))
        ):
            return False
    return speaks
