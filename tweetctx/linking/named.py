"""The linkers that use surface forms: `default`, whose model is learned, and `titles`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

import numpy as np

from tweetctx.errors import LinkerError, ParameterError
from tweetctx.index.protocol import Engine, FormKeys
from tweetctx.index.surface_forms import FormSource
from tweetctx.linking.candidates import Candidates, distinct_forms, find_candidates
from tweetctx.linking.explanation import ExplainedMention, explain_mentions
from tweetctx.linking.features import Matrix, gather_evidence
from tweetctx.linking.mentions import Mentions, Place, Speaker, find_mentions
from tweetctx.linking.model import LinkModel, default_model
from tweetctx.linking.reasons import Reason, reasons_of
from tweetctx.ragged import Bools, Floats, Ints
from tweetctx.specs import Parameters, number, written
from tweetctx.types import Hits, Link, Links, Query, Source, Tweet

_SPEAKERS_SHARE: Final = 0.5  # of its probability and of other evidence, that for an article on who speaks
_TITLES: Final = FormSource.TITLE | FormSource.NAME | FormSource.REDIRECT


@dataclass(frozen=True, slots=True)
class ScoredMentions:
    """The mentions of a tweet, their candidates, and the probability of each candidate, shape (C,).

    openings: those of the candidates' articles, if they were fetched.
    """

    mentions: Mentions
    candidates: Candidates
    features: Matrix
    probabilities: Floats
    openings: Hits | None = None

    def span(self, candidate: int) -> slice:
        """The span of a candidate's mention."""
        mention = self.candidates.mentions[candidate]
        return slice(int(self.mentions.starts[mention]), int(self.mentions.ends[mention]))

    def widest(self, candidate: int, least: float) -> int:
        """The candidate with the same article of the widest mention around, if that is probable enough; else the same.

        `White` in `the White House` may be more probable as a name of the house, but is not the whole name.
        """
        articles, own = self.candidates.articles, self.span(candidate)
        found, widest = candidate, own.stop - own.start
        for other in np.flatnonzero((articles == articles[candidate]) & (self.probabilities >= least)).tolist():
            span = self.span(other)
            if span.start <= own.start and own.stop <= span.stop and span.stop - span.start > widest:
                found, widest = other, span.stop - span.start
        return found

    def best(self, least: float) -> list[int]:
        """The most probable candidate of each mention, if at least `least`; most probable first, ties by place."""
        rows = np.flatnonzero(self.probabilities >= least)
        mentions = self.candidates.mentions[rows]
        starts, ranks = self.mentions.starts[mentions], self.candidates.ranks[rows]
        order = np.lexsort((ranks, mentions, starts, -self.probabilities[rows]))
        best: dict[int, int] = {}
        for row, mention in zip(rows[order].tolist(), mentions[order].tolist(), strict=True):
            best.setdefault(mention, row)
        return [*best.values()]


@dataclass(frozen=True, slots=True)
class SurfaceLinker(Parameters):
    """Links the most probable candidates whose mentions do not overlap.

    threshold: the minimum probability of a link. relative: the same as a fraction of the best link's probability.
    model: gives the probabilities; if None, the one that comes with tweetctx.
    """

    error: ClassVar[type[ParameterError]] = LinkerError
    name: ClassVar[str] = "default"
    threshold: float = number(0.35, 0.0, 1.0)
    relative: float = number(0.5, 0.0, 1.0)
    model: LinkModel | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.name}({written(self)})"

    def forms(self, tweet: Tweet, engine: Engine) -> FormKeys:
        """The surface forms of all spans of a tweet."""
        keys, joined, _ = distinct_forms(find_mentions(tweet.text, engine.breaker.split))
        return keys, joined

    def link(self, tweet: Tweet, query: Query, hits: Hits, engine: Engine) -> Links:
        """The links of a tweet, in its order, and the openings of their articles."""
        scored = self.score(tweet, query, hits, engine)
        return _links(scored, self.chosen(scored), engine)

    def explain(
        self, tweet: Tweet, query: Query, hits: Hits, engine: Engine, *, reasons: bool = True
    ) -> tuple[Links, tuple[ExplainedMention, ...]]:
        """The links of a tweet and its mentions, in its order. reasons: whether to give the reasons for candidates."""
        scored = self.score(tweet, query, hits, engine)
        chosen = self.chosen(scored)
        return _links(scored, chosen, engine), explain_mentions(self, scored, chosen, engine, reasons)

    def score(self, tweet: Tweet, query: Query, hits: Hits, engine: Engine) -> ScoredMentions:
        """All mentions and candidates of a tweet, with probabilities."""
        found = self.candidates(tweet, query, hits, engine)
        return replace(found, probabilities=self._model.probabilities(found.features))

    def reasons(self, row: Matrix) -> Iterator[Reason]:
        """The strongest reasons for and against a candidate. row: its features, shape (F,)."""
        return reasons_of(row, self._model)

    @property
    def _model(self) -> LinkModel:
        return self.model or default_model()

    def candidates(self, tweet: Tweet, query: Query, hits: Hits, engine: Engine) -> ScoredMentions:
        """Everything that the tweet may name and what speaks for it; all probabilities are 0."""
        mentions = find_mentions(tweet.text, engine.breaker.split)
        found = gather_evidence(mentions, find_candidates(mentions, engine), query, hits, engine)
        return ScoredMentions(
            mentions, found.candidates, found.features, np.zeros(len(found.candidates)), found.openings
        )

    def chosen(self, scored: ScoredMentions) -> list[int]:
        """The candidates that are linked, most probable first."""
        chosen: list[int] = []
        taken = np.zeros(len(scored.mentions.text), np.bool_)
        least = self.threshold
        for candidate in scored.best(least):
            probability = float(scored.probabilities[candidate])
            if probability < least or probability == 0.0:
                break
            span = scored.span(candidate)
            if not taken[span].any():
                widest = scored.widest(candidate, least)
                candidate = candidate if taken[scored.span(widest)].any() else widest
                taken[scored.span(candidate)] = True
                chosen.append(candidate)
                least = max(least, self.relative * float(scored.probabilities[chosen[0]]))
        chosen.sort(key=lambda candidate: -float(scored.probabilities[candidate]))
        return chosen


