"""Numbers in names: II, 2nd, 2 and two are the same number, however a name has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
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
_TENS: Final = tuple(_CARDINAL_TENS.split())


def _words(units: str, tens: str) -> tuple[str, ...]:
    """The words of the numbers below 100. units: below 20. tens: from twenty on."""
    below_20 = units.split()
    compounds = [f"{ten}-{unit}" for ten in _TENS for unit in below_20[1:10]]
    of_tens = [[ten, *compounds[9 * row : 9 * row + 9]] for row, ten in enumerate(tens.split())]
    return (*below_20, *chain.from_iterable(of_tens))


_CARDINAL_WORDS: Final = _words(_CARDINALS, _CARDINAL_TENS)
_ORDINAL_WORDS: Final = _words(_ORDINALS, _ORDINAL_TENS)
_VALUE_OF_ORDINAL: Final = {word: value for value, word in enumerate(_ORDINAL_WORDS)}
_VALUE_OF: Final = {word: value for value, word in enumerate(_CARDINAL_WORDS)} | _VALUE_OF_ORDINAL
_ROMAN: Final = regex.compile(r"(?=[XVI])X{0,3}(?:IX|IV|V?I{0,3})")  # up to 39, as kings, wars and films have them
_VALUES: Final = {"I": 1, "V": 5, "X": 10}
_FULLWIDTH_ROMAN: Final = {chr(0x2160 + offset): offset + 1 for offset in range(12)}
# Digits with the endings of ordinals: 2nd, 2ª, 2e; a point or apostrophe before a digit belongs to another number.
_DIGITS: Final = regex.compile(r"(\d{1,4})(st|nd|rd|th|er|e|º|ª)?", regex.IGNORECASE)
_TOKEN: Final = regex.compile(r"[\p{L}\p{N}ºª]+")
_HIGHEST_ROMAN: Final = 39
HIGHEST_WORD: Final = 99  # the largest number that is written as a word
_SINGLE: Final = range(1, 10)
_TEENS: Final = range(11, 14)
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}  # of ordinals by their last digit, but for the teens
_CENTURIES: Final = range(10, 21)  # nineteen eighty-four


class Number(NamedTuple):
    """A number at [start, end) of a text. roman, ordinal: whether it is in Roman numerals, or an ordinal."""

    start: int
    end: int
    value: int
    roman: bool = False
    ordinal: bool = False


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


def spellings(number: Number, *, leading: bool = False) -> tuple[str, ...]:
    """How names write a number: with Roman numerals if it is small, in digits, and as a word.

    leading: whether a name begins with it. There, only ordinals have Roman numerals, of two letters or more, as *I* is
    a word: *II Corps*. Cardinals are no ordinals there: *1st* is *First Lady*, and *7* is *Seven Samurai*.
    """
    value = number.value
    roman = (_roman(value),) if 0 < value <= _HIGHEST_ROMAN else ()
    cardinals = (str(value), *_CARDINAL_WORDS[value : value + 1])
    ordinals = (f"{value}{_ending(value)}", *_ORDINAL_WORDS[value : value + 1])
    if not leading:
        return (*roman, *cardinals, *ordinals) if number.ordinal else (*roman, *cardinals)
    if number.roman:
        return (*cardinals, *ordinals)
    return (*(one for one in roman if len(one) > 1), *ordinals) if number.ordinal else cardinals


def _ending(value: int) -> str:
    """The ending of an ordinal in digits."""
    return "th" if value % 100 in _TEENS else _ENDINGS.get(value % 10, "th")


def _number_at(match: regex.Match[str]) -> Number | None:
    text: str = match[0]
    start, end = match.span()
    word = text.lower()
    if (value := _VALUE_OF.get(word)) is not None:
        return Number(start, end, value, ordinal=word in _VALUE_OF_ORDINAL)
    if text[0].isdecimal() and (digits := _DIGITS.fullmatch(text)):
        return Number(start, end, int(digits[1]), ordinal=digits[2] is not None)
    if text in _FULLWIDTH_ROMAN or (text[0] in _VALUES and _ROMAN.fullmatch(text)):
        return Number(start, end, _FULLWIDTH_ROMAN.get(text) or _of_roman(text), roman=True)
    return None


def _join_compounds(numbers: Sequence[Number], text: str) -> Iterator[Number]:
    """Yields the numbers with tens and units as one: twenty-one, twenty first."""
    index = 0
    while index < len(numbers):
        one = numbers[index]
        other = numbers[index + 1] if index + 1 < len(numbers) else None
        if other and _is_tens_and_units(one, other, text):
            yield Number(one.start, other.end, one.value + other.value, ordinal=other.ordinal)
            index += 2
        else:
            yield one
            index += 1


def _is_tens_and_units(one: Number, other: Number, text: str) -> bool:
    near = text[one.end : other.start] in ("-", " ") and text[one.start : one.end].lower() in _TENS
    return near and other.value in _SINGLE and text[other.start : other.end].lower() in _VALUE_OF


def _of_roman(text: str) -> int:
    values = [_VALUES[letter] for letter in text]
    return sum(-one if one < other else one for one, other in pairwise([*values, 0]))


def _roman(value: int) -> str:
    """A number below 40 in Roman numerals."""
    tens, units = divmod(value, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[units]
