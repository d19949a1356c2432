"""What a word is: the same everywhere, but for apostrophes, for letters that people leave out, and without spaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import regex

Letters = Mapping[int, str | None]

# A number keeps its separators: 3,000 and 1.5 are one word each.
WORD = regex.compile(r"\p{N}++(?:[.,]\p{N}++)++(?![\p{L}\p{M}])|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:'[\p{L}\p{M}\p{N}]+)*")
# The letters of scripts that are written without spaces, or whose words take their particles without one.
_RUN = r"[[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー]&&\p{L}]"
_SPACED = rf"[[\p{{L}}\p{{M}}\p{{N}}]--{_RUN}]"
_IN_RUN = regex.compile(_RUN, regex.V1)
_WORD_OR_RUN = regex.compile(
    rf"({_RUN}++)|(\p{{N}}++(?:[.,]\p{{N}}++)++(?!{_SPACED})|[{_SPACED}--\p{{M}}]{_SPACED}*(?:'{_SPACED}+)*)", regex.V1
)

_CONTRACTIONS = ("n't", "'s", "'ll", "'re", "'ve", "'d", "'m")


@dataclass(frozen=True, slots=True)
class WordRules:
    """How the words of a language are found in a text and in each other.

    find: the words of a folded text. bare: a word with an apostrophe inside, without what is no part of it.
    letters: letters that are changed before a text is put into lower case, so that a word has one spelling.
    accents: letters that are changed in a finished term, because who writes a tweet leaves their accents out.
    density: how many terms a word has, about.
    runs: a letter of the scripts that `find` takes in pairs, if any; in a text without it, it finds what WORD does.
    """

    find: Callable[[str], list[str]] = WORD.findall
    bare: Callable[[str], str] = lambda token: _without_ending(token, ("'s",))
    letters: Letters = field(default_factory=dict)
    accents: Letters = field(default_factory=dict)
    density: int = 1
    runs: regex.Pattern[str] | None = None


def word_rules(language: str) -> WordRules:
    """The rules for a language."""
    if language == "en":
        return WordRules(bare=lambda token: _without_ending(token, _CONTRACTIONS))
    if language in _BIGRAMS:
        return WordRules(find=_bigrams, density=2, runs=_IN_RUN)
    elisions = frozenset(_ELISIONS.get(language, "").split())
    letters, accents = (_by_number(table.get(language, {})) for table in (_LETTERS, _ACCENTS))
    if language in _SUFFIXES:
        return WordRules(bare=_without_suffixes, letters=letters, accents=accents)
    return WordRules(bare=lambda token: _without_elision(token, elisions), letters=letters, accents=accents)


def _without_ending(token: str, endings: tuple[str, ...]) -> str:
    for ending in endings:
        if token.endswith(ending) and len(token) > len(ending):
            return token.removesuffix(ending)
    return token


# What loses its vowel before one, as the elision filters of Lucene have it; Ligurian and Luxembourgish by analogy.
_ELISIONS = {
    "fr": "l m t qu n s j d c jusqu quoiqu lorsqu puisqu",
    "it": "c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d quest quell",
    "ca": "d l m n s t",
    "ga": "d m b",
    "lb": "d",
    "lij": "l d",
    "eo": "l",
    "pt": "d",
}


def _without_elision(token: str, elisions: frozenset[str]) -> str:
    """Gives the word of l'homme, d'Espagne, qu'il; aujourd'hui stays whole, and so does the name of O'Connor."""
    article, _, word = token.partition("'")
    return _without_ending(word if article.lower() in elisions else token, ("'s",))


# Between a name and its endings these put an apostrophe: İstanbul'da (as in Lucene's apostrophe filter).
_SUFFIXES = frozenset({"tr", "az"})


def _without_suffixes(token: str) -> str:
    word, _, _ = token.partition("'")
    return word if len(word) > 1 else token


def _by_number(letters: Mapping[str, str | None]) -> Letters:
    return {ord(letter): other for letter, other in letters.items()}


_DOTTED_AND_DOTLESS = {"I": "ı", "İ": "i"}
_LETTERS: dict[str, Mapping[str, str | None]] = {
    "de": {"ß": "ss", "ẞ": "ss"},
    "ru": {"ё": "е", "Ё": "Е"},
    "ca": {"·": None},  # the one of col·legi, which tweets often go without
    "tr": _DOTTED_AND_DOTLESS,
    "az": _DOTTED_AND_DOTLESS,
}

_ACUTE = dict(zip("áéíóú", "aeiou", strict=True))
_ROMANCE = _ACUTE | dict(zip("àèìòùâêîôûäëïöüÿ", "aeiouaeiouaeiouy", strict=True)) | {"ç": "c", "œ": "oe", "æ": "ae"}
_ACCENTS: dict[str, Mapping[str, str | None]] = {
    "es": _ACUTE | {"ü": "u"},  # año is not ano
    "fr": _ROMANCE,
    "it": _ROMANCE,
    "ca": _ROMANCE,
    "pt": _ROMANCE | {"ã": "a", "õ": "o"},
}

_BIGRAMS = frozenset({"zh", "ja", "ko"})


def _bigrams(text: str) -> list[str]:
    """Overlapping pairs of characters where words are not set apart, words elsewhere; a character alone is one.

    No dictionary is needed, and retrieval is about as good as with one: K. L. Kwok, "Comparing Representations in
    Chinese Information Retrieval", SIGIR 1997; J. H. Lee and J. S. Ahn, "Using n-grams for Korean Text Retrieval",
    SIGIR 1996. Lucene's CJKAnalyzer does the same.
    """
    tokens: list[str] = []
    for run, word in _WORD_OR_RUN.findall(text):
        if len(run) < 2:
            tokens.append(run or word)
        else:
            tokens.extend(left + right for left, right in pairwise(run))
    return tokens
