"""The linkers that use surface forms: `default`, whose model is learned, and `titles`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

import numpy as np

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.sums import distinct, rows_of
from tweetctx.errors import LinkerError, ParameterError
from tweetctx.index.protocol import Engine, FormKeys
from tweetctx.index.surface_forms import WHOLE
from tweetctx.linking.abbreviations import without_other_abbreviations
from tweetctx.linking.candidates import distinct_forms, find_candidates
from tweetctx.linking.dates import without_dates
from tweetctx.linking.deaths import with_the_dead
from tweetctx.linking.exclusion import without_impossible
from tweetctx.linking.explanation import ExplainedMention, explain_mentions
from tweetctx.linking.features import Matrix, gather_evidence
from tweetctx.linking.found import Found
from tweetctx.linking.mentions import find_mentions
from tweetctx.linking.misspelt import with_misspelt
from tweetctx.linking.model import LinkModel, default_model
from tweetctx.linking.namesakes import find_namesakes, other_people
from tweetctx.linking.officials import with_present_officials
from tweetctx.linking.possible import named_articles
from tweetctx.linking.qualifiers import without_qualifiers
from tweetctx.linking.reasons import Reason, reasons_of
from tweetctx.linking.scored import Likely, ScoredMentions, best_of_each_mention
from tweetctx.linking.spans import SpanRow
from tweetctx.specs import Parameters, number, written
from tweetctx.tweets.records import Tweet
from tweetctx.tweets.speakers import Speaker
from tweetctx.types import Hits, Link, Links, Query

_SPEAKERS_SHARE: Final = 0.5  # of its probability and of other evidence, that for an article on who speaks
_NEAR_TIE: Final = 0.2  # between the probabilities of a span and of one around it that wins


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
        keys, joined, _ = distinct_forms(find_mentions(tweet, engine.breaker.split, engine.analyzer.config.language))
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
        unscored = self.candidates(tweet, query, hits, engine)
        rows, probabilities = self._model.judge(unscored)
        scored = replace(unscored, features=rows, probabilities=probabilities)
        return self.settled(scored, engine.analyzer.config.language)

    def settled(self, scored: ScoredMentions, language: str) -> ScoredMentions:
        """The same after what no model decides: accounts, numbers, misspelt names, the dead, dates, larger places.

        scored: with probabilities by the model, and with openings. language: of the tweet.
        """
        settled = with_misspelt(without_impossible(scored, language))
        settled = with_present_officials(with_the_dead(settled, self.threshold, language), self.threshold)
        settled = without_dates(settled, self.threshold, language)
        for settle in (without_qualifiers, without_other_abbreviations):
            settled = settle(settled, self.threshold)
        return settled

    def reasons(self, row: Matrix) -> Iterator[Reason]:
        """The strongest reasons for and against a candidate. row: its features, shape (F,)."""
        return reasons_of(row, self._model)

    @property
    def _model(self) -> LinkModel:
        return self.model or default_model()

    def candidates(self, tweet: Tweet, query: Query, hits: Hits, engine: Engine) -> ScoredMentions:
        """Everything that the tweet may name and what speaks for it; all probabilities are 0."""
        mentions = find_mentions(tweet, engine.breaker.split, engine.analyzer.config.language)
        candidates = find_candidates(mentions, engine, Found.of(hits))
        evidence = gather_evidence(mentions, candidates, query, hits, engine)
        return ScoredMentions(
            mentions,
            evidence.candidates,
            evidence.features,
            np.zeros(len(evidence.candidates)),
            evidence.openings,
            find_namesakes(mentions, evidence, query, engine.analyzer),
        )

    def likely(self, scored: ScoredMentions) -> list[Likely]:
        """The candidates that may be linked, most probable first. People who only share a name are left out."""
        likely, others = scored.likely(self.threshold), other_people(scored)
        return [one for one in likely if one.row not in others]

    def chosen(self, scored: ScoredMentions) -> list[int]:
        """The candidates that are linked, most probable first."""
        likely, chosen, least = self.likely(scored), list[Likely](), self.threshold
        best = [*best_of_each_mention(likely)]
        for first in best:
            if first.probability < least or first.probability == 0.0:
                break
            if not any(map(first.overlaps, chosen)):
                longer = first.longer(best, _NEAR_TIE)
                candidate = first if any(map(longer.overlaps, chosen)) else longer
                widest = candidate.widest(likely, min(least, candidate.probability))
                chosen.append(candidate if any(map(widest.overlaps, chosen)) else widest)
                least = max(least, self.relative * chosen[0].probability)
        chosen.sort(key=lambda one: -one.probability)
        return [one.row for one in chosen]


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
        mentions = find_mentions(tweet, engine.breaker.split, engine.analyzer.config.language)
        candidates = find_candidates(mentions, engine, Found.nothing())
        titled = (candidates.forms.sources[candidates.senses].astype(np.int64) & int(WHOLE)) > 0
        longer = (mentions.spans[SpanRow.last] - mentions.spans[SpanRow.first])[candidates.mentions] > 1
        capital = np.array([mentions.text[start].isupper() for start in mentions.starts], np.bool_)
        named = titled & (longer | capital[candidates.mentions])
        probabilities = np.where(named, candidates.commonness[candidates.senses], 0.0)
        scored = ScoredMentions(mentions, candidates, np.empty((len(candidates), 0), np.float32), probabilities)
        language = engine.analyzer.config.language
        possible = without_impossible(scored, language)
        likely = candidates.articles[possible.probabilities >= self.threshold]
        opened = replace(possible, openings=engine.openings(distinct(likely)))
        return replace(without_dates(opened, self.threshold, language), openings=None)

    def chosen(self, scored: ScoredMentions) -> list[int]:
        """The candidates that are linked, most probable first: of those that overlap, the longest title."""
        likely = [one for one in best_of_each_mention(scored.likely(self.threshold)) if one.probability > 0.0]
        least = self.relative * max((one.probability for one in likely), default=0.0)
        chosen = list[Likely]()
        for candidate in sorted(likely, key=lambda one: (one.start - one.end, one.start)):
            if candidate.probability >= least and not any(map(candidate.overlaps, chosen)):
                chosen.append(candidate)
        chosen.sort(key=lambda one: -one.probability)
        return [one.row for one in chosen]

    def reasons(self, row: Matrix) -> Iterator[Reason]:  # noqa: ARG002
        """No reasons: the probability is all that there is."""
        return iter(())


def _links(scored: ScoredMentions, chosen: Sequence[int], engine: Engine) -> Links:
    named = named_articles(scored, chosen)
    if not chosen:
        return replace(Links.none(), named=named)
    mentions, rows = scored.mentions, np.array(chosen)
    mention_rows = scored.candidates.mentions[rows]
    articles, probabilities = scored.candidates.articles[rows].tolist(), scored.probabilities[rows].tolist()
    speakers = mentions.spans[SpanRow.speaker, mention_rows].tolist()
    evidence = evidence_of(articles, probabilities, speakers)
    best = sorted(evidence, key=lambda article: (-evidence[article], article))
    if scored.openings is None:
        openings = engine.openings(np.array(best))
    else:
        openings = scored.openings.take(rows_of(scored.openings.articles, np.array(best)))
    sources = items_at(openings.sources, np.arange(len(openings)))
    source_of = dict(zip(openings.articles.tolist(), sources, strict=True))
    starts, ends = (places[mention_rows].tolist() for places in (mentions.starts, mentions.ends))
    links = tuple(
        Link(start, end, mentions.text[start:end], article, source.title, source.url, probability)
        for start, end, article, probability in sorted(zip(starts, ends, articles, probabilities, strict=True))
        if (source := source_of.get(article))
    )
    linked = sorted(evidence)
    return Links(links, openings, np.array(linked), np.array([evidence[article] for article in linked]), named=named)


def evidence_of(articles: Sequence[int], probabilities: Sequence[float], speakers: Sequence[int]) -> dict[int, float]:
    """The evidence for each article; an article that is only named as the author has less than all others.

    articles, probabilities, speakers: of each link; the last is the Speaker of its mention. The author's own article
    counts as named by the author alone, even where the text names it too.
    """
    authors = {article for article, speaker in zip(articles, speakers, strict=True) if speaker == Speaker.AUTHOR}
    named, speaking = dict[int, float](), dict[int, float]()
    for article, probability, speaker in zip(articles, probabilities, speakers, strict=True):
        table = named if speaker == Speaker.NONE and article not in authors else speaking
        table[article] = max(table.get(article, 0.0), probability)
    most = _SPEAKERS_SHARE * min(named.values(), default=1.0)
    return {article: probability * most for article, probability in speaking.items()} | named
