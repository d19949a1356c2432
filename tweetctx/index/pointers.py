"""Recognizes disambiguation pages by their titles and first paragraphs."""

from __future__ import annotations

from functools import cache

import regex

from tweetctx.text.languages import find_language


def points_by_title(title: str, language: str) -> bool:
    """Whether a title has the qualifier of a disambiguation page."""
    qualifier = find_language(language).disambiguation_title
    return qualifier is not None and title.endswith((f"({qualifier})", f"（{qualifier}）"))


def points_by_text(text: str, language: str) -> bool:
    """Whether a short first paragraph is that of a disambiguation page."""
    pattern = _pattern(language)
    return pattern is not None and pattern.search(text) is not None


@cache
def _pattern(language: str) -> regex.Pattern[str] | None:
    text = find_language(language).disambiguation_text
    return regex.compile(text) if text else None
