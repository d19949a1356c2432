"""Superscripts and subscripts as text: an exponent never becomes a digit of the number before it.

Where they begin and end is marked until a line is finished, by when links and emphasis inside of them are gone.
"""

from __future__ import annotations

import re

from tweetctx.corpus.holes import ANY, LOST, QUIET, SHOWN, SPOKEN

RAISE, RAISED, LOWER, LOWERED = "\ufdd4", "\ufdd5", "\ufdd6", "\ufdd7"  # noncharacters, as those of links

_MARK = re.compile(f"([{RAISE}{RAISED}{LOWER}{LOWERED}])")
_OPENED_BY = {RAISED: RAISE, LOWERED: LOWER}
_DEEPEST = 3  # levels; what is nested deeper is no number that a reader would say
_MOST = 1000  # of a line; Wikipedia's longest paragraphs have some dozen
_FRACTION = re.compile(rf"[ \xa0]?{RAISE}\s*(\d+)\s*{RAISED}\s*[⁄/]\s*(?:{LOWER}\s*(\d+)\s*{LOWERED}|(\d+))")
_UP = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_DOWN = str.maketrans("0123456789+-−–", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋")
_DIGITS = re.compile(r"[0-9+−–-]*[0-9][0-9+−–-]*|[+−–-]")
# Endings of ordinals, and of words that are abbreviated with their last letters raised: 1st, 2e, nº, Mlle.
_ENDINGS = re.compile(
    r"(?:st|nd|rd|th|er|ers|ère|re|res|e|es|è|ème|èmes|ième|de|nde|o|os|a|as|ª|º|ra|do|da|to|ta|mo|ma|vo|va|no|na"
    r"|й|я|е|го|му|х|ая|ой|lle|lles|me|mes|gr|te|tes|TM|SM|MD)\.?"
)
_ORDINAL_SIGNS = {"a": "ª", "o": "º"}
_NOTE = re.compile(r"\[[^\[\]]*\]|[*†‡?]+|\(?(?:note|nb)\.? ?\d*\)?")
_SIMPLE = re.compile(r"[-+−]?(?:[0-9]+(?:[.,][0-9]+)*|[^\W\d]|\([^()]*\))|[′″*∗°®™]+")
_RAISED_DIGITS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+")
_HEXADECIMAL = re.compile("[0-9A-F][A-F]")
_NOTHING = f" \t\xa0{QUIET}{SPOKEN}{SHOWN}"
_MISSING = frozenset(ANY)
_OUTSIDE = re.compile(r"[\w)\]}⁰¹²³⁴⁵⁶⁷⁸⁹]")


def set_levels(line: str) -> str:
    """Replaces marked superscripts and subscripts in a finished line: by digits of their own, or behind ^ and _.

    What cannot be told for sure, such as 2<sup>1/2</sup>, which may be a root or two and a half, is marked as lost.

    >>> set_levels(f"10{RAISE}10.5{RAISED} and 2{RAISE}2{RAISE}n{RAISED}{RAISED} and 10{RAISE}6{RAISED}")
    '10^10.5 and 2^(2^n) and 10⁶'
    """
    if line.count(RAISE) + line.count(LOWER) > _MOST:
        return _MARK.sub(LOST, line)
    pieces = _MARK.split(_FRACTION.sub(_fraction, line))
    open_levels: list[tuple[str, list[str]]] = [("", [])]
    for index, piece in enumerate(pieces):
        mark, texts = open_levels[-1]
        if piece in (RAISE, LOWER):
            open_levels.append((piece, []))
        elif piece not in _OPENED_BY:
            texts.append(piece)
        elif mark == _OPENED_BY[piece]:
            text = "".join(open_levels.pop()[1]).strip(_NOTHING)
            outside = open_levels[-1][1]
            before = "".join(outside[-2:])[-2:]
            after = pieces[index + 1][:1]
            outside.append(_raise(text, before) if mark == RAISE else _lower(text, before, after))
            if len(open_levels) > _DEEPEST:
                outside[:] = [LOST]
    return LOST.join("".join(texts) for _, texts in open_levels)  # with a hole where a level is never closed


def _fraction(match: re.Match[str]) -> str:
    before = match.string[: match.start()]
    gap = " " if before[-1:].isdigit() or match[0][:1].isspace() else ""
    return f"{gap}{match[1]}/{match[2] or match[3]}"


def _raise(text: str, before: str) -> str:
    """A superscript. before: the two characters before it, or fewer."""
    last = before[-1:]
    if not text or _RAISED_DIGITS.fullmatch(text):
        return text
    if _NOTE.fullmatch(text):
        return text if set(text) == {"*"} else ""
    if _DIGITS.fullmatch(text):
        return text.translate(_UP)
    if not _OUTSIDE.fullmatch(last):
        return text
    if not _MISSING.isdisjoint(text):
        return LOST
    if text in _ORDINAL_SIGNS and last in "0123456789nN":
        return _ORDINAL_SIGNS[text]
    if _ENDINGS.fullmatch(text) and (last.isdigit() or last.isupper() or len(text) > 1):
        return text  # 1st, XIXe, Mlle
    if before.isalpha() and len(before) == 2 and len(text) > 1 and text.isalpha():
        return text  # an abbreviation, a name
    if last.isdigit() and ("/" in text or "⁄" in text):
        return LOST
    return f"^{text}" if _SIMPLE.fullmatch(text) else f"^({text})"


def _lower(text: str, before: str, after: str) -> str:
    """A subscript: its own digits where plain ones would be part of a number, as in log₁₀ 2 and 101₂."""
    if text == "16" and _HEXADECIMAL.fullmatch(before):
        return text.translate(_DOWN)
    before = before[-1:]
    beside = before.isdigit() or before in "⁰¹²³⁴⁵⁶⁷⁸⁹" or after.isdigit()
    if not (before or after) or not text or not beside:
        return text
    if _DIGITS.fullmatch(text):
        return text.translate(_DOWN)
    return f"_{text}" if before.isdigit() and text[:1].isalnum() else text
