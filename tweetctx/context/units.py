"""Units in which the length of a context is counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import regex

Unit = Literal["chars", "graphemes", "utf16", "bytes", "words"]

_GRAPHEME = regex.compile(r"\X")

# Each gives the length of a text.
UNITS: dict[str, Callable[[str], int]] = {
    "chars": len,  # code points
    "graphemes": lambda text: len(_GRAPHEME.findall(text)),  # what a person takes for one character
    "utf16": lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,  # as Telegram counts
    "bytes": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "words": lambda text: len(text.split()),  # as INEX counts: what white space separates
}
