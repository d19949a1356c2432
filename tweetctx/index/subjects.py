"""What an article is about, by its first sentence, and what the people of a place are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

import regex

from tweetctx.index.building.opening_names import is_person
from tweetctx.index.surface_forms import Subject
from tweetctx.text.languages import any_of, tables_of

_LOOKED_AT: Final = 500  # characters of the first paragraph
_PREDICATE: Final = 120  # characters
_LEAST_STEM: Final = 2  # letters of a place that its demonym keeps
_COPULA: Final = re.compile(
    r" (?:was born\b[^.]{0,80}? )?(?:is|was|are|were|may be) (?:(?:the |a |an )?(?:name|one|part|member)s? of )?"
)
# The head of a predicate stands before the first of these.
_BEHIND: Final = re.compile(
    r"[,;.()]| (?:of|in|on|for|from|by|with|that|which|who|whose|where|located|based|situated|between|at|to|near)\b"
)
_AND: Final = re.compile(r" (?:and|or)\b")


@cache
def _nouns(language: str) -> Mapping[str, Subject]:
    table = tables_of(language).get("subjects", {})
    return {noun: Subject[name.upper()] for name, nouns in table.items() for noun in nouns.split()}


def subject_of(opening: str, language: str) -> Subject:
    """What the first sentence of an opening says that its subject is: *X is an American rock band from …*.

    The last known noun of the predicate decides. Languages without a table of nouns have no subjects.
    """
    nouns = _nouns(language)
    copula = _COPULA.search(opening, 0, _LOOKED_AT) if nouns else None
    if copula is None:
        return Subject.OTHER
    end = _BEHIND.search(opening, copula.end(), copula.end() + _PREDICATE)
    predicate = opening[copula.end() : end.start() if end else copula.end() + _PREDICATE]
    for part in _AND.split(predicate.lower()):  # of `an actor and singer` the first
        for word in reversed(part.split()):
            subject = nouns.get(word) or nouns.get(word.removesuffix("s"))
            if subject:
                return subject
    return Subject.OTHER


def tells_of_person(name: str, opening: str, language: str) -> bool:
    """Whether an opening says that its subject is a person, or says nothing of that and gives the years of a life.

    name: the title of the article, without its qualifier: several words, of which the last has no small letter first.
    """
    first, _, last = name.rpartition(" ")
    if not first or last[:1].islower():
        return False
    subject = subject_of(opening, language)
    return subject >= Subject.PERSON or (subject == Subject.OTHER and is_person(name, opening))


def defines_name(sentence: str, language: str) -> bool:
    """Whether a sentence defines a name or an abbreviation of chats, which does not explain a tweet that has it.

    >>> defines_name("Amanda is a female given name.", "en"), defines_name("Amanda is a film.", "en")
    (True, False)
    """
    return _names_themselves(language).search(sentence, 0, _LOOKED_AT) is not None


@cache
def _names_themselves(language: str) -> regex.Pattern[str]:
    predicates = any_of(tables_of(language).get("names_themselves", {}).get("predicates", ""))
    return regex.compile(rf" (?:is|are|was|may be) (?:[\w-]+ ){{0,5}}(?:{predicates})\b")


def demonyms_of(place: str, endings: Mapping[str, str]) -> Iterator[str]:
    """Yields what the adjective of a place, and its people, may be called. endings: see `Language.demonyms`."""
    for replaced, demonyms in endings.items():
        if place.endswith(replaced) and len(place) - len(replaced) >= _LEAST_STEM:
            yield from (place.removesuffix(replaced) + ending for ending in demonyms.split(","))
