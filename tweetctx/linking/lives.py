"""When the people whom a tweet may name died, by the first sentences of their articles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import regex

from tweetctx.arrays.types import Floats, Ints

LIVING: Final = 2100.0  # the year of death of those who live, or whose article does not tell it
_LOOKED_AT: Final = 250  # characters
# The second year of a life in brackets: (4 May 1900 – 7 June 1950), (1809–1865).
_DEATH: Final = regex.compile(
    r"\([^()]{0,90}?\d{3,4}\b[^()\d]{0,30}[–—-][^()\d]{0,30}(?:\d{1,2}[^()\d]{1,15})?(?<year>\d{3,4})\b"
)


def years_of_death(sentences: Mapping[int, str], articles: Ints, year: int | None) -> Floats:
    """The year in which the subject of each article died, shape (articles,).

    sentences: the first of each article that has an opening. year: of the tweet; who died after it was living.
    """
    died_of = {article: _died(text, year) for article in {*articles.tolist()} if (text := sentences.get(article))}
    return np.array([died_of.get(article, LIVING) for article in articles.tolist()])


def _died(sentence: str, year: int | None) -> float:
    match = _DEATH.search(sentence, 0, _LOOKED_AT)
    died = float(match["year"]) if match else LIVING
    return LIVING if year is not None and died > year else died
