"""Removes sentences with a hole, the place of a template that cannot be expanded."""

from __future__ import annotations

import re
from itertools import pairwise

from tweetctx.corpus.ends import CAPITAL, CLOSERS, sentence_ends
from tweetctx.text.case import CAPITALS, SMALL

# Where something is missing that cannot be known from the page alone: today's date, inflation, a template without a
# number that we do not know.
HOLE = "\ue000"

# Where a template that we do not know stands that holds a number.
LOST = "\ue002"

# Where a template that we do not know stands that holds nothing: a note, if it follows the end of a sentence directly.
NOTE = "\ue003"

# Where a template that we do not know takes several lines, or lines of its own: a box, if it stands between sentences.
BOX = "\ue004"

# Where a template stood that shows nothing: gone, unless what it parts would be one word or number without it.
QUIET = "\ue005"

# Where a pronunciation stood, which shows nothing either: words that speak of it go with it.
SPOKEN = "\ue006"

# Where a reference, a picture or an address stands that a reader sees: gone, unless it is a word of its sentence.
SHOWN = "\ue007"

ANY = f"{HOLE}{LOST}{NOTE}{BOX}"
MARKS = f"{ANY}{QUIET}{SPOKEN}{SHOWN}"

_OPENS = rf"(?=\s*(?:{CAPITAL}|$))"  # what can begin a sentence, or the end
# Gone without a trace: a reference after the end of a sentence, a note after a comma, what stands at the very end.
_REFERENCE = re.compile(rf"([.!?…。！？]{CLOSERS}*)[{HOLE}{LOST}{NOTE}]+(?=\s+{CAPITAL}|\s*$)")
_LAST = re.compile(rf"([.!?…。！？]{CLOSERS}*)(?:\s*[{ANY}])+\s*$")
_AFTER_COMMA = re.compile(rf"(?<=[^\W\d_][,;]){NOTE}+(?=\s)")
_BOX = re.compile(rf"(?:^|(?<=[.!?…。！？])({CLOSERS}*)\s)\s*{BOX}(?:\s*{BOX})*{_OPENS}")
_BESIDE = f"[0-9{SMALL}{CAPITALS}]"
_PARTED = re.compile(rf"{QUIET}(?<={_BESIDE}{QUIET}){QUIET}*(?={_BESIDE})")
_BEFORE_CAPITAL = re.compile(rf"{QUIET}++(?={CAPITAL})")
_ENDED = re.compile(rf"[^\W_]{{2}}[.!?…]{CLOSERS}*")
_LONGEST_END = 8  # characters from the last two of a sentence on
_SUBJECT = re.compile(rf"{QUIET}++(?=\s+[{SMALL}])")
# A pronunciation that a sentence speaks of: "It is pronounced … or …."
_AWAITED = re.compile(
    rf"\b(?:pronounced|pronunciation|spelled|as|is|or|and|not|like) {QUIET}++(?=\s*(?:[.,;]|(?:or|and|but)\b|$))"
)
# "According to …, it is old", "use … instead of … in the mill", "as … argues": a word is missing.
_SMALL_WORD = (
    "(?:a|an|the|and|or|but|nor|than|that|is|are|was|were|as|see|in|on|at|by|to|of|for|from|with|into|per|via|like|use|uses|used|using"
    "|under|about|instead)"
)
_MISSED = re.compile(
    rf"(?i:\b{_SMALL_WORD}) {SHOWN}[{SHOWN}{QUIET}]*+(?=\s*(?:[.,;:!?)]|{_SMALL_WORD}\b|$))"
    rf"|\b[Aa]s {SHOWN}[{SHOWN}{QUIET}]*+(?=\s+[{SMALL}])"
)
_APPOSED = re.compile(rf",\s*(?:pronounced )?[{QUIET}{SPOKEN}]++\s*,(?=\s)")  # "Ada, …, is a miller."
_PRONOUNCED = re.compile(rf"\b(?:pronounced|rhym(?:es|ed?|ing) with) {SPOKEN}++")  # wherever it stands in a sentence
# A part of a bracket that speaks of a pronunciation alone: "occasionally …", "… or …", "German: …", "… in German".
_MANNER = (
    r"(?:\w+ly|also|or|and|but|both|often|sometimes|always|once|now|older|named|pronounced|rhymes with|as|in|some"
    r"|dialects|auch|oder|aussi|ou|también|o|anche|или|также)"
)
_OF_SPEECH = re.compile(
    rf"\s*(?:[^\W\d]++(?:[ -][^\W\d]++)*+:\s*|(?:{_MANNER}\s+)*){SPOKEN}++"
    rf"(?:\s+(?:{SPOKEN}++|[{SMALL}'’-]+))*(?: in [^\W\d]+)?\s*"
)
_RUN = re.compile(rf"([{ANY}])\1++")
_QUIET_RUN = re.compile(rf"{QUIET}{{2,}}")
_BRACKET = re.compile(r" ?\(([^()]*+)\)")
_SEPARATOR = re.compile(r"([;,])")
_DIGIT = re.compile(r"\d")
# A part of a bracket that says nothing but what is missing: "age …", "French: …".
_BARE_PART = re.compile(rf"\s*(?:\w+\s|[\w -]+:)?\s*[{ANY}]+\s*")


