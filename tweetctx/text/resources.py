"""What the installed versions of spaCy and PyStemmer have for a language."""

from __future__ import annotations

from importlib import import_module

import regex

from tweetctx.text.language import Language


def stop_words_of(language: Language) -> frozenset[str]:
    """Returns spaCy's stop words without those that carry content; none if it has none for the language."""
    try:
        stop_words = import_module(f"spacy.lang.{language.code}.stop_words").STOP_WORDS
    except ModuleNotFoundError:
        return frozenset()
    return frozenset(filter(None, stop_words)) - language.content_words


def stemmer_of(language: Language) -> str:
    """Returns the name of the language's Snowball stemmer; "none" if there is none."""
    import Stemmer as snowball  # noqa: N813

    stemmer = language.name.lower().split()[0]
    return stemmer if stemmer in snowball.algorithms() else "none"


def abbreviations_of(language: Language) -> frozenset[str]:
    """Returns the words that spaCy's tokenizer knows to end in a full stop, without it."""
    import spacy

    try:
        exceptions = spacy.util.get_lang_class(language.code).Defaults.tokenizer_exceptions
    except ImportError:
        return frozenset()
    return frozenset(word[:-1] for word in exceptions if regex.search(r"\p{L}.*(?<!\.)\.$", word))
