"""Sentences that refer back to the sentence before them, and sentences whose subject is missing."""

from __future__ import annotations

from functools import cache

import regex

from tweetctx.text.languages import find_language

_WITHOUT_SUBJECT = regex.compile(r"\((?:[^()]++|\([^()]*+\))++\)\s+\p{Ll}")


def lacks_subject(sentence: str) -> bool:
    """Whether a sentence begins with a bracket and continues in lower case: extraction lost the name before it.

    >>> lacks_subject("(1900–1980) was a miller.")
    True
    """
    return _WITHOUT_SUBJECT.match(sentence) is not None


def opens_dependent(sentence: str, language: str = "en") -> bool:
    """Whether a sentence opens with one of its language's pronouns, connectives or other references."""
    pattern = _opening(language)
    return pattern is not None and pattern.match(sentence.replace("’", "'")) is not None


@cache
def _opening(code: str) -> regex.Pattern[str] | None:
    language = find_language(code)
    listed = [*sorted(language.pronouns), *language.connectives]
    openings = [f"(?i:{regex.escape(words[0])}){regex.escape(words[1:])}" for words in listed]  # It, not IT
    if language.references:
        openings.append(language.references)
    if not openings:
        return None
    behind = "" if language.character_bigrams else r"(?![\p{L}\p{M}\p{N}_-])"  # nor He-Man
    return regex.compile(rf"\W*(?:{'|'.join(openings)}){behind}")