@dataclass(frozen=True, slots=True)
class TitleLinker(SurfaceLinker):
    """Links the longest titles and redirects in a tweet, each to its most common article.

    The probability of a link is the commonness of the article among those with this title.
    """

    name: ClassVar[str] = "titles"
    threshold: float = number(0.5, 0.0, 1.0)
    relative: float = number(0.0, 0.0, 1.0)

    def score(self, tweet: Tweet, query: Query, hits: Hits, engine: Engine) -> ScoredMentions:  # noqa: ARG002
        """The titles in the tweet that have several words or a capital."""
        mentions = find_mentions(tweet.text, engine.breaker.split)
        candidates = find_candidates(mentions, engine)
        titled = (candidates.forms.sources[candidates.senses].astype(np.int64) & int(_TITLES)) > 0
        longer = (mentions.places[Place.last] - mentions.places[Place.first])[candidates.mentions] > 1
        capital = np.array([mentions.text[start].isupper() for start in mentions.starts], np.bool_)
        named = titled & (longer | capital[candidates.mentions])
        probabilities = np.where(named, candidates.commonness[candidates.senses], 0.0)
        return ScoredMentions(mentions, candidates, np.empty((len(candidates), 0), np.float32), probabilities)

    def reasons(self, row: Matrix) -> Iterator[Reason]:  # noqa: ARG002
        """No reasons: the probability is all that there is."""
        return iter(())


def _links(scored: ScoredMentions, chosen: Sequence[int], engine: Engine) -> Links:
    if not chosen:
        return Links.none()
    rows = np.array(chosen)
    mention = scored.candidates.mentions[rows]
    articles, probabilities = scored.candidates.articles[rows], scored.probabilities[rows]
    distinct, which = np.unique(articles, return_inverse=True)
    part = scored.mentions.places[Place.speaker, mention]
    author = np.isin(articles, articles[part == Speaker.AUTHOR])  # also where the text names its author
    evidence = evidence_of(which, probabilities, (part != Speaker.NONE) | author)
    best = distinct[np.lexsort((distinct, -evidence))]
    openings = engine.openings(best) if scored.openings is None else _of_articles(scored.openings, best)
    hit_of = {article: hit for hit, article in enumerate(openings.articles.tolist())}
    starts, ends = scored.mentions.starts[mention].tolist(), scored.mentions.ends[mention].tolist()
    found = zip(starts, ends, articles.tolist(), probabilities.tolist(), strict=True)
    links = tuple(
        _link(scored.mentions.text, start, end, article, openings.sources[hit_of[article]], probability)
        for start, end, article, probability in sorted(found)
        if article in hit_of
    )
    return Links(links, openings, distinct, evidence)


def _link(text: str, start: int, end: int, article: int, source: Source, probability: float) -> Link:
    return Link(start, end, text[start:end], article, source.title, source.url, probability)


def evidence_of(which: Ints, probabilities: Floats, speaks: Bools) -> Floats:
    """The evidence for each article; an article that is only named as the author has less than all others.

    which: the article of each link. probabilities: of the links. speaks: whether their mentions name the author.
    """
    evidence = np.zeros(int(which.max()) + 1)
    np.maximum.at(evidence, which[~speaks], probabilities[~speaks])
    speaker = evidence == 0.0
    most = _SPEAKERS_SHARE * evidence[~speaker].min(initial=1.0)
    np.maximum.at(evidence, which[speaks], np.where(speaker[which], probabilities * most, evidence[which])[speaks])
    return evidence


def _of_articles(openings: Hits, articles: Ints) -> Hits:
    """The openings of some articles, in the order of the articles."""
    order = np.argsort(openings.articles)
    place = np.searchsorted(openings.articles, articles, sorter=order).clip(max=max(len(order) - 1, 0))
    rows = order[place] if len(order) else order
    return openings.take(rows[openings.articles[rows] == articles] if len(order) else rows)
