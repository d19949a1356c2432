"""The features of a candidate, as the columns of a matrix."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

Column = IntEnum(
    "Column",
    """
    prior behind_best margin senses commonness links links_share uses uses_share uses_rate named named_behind
    named_share named_rate namesakes length length_behind
    is_title is_name is_place is_short is_opening is_surname is_part is_link is_demonym is_given is_found
    of_person of_disambiguation of_common of_qualified subject died
    kind share_of_hashtag speaker plural words letters case capital_before capital_behind inside_likely outer inner
    opens closes word_before word_behind fits fits_behind opposed contests lives works
    title_before title_behind near_shared continued continues
    tweet_capitalized tweet_in_capitals written_small written_small_most written_as_name name_rate capitals_rate
    retrieved_rank retrieved_score retrieved_margin retrieved_passages
    first_score first_margin first_outer first_inner
    shared_terms shared_part shared_rarest shared_margin title_terms title_missing title_share
    named_by_passages named_by_best named_share_of_passages
    elsewhere elsewhere_letters names_another named_by_another related related_mean related_behind
    subject_elsewhere team_elsewhere
    opening_days opening_later opening_years title_years
    stacked_logit stacked_rival stacked_around stacked_around_same stacked_inside stacked_inside_same stacked_crossing
    stacked_again stacked_mass stacked_mass_around stacked_mass_inside
    """,
    start=0,
)
FEATURES: Final = tuple(Column.__members__)  # their names; the modules `…_kernels` say what each is
STACKED: Final = tuple(name for name in FEATURES if name.startswith("stacked_"))  # by what the first trees say
NO_YEAR: Final = 200.0  # years between the tweet and a text that has none
