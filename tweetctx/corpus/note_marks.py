"""Marks of notes, "[3]", "[a]", "[citation needed]", told from what editors insert into quotations: "provide[s]"."""

from __future__ import annotations

import re

_BRACKET = re.compile(r"\[(?:[^\[\]\n]{0,30}|\ \[update\])\]")  # that may be a mark
_QUOTE = re.compile(rf"{_BRACKET.pattern}|[\"“”„«»]")  # or a bracket, inside which a quotation mark does not count
_DOUBT = re.compile(
    r"""
    [{ ]*update[} ]* | \ \[update\] | needs\ update | dubious | failed\ verification | not\ verified\ in\ body
    | "?(?:[a-z-]+\ ){,2} (?:citation|clarification|example|explanation|page|quotation|source|verification)\ needed\.?"?
    | (?:(?:by|according\ to)\ whom|who|when|which|where|why|(?:unreliable\ )?source|original\ research|pronunciation)\?
    | (?:permanent\ )?dead\ link | deprecated\ source | \#endnote_\w* | (?:notes?|nb|n)\ \d{1,3}
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NUMBER = re.compile(r"[1-9]\d{,2}")
_LETTER = re.compile(r"[a-z]")
_ENDS_WORD = re.compile(r"(?:[a-z]{3}|[A-Z0-9]\) )\Z")
_PUNCTUATION = frozenset('.,;:!?)”"’%]')
_ENDS_SENTENCE = re.compile(r"[.!?”\")\]] \Z")
_BEGINS_SENTENCE = re.compile(r"(?: \[|\s+[A-Z]|\s*\Z)")


def without_note_marks(text: str, *, extracted: bool) -> str:
    """Removes marks of notes and of doubt, and the space before them.

    A number or letter is a mark directly after punctuation, and between two sentences. extracted: the text comes from a
    program that lost the notes but not all of their marks. Such a number is one after a word too, where the authors of
    a page write `word[1]` in code alone; and so is a letter in its turn, "[b]" behind an "[a]", outside of quotations,
    in which it is an ending that an editor has inserted. Empty brackets are what is left of a mark, likewise.

    >>> without_note_marks('It grew[3] fast.[a] They "provide[s]" it [citation needed].', extracted=True)
    'It grew fast. They "provide[s]" it.'
    """
    pieces, end = [], 0
    marks = _Marks(text, extracted=extracted)
    for match in _BRACKET.finditer(text):
        if marks.is_mark(match[0][1:-1], match.start(), match.end()):
            pieces.append(text[end : match.start()].removesuffix(" "))
            end = match.end()
    return "".join((*pieces, text[end:]))


class _Marks:
    """What is known of a text up to some offset: which letters mark notes, and whether a quotation is open there."""

    def __init__(self, text: str, *, extracted: bool) -> None:
        self._text = text
        self._extracted = extracted
        self._letters = {"`"}  # the sign before "a"
        self._quoted, self._passed = False, 0

    def _is_quoted(self, begin: int) -> bool:
        """Whether a quotation that began on the same line is open; asked in ascending order."""
        line = self._text.rfind("\n", self._passed, begin) + 1
        self._quoted = self._quoted and not line
        for match in _QUOTE.finditer(self._text, max(line, self._passed), begin):
            sign = match[0]
            if sign == '"':
                self._quoted = not self._quoted
            elif sign[0] != "[":
                self._quoted = sign in "“„«" and not (sign == "“" and self._quoted)  # which ends a German quotation
        self._passed = begin
        return self._quoted

    def is_mark(self, inside: str, begin: int, end: int) -> bool:
        if not inside or inside.isspace():
            return self._extracted and not self._is_quoted(begin)
        if _LETTER.fullmatch(inside):
            marked = self._ends_text(begin, end) or (self._follows_word(begin, end) and self._in_turn(inside, begin))
            self._letters |= {inside} if marked else set()
            return marked
        if _NUMBER.fullmatch(inside):
            return self._ends_text(begin, end) or self._follows_word(begin, end)
        return _DOUBT.fullmatch(inside) is not None

    def _in_turn(self, letter: str, begin: int) -> bool:
        return not self._letters.isdisjoint((letter, chr(ord(letter) - 1))) and not self._is_quoted(begin)

    def _ends_text(self, begin: int, end: int) -> bool:
        """Whether a bracket directly follows punctuation, or stands between two sentences."""
        before = self._text[max(0, begin - 2) : begin]
        if before[-1:] == " ":
            return bool(_ENDS_SENTENCE.search(before) and _BEGINS_SENTENCE.match(self._text, end))
        return before[-1:] in _PUNCTUATION and not self._text[end : end + 1].isalnum()

    def _follows_word(self, begin: int, end: int) -> bool:
        """Whether a bracket directly follows a word, or a space behind another bracket: "(AVE) [a] is"."""
        if not self._extracted or self._text[end : end + 1].isalnum():
            return False
        return bool(_ENDS_WORD.search(self._text[max(0, begin - 3) : begin]))
