"""Words that are written long for emphasis (Whitneyyyy, soooo, GOOOAL), and names with their last letter twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

import regex

_WORD: Final = regex.compile(r"\p{L}{4,}+")
_RUN: Final = regex.compile(r"(\p{L})\1{2,}+", regex.IGNORECASE)
# A name whose last letter stands twice; in 2,054 tweets there is none that a collection knows only without one of them.
_DOUBLED: Final = regex.compile(r"(?<![\p{L}\p{N}@#_.])(\p{Lu}\p{Ll}{2,}?(\p{Ll}))\2(?![\p{L}\p{N}_.])")
_TWICE: Final = re.compile(r"(\w)\1\b")  # found in a tenth of the time
_LEAST_LETTERS: Final = 2  # different ones; a word of fewer is only long: www, XXX and hmmm
_ROMAN: Final = frozenset("IVXLCM")

_FAR_MORE: Final = 20  # how much more frequent a word must be than that with the letter twice

CountOf = Callable[[str], int]


def shortened(text: str, count_of: CountOf | None = None, blank: str = "") -> str:
    """Leaves out the letters by which words are too long: of three or more equal ones, one stays, or two.

    count_of: how often a collection has a word. A word stays as it is if the collection has it. Two letters stay unless
    the word with one is far more frequent: *coool* is cool, not col, and *sooo* is so. A capitalized word that ends
    with a letter twice loses one if the collection has it only without: Whitneyy. blank: in the place of each letter
    that is left out.
    """
    if count_of is not None and _TWICE.search(text):
        text = _DOUBLED.sub(partial(_once, count_of, blank), text)
    return _WORD.sub(partial(_short, count_of, blank), text) if _RUN.search(text) else text


def _once(count_of: CountOf, blank: str, match: regex.Match[str]) -> str:
    return match[0] if count_of(match[0]) or not count_of(match[1]) else match[1] + blank


def _short(count_of: CountOf | None, blank: str, match: regex.Match[str]) -> str:
    word: str = match[0]
    if not _RUN.search(word) or len({*word.lower()}) <= _LEAST_LETTERS or _ROMAN.issuperset(word):
        return word
    if count_of and count_of(word):
        return word
    twice = count_of is not None and _FAR_MORE * count_of(_kept(word, 2)) > count_of(_kept(word, 1))
    return _kept(word, 2 if twice else 1, blank)


def _kept(word: str, letters: int, blank: str = "") -> str:
    """A word with so many of the letters of each run."""
    return _RUN.sub(lambda run: run[0][:letters] + blank * (len(run[0]) - letters), word)
