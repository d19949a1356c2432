"""Splits contexts and references into the terms by which they are compared."""

from __future__ import annotations

import re
from collections.abc import Callable

import Stemmer as snowball  # noqa: N813

from tweetctx.text.analyzer import Analyzer, AnalyzerConfig

Tokenizer = Callable[[str], list[str]]

_WORD = re.compile(r"\w+")


def tokenizer(language: str = "en") -> Tokenizer:
    """Returns the function that all measures of contexts use to split a text into terms, in order.

    English: runs of letters, digits and underscores, lowercased; no stop words (spaCy's list); Snowball's English
    stems. Programs for INEX's measures commonly split texts so: 3,000 and isn't are two words each. Other languages:
    the words, stop words and stemmer of the language's analyzer, as some scripts do not separate words.

    Raises ParameterError for an unknown language.
    """
    config = AnalyzerConfig.named(None, language)
    if config.language != "en":
        return Analyzer(config).words
    stop_words, stem_words = config.stop_words, snowball.Stemmer(config.stemmer).stemWords

    def terms(text: str) -> list[str]:
        stems: list[str] = stem_words([word for word in _WORD.findall(text.lower()) if word not in stop_words])
        return stems

    return terms
