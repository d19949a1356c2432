"""The words that tell what kind of thing stands beside them: `in` a place, `Sen` an official, `v` a team."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.index.surface_forms import Subject
from tweetctx.text.languages import find_language, tables_of
from tweetctx.text.names.keys import Keys, word_hashes

# The groups of words in the table `neighbours` of a language, numbered from 1 in this order, and small numbers.
GROUPS: Final = (
    *("article", "indefinite", "possessive", "place", "of", "person", "and", "verb"),
    *("contest", "office", "role", "life", "team", "work", "body", "number"),
)
_OF_CONTEST: Final = (GROUPS.index("contest") + 1, GROUPS.index("number") + 1)
FILLS, TELLS = 1, 2  # what words between opponents do
_NUMBERS: Final = " ".join(map(str, range(100)))
_POINTS: Final = " ".join(map(str, range(100, 200)))  # of a match of basketball
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
def neighbours(language: str) -> tuple[Keys, Ints, Ints]:
    """The hashes of words, ascending, the number of the group of each, and how it stands between opponents.

    A word of no group has the number 0. Of the words between two teams, some tell that these are opponents (`TELLS`):
    those of a contest or an outcome, and numbers. Others may stand beside them (`FILLS`), as *to* in *lost to*.
    """
    table = {**tables_of(language).get("neighbours", {}), "number": _NUMBERS}
    number_of, between = dict[int, int](), dict[int, int]()
    for number, group in enumerate(GROUPS, 1):
        for hash_ in word_hashes(table.get(group, "").split()).tolist():
            number_of.setdefault(hash_, number)
    for words, value in ((f"{table.get('outcome', '')} {_POINTS}", TELLS), (table.get("outcome_fillers", ""), FILLS)):
        between |= dict.fromkeys(word_hashes(words.split()).tolist(), value)
    between |= {hash_: TELLS for hash_, number in number_of.items() if number in _OF_CONTEST}
    hashes = sorted({*number_of, *between})
    columns = ([of.get(hash_, 0) for hash_ in hashes] for of in (number_of, between))
    groups, values = (np.array(column, np.int64) for column in columns)
    return np.array(hashes, np.uint64), groups, values


@cache
def before_names(language: str) -> frozenset[int]:
    """The hashes of words that stand before names and are no part of them: Mr, Sgt, CEO, Monday, and all neighbours."""
    own, address = find_language(language), tables_of(language).get("address", {}).get("words", "").split()
    words = word_hashes([*own.boundaries.titles, *own.boundaries.never_last, *own.calendar, *address])
    hashes, groups, _ = neighbours(language)
    return frozenset([*words.tolist(), *hashes[groups > 0].tolist()])
