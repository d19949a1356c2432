"""The languages of Wikipedia that texts can be analyzed in, one file each.

They are those for which spaCy has a blank pipeline, whose stop words and abbreviations are used, or PyStemmer a
Snowball stemmer; most have both. `Language` documents what a language that lacks a part inherits.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import regex

from tweetctx.errors import ParameterError
from tweetctx.text.language import Boundaries, Language, words

_FOLDER = Path(__file__).parent
CODES = tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))

# Wikipedias whose host differs from the code used here.
_ALIASES = {"no": "nb", "simple": "en", "ku": "kmr"}
_UNMARKED = {"th": "Thai", "lo": "Lao", "km": "Khmer", "my": "Burmese"}

_HOST = regex.compile(r"(?:https?:)?//([a-z][a-z-]+)\.(?:m\.)?wikipedia\.org(?:[:/]|$)", regex.IGNORECASE)
_NO_LANGUAGE = frozenset({"www", "test"})


def find_language(code: str) -> Language:
    """Finds a language by its code or the host of its Wikipedia; raises ParameterError for an unknown one."""
    folded = str(code).lower()
    if known := code_of(folded):
        return _language(known)
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
    values = {name: value for name, value in tables_of(code).items() if not isinstance(value, dict)}
    boundaries = _record(Boundaries, tables_of(code).get("boundaries", {}))
    language: Language = _record(Language, {"code": code, "boundaries": boundaries, **values})
    return language


def code_of(language: str) -> str | None:
    """The code of a language's file, given that of its Wikipedia; None for a language without one.

    >>> code_of("simple"), code_of("fr"), code_of("th")
    ('en', 'fr', None)
    """
    code = _ALIASES.get(language, language)
    return code if code in CODES else None


@cache
def tables_of(code: str) -> dict[str, Any]:
    """Returns the content of a language's file; its tables other than `boundaries` belong to readers of articles."""
    return tomllib.loads((_FOLDER / f"{code}.toml").read_text("utf-8"))


def any_of(phrases: str) -> str:
    r"""Returns a pattern for the phrases of a table, which commas separate; it finds nothing if there are none.

    >>> any_of("best of luck, good\nnight"), any_of("")
    ('best\\ of\\ luck|good\\ night', '(?!)')
    """
    split = sorted((phrase.split() for phrase in phrases.split(",") if phrase.strip()), key=lambda one: -len(one))
    return "|".join(regex.escape(" ".join(words)) for words in split) or "(?!)"


@cache
def compiled(pattern: str) -> regex.Pattern[str]:
    """Compiles a pattern of a table, which may be broken over lines. `regex` itself looks one up for longer."""
    return regex.compile("".join(pattern.splitlines()))


def _record(kind: Callable[..., Any], values: Mapping[str, Any]) -> Any:
    """Makes a record from the values of a file; the type of a field says how its value is parsed."""
    types = get_type_hints(kind)
    return kind(**{name: _parse(types[name], value) for name, value in values.items()})


def _parse(kind: Any, value: Any) -> Any:
    parser = _PARSERS.get(kind)
    return parser(value) if parser else value


def _split_phrases(text: str) -> tuple[str, ...]:
    return tuple(" ".join(phrase.split()) for phrase in text.split(","))


_PARSERS: dict[Any, Callable[[str], Any]] = {
    frozenset[str]: words,
    tuple[str, ...]: _split_phrases,
    tuple[tuple[str, str], ...]: lambda text: tuple(tuple(pair.split()) for pair in _split_phrases(text)),
    Mapping[str, str]: lambda text: dict(pair.split("=") for pair in text.split()),
    str | None: lambda text: text.replace("\n", ""),  # long patterns take several lines
}


def language_of_url(url: str) -> str | None:
    """Returns the language code in the host of a Wikipedia page's url; None for any other page."""
    match = _HOST.match(url)
    code = match[1].lower() if match else None
    return None if code in _NO_LANGUAGE else code


def described(code: str) -> str:
    """Returns the name and the code of a language: German (de)."""
    return f"{_language(code).name if code in CODES else 'unknown'} ({code})"
