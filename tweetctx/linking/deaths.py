"""Beside a word of death, a name means who has just died, or else a person and not a town or a film: RIP Kobe."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np

from tweetctx.index.surface_forms import Subject
from tweetctx.linking.columns import Column
from tweetctx.linking.neighbours import GROUPS
from tweetctx.linking.scored import ScoredMentions, chance_without
from tweetctx.linking.spans import SpanRow
from tweetctx.text.languages import tables_of
from tweetctx.text.names.keys import Keys, word_hashes

_JUST_NOW: Final = np.log1p(10.0)  # ln(1 + days) since a death of which people write
_PLACE: Final = GROUPS.index("place") + 1
_NEAR: Final = 2  # words between which and the name the word of death stands at most


def with_the_dead(scored: ScoredMentions, least: float, language: str) -> ScoredMentions:
    """Links a name beside a word of death to the person who died, not to a town, a film or a namesake.

    *RIP Castro* is no town. On 27 January 2020 *RIP Kobe* is Kobe Bryant, whose opening has a date just before; so
    other people of that name are left out, too, and towns without a word of place before them (*flying to Kobe*). What
    they lose goes to him, see `chance_without`, as one mention names one thing. Elsewhere in the tweet the same name
    means the same.

    least: the probability from which the person may be linked; below it, nothing changes.
    """
    rows, own = scored.features, scored.candidates.mentions
    of_death = np.isin(scored.mentions.tokens.hashes, _words_of_death(language))
    if not of_death.any():
        return scored
    just_now = (rows[:, Column.opening_days] <= _JUST_NOW) & (rows[:, Column.opening_later] == 0)
    people = rows[:, Column.subject] >= Subject.PERSON
    dead = np.flatnonzero(people & (just_now | (rows[:, Column.fits] > 0))).tolist()
    if not dead:
        return scored
    spans, probabilities = scored.mentions.spans, scored.probabilities.copy()
    fits, keys = rows[:, Column.fits], scored.mentions.keys[own]
    for row in dead:
        first, last = int(spans[SpanRow.first, own[row]]), int(spans[SpanRow.last, own[row]])
        if not of_death[max(first - _NEAR, 0) : last + _NEAR].any():
            continue
        misfits = (fits < 0) | (just_now[row] & (rows[:, Column.word_before] != _PLACE))
        others = np.where(people, ~just_now & just_now[row], misfits)
        probability = chance_without(scored.probabilities, row, others & (own == own[row]))
        if probability >= least:
            same = keys == keys[row]
            probabilities[same & (scored.candidates.articles == scored.candidates.articles[row])] = probability
            probabilities[same & others] = 0.0
    return replace(scored, probabilities=probabilities)


@cache
def _words_of_death(language: str) -> Keys:
    """The hashes of the words that say that somebody has died."""
    return word_hashes(sorted(tables_of(language).get("deaths", {}).get("words", "").split()))
