"""Sentences that refer back to the sentence before them, and sentences whose subject is missing."""

from __future__ import annotations

from functools import cache

import regex

from tweetctx.text.languages import find_language
from tweetctx.text.titles import unqualified

BRACKET = r"\((?:[^()]++|\([^()]*+\))++\)"
PREPOSITIONS = "of|in|and|or|for|to|at|by|with|on"  # and conjunctions: behind a bracket they go on with something else
_WITHOUT_SUBJECT = regex.compile(
    rf"(?:{BRACKET}\s+(?!(?:{PREPOSITIONS})\b)|(?:The\s?)?,\s*)\p{{Ll}}|(?:is|was|are|were)\s"
)
_WORD = regex.compile(r"[\p{L}\p{N}]{2,}")


def lacks_subject(sentence: str) -> bool:
    """Whether extraction lost the name that a sentence began with: it begins with what follows a name.

    That is a bracket or a comma and a word in lower case, or, in English, *The* and a comma, *is* or *was*. Behind a
    bracket, *of* or *in* goes on with something else.

    >>> lacks_subject("(1900–1980) was a miller.")
    True
    >>> lacks_subject("is a prefecture of Japan.")
    True
    >>> lacks_subject("The, is a calendar.")
    True
    """
    return _WITHOUT_SUBJECT.match(sentence) is not None


def opens_dependent(sentence: str, language: str = "en") -> bool:
    """Whether a sentence opens with one of its language's pronouns, connectives or other references."""
    pattern = _opening(language)
    return pattern is not None and pattern.match(sentence.replace("’", "'")) is not None


def opens_generic(sentence: str, title: str, language: str = "en") -> bool:
    """Whether a sentence calls its subject "The film" or the like, or *he* behind a date, and names it nowhere.

    title: of its article, of which no word may stand in the sentence.
    """
    pattern = _generic(language)
    if pattern is None or not pattern.match(sentence):
        return False
    words = {word.lower() for word in _WORD.findall(unqualified(title))}
    return words.isdisjoint(word.lower() for word in _WORD.findall(sentence))


@cache
def _generic(code: str) -> regex.Pattern[str] | None:
    subjects = find_language(code).generic_subjects
    return regex.compile(subjects) if subjects else None


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
