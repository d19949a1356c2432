"""Days, months and years as terms of a collection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.languages import find_language

if TYPE_CHECKING:
    from tweetctx.types import TermStats

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2099
MONTHS: Final = 100  # the code of a month is this and its number
_DAYS: Final = 31


def calendar_of(analyzer: Analyzer, term_stats: Callable[[Sequence[str]], TermStats]) -> Ints:
    """The terms that dates consist of, looked up in one call of an engine: a hash table of codes by their keys.

    The code of a day of the month is from 1 to 31, that of a month from MONTHS + 1, and that of a year from FIRST_YEAR.
    English *May* has no term, as it is a stop word.
    """
    from tweetctx.arrays.hash_kernels import filled_table

    codes = {str(day): day for day in range(1, _DAYS + 1)}
    codes |= {str(year): year for year in range(FIRST_YEAR, LAST_YEAR + 1)}
    codes |= {term: MONTHS + month for month in range(1, 13) for term in month_terms(analyzer, month)}
    keys = term_stats([*codes]).keys
    known = keys >= 0
    return filled_table(keys[known].astype(np.int64), np.array([*codes.values()], np.int64)[known])


def month_terms(analyzer: Analyzer, month: int) -> list[str]:
    """The term of the name of a month, from 1, in the language of an analyzer; empty if it has none, or several."""
    names = find_language(analyzer.config.language).months[month - 1 : month]
    terms = analyzer.terms(" ".join(names))
    return terms if len(terms) == 1 else []
