"""Unicode normalization in time linear in the text."""

from __future__ import annotations

import unicodedata
from typing import Final, Literal

import regex

# Putting marks in their canonical order takes time quadratic in their number; 30 is the limit of Unicode's
# stream-safe format (UAX 15), far above what any script needs.
_HEAP_OF_MARKS: Final = regex.compile(r"(\p{M}{30})\p{M}++")

_SURROGATE: Final = regex.compile(r"\p{Cs}")


def compose(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Normalizes a text; of many combining marks on one letter only the first thirty stay."""
    return unicodedata.normalize(form, _HEAP_OF_MARKS.sub(r"\1", text))


def encodable(text: str) -> str:
    """Replaces lone surrogates, which spaCy cannot store; the length stays."""
    replaced: str = _SURROGATE.sub("\ufffd", text)
    return replaced
