"""Explanations of links: the mentions of a tweet, their candidates, and the evidence for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Protocol, runtime_checkable

import numpy as np

from tweetctx.arrays.sums import distinct
from tweetctx.index.protocol import Engine
from tweetctx.linking.features import Matrix
from tweetctx.linking.reasons import Reason
from tweetctx.linking.scored import Likely, ScoredMentions
from tweetctx.tweets.records import Tweet
from tweetctx.types import Hits, Links, Query

_LEAST_MENTION: Final = 0.05  # the probability of its best article that makes a span worth showing
_LEAST_CANDIDATE: Final = 0.005
_MOST_CANDIDATES: Final = 4
_MOST_DECIMALS: Final = 10


@dataclass(frozen=True, slots=True)
class ExplainedCandidate:
    """A candidate article of a mention. reasons: the strongest for and against it, strongest first."""

    title: str
    url: str
    probability: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class ExplainedMention:
    """A mention, the span [start, end) of a tweet in code points, and its candidates.

    unlinked: why it is not linked, completing "it is not linked: ..."; empty if its first candidate is. candidates: the
    linked one or else the most probable, then the others, most probable first.
    """

    start: int
    end: int
    text: str
    unlinked: str
    candidates: tuple[ExplainedCandidate, ...]


@runtime_checkable
class ExplainableLinker(Protocol):
    """A linker that can explain its links."""

    def explain(
        self, tweet: Tweet, query: Query, hits: Hits, engine: Engine, *, reasons: bool = True
    ) -> tuple[Links, tuple[ExplainedMention, ...]]:
        """The links of a tweet and its mentions, in its order. reasons: whether to give the reasons for candidates."""
        ...


class Decision(Protocol):
    """What decides whether a candidate is linked; see `SurfaceLinker`."""

    @property
    def threshold(self) -> float:
        """The minimum probability of a link."""
        ...

    @property
    def relative(self) -> float:
        """The same as a fraction of the best link's probability."""
        ...

    def likely(self, scored: ScoredMentions) -> list[Likely]:
        """The candidates that may be linked, most probable first."""
        ...

    def reasons(self, row: Matrix) -> Iterator[Reason]:
        """The strongest reasons for and against a candidate."""
        ...


def explain_mentions(
    linker: Decision, scored: ScoredMentions, chosen: Sequence[int], engine: Engine, reasons: bool
) -> tuple[ExplainedMention, ...]:
    """The mentions of a tweet that are linked or nearly linked, in its order, longer ones first.

    chosen: the candidates that are linked. reasons: whether to give the reasons for and against each candidate.
    """
    shown = [*chosen, *scored.best(_LEAST_MENTION)]
    spans = {_span(scored, row): row for row in reversed(shown)}  # of each span the link, or else the most probable
    rows = {row: _candidates(scored, row) for row in spans.values()}
    explain = linker.reasons if reasons else _no_reasons
    openings = scored.openings
    if openings is None:
        openings = engine.openings(distinct(scored.candidates.articles[[*chain.from_iterable(rows.values())]]))
    found = [
        _mention(scored, row, _why_unlinked(linker, scored, chosen, row), _explained(scored, own, openings, explain))
        for row, own in rows.items()
    ]
    return tuple(sorted(found, key=lambda mention: (mention.start, -mention.end)))


def _mention(
    scored: ScoredMentions, row: int, unlinked: str, candidates: Iterator[ExplainedCandidate]
) -> ExplainedMention:
    start, end = _span(scored, row)
    return ExplainedMention(start, end, scored.mentions.text[start:end], unlinked, tuple(candidates))


def _candidates(scored: ScoredMentions, row: int) -> list[int]:
    """A candidate, and the most probable others of its mention."""
    own = np.flatnonzero(scored.candidates.mentions == scored.candidates.mentions[row])
    order = own[np.argsort(-scored.probabilities[own], kind="stable")].tolist()
    others = [other for other in order if other != row and scored.probabilities[other] >= _LEAST_CANDIDATE]
    return [row, *others[: _MOST_CANDIDATES - 1]]


def _explained(
    scored: ScoredMentions, rows: Sequence[int], openings: Hits, reasons: Callable[[Matrix], Iterator[Reason]]
) -> Iterator[ExplainedCandidate]:
    for row in rows:
        for hit in np.flatnonzero(openings.articles == scored.candidates.articles[row]).tolist():
            source, probability = openings.sources[hit], float(scored.probabilities[row])
            yield ExplainedCandidate(source.title, source.url, probability, tuple(reasons(scored.features[row])))


def _no_reasons(row: Matrix) -> Iterator[Reason]:  # noqa: ARG001
    return iter(())


def _why_unlinked(linker: Decision, scored: ScoredMentions, chosen: Sequence[int], row: int) -> str:
    if row in chosen:
        return ""
    probability = float(scored.probabilities[row])
    if probability >= linker.threshold and all(one.row != row for one in linker.likely(scored)):
        return "the name beside it is of somebody else"
    if probability < linker.threshold or not chosen:
        return f"{_below(probability, linker.threshold)} is below the threshold of {linker.threshold:g}"
    start, end = _span(scored, row)
    for other in chosen:
        first, last = _span(scored, other)
        if first < end and start < last:
            return f"{scored.mentions.text[first:last]!r} overlaps it and is linked"
    return f"{probability:.2f} is less than {linker.relative:g} times the probability of the best link"


def _span(scored: ScoredMentions, row: int) -> tuple[int, int]:
    mention = int(scored.candidates.mentions[row])
    return int(scored.mentions.starts[mention]), int(scored.mentions.ends[mention])


def _below(probability: float, threshold: float) -> str:
    """A probability with as many decimals, two at least, as show that it is below a threshold."""
    decimals = next((count for count in range(2, _MOST_DECIMALS) if round(probability, count) < threshold), 2)
    return f"{probability:.{decimals}f}"