def remove_holes(line: str) -> str:
    """Removes the marks of missing text from a paragraph, with the sentences that contain them.

    If text is missing in a bracket, the bracket is removed, unless it contains a number, or only its part between
    commas, if that says nothing else.

    >>> remove_holes(f"Ada (born 1980; age {HOLE}) is a miller. She has {LOST} mills. She sings.")
    'Ada (born 1980) is a miller. She sings.'
    >>> remove_holes(f"Carbon is light. {HOLE} is heavy. Lead is soft.")
    'Carbon is light. Lead is soft.'
    """
    if SHOWN in line:
        line = _MISSED.sub(HOLE, line).replace(SHOWN, QUIET)
    if SPOKEN in line:
        line = _BRACKET.sub(_without_pronunciations, line)
        line = _PRONOUNCED.sub(HOLE, _APPOSED.sub("", line)).replace(SPOKEN, QUIET)
    if QUIET in line:
        line = _APPOSED.sub("", _AWAITED.sub(HOLE, _QUIET_RUN.sub(QUIET, line)))
        line = _PARTED.sub(HOLE, _BEFORE_CAPITAL.sub(_space_behind_end, line))
        line = _SUBJECT.sub(_lost_subject, line).replace(QUIET, "")
        if not any(mark in line for mark in ANY):
            return " ".join(line.split())
    line = _RUN.sub(r"\1", line)
    if BOX in line:
        line = _BOX.sub(r"\1 ", line)
    line = _REFERENCE.sub(r"\1", _LAST.sub(r"\1", line))
    if NOTE in line:
        line = _AFTER_COMMA.sub("", line)
    line = _BRACKET.sub(_without_missing_parts, line.replace(BOX, LOST))
    line = line.replace(NOTE, HOLE).replace(LOST, HOLE).strip()
    if HOLE not in line:
        return " ".join(line.split())
    ends = [0, *sentence_ends(line), len(line)]
    sentences = (line[begin:end] for begin, end in pairwise(ends))
    return " ".join("".join(sentence for sentence in sentences if HOLE not in sentence).split())


def _without_pronunciations(match: re.Match[str]) -> str:
    """A bracket without its parts that speak of a pronunciation alone."""
    if SPOKEN not in match[1]:
        return match[0]
    shown = separator = ""
    parts = _SEPARATOR.split(f",{match[1]}")[1:]
    for before, part in zip(parts[::2], parts[1::2], strict=True):
        separator = ";" if separator == ";" else before
        if not _OF_SPEECH.fullmatch(part):
            shown += f"{separator if shown else ''}{part}"
            separator = ""
    return f"{match[0][: match[0].index('(')]}({shown.strip()})" if shown else ""


def _space_behind_end(match: re.Match[str]) -> str:
    """A space if a sentence ends right before the marks, which show nothing; else the marks."""
    before = match.string[max(0, match.start() - _LONGEST_END) : match.start()]
    end = max(map(before.rfind, ".!?…"))
    return " " if end >= 2 and _ENDED.fullmatch(before, end - 2) else match[0]


def _lost_subject(match: re.Match[str]) -> str:
    """A hole for what shows nothing before a small letter where a sentence begins; else nothing."""
    before = match.string[max(0, match.start() - 20) : match.start()]
    bare = before.rstrip()
    return HOLE if not bare or (bare != before and bare.rstrip("\"'”’»)]")[-1:] in (".", "!", "?", "…")) else ""


def _without_missing_parts(match: re.Match[str]) -> str:
    inside = match[1]
    if not any(mark in inside for mark in (HOLE, NOTE, LOST)):
        return match[0]
    pieces = _SEPARATOR.split(inside)
    kept = [piece for piece in pieces[::2] if not (HOLE in piece or NOTE in piece)]
    gone = [piece for piece in pieces[::2] if HOLE in piece or NOTE in piece]
    if LOST in inside or any(map(_DIGIT.search, gone)):
        return match[0]
    if not all(map(_BARE_PART.fullmatch, gone)):
        return match[0] if _DIGIT.search(inside) else ""
    separator = ";" if ";" in pieces[1::2] else ","
    return f"{match[0][: match[0].index('(')]}({separator.join(kept).strip()})" if kept else ""
