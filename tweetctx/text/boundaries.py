"""The sentence boundaries of a language: its table, completed by spaCy's words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

import regex

from tweetctx.text.language import Boundaries
from tweetctx.text.languages import find_language
from tweetctx.text.resources import abbreviations_of, stop_words_of
from tweetctx.text.unicode import encodable

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline


def boundaries_of(code: str) -> Boundaries:
    """Completes a language's table.

    spaCy's abbreviations are added, unless its tokenizer decides anyway. If the table has no openers, stop words are
    openers, as sentences open with them and names do not; so do verbs without a subject.
    """
    language = find_language(code)
    table = language.boundaries
    if table.asks_tokenizer:
        return table
    seldom = table.seldom_last | abbreviations_of(language) | {"al"}  # et al. (2004)
    first = map(_capitalized, table.never_last | seldom)  # an abbreviation may open a sentence: Vgl., Ул.
    return replace(
        table,
        seldom_last=(seldom | frozenset(first)) - table.never_last,
        openers=(table.openers or frozenset(map(_capitalized, stop_words_of(language))))
        | frozenset(map(_capitalized, language.verbs_alone)),
    )


def _capitalized(word: str) -> str:
    return word[:1].upper() + word[1:]


# No English abbreviation looks like these (5%. 150m. 3D. LaTeX. R&B. km/h.), nor is any as long.
_ORDINARY = regex.compile(
    r"""(?: [^\p{L}\p{M}] | \p{N}\p{L} | [\p{Ll}\p{N}]\p{Lu} | [/&]\p{L}+ | (?<!\p{L})\p{Ll}{3,} | \p{Ll}{7} )\.$""",
    regex.VERBOSE,
)
# From words such as these, Indiana. or NATO., the tokenizer separates the full stop unless it knows them.
_PARTED = re.compile(r"[A-Za-z]*(?:[a-z]|[A-Z]{2})\.")

_ASKING = Lock()


def stands_alone(word: str) -> bool:
    """Whether spaCy's English tokenizer separates the last full stop from its word.

    The patterns answer for most words; they agree with the tokenizer, which takes some hundred times as long.
    """
    if (_PARTED.fullmatch(word) and word not in _known()) or _ORDINARY.search(word):
        return True
    with _ASKING, _english().memory_zone():  # the zone releases the words, of which a Wikipedia has a million
        return _english().tokenizer(encodable(word))[-1].text == "."


@cache
def _english() -> Pipeline:
    import spacy

    return spacy.blank("en")


@cache
def _known() -> frozenset[str]:
    known = _english().Defaults.tokenizer_exceptions
    return frozenset(known) | {f"{word}." for word in known}
