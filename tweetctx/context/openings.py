"""Sentences that refer back to the sentence before them, and sentences whose subject is missing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import regex

from tweetctx.text.languages import find_language
from tweetctx.text.titles import unqualified

BRACKET = r"\((?:[^()]++|\([^()]*+\))++\)"
_WORD = regex.compile(r"[\p{L}\p{N}]{2,}")


def lacks_subject(sentence: str, language: str = "en") -> bool:
    """Whether extraction lost the name that a sentence began with: it begins with what follows a name.

    That is a bracket or a comma and a word in lower case, *The* and a comma, or a copula of the language, as *is* and
    *was*. Behind a bracket, one of its prepositions goes on with something else.

    >>> lacks_subject("(1900–1980) was a miller.")
    True
    >>> lacks_subject("is a prefecture of Japan.")
    True
    >>> lacks_subject("The, is a calendar.")
    True
    """
    return _without_subject(language).match(sentence) is not None


def opens_dependent(sentence: str, language: str = "en") -> bool:
    """Whether a sentence opens with one of its language's pronouns, connectives or other references.

    In languages that leave out pronouns, a verb without a subject is one: Nació en 1950.
    """
    pattern = _opening(language)
    return pattern is not None and pattern.match(sentence.replace("’", "'")) is not None


def personal_pronoun(sentence: str, language: str = "en") -> str:
    """The pronoun that only people have by which a sentence opens, *he* or *she*; empty without one."""
    pattern = _personal(language)
    match = pattern.match(sentence) if pattern else None
    return match[1].lower() if match else ""


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
def _without_subject(code: str) -> regex.Pattern[str]:
    language = find_language(code)
    return regex.compile(
        rf"(?:{BRACKET}\s+(?!{any_word(language.prepositions)})|(?:The\s?)?,\s*)\p{{Ll}}|{any_word(language.copulas)}\s"
    )


def any_word(words: Iterable[str]) -> str:
    """A pattern for one of some words."""
    return rf"(?:{'|'.join(sorted(words)) or '(?!)'})\b"


@cache
def _personal(code: str) -> regex.Pattern[str] | None:
    pronouns = find_language(code).personal_pronouns
    return regex.compile(rf"\W*((?i:{any_word(pronouns)}))(?![-’'])") if pronouns else None


@cache
def _generic(code: str) -> regex.Pattern[str] | None:
    subjects = find_language(code).generic_subjects
    return regex.compile(subjects) if subjects else None


@cache
def _opening(code: str) -> regex.Pattern[str] | None:
    language = find_language(code)
    listed = [*sorted(language.pronouns | language.verbs_alone), *language.connectives]
    openings = [f"(?i:{regex.escape(words[0])}){regex.escape(words[1:])}" for words in listed]  # It, not IT
    if language.references:
        openings.append(language.references)
    if not openings:
        return None
    behind = "" if language.character_bigrams else r"(?![\p{L}\p{M}\p{N}_-])"  # nor He-Man
    return regex.compile(rf"\W*(?:{'|'.join(openings)}){behind}")
