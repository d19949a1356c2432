"""The features of a sentence, as the columns of a matrix."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

Column = IntEnum(
    "Column",
    """
    likely named named_rank named_share named_most links place known length person
    title_terms title_share title_own_share title_weight
    position in_passage passage_sentences under_heading opened
    terms likelihood likelihood_of_article likelihood_behind
    shared shared_of_article shared_behind_article shared_of_passage shared_behind rarest own_shared covered
    author_shared tweet_terms
    other_names own_name
    days days_apart passage_days article_days opening_days of_month of_year years_apart opening_years year_after years
    first_rank first_share first_score first_article first_passages
    dated_rank dated_share dated_score dated_article dated_passages
    """,
    start=0,
)
ABSENT: Final = 99.0  # a number that a sentence lacks, so that trees can tell it apart
FEATURES: Final = tuple(Column.__members__)  # their names; `kernels` says what each is
