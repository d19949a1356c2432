"""Numbers in names: II, 2nd, 2 and two are the same number, however a name has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import regex

_CARDINALS: Final = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
"""
_ORDINALS: Final = """
    zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth
"""
_CARDINAL_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINAL_TENS: Final = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
_UNITS: Final = tuple(_CARDINALS.split())
_TENS: Final = tuple(_CARDINAL_TENS.split())
_WORDS: Final = {word: number for words in (_CARDINALS, _ORDINALS) for number, word in enumerate(words.split())} | {
    word: 10 * tens for words in (_CARDINAL_TENS, _ORDINAL_TENS) for tens, word in enumerate(words.split(), 2)
}
_ROMAN: Final = regex.compile(r"(?=[XVI])X{0,3}(?:IX|IV|V?I{0,3})")  # up to 39, as kings, wars and films have them
_VALUES: Final = {"I": 1, "V": 5, "X": 10}
_FULLWIDTH_ROMAN: Final = {chr(0x2160 + offset): offset + 1 for offset in range(12)}
# Digits with the endings of ordinals: 2nd, 2ª, 2e; a point or apostrophe before a digit belongs to another number.
_DIGITS: Final = regex.compile(r"(\d{1,4})(?:st|nd|rd|th|er|e|º|ª)?", regex.IGNORECASE)
_TOKEN: Final = regex.compile(r"[\p{L}\p{N}ºª]+")
_HIGHEST_ROMAN: Final = 39
_SINGLE: Final = range(1, 10)
_CENTURIES: Final = range(10, 21)  # nineteen eighty-four


class Number(NamedTuple):
    """A number at [start, end) of a text. roman: whether it is written with Roman numerals."""

    start: int
    end: int
    value: int
    roman: bool


def find_numbers(text: str) -> list[Number]:
    """Finds the numbers of a text, in order: digits, ordinals, English words and Roman numerals in capitals."""
    numbers = [number for match in _TOKEN.finditer(text) if (number := _number_at(match))]
    return [*_join_compounds(numbers, text)]


def values_of(text: str) -> frozenset[int]:
    """The values of all numbers in a name, also those of pairs that are a year: nineteen eighty-four is 1984 too."""
    numbers = find_numbers(text)
    years = (
        100 * one.value + other.value
        for one, other in pairwise(numbers)
        if one.value in _CENTURIES and other.value < 100
    )
    return frozenset([*(number.value for number in numbers), *years])


def spellings(value: int) -> tuple[str, ...]:
    """How names write a number: with Roman numerals if it is small, in digits, and as a word."""
    roman = (_roman(value),) if 0 < value <= _HIGHEST_ROMAN else ()
    word = (_UNITS[value],) if value < len(_UNITS) else ()
    return (*roman, str(value), *word)


def _number_at(match: regex.Match[str]) -> Number | None:
    text: str = match[0]
    value, roman = _WORDS.get(text.lower()), False
    if value is None and text[0].isdecimal() and (digits := _DIGITS.fullmatch(text)):
        value = int(digits[1])
    if value is None and (text in _FULLWIDTH_ROMAN or (text[0] in _VALUES and _ROMAN.fullmatch(text))):
        value, roman = _FULLWIDTH_ROMAN.get(text) or _of_roman(text), True
    return None if value is None else Number(match.start(), match.end(), value, roman)


def _join_compounds(numbers: Sequence[Number], text: str) -> Iterator[Number]:
    """Yields the numbers with tens and units as one: twenty-one, twenty first."""
    index = 0
    while index < len(numbers):
        one = numbers[index]
        other = numbers[index + 1] if index + 1 < len(numbers) else None
        if other and _is_tens_and_units(one, other, text):
            yield Number(one.start, other.end, one.value + other.value, roman=False)
            index += 2
        else:
            yield one
            index += 1


def _is_tens_and_units(one: Number, other: Number, text: str) -> bool:
    near = text[one.end : other.start] in ("-", " ") and text[one.start : one.end].lower() in _TENS
    return near and other.value in _SINGLE and text[other.start : other.end].lower() in _WORDS


def _of_roman(text: str) -> int:
    values = [_VALUES[letter] for letter in text]
    return sum(-one if one < other else one for one, other in pairwise([*values, 0]))


def _roman(value: int) -> str:
    """A number below 40 in Roman numerals."""
    tens, units = divmod(value, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[units]
