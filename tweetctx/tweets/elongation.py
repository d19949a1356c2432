"""Words that are written long for emphasis (Whitneyyyy, soooo, GOOOAL), and names with their last letter twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

import regex

_LONG: Final = regex.compile(r"\p{L}*?(\p{L})\1{2,}\p{L}*", regex.IGNORECASE)
_RUN: Final = regex.compile(r"(\p{L})\1{2,}", regex.IGNORECASE)
# A name whose last letter stands twice; in 2,054 tweets there is none that a collection knows only without one of them.
_DOUBLED: Final = regex.compile(r"(?<![\p{L}\p{N}@#_.])(\p{Lu}\p{Ll}{2,}?(\p{Ll}))\2(?![\p{L}\p{N}_.])")
_TWICE: Final = re.compile(r"(\w)\1\b")  # found in a tenth of the time
_LEAST_LETTERS: Final = 2  # different ones; a word of fewer is only long: www, XXX and hmmm
_ROMAN: Final = frozenset("IVXLCM")

Known = Callable[[str], bool]


def shortened(text: str, knows: Known | None = None, blank: str = "") -> str:
    """Leaves out the letters by which words are too long: of three or more equal ones, one stays, or two.

    knows: whether a collection has a word; a word stays as it is if it is known, and two letters stay if only that word
    is known. A capitalized word that ends with a letter twice loses one if it is known only without it: Whitneyy.
    blank: in the place of each letter that is left out.
    """
    if knows is not None and _TWICE.search(text):
        text = _DOUBLED.sub(partial(_once, knows, blank), text)
    return _LONG.sub(partial(_short, knows, blank), text) if _RUN.search(text) else text


def _once(knows: Known, blank: str, match: regex.Match[str]) -> str:
    return match[0] if knows(match[0]) or not knows(match[1]) else match[1] + blank


def _short(knows: Known | None, blank: str, match: regex.Match[str]) -> str:
    word: str = match[0]
    if len({*word.lower()}) <= _LEAST_LETTERS or _ROMAN.issuperset(word) or (knows and knows(word)):
        return word
    twice = knows is not None and not knows(_kept(word, 1)) and knows(_kept(word, 2))
    return _kept(word, 2 if twice else 1, blank)


def _kept(word: str, letters: int, blank: str = "") -> str:
    """A word with so many of the letters of each run."""
    return _RUN.sub(lambda run: run[0][:letters] + blank * (len(run[0]) - letters), word)
