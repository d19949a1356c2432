"""The features of a sentence, as the columns of a matrix."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

Column = IntEnum(
    "Column",
    """
    likely named named_rank place known length person
    title_share title_own_share title_weight
    position in_passage under_heading opened
    shared own_shared covered other_names own_name
    days days_apart passage_days article_days opening_days
    of_month of_year years_apart opening_years year_after first_after
    first_rank first_share first_article
    dated_rank dated_share dated_article
    """,
    start=0,
)
ABSENT: Final = 99.0  # a number that a sentence lacks, so that trees can tell it apart
FEATURES: Final = tuple(Column.__members__)  # their names; `kernels` says what each is
NEAR: Final = 4.0  # ln(1 + days) up to which a date is near the tweet's
RETRIEVED: Final = 150  # passages that the first search finds
MUCH: Final = 8.0  # the weight of shared words that is much
HALF: Final = 0.5  # of the tweet
MENTIONED: Final = 0.6  # the evidence for linked articles that a sentence of another article names
LIKELY: Final = 0.2  # the probability from which on the tweet may name an article
