"""The resources of the installed spaCy and PyStemmer for a language."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from runpy import run_path

import regex

from tweetctx.text.language import Language


def stop_words_of(language: Language) -> frozenset[str]:
    """Returns spaCy's stop words without those that carry content; none if it has none for the language.

    Runs only their module, as importing spaCy takes a second, and its French two more.
    """
    spacy = Path(find_spec("spacy").origin).parent  # type: ignore[union-attr, arg-type]  # it is installed
    module = spacy / "lang" / language.code / "stop_words.py"
    if not module.exists():
        return frozenset()
    return frozenset(filter(None, run_path(str(module))["STOP_WORDS"])) - language.content_words


def stemmer_of(language: Language) -> str:
    """Returns the name of the language's Snowball stemmer; "none" if there is none."""
    import Stemmer as snowball  # noqa: N813

    stemmer = language.name.lower().split()[0]
    return stemmer if stemmer in snowball.algorithms() else "none"


def abbreviations_of(language: Language) -> frozenset[str]:
    """Returns the words that spaCy's tokenizer knows to end in a full stop, without it.

    For a language whose own table lists them, only those that spaCy has for every language.
    """
    import spacy
    from spacy.lang.tokenizer_exceptions import BASE_EXCEPTIONS

    if language.boundaries.lists_spacys:
        exceptions = BASE_EXCEPTIONS
    else:
        try:
            exceptions = spacy.util.get_lang_class(language.code).Defaults.tokenizer_exceptions
        except ImportError:
            return frozenset()
    return frozenset(word[:-1] for word in exceptions if regex.search(r"\p{L}.*(?<!\.)\.$", word))
