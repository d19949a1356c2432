"""Prefers officials in office at the time of a tweet to dead ones of the same name: in 2017, Trudeau is Justin."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from tweetctx.index.surface_forms import Subject
from tweetctx.linking.columns import Column
from tweetctx.linking.lives import LIVING
from tweetctx.linking.scored import ScoredMentions, chance_without

_OFFICIAL: Final = int(Subject.OFFICIAL)  # faster with numpy than a member of an enum
_FACTS: Final = np.array([Column.died, Column.opening_days, Column.opening_later, Column.is_title])
_IN_OFFICE: Final = np.log1p(5 * 365.25)  # ln(1 + days) since the last date that the opening has of one in office
_LONG_DEAD: Final = np.log1p(365.25)  # the same, below which people still write of a death
_LEAST: Final = 0.005  # the probability from which a name may be of one in office


def with_present_officials(scored: ScoredMentions, least: float) -> ScoredMentions:
    """Leaves out dead officials if the tweet has only a part of their name, and may mean somebody in office.

    Those in office are alive, and the opening of their article has a date in the five years before the tweet's. What
    the dead lose goes to them, see `chance_without`, as one mention names one person. Nothing changes for tweets
    without a date, nor for people who died in the year before the tweet.

    least: the probability from which one in office may be linked; below it, nothing changes.
    """
    officials = np.flatnonzero(scored.features[:, Column.subject] == _OFFICIAL)
    if len(officials) < 2:
        return scored
    probabilities, mentions = scored.probabilities.copy(), scored.candidates.mentions[officials].tolist()
    dead, present = dict[int, list[int]](), list[tuple[int, int]]()
    facts = zip(officials.tolist(), mentions, scored.features[officials][:, _FACTS].tolist(), strict=True)
    for row, mention, (died, days, later, is_title) in facts:
        if died >= LIVING and days <= _IN_OFFICE and not later and probabilities[row] >= _LEAST:
            present.append((row, mention))
        elif died < LIVING and days > _LONG_DEAD and not is_title:
            dead.setdefault(mention, []).append(row)
    for row, mention in sorted(present, key=lambda one: (-probabilities[one[0]], one)):
        others = dead.get(mention, [])
        probability = chance_without(probabilities, row, others)
        if others and probability >= least:
            probabilities[row], probabilities[dead.pop(mention)] = probability, 0.0
    return replace(scored, probabilities=probabilities)
