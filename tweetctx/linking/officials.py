"""Officials of a tweet's time who share a name with one who is dead: Trudeau is Justin in 2017, not Pierre."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from tweetctx.index.surface_forms import Subject
from tweetctx.linking.columns import Column
from tweetctx.linking.lives import LIVING
from tweetctx.linking.scored import ScoredMentions

_OFFICIAL: Final = int(Subject.OFFICIAL)  # faster with numpy than a member of an enum
_FACTS: Final = [Column.died, Column.opening_days, Column.opening_later, Column.is_title]
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
    officials = np.flatnonzero(scored.features[:, Column.subject] == _OFFICIAL)
    if len(officials) < 2:
        return scored
    probabilities, mentions = scored.probabilities.copy(), scored.candidates.mentions[officials].tolist()
    dead, present = dict[int, list[int]](), list[tuple[float, int, int]]()
    facts = zip(officials.tolist(), mentions, scored.features[officials][:, _FACTS].tolist(), strict=True)
    for row, mention, (died, days, later, is_title) in facts:
        if died >= LIVING and days <= _IN_OFFICE and not later and probabilities[row] >= _LEAST:
            present.append((-float(probabilities[row]), row, mention))
        elif died < LIVING and days > _LONG_DEAD and not is_title:
            dead.setdefault(mention, []).append(row)
    for chance, row, mention in sorted(present):
        others = dead.get(mention, [])
        left = 1.0 - min(float(probabilities[others].sum()), _SUREST)
        probability = min(-chance / left, _SUREST)
        if others and probability >= least:
            probabilities[row], probabilities[dead.pop(mention)] = probability, 0.0
    return replace(scored, probabilities=probabilities)
