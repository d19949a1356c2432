"""Lengths counted by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.context import UNITS, ContextPolicy
from tweetctx.errors import ParameterError

# text, chars, graphemes, utf16, bytes, words
COUNTED = {
    "nothing": ("", 0, 0, 0, 0, 0),
    "ascii": ("It rained.", 10, 10, 10, 10, 2),
    "white space only": (" \t\n ", 4, 4, 4, 4, 0),
    "white space around and between": ("  a \t b\n", 8, 8, 8, 8, 2),
    "composed": ("caf\u00e9", 4, 4, 4, 5, 1),
    "combining mark": ("cafe\u0301", 5, 4, 5, 6, 1),
    "heap of marks": ("a\u0300\u0301\u0302\u0303", 5, 1, 5, 9, 1),
    "mark on a space": ("a \u0301b", 4, 3, 4, 5, 2),
    "CR LF": ("a\r\nb", 4, 3, 4, 4, 2),
    "LF CR": ("a\n\rb", 4, 4, 4, 4, 2),
    "no-break space": ("5\u00a0km", 4, 4, 4, 5, 2),
    "zero-width space": ("a\u200bb", 3, 3, 3, 5, 1),
    "emoji": ("\U0001f600", 1, 1, 2, 4, 1),
    "skin tone": ("\U0001f44d\U0001f3fd", 2, 1, 4, 8, 1),
    "family by joiners": ("\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", 7, 1, 11, 25, 1),
    "flags": ("\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7", 4, 2, 8, 16, 1),
    "keycap": ("1\ufe0f\u20e3", 3, 1, 3, 7, 1),
    "heart with selector": ("\u2764\ufe0f", 2, 1, 2, 6, 1),
    "astral letter": ("\U0001d4b3 x", 3, 3, 4, 6, 2),
    "Hangul by letters": ("\u1112\u1161\u11ab", 3, 1, 3, 9, 1),
    "Chinese": ("維基 百科", 5, 5, 5, 13, 2),
    "half a surrogate pair": ("a\ud83db", 3, 3, 3, 5, 1),
}


@pytest.mark.parametrize(("text", "chars", "graphemes", "utf16", "octets", "words"), COUNTED.values(), ids=COUNTED)
def test_counted_by_hand(text: str, chars: int, graphemes: int, utf16: int, octets: int, words: int) -> None:
    found = {unit: measure(text) for unit, measure in UNITS.items()}
    assert found == {"chars": chars, "graphemes": graphemes, "utf16": utf16, "bytes": octets, "words": words}


@given(st.text(st.characters()))
def test_units_stand_in_order(text: str) -> None:
    words, graphemes, chars, utf16, octets = (
        UNITS[unit](text) for unit in ("words", "graphemes", "chars", "utf16", "bytes")
    )
    assert words <= chars
    assert graphemes <= chars <= utf16 <= octets <= 4 * chars
    assert utf16 == sum(2 if ord(character) > 0xFFFF else 1 for character in text)
    assert octets == sum(1 + sum(ord(character) > last for last in (0x7F, 0x7FF, 0xFFFF)) for character in text)


@pytest.mark.parametrize("unit", ["", "char", "CHARS", "tokens"])
def test_an_unknown_unit_is_told_the_choices(unit: str) -> None:
    with pytest.raises(ParameterError, match=r"^unit: .*expected one of chars, graphemes, utf16, bytes, words$"):
        ContextPolicy(unit=unit)
