"""When the people whom a tweet may name died, by the first sentences of their articles."""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from tweetctx.text.languages import find_language

LIVING: Final = 2100.0  # the year of death of those who live, or whose article does not tell it
_LOOKED_AT: Final = 250  # characters
# The second year of a life in brackets: (4 May 1900 – 7 June 1950), (1809–1865).
_DEATH: Final = regex.compile(
    r"\([^()]{0,90}?\d{3,4}\b[^()\d]{0,30}[–—-][^()\d]{0,30}(?:\d{1,2}[^()\d]{1,15})?(?<year>\d{3,4})\b"
)
_YEAR: Final = r"(?<!\d)\d{3,4}(?!\d)"
_NO_YEAR: Final = r"(?:[^\d()（）]|(?<!\d)\d{1,2}(?!\d))"


def year_of_death(sentence: str, year: int | None, language: str = "en") -> float:
    """The year in which the subject of an article died.

    sentence: the first of the article, empty without one. year: of the tweet; who died after it was living.
    """
    pattern = _DEATH if language == "en" else _death(language)
    match = pattern.search(sentence, 0, _LOOKED_AT)
    died = float(match["year"]) if match else LIVING
    return LIVING if year is not None and died > year else died


@cache
def _death(language: str) -> regex.Pattern[str]:
    """Finds the year of death in a language other than English.

    That is the second of a life in brackets, (Roma, 4 maggio 1900 – Milano, 7 giugno 1950), and the one behind a dagger
    or a word for dying where another year precedes it: * 1900 in Rom; † 7. Juni 1950.
    """
    words = find_language(language).died
    died = rf"†|(?<!\p{{L}})(?:{words})(?!\p{{L}})" if words else "†"
    return regex.compile(
        rf"""[(（][^()（）]{{0,90}}?{_YEAR}{_NO_YEAR}{{0,40}}?(?:[–—－]|(?<=[\d\s.日])-|-(?=\s))
             {_NO_YEAR}{{0,60}}?(?<year>{_YEAR})
        |   {_YEAR}(?:\D|(?<!\d)\d{{1,2}}(?!\d)){{0,80}}?(?:{died}){_NO_YEAR}{{0,60}}?(?<year>{_YEAR})""",
        regex.VERBOSE,
    )
