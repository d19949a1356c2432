"""Lone surrogates: half a character, where a platform cut a text inside an emoji."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """Returns the text with U+FFFD in place of lone surrogates, which no encoding can write."""
    return _SURROGATE.sub("\ufffd", text)
