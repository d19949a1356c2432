"""The languages of Wikipedia that texts can be analyzed in.

They are those that spaCy has a blank pipeline for, whose stop words and abbreviations are used, or PyStemmer a
Snowball stemmer; most have both.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

import regex

from tweetctx.errors import ParameterError

# By ISO 639, as in the host names of Wikipedia. `xx` is spaCy's code for any language.
_NAMES = """
    af Afrikaans, am Amharic, ar Arabic, az Azerbaijani, bg Bulgarian, bn Bengali, bo Tibetan, ca Catalan, cs Czech,
    da Danish, de German, dsb Lower Sorbian, el Greek, en English, eo Esperanto, es Spanish, et Estonian, eu Basque,
    fa Persian, fi Finnish, fo Faroese, fr French, ga Irish, gd Scottish Gaelic, grc Ancient Greek, gu Gujarati,
    he Hebrew, hi Hindi, hr Croatian, hsb Upper Sorbian, ht Haitian Creole, hu Hungarian, hy Armenian, id Indonesian,
    is Icelandic, it Italian, ja Japanese, kmr Northern Kurdish, kn Kannada, ko Korean, ky Kyrgyz, la Latin,
    lb Luxembourgish, lg Ganda, lij Ligurian, lt Lithuanian, lv Latvian, mk Macedonian, ml Malayalam, mr Marathi,
    ms Malay, nb Norwegian Bokmål, ne Nepali, nl Dutch, nn Norwegian Nynorsk, pl Polish, pt Portuguese, ro Romanian,
    ru Russian, sa Sanskrit, si Sinhala, sk Slovak, sl Slovenian, sq Albanian, sr Serbian, st Sesotho, sv Swedish,
    ta Tamil, te Telugu, ti Tigrinya, tl Tagalog, tn Tswana, tr Turkish, tt Tatar, uk Ukrainian, ur Urdu,
    vi Vietnamese, xx any language, yi Yiddish, yo Yoruba, zh Chinese
"""
LANGUAGES = {code: " ".join(name) for code, *name in (entry.split() for entry in _NAMES.split(","))}

# Wikipedias whose host is not called as the language is here.
_ALSO = {"no": "nb", "simple": "en", "ku": "kmr"}
_UNMARKED = {"th": "Thai", "lo": "Lao", "km": "Khmer", "my": "Burmese"}

_HOST = regex.compile(r"(?:https?:)?//([a-z][a-z-]+)\.(?:m\.)?wikipedia\.org(?:[:/]|$)", regex.IGNORECASE)
_NO_LANGUAGE = frozenset({"www", "test"})


@dataclass(frozen=True, slots=True)
class Resources:
    """What there is for a language: spaCy's stop words, and the name of its Snowball stemmer or none."""

    stop_words: frozenset[str]
    stemmer: str


def known_language(code: str) -> str:
    """The code by which a language goes here; ParameterError if texts cannot be analyzed in it."""
    folded = code.lower()
    folded = _ALSO.get(folded, folded)
    if folded in LANGUAGES:
        return folded
    if folded in _UNMARKED:
        raise ParameterError(
            f"language: found {code!r}, but {_UNMARKED[folded]} is written without marks between its words, and "
            "without reliable ones between its sentences, and tweetctx has no dictionary to tell them apart"
        )
    raise ParameterError(
        f"language: found {code!r}, expected one of {', '.join(LANGUAGES)}; xx takes words of any language as they are"
    )


def language_of_url(url: str) -> str | None:
    """What the host of a Wikipedia's page says of its language, as Wikipedia writes it; None for any other page."""
    match = _HOST.match(url)
    code = match[1].lower() if match else None
    return None if code in _NO_LANGUAGE else code


def described(language: str) -> str:
    """A language for people: German (de)."""
    return f"{LANGUAGES.get(language, 'unknown')} ({language})"


def resources(language: str) -> Resources:
    """What the installed versions of spaCy and PyStemmer have for a language."""
    import Stemmer as snowball  # noqa: N813

    stemmer = LANGUAGES[language].lower().split()[0]
    try:
        stop_words = import_module(f"spacy.lang.{language}.stop_words").STOP_WORDS
    except ModuleNotFoundError:
        stop_words = ()
    return Resources(frozenset(filter(None, stop_words)), stemmer if stemmer in snowball.algorithms() else "none")


def abbreviations(language: str) -> frozenset[str]:
    """The words that spaCy knows to end in a full stop, without it."""
    import spacy

    try:
        exceptions = spacy.util.get_lang_class(language).Defaults.tokenizer_exceptions
    except ImportError:
        return frozenset()
    return frozenset(word[:-1] for word in exceptions if regex.search(r"\p{L}.*(?<!\.)\.$", word))
