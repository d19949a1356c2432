"""Cleans the characters of a tweet before its words are found: entities, look-alikes, emoji."""

from __future__ import annotations

import html
import unicodedata
from typing import Final

import regex

from tweetctx.text.unicode import compose

# Bounded, because int() refuses thousands of digits. `&amp` often loses its semicolon where a tweet was cut off.
_ENTITY: Final = regex.compile(
    r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|&(?:amp|lt|gt|quot)(?![\p{L}\p{N};])"
)
_ENCODED_AGAIN: Final = regex.compile(r"&(?:amp;)++")

# Texts that are clean: of ASCII, Latin letters, and common dashes and quotation marks alone.
_CLEAN: Final = regex.compile(r"[\x00-\x7F\u00C0-\u024F–—‘’“”…]*+")
# Letters and digits in disguise: full width, styled, circled, superscript, Arabic shapes, ligatures. Normalizing all
# of the text instead would take apart the Thai vowel am, fractions and the trade mark sign.
_DISGUISED: Final = regex.compile(
    r"[["
    r"\u02B0-\u02B8\u1D2C-\u1D6A\u1D78\u1D9B-\u1DBF\u2071\u207F\u2090-\u209C"  # superscript and subscript
    r"\u2100-\u214F\u2160-\u217F\u2460-\u24FF"  # letter-like, Roman, circled
    r"\uFB00-\uFDFF\uFE50-\uFEFC\uFF01-\uFFEE"  # shapes and widths
    r"\U0001D400-\U0001D7FF\U0001F100-\U0001F14F"  # mathematical, squared
    r"]--[\p{Extended_Pictographic}]]{1,200}",
    regex.V1,
)
# Invisible, and useless in a search: direction marks, selectors, fillers, and the strokes through
# s̶t̶r̶u̶c̶k̶ text; the Arabic tatweel only stretches a word.
_INVISIBLE: Final = regex.compile(
    r"[\u00AD\u034F\u061C\u0640\u0334-\u0338\u115F\u1160\u180E\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F"
    r"\uFEFF\uFFA0\U000E0000-\U000E01EF]+"
)
# Between letters of these scripts and their marks a joiner shapes the word, and Wikipedia writes it; anywhere else it
# is a leftover.
_JOINING = (
    r"[\p{L}&&[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}"
    r"\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Mong}]]"
)
_NEEDLESS_JOINER: Final = regex.compile(
    rf"(?<!{_JOINING}\p{{M}}*)[\u200C\u200D]++|[\u200C\u200D]++(?!\p{{M}}*{_JOINING})",
    regex.V1,
)
_EMOJI: Final = regex.compile(r"(?:[0-9#*]\u20E3|[\p{Extended_Pictographic}\p{RI}\p{EMod}])+")


def decode_entities(text: str) -> str:
    """Decodes HTML entities, however often they were encoded."""
    if "&" not in text:
        return text
    text = _ENCODED_AGAIN.sub("&", text)
    decoded: str = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    return decoded


def clean_characters(text: str) -> str:
    """Undisguises letters, drops what is invisible, puts a space for emoji, and composes (NFC, as Wikipedia does).

    The order matters: each step can uncover what the next one looks for, never the other way round.
    """
    if _CLEAN.fullmatch(text):
        return text
    text = _DISGUISED.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    text = _INVISIBLE.sub("", text)
    text = _NEEDLESS_JOINER.sub("", text)
    text = _EMOJI.sub(" ", text)
    return compose("NFC", text)
