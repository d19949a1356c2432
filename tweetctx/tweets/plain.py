"""Styled letters as plain ones, a character for a character: offsets in the plain text are those of the original.

People write 𝐖𝐡𝐢𝐭𝐧𝐞𝐲, Ⓦⓗⓘ, 🅦🅗🅘, ᴡʜɪᴛɴᴇʏ, Ｗｈｉ for the look of it, and Whіtnеy with Cyrillic letters to pass filters.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

import regex

# All characters of these are clean: ASCII, Latin letters, common dashes and quotation marks.
_CLEAN: Final = regex.compile(r"[\x00-\x7F\u00A1-\u00AC\u00AE-\u024F–—‘’“”…]*+")
_STYLED: Final = (
    (0x2100, 0x214F),  # letter-like
    (0x2460, 0x24FF),  # circled
    (0xFF01, 0xFF5E),  # of full width
    (0x1D400, 0x1D7FF),  # mathematical
    (0x1F100, 0x1F14F),  # squared
)
_NEGATIVE: Final = (0x1F150, 0x1F170)  # A, circled and squared, white on black; Unicode does not decompose them
_SMALL_CAPITALS: Final = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz", strict=True))
_ALIKE: Final = dict(
    zip(
        "аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
        "aeopcyxijshdqwABEKMHOPCTYXIJSQWABEZHIKMNOPTYXo",
        strict=True,
    )
)
_PICTOGRAPH: Final = regex.compile(r"\p{Extended_Pictographic}")
_MIXED: Final = regex.compile(r"[\p{Latin}\p{Cyrillic}\p{Greek}]{2,60}")
_LATIN: Final = regex.compile(r"\p{Latin}")
# Invisible inside of a word: nothing; between two words that are written without a space: a space.
_INVISIBLE: Final = "\u200b\u2060\ufeff\u00ad"
_INSIDE: Final = regex.compile(
    rf"(?<=\p{{L}}\p{{M}}?)[{_INVISIBLE}]++(?=\p{{Ll}}|(?<=\p{{Lu}}[{_INVISIBLE}]+)\p{{Lu}})"
)
_BETWEEN: Final = regex.compile(r"(?<=\p{L}\p{M}?)[\u2060\ufeff]++(?=\p{Lu})")
_ENCODED_SPACE: Final = regex.compile(r"(?<=\p{L})%20(?=\p{L})")
NO_LETTER: Final = "\u200c"  # in place of a character inside of a word that is none of its letters


def plain_letters(text: str) -> str:
    """Puts a plain letter in the place of each styled one; the text keeps its length.

    What is invisible inside a word becomes NO_LETTER, what stands between two words a space.
    """
    if "%20" in text:
        text = _ENCODED_SPACE.sub("   ", text)
    if _CLEAN.fullmatch(text):
        return text
    text = _styled_runs().sub(_translated, text)
    text = _MIXED.sub(_one_script, text)
    text = _INSIDE.sub(lambda match: NO_LETTER * len(match[0]), text)
    return _BETWEEN.sub(lambda match: " " * len(match[0]), text)


def _translated(run: regex.Match[str]) -> str:
    """The plain letters of a run; a single pictograph such as Ⓜ is not a letter."""
    text: str = run[0]
    return text if len(text) == 1 and _PICTOGRAPH.match(text) else text.translate(_table())


def _one_script(word: regex.Match[str]) -> str:
    """A word with Latin letters in place of those of other scripts that look like them, if that makes it Latin."""
    text: str = word[0]
    if text.isascii() or not _LATIN.search(text):
        return text
    return "".join(_ALIKE.get(letter, letter) for letter in text) if all(map(_is_latin, text)) else text


def _is_latin(letter: str) -> bool:
    return letter in _ALIKE or bool(_LATIN.match(letter))


@cache
def _table() -> dict[int, str]:
    """The plain character of each styled one, by code point."""
    table = {ord(letter): plain for letter, plain in _SMALL_CAPITALS.items()}
    for first, last in _STYLED:
        for code in range(first, last + 1):
            plain = unicodedata.normalize("NFKC", chr(code))
            if len(plain) == 1 and plain != chr(code) and plain.isalnum():
                table[code] = plain
    for first in _NEGATIVE:
        table |= {first + offset: chr(ord("A") + offset) for offset in range(26)}
    return table


@cache
def _styled_runs() -> regex.Pattern[str]:
    return regex.compile(f"[{''.join(map(chr, _table()))}]+")
