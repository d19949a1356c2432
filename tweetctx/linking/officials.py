"""Officials of a tweet's time who share a name with one who is dead: Trudeau is Justin in 2017, not Pierre."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from tweetctx.index.surface_forms import Subject
from tweetctx.linking.columns import Column
from tweetctx.linking.lives import LIVING
from tweetctx.linking.scored import ScoredMentions

_IN_OFFICE: Final = np.log1p(5 * 365.25)  # ln(1 + days) since the last date that the opening has of one in office
_LONG_DEAD: Final = np.log1p(365.25)  # the same, below which people still write of a death
_LEAST: Final = 0.005  # the probability from which a name may be of one in office
_SUREST: Final = 0.99  # the largest probability of one in office


def with_present_officials(scored: ScoredMentions, least: float) -> ScoredMentions:
    """Leaves out dead officials of whose name the tweet has a part, if it may be of one in office.

    One in office is alive and has a date in the five years before the tweet's in the opening of the article. What the
    dead lose goes to them, P(a | not b) = P(a) / (1 − P(b)), as one mention names one person. Tweets without a date and
    people who died in the year before are left as they are.

    least: the probability from which one in office may be linked; below it, nothing changes.
    """
    rows, own, probabilities = scored.features, scored.candidates.mentions, scored.probabilities
    officials = (rows[:, Column.subject] == Subject.OFFICIAL) & (probabilities >= _LEAST)
    lives, days = rows[:, Column.died] >= LIVING, rows[:, Column.opening_days]
    dead = officials & ~lives & (days > _LONG_DEAD) & (rows[:, Column.is_title] == 0)
    present = officials & lives & (days <= _IN_OFFICE) & (rows[:, Column.opening_later] == 0)
    if not dead.any() or not present.any():
        return scored
    probabilities = probabilities.copy()
    found = np.flatnonzero(present)
    for row in found[np.argsort(-probabilities[found], kind="stable")].tolist():
        others = dead & (own == own[row])
        left = 1.0 - min(float(probabilities[others].sum()), _SUREST)
        probability = min(float(probabilities[row]) / left, _SUREST)
        if left < 1.0 and probability >= least:
            probabilities[row], probabilities[others] = probability, 0.0
    return replace(scored, probabilities=probabilities)
