"""Defines words: the same in every language, except for apostrophes, omitted accents and scripts without spaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise

import regex

from tweetctx.text.language import Language
from tweetctx.text.languages import find_language

Letters = Mapping[int, str]

# A number keeps its separators: 3,000 and 1.5 are one word each.
WORD = regex.compile(r"\p{N}++(?:[.,]\p{N}++)++(?![\p{L}\p{M}])|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:'[\p{L}\p{M}\p{N}]+)*")
# The letters of scripts that are written without spaces, or whose words take their particles without one.
_RUN = r"[[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー]&&\p{L}]"
_SPACED = rf"[[\p{{L}}\p{{M}}\p{{N}}]--{_RUN}]"
_IN_RUN = regex.compile(_RUN, regex.V1)
_WORD_OR_RUN = regex.compile(
    rf"({_RUN}++)|(\p{{N}}++(?:[.,]\p{{N}}++)++(?!{_SPACED})|[{_SPACED}--\p{{M}}]{_SPACED}*(?:'{_SPACED}+)*)", regex.V1
)


@dataclass(frozen=True, slots=True)
class WordRules:
    """How the words of a language are found in a text.

    find: returns the words of a folded text. bare: strips from a word what an apostrophe joins to it.
    letters: applied before a text is lowercased. accents: applied to a finished term.
    terms_per_word: about how many terms a word has.
    runs: matches a letter of the scripts that `find` splits into pairs; in texts without one, `find` equals WORD.
    """

    find: Callable[[str], list[str]]
    bare: Callable[[str], str]
    letters: Letters
    accents: Letters
    terms_per_word: int
    runs: regex.Pattern[str] | None


@cache
def word_rules(code: str) -> WordRules:
    """Returns the rules for a language."""
    language = find_language(code)
    return WordRules(
        _bigrams if language.character_bigrams else WORD.findall,
        _without_suffixes if language.suffixed_names else partial(_bare, language),
        {ord(letter): other for letter, other in language.letters.items()},
        {ord(letter): other for letter, other in language.accents.items()},
        2 if language.character_bigrams else 1,
        _IN_RUN if language.character_bigrams else None,
    )


def _bare(language: Language, token: str) -> str:
    """Strips elisions and endings: l'homme, d'Espagne, qu'il, Houston's; aujourd'hui and O'Connor stay whole."""
    article, _, word = token.partition("'")
    if article.lower() in language.elisions:
        token = word
    ending = next((end for end in language.endings if token.endswith(end) and len(token) > len(end)), "")
    return token.removesuffix(ending)


def _without_suffixes(token: str) -> str:
    """Strips the suffixes of a name: İstanbul'da."""
    word, _, _ = token.partition("'")
    return word if len(word) > 1 else token


def _bigrams(text: str) -> list[str]:
    """Finds words, or overlapping character bigrams in scripts that write no spaces between words.

    A character that stands alone is a word. Retrieval is about as good as with a dictionary: K. L. Kwok, "Comparing
    Representations in Chinese Information Retrieval", SIGIR 1997; J. H. Lee and J. S. Ahn, "Using n-grams for Korean
    Text Retrieval", SIGIR 1996. Lucene's CJKAnalyzer does the same.
    """
    tokens: list[str] = []
    for run, word in _WORD_OR_RUN.findall(text):
        if len(run) < 2:
            tokens.append(run or word)
        else:
            tokens.extend(left + right for left, right in pairwise(run))
    return tokens
