"""The words that tell what kind of thing stands beside them: `in` a place, `Sen` an official, `v` a team."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.index.surface_forms import Subject
from tweetctx.text.languages import find_language, tables_of
from tweetctx.text.names.keys import Keys, tokenize_names, word_hashes

# The groups of words in the table `neighbours` of a language, numbered from 1 in this order, and small numbers.
GROUPS: Final = (
    *("article", "indefinite", "possessive", "place", "of", "person", "and", "verb"),
    *("contest", "office", "role", "life", "team", "work", "body", "number"),
)
_NUMBERS: Final = " ".join(map(str, range(100)))
_PEOPLE: Final = frozenset({Subject.PERSON, Subject.OFFICIAL, Subject.ATHLETE, Subject.PERFORMER})
# What the words of a group stand beside.
FITTING: Final = {
    "place": frozenset({Subject.PLACE}),
    "contest": _PEOPLE | {Subject.TEAM},
    "office": frozenset({Subject.OFFICIAL}),
    "role": _PEOPLE,
    "life": _PEOPLE,
    "team": frozenset({Subject.TEAM, Subject.ATHLETE}),
    "work": frozenset({Subject.WORK, Subject.BAND, Subject.PERFORMER}),
    "body": frozenset({Subject.PLACE, Subject.BODY}),
}


@cache
def neighbours(language: str) -> tuple[Keys, Ints]:
    """The hashes of the words in all groups, ascending, and the number of the group of each."""
    table = {**tables_of(language).get("neighbours", {}), "number": _NUMBERS}
    number_of: dict[int, int] = {}
    for number, group in enumerate(GROUPS, 1):
        for hash_ in tokenize_names("\n".join(table.get(group, "").split())).hashes.tolist():
            number_of.setdefault(hash_, number)
    hashes = sorted(number_of)
    return np.array(hashes, np.uint64), np.array([number_of[hash_] for hash_ in hashes], np.int64)


@cache
def before_names(language: str) -> frozenset[int]:
    """The hashes of words that stand before names and are no part of them: Mr, Sgt, CEO, Monday, and all neighbours."""
    own, address = find_language(language), tables_of(language).get("address", {}).get("words", "").split()
    words = word_hashes([*own.boundaries.titles, *own.boundaries.never_last, *own.calendar, *address])
    return frozenset([*words.tolist(), *neighbours(language)[0].tolist()])
