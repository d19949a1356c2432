"""What a code point is in a name, and what it is folded to: case, diacritics and compatibility forms do not count."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

# Classes of code points.
SEPARATOR, LOWER, UPPER, UNCASED, DIGIT, MARK, APOSTROPHE, SINGLE = range(8)
# How a token is written.
NO_CASE, SMALL, CAPITAL, CAPITALS, MIXED = range(5)
# What stands before a token: nothing but space or a hyphen, a comma, or the end of a sentence or part of one.
SPACE, COMMA, BREAK = range(3)

BASE: Final = 0x9E3779B97F4A7C15  # odd; the base of the polynomial hash
_SIZE: Final = 1 << 16  # code points beyond the Basic Multilingual Plane separate
_APOSTROPHES: Final = "'’‘ʼ`´"
# Letters that Unicode does not decompose although people type them without their stroke or ligature.
_PLAIN: Final = str.maketrans(
    {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ŧ": "t"}
)
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
    kinds = np.zeros(_SIZE, np.uint8)
    values = np.zeros(_SIZE, np.uint64)
    powers = np.ones(_SIZE, np.uint64)
    for code in range(_SIZE):
        letter = chr(code)
        kind = _kind(code, letter)
        kinds[code] = kind
        if kind not in (SEPARATOR, MARK, APOSTROPHE):
            values[code], powers[code] = _hashed(fold_letter(letter))
    return Letters(kinds, values, powers)


def fold_letter(letter: str) -> str:
    """A character without case, diacritics and compatibility form."""
    if letter.isascii():
        return letter.lower()
    decomposed = unicodedata.normalize("NFKD", letter.casefold()).casefold().translate(_PLAIN)
    return "".join(part for part in decomposed if not unicodedata.category(part).startswith("M"))


def _kind(code: int, letter: str) -> int:
    if letter in _APOSTROPHES:
        return APOSTROPHE
    category = unicodedata.category(letter)
    if category[0] == "M" or code in (0x200C, 0x200D, 0x00AD):
        return MARK
    if category[0] == "N":
        return DIGIT
    if category[0] != "L":
        return SEPARATOR
    if any(first <= code <= last for first, last in _SINGLES):
        return SINGLE
    return {"Lu": UPPER, "Lt": UPPER, "Ll": LOWER}.get(category, UNCASED)


def _hashed(text: str) -> tuple[int, int]:
    value, power = 0, 1
    for letter in text:
        value = (value * BASE + ord(letter)) % 2**64
        power = power * BASE % 2**64
    return value, power
