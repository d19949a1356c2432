"""Classifies and folds the code points of names: case, diacritics and compatibility forms are ignored."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

# Classes of code points.
SEPARATOR, LOWER, UPPER, UNCASED, DIGIT, MARK, APOSTROPHE, SINGLE = range(8)
# How a token is written.
NO_CASE, SMALL, CAPITAL, CAPITALS, MIXED = range(5)
# The gap before a token: nothing but space or a hyphen, a comma, or the end of a sentence or part of one.
SPACE, COMMA, BREAK = range(3)

BASE: Final = 0x9E3779B97F4A7C15  # odd; the base of the polynomial hash
_SIZE: Final = 1 << 16  # code points beyond the Basic Multilingual Plane separate
_APOSTROPHES: Final = "'’‘ʼ`´"
# Letters that Unicode does not decompose although people type them without their stroke or ligature.
_BETWEEN: Final = "\0"
_MARKS: Final = regex.compile(r"\p{M}+")
_PLAIN: Final = {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ŧ": "t"}
# Scripts that put no space between words: a name there is a row of single characters.
_SINGLES: Final = ((0x0E00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x9FFF))


@dataclass(frozen=True, slots=True)
class Letters:
    """Tables by code point, each of shape (65536,).

    kinds: the class. values: Σ c_k·BASE^(n−1−k) mod 2^64 over the n characters that it is folded to. powers: BASE^n.
    """

    kinds: NDArray[np.uint8]
    values: NDArray[np.uint64]
    powers: NDArray[np.uint64]


@cache
def letters() -> Letters:
    """The tables, made when they are first asked for."""
    kinds = _kinds()
    codes = np.flatnonzero(~np.isin(kinds, (SEPARATOR, MARK, APOSTROPHE)))
    folded = _folded_letters("".join(map(chr, codes.tolist())))
    lengths = np.fromiter(map(len, folded), np.int64)
    characters = np.frombuffer("".join(folded).encode("utf-32-le"), np.uint32).astype(np.uint64)
    first = np.cumsum(lengths) - lengths
    values, powers = np.zeros(_SIZE, np.uint64), np.ones(_SIZE, np.uint64)
    for column in range(lengths.max()):
        longer = lengths > column
        rows = codes[longer]
        values[rows] = values[rows] * BASE + characters[first[longer] + column]
        powers[rows] *= BASE
    return Letters(kinds, values, powers)


def folded(text: str) -> str:
    """Folds a text as names are compared: case, diacritics and compatibility forms are ignored.

    >>> folded("Agüero")
    'aguero'
    """
    return "".join(_folded_letters(text))


def _folded_letters(text: str) -> list[str]:
    """Each character of a text, folded. The text is folded as a whole, with a character in between that stays."""
    folded = unicodedata.normalize("NFKD", _BETWEEN.join(text).casefold()).casefold()
    for letter, plain in _PLAIN.items():
        folded = folded.replace(letter, plain)
    return _MARKS.sub("", folded).split(_BETWEEN)


def _kinds() -> NDArray[np.uint8]:
    categories = list(map(unicodedata.category, map(chr, range(_SIZE))))
    by_category = {name: _kind_of(name) for name in set(categories)}
    kinds = np.fromiter(map(by_category.__getitem__, categories), np.uint8, _SIZE)
    letter = (kinds == UPPER) | (kinds == LOWER) | (kinds == UNCASED)
    for first, last in _SINGLES:
        kinds[first : last + 1][letter[first : last + 1]] = SINGLE
    kinds[[0x200C, 0x200D, 0x00AD]] = MARK
    kinds[[ord(mark) for mark in _APOSTROPHES]] = APOSTROPHE
    return kinds


def _kind_of(category: str) -> int:
    """The class of most characters of a general category."""
    by_category = {"M": MARK, "N": DIGIT, "Lu": UPPER, "Lt": UPPER, "Ll": LOWER, "L": UNCASED}
    return by_category.get(category, by_category.get(category[0], SEPARATOR))
