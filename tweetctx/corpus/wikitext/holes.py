"""Removes sentences with a hole, the place of a template that cannot be expanded."""

from __future__ import annotations

import re
from itertools import pairwise

# Where something is missing that cannot be known from the page alone: today's date, inflation, a template without a
# number that we do not know.
HOLE = "\ue000"

# Where a template that we do not know stands that holds a number.
LOST = "\ue002"

# Where a template that we do not know stands that holds nothing: a note, if it follows a word directly.
NOTE = "\ue003"

_MARK = f"[{HOLE}{LOST}{NOTE}]"
# Boxes stand at the beginning of a paragraph, before a capital or a sign; references after the end of a sentence.
_BOX = re.compile(rf"(?:\s*{_MARK})+\s*(?![a-z\d])")
_REFERENCE = re.compile(rf"(?<=[.!?:…。！？])([\"'”’»)\]]*)(?:\s*{_MARK})+(?=\s|$)")
_DOUBT = re.compile(rf"(?<=[^\s(\[]){NOTE}+")
_RUN = re.compile(rf"({_MARK})\1++")
_BRACKET = re.compile(r" ?\(([^()]*+)\)")
_SEPARATOR = re.compile(r"([;,])")
_DIGIT = re.compile(r"\d")
# Cautious: a full stop after a short word may mark an abbreviation.
_END = re.compile(
    r"""
    (?: [\w)\]”"’»]{3} | \d | [\s(] (?!(?:ca|cf|ed|no|op|pp|st|vs|ff|fl|al|bc|jr|sr)\b) [a-z]{2} )
    [.!?…] ["'”’»)\]]* \s+ (?= [^\W\d_a-z] | ["'“«(\d] )
    | [。！？]
    """,
    re.VERBOSE,
)


def remove_holes(line: str) -> str:
    """Removes the marks of missing text from a paragraph, with the sentences that contain them.

    If text is missing in a bracket, only its part between commas is removed, unless that part contains a number.

    >>> remove_holes(f"Ada (born 1980; age {HOLE}) is a miller. She has {LOST} mills. She sings.")
    'Ada (born 1980) is a miller. She sings.'
    """
    line = _RUN.sub(r"\1", line)
    line = _DOUBT.sub("", _REFERENCE.sub(r"\1", _BOX.sub("", line, count=1) if _BOX.match(line) else line))
    line = _BRACKET.sub(_without_missing_parts, line).replace(NOTE, HOLE).replace(LOST, HOLE)
    if HOLE not in line:
        return line.strip()
    ends = [0, *(match.end() for match in _END.finditer(line)), len(line)]
    sentences = (line[begin:end] for begin, end in pairwise(ends))
    return "".join(sentence for sentence in sentences if HOLE not in sentence).strip()


def _without_missing_parts(match: re.Match[str]) -> str:
    inside = match[1]
    if HOLE not in inside and NOTE not in inside:
        return match[0]
    pieces = _SEPARATOR.split(inside)
    kept = [piece for piece in pieces[::2] if not (HOLE in piece or NOTE in piece)]
    if any(_DIGIT.search(piece) for piece in pieces[::2] if piece not in kept) or LOST in inside:
        return match[0]
    separator = ";" if ";" in pieces[1::2] else ","
    return f"{match[0][: match[0].index('(')]}({separator.join(kept).strip()})" if kept else ""
