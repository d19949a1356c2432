"""Counts leftovers of wikitext in text, to measure a converter."""

from __future__ import annotations

import re
from collections.abc import Iterable

KINDS = {
    "{{": r"\{\{",
    "}}": r"\}\}",
    "[[": r"\[\[",
    "]]": r"\]\]",
    "|}": r"\|\}",
    "<ref": r"<ref",
    "()": r"\(\s*\)",
    "( ;": r"\(\s*[;,]",
    " ,": r"\s,",
}
_PATTERNS = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in KINDS.items()}


def count_debris(paragraphs: Iterable[str]) -> dict[str, int]:
    """Counts markup, empty brackets and spaces before commas in paragraphs, by kind."""
    counts = dict.fromkeys(KINDS, 0)
    for paragraph in paragraphs:
        for kind, pattern in _PATTERNS.items():
            counts[kind] += sum(1 for _ in pattern.finditer(paragraph))
    return counts
