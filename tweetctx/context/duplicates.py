"""When two sentences say the same."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from tweetctx.text.analyzer import Analyzer

NEARLY_ALL = 0.8

# Stop lists hold some of these, but they tell facts apart.
_NUMBER_WORDS = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion
    first second third
"""
NUMBER_WORDS = frozenset(_NUMBER_WORDS.split())
# Elsewhere they are read as numbers: a word may be another in the next language (ten is "this" in Polish).
_NUMBERS = {
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "ru": "два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать",
}
_NUMERALS = {
    language: {word: str(number) for number, word in enumerate(words.split(), 2)}
    for language, words in _NUMBERS.items()
}


def content_terms(analyzer: Analyzer, text: str) -> set[str]:
    """The different terms of a text, and its number words; in other languages than English the numbers they are."""
    tokens = analyzer.tokens(text)
    language = analyzer.config.language
    if language == "en":
        terms = (token if token in NUMBER_WORDS else analyzer.term(token) for token in tokens)
    else:
        numerals = _NUMERALS.get(language, {})
        terms = (numerals.get(token) or analyzer.term(token) for token in tokens)
    return {term for term in terms if term is not None}


def near_duplicates(a: AbstractSet[str], b: AbstractSet[str]) -> bool:
    """Whether the smaller of two sets of terms is contained, or nearly all of it, in the other.

    This is the overlap coefficient |a∩b|/min(|a|,|b|), at least 0.8: one word in five may differ. But a number may
    not: who won in 2008 is another fact than who won in 2012. Sentences without terms are duplicates only of each
    other.
    """
    small, large = sorted((a, b), key=len)
    if not small:
        return not large
    missing = small - large
    if len(small & large) < NEARLY_ALL * len(small):
        return False
    return not any(map(_is_number, missing if len(small) < len(large) else small ^ large))


def _is_number(term: str) -> bool:
    return term in NUMBER_WORDS or term[:1].isdigit()
