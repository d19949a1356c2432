"""From a tweet to its context: normalize, query, search, link, pool, score, select."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from tweetctx.classes import read_classes
from tweetctx.context import ContextPolicy, Rejection, Selection, select
from tweetctx.context.duplicates import content_terms
from tweetctx.context.policy import Order
from tweetctx.context.units import Unit
from tweetctx.index import Engine, open_index
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES, check_first_pass
from tweetctx.linking import Linker, linked_passages, parse_linker
from tweetctx.presets import Preset, parse_preset
from tweetctx.ragged import Floats
from tweetctx.scoring import Pool, Scorer
from tweetctx.scoring.scorer import Contribution, contributions
from tweetctx.scoring.word_classes import WordClasses
from tweetctx.text.analyzer import Analyzer
from tweetctx.tweets import Rules, WordBreaker, normalize
from tweetctx.types import Context, Hits, Links, Passage, Query, ScoredSentence, Tweet


@dataclass(frozen=True, slots=True)
class Explanation:
    """What happened at each stage on the way to a context.

    passages: what was retrieved, best first. scores: for each sentence of the context, what each term adds.
    pool: how many sentences were scored. rejected: better sentences that are not in the context, best first.
    """

    context: Context
    tweet: Tweet
    passages: tuple[Passage, ...]
    pool: int
    scores: tuple[tuple[Contribution, ...], ...]
    rejected: tuple[Rejection, ...]


@dataclass(frozen=True, slots=True)
class _Stages:
    """What each stage made."""

    tweet: Tweet
    hits: Hits
    links: Links
    pool: Pool
    selection: Selection
    context: Context


class Contextualizer:
    """Finds contexts in one index with one preset; threads can share it."""

    def __init__(
        self,
        index: Engine,
        scorer: str | Scorer | Preset = "default",
        *,
        linker: str | Linker | None = None,
        policy: ContextPolicy | None = None,
        passages: int = DEFAULT_PASSAGES,
        lam: float = DEFAULT_LAM,
        rules: Rules = "default",
        order: Order | None = None,
        classes: str | Path | None = None,
    ) -> None:
        """Puts the stages together.

        scorer: a preset, a sentence model, or the name or spec of one. linker, policy: in place of the preset's.
        passages: how many are retrieved. lam: what the collection weighs in retrieval. rules: how tweets are
        normalized. order: of reading, by "article" or by "score"; in place of the policy's. classes: a file of word
        classes, for the model `class`.
        """
        check_first_pass(passages, lam, "passages")
        normalize("", rules=rules)
        preset = _preset_of(scorer)
        self.index = index
        self.scorer = preset.scorer
        self.linker = parse_linker(linker) if isinstance(linker, str) else linker or preset.linker
        self.policy = policy or preset.policy
        if order is not None:
            self.policy = replace(self.policy, order=order)
        self._passages = passages
        self._lam = lam
        self._rules: Rules = rules
        self._words = WordBreaker(index.words)
        self._classes = WordClasses.of_terms(read_classes(classes).of, index) if classes else None

    @classmethod
    def open(
        cls,
        index: str | Path,
        scorer: str | Scorer | Preset = "default",
        *,
        linker: str | Linker | None = None,
        policy: ContextPolicy | None = None,
        passages: int = DEFAULT_PASSAGES,
        lam: float = DEFAULT_LAM,
        rules: Rules = "default",
        order: Order | None = None,
        classes: str | Path | None = None,
    ) -> Contextualizer:
        """Opens an index, by its path or an engine's URI; the options are those of the constructor."""
        return cls(
            open_index(index),
            scorer,
            linker=linker,
            policy=policy,
            passages=passages,
            lam=lam,
            rules=rules,
            order=order,
            classes=classes,
        )

    def contextualize(self, tweet: str, *, limit: int = 500, unit: Unit = "chars") -> Context:
        """The context of a tweet: at most `limit` units of sentences; empty if no word of the tweet is known.

        unit: chars, graphemes, utf16, bytes or words.
        """
        return self._stages(tweet, limit, unit).context

    def contextualize_many(self, tweets: Iterable[str], *, limit: int = 500, unit: Unit = "chars") -> Iterator[Context]:
        """The contexts of many tweets, one by one, in their order."""
        return (self.contextualize(tweet, limit=limit, unit=unit) for tweet in tweets)

    async def acontextualize(self, tweet: str, *, limit: int = 500, unit: Unit = "chars") -> Context:
        """The same as `contextualize`, in a thread, so that an event loop can go on."""
        return await asyncio.to_thread(partial(self.contextualize, limit=limit, unit=unit), tweet)

    def link(self, tweet: str) -> Links:
        """What a tweet names."""
        normalized = self._normalize(tweet)
        query = query_of(normalized, self.index)
        return self.linker.link(normalized, query, self.index.retrieve(query, self._passages, self._lam), self.index)

    def explain(self, tweet: str, *, limit: int = 500, unit: Unit = "chars") -> Explanation:
        """The context of a tweet with what happened at each stage."""
        stages = self._stages(tweet, limit, unit)
        context, pool, hits = stages.context, stages.pool, stages.hits
        row_of = {int(number): row for row, number in enumerate(pool.numbers)}
        rows = [row_of[sentence.number] for sentence in context.sentences]
        last = min((sentence.score for sentence in context.sentences), default=-math.inf)
        return Explanation(
            context,
            stages.tweet,
            tuple(hits.passage(hit) for hit in range(len(hits))),
            len(pool),
            tuple(tuple(contributions(self.scorer, context.query, pool, row)) for row in rows),
            tuple(rejection for rejection in stages.selection.rejected if rejection.sentence.score >= last),
        )

    def _stages(self, text: str, limit: int, unit: Unit) -> _Stages:
        begin = time.perf_counter()
        policy = replace(self.policy, limit=limit, unit=unit)
        tweet = self._normalize(text)
        query = query_of(tweet, self.index)
        hits = self.index.retrieve(query, self._passages, self._lam)
        links = self.linker.link(tweet, query, hits, self.index)
        pool = self._pool(query, hits, links)
        scores = self.scorer.score(query, pool)
        language = self.index.analyzer.config.language
        selection = select(_best_first(pool, scores, policy.min_score), self._content_terms, policy, language)
        reason = "" if selection.sentences else self._why_nothing(tweet, query, scores, selection)
        took = (time.perf_counter() - begin) * 1e3
        confidence = _confidence(selection, links)
        context = Context(text, query, selection.text, selection.sentences, links.links, took, reason, confidence)
        return _Stages(tweet, hits, links, pool, selection, context)

    def _why_nothing(self, tweet: Tweet, query: Query, scores: Floats, selection: Selection) -> str:
        """The reason why a context has no sentences, by the first stage that left nothing."""
        if not tweet.words:
            return "it has no words"
        if not query:
            return f"no term of the index is among its words ({' '.join(tweet.words)})"
        if not len(scores):
            most = self.policy.max_terms * self.index.analyzer.terms_per_word
            return f"no sentence of {self.policy.min_terms} to {most} different terms was found"
        if not selection.rejected:
            best = float(scores.max())
            return f"nothing says enough about it (best score {best:.3g}, expected {self.policy.min_score:g})"
        (reason, count), *_ = Counter(rejection.reason for rejection in selection.rejected).most_common(1)
        total = len(selection.rejected)
        return f"no sentence was chosen: {count} of {total} are left out because the sentence {reason}"

    def _normalize(self, text: str) -> Tweet:
        return normalize(text, rules=self._rules, words=self._words)

    def _pool(self, query: Query, hits: Hits, links: Links) -> Pool:
        return Pool.from_hits(
            self.index,
            hits,
            links,
            linked_passages(query, links, self.index, self._passages, self._lam),
            lam=self._lam,
            min_terms=self.policy.min_terms,
            max_terms=self.policy.max_terms * self.index.analyzer.terms_per_word,
            classes=self._classes,
        )

    def _content_terms(self, text: str) -> set[str]:
        return content_terms(self.index.analyzer, text)


def query_of(tweet: Tweet, index: Engine) -> Query:
    """The terms of a tweet's words that the collection contains."""
    analyzer: Analyzer = index.analyzer
    capitals = {term for word in tweet.words if analyzer.is_name(word) for term in analyzer.words(word)}
    return index.query(analyzer.terms(" ".join(tweet.words)), capitals)


def _preset_of(scorer: str | Scorer | Preset) -> Preset:
    if isinstance(scorer, Preset):
        return scorer
    return parse_preset(scorer) if isinstance(scorer, str) else Preset(parse_linker("none"), scorer, ContextPolicy())


def _confidence(selection: Selection, links: Links) -> float | None:
    """The largest evidence for an article that is quoted."""
    quoted = np.array([sentence.article for sentence in selection.sentences], np.int64)
    evidence = links.evidence_of(quoted)
    return float(evidence.max()) if evidence.any() else None


def _best_first(pool: Pool, scores: Floats, min_score: float) -> Iterator[ScoredSentence]:
    """The sentences of a pool from a score on; ties go to the earlier one."""
    rows = np.flatnonzero(scores >= min_score)
    for row in rows[np.argsort(-scores[rows], kind="stable")].tolist():
        yield pool.scored(row, float(scores[row]))
