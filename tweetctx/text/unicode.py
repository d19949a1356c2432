"""Normalizes and folds texts, in time linear in their length."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final, Literal

import regex

# Putting marks in their canonical order takes time quadratic in their number; 30 is the limit of Unicode's
# stream-safe format (UAX 15), far above what any script needs.
_HEAP_OF_MARKS: Final = regex.compile(r"(\p{M}{30})\p{M}++")

# Apostrophes as people type them; joiners and the soft hyphen are invisible and split no word.
TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "\u200c": None, "\u200d": None, "\u00ad": None})

_SURROGATE: Final = re.compile("[\ud800-\udfff]")  # half a character, as where a text was cut inside an emoji


def compose(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Normalizes a text; of many combining marks on one letter only the first thirty stay."""
    return unicodedata.normalize(form, _HEAP_OF_MARKS.sub(r"\1", text))


def encodable(text: str) -> str:
    """Puts U+FFFD in place of lone surrogates, which no encoding can write and spaCy cannot store."""
    return _SURROGATE.sub("\ufffd", text)


def fold(text: str, letters: Mapping[int, str | None]) -> str:
    """Straightens apostrophes, applies NFKC, replaces `letters` and lowercases."""
    if not text.isascii():
        text = compose("NFKC", text.translate(TYPOGRAPHY))
    if letters:
        text = text.translate(letters)
    return text.lower()
