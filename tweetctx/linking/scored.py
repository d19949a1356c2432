"""The scored mentions of a tweet: its candidates with their probabilities, from which links are chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from tweetctx.arrays.types import Bools, Floats
from tweetctx.linking.candidates import Candidates
from tweetctx.linking.features import Matrix
from tweetctx.linking.spans import Mentions
from tweetctx.types import Hits

LEAST_ASKED: Final = 0.01  # the probability of a candidate that is worth another look
_SUREST: Final = 0.99  # the largest probability that the exclusion of others gives


def chance_without(probabilities: Floats, row: int, others: Bools | Sequence[int]) -> float:
    """P(a | not b) = P(a) / (1 − P(b)) of a candidate, if none of some others for its mention is meant; at most 0.99.

    others: a mask of the candidates, or their rows.
    """
    left = 1.0 - min(float(probabilities[others].sum()), _SUREST)
    return min(float(probabilities[row]) / left, _SUREST)


class Likely(NamedTuple):
    """A candidate that is probable enough: its row, article and probability, and the number and span of its mention."""

    row: int
    article: int
    probability: float
    mention: int
    start: int
    end: int

    def overlaps(self, other: Likely) -> bool:
        """Whether the spans of two have a place in common."""
        return self.start < other.end and other.start < self.end

    def widest(self, others: Sequence[Likely], least: float) -> Likely:
        """The candidate for the same article with the widest mention around this one's, perhaps this one itself.

        others: this one among them. least: the minimum probability of the candidate.
        `White` in `the White House` may be more probable as a name of the house, but is not the whole name.
        """
        around = [
            other
            for other in others
            if other.article == self.article
            and other.probability >= least
            and other.start <= self.start
            and self.end <= other.end
        ]
        return min(around, key=lambda other: (other.start - other.end, other != self, other.row))

    def longer(self, others: Sequence[Likely], margin: float) -> Likely:
        """The most probable candidate of a larger span around this one's that is hardly less probable, or itself.

        others: the best candidates of the mentions. margin: how much less. In `Bank of America`, America is no
        mention of its own.
        """
        around = [
            other
            for other in others
            if other.probability >= self.probability - margin
            and other.start <= self.start
            and self.end <= other.end
            and other.end - other.start > self.end - self.start
        ]
        return max(around, key=lambda other: other.probability, default=self)


@dataclass(frozen=True, slots=True)
class ScoredMentions:
    """The mentions of a tweet, their candidates, and the probability of each candidate, shape (C,).

    openings: those of the candidates' articles, if they were fetched. namesakes: see `find_namesakes`.
    """

    mentions: Mentions
    candidates: Candidates
    features: Matrix
    probabilities: Floats
    openings: Hits | None = None
    namesakes: Mapping[int, int] = field(default_factory=dict)

    def text_of(self, row: int) -> str:
        """The mention of a candidate, as the tweet has it."""
        mention = self.candidates.mentions[row]
        return self.mentions.text[self.mentions.starts[mention] : self.mentions.ends[mention]]

    def likely(self, least: float) -> list[Likely]:
        """The candidates of at least some probability, most probable first; ties by place, mention and prior."""
        rows = np.flatnonzero(self.probabilities >= least)
        mentions, candidates = self.candidates.mentions[rows], self.candidates
        fields = candidates.articles[rows], self.probabilities[rows], mentions
        columns = rows, *fields, self.mentions.starts[mentions], self.mentions.ends[mentions], candidates.ranks[rows]
        found = [*zip(*(column.tolist() for column in columns), strict=True)]
        found.sort(key=lambda one: (-one[2], one[4], one[3], one[6], one[0]))
        return [Likely(*one[:6]) for one in found]

    def best(self, least: float) -> list[int]:
        """The most probable candidate of each mention, if at least `least`; most probable first, ties by place."""
        return [one.row for one in best_of_each_mention(self.likely(least))]

    def overlapping(self, which: Bools) -> Bools:
        """Whether the mention of each candidate overlaps one of those that `which` chooses, shape (C,)."""
        rows = self.candidates.mentions
        starts, ends = self.mentions.starts[rows], self.mentions.ends[rows]
        overlapping = np.zeros(len(rows), np.bool_)
        for row in np.flatnonzero(which).tolist():
            overlapping |= (starts < ends[row]) & (starts[row] < ends)
        return overlapping


def best_of_each_mention(likely: Iterable[Likely]) -> Iterable[Likely]:
    """The first candidate of each mention."""
    first: dict[int, Likely] = {}
    for one in likely:
        first.setdefault(one.mention, one)
    return first.values()
