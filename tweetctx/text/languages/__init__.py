"""The languages of Wikipedia that texts can be analyzed in, one file each.

They are those for which spaCy has a blank pipeline, whose stop words and abbreviations are used, or PyStemmer a
Snowball stemmer; most have both. `Language` documents what a language that lacks a part inherits.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import regex

from tweetctx.errors import ParameterError
from tweetctx.text.language import Language

CODES = tuple(sorted(module.name for module in iter_modules(__path__)))

# Wikipedias whose host differs from the code used here.
_ALIASES = {"no": "nb", "simple": "en", "ku": "kmr"}
_UNMARKED = {"th": "Thai", "lo": "Lao", "km": "Khmer", "my": "Burmese"}

_HOST = regex.compile(r"(?:https?:)?//([a-z][a-z-]+)\.(?:m\.)?wikipedia\.org(?:[:/]|$)", regex.IGNORECASE)
_NO_LANGUAGE = frozenset({"www", "test"})


def find_language(code: str) -> Language:
    """Finds a language by its code or the host of its Wikipedia; raises ParameterError for an unknown one."""
    folded = code.lower()
    folded = _ALIASES.get(folded, folded)
    if folded in CODES:
        return _language(folded)
    if folded in _UNMARKED:
        raise ParameterError(
            f"language: found {code!r}, but {_UNMARKED[folded]} is written without marks between its words, and "
            "without reliable ones between its sentences, and tweetctx has no dictionary to tell them apart"
        )
    raise ParameterError(
        f"language: found {code!r}, expected one of {', '.join(CODES)}; xx takes words of any language as they are"
    )


@cache
def _language(code: str) -> Language:
    language: Language = import_module(f"{__name__}.{code}").LANGUAGE
    return replace(language, code=code)


def language_of_url(url: str) -> str | None:
    """Returns the language code in the host of a Wikipedia page's url; None for any other page."""
    match = _HOST.match(url)
    code = match[1].lower() if match else None
    return None if code in _NO_LANGUAGE else code


def described(code: str) -> str:
    """Returns the name and the code of a language: German (de)."""
    return f"{_language(code).name if code in CODES else 'unknown'} ({code})"
