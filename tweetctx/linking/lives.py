"""When the people whom a tweet may name died, by the first sentences of their articles."""

from __future__ import annotations

from typing import Final

import regex

LIVING: Final = 2100.0  # the year of death of those who live, or whose article does not tell it
_LOOKED_AT: Final = 250  # characters
# The second year of a life in brackets: (4 May 1900 – 7 June 1950), (1809–1865).
_DEATH: Final = regex.compile(
    r"\([^()]{0,90}?\d{3,4}\b[^()\d]{0,30}[–—-][^()\d]{0,30}(?:\d{1,2}[^()\d]{1,15})?(?<year>\d{3,4})\b"
)


def year_of_death(sentence: str, year: int | None) -> float:
    """The year in which the subject of an article died.

    sentence: the first of the article, empty without one. year: of the tweet; who died after it was living.
    """
    match = _DEATH.search(sentence, 0, _LOOKED_AT)
    died = float(match["year"]) if match else LIVING
    return LIVING if year is not None and died > year else died
