"""From a tweet to its context, in one line of stages."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from tweetctx.classes import read_classes
from tweetctx.context import PassedOver, Selection, concatenate
from tweetctx.context.duplicates import content_terms
from tweetctx.context.selection import Order, check_selection
from tweetctx.index import open_index
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES, check_first_pass
from tweetctx.index.protocol import PassageIndex
from tweetctx.ragged import Floats, Ints
from tweetctx.scoring import Pool, Scorer, parse_scorer
from tweetctx.scoring.scorer import Contribution
from tweetctx.scoring.word_classes import WordClasses
from tweetctx.tweets import Rules, WordBreaker, normalize
from tweetctx.types import Context, Passage, Query, ScoredSentence, Tweet


@dataclass(frozen=True, slots=True)
class Explanation:
    """What happened at each stage on the way to a context.

    passages: what was retrieved, best first. scores: for each sentence of the context, what each term adds.
    pool: how many sentences were scored. passed_over: better sentences that are not in the context, best first.
    """

    context: Context
    tweet: Tweet
    passages: tuple[Passage, ...]
    pool: int
    scores: tuple[tuple[Contribution, ...], ...]
    passed_over: tuple[PassedOver, ...]


class Contextualizer:
    """Finds contexts in one index with one scorer; threads can share it."""

    def __init__(
        self,
        index: PassageIndex,
        scorer: str | Scorer = "default",
        *,
        passages: int = DEFAULT_PASSAGES,
        lam: float = DEFAULT_LAM,
        rules: Rules = "default",
        order: Order = "article",
        classes: str | Path | None = None,
    ) -> None:
        """Puts the stages together.

        scorer: a sentence model or its spec. passages: how many are retrieved. lam: what the collection weighs in
        retrieval. rules: how tweets are normalized. order: of reading, by "article" or by "score". classes: a file of
        word classes, for the model `class`.
        """
        check_first_pass(passages, lam, "passages")
        check_selection(0, "chars", order)
        normalize("", rules=rules)
        self.index = index
        self.scorer = parse_scorer(scorer) if isinstance(scorer, str) else scorer
        self._passages = passages
        self._lam = lam
        self._rules: Rules = rules
        self._words = WordBreaker(index.words)
        self._order: Order = order
        self._classes = WordClasses.of_terms(read_classes(classes).of, index.stats) if classes else None

    @classmethod
    def open(cls, index: str | Path, scorer: str | Scorer = "default", **options: Any) -> Contextualizer:
        """Opens an index, by its path or an engine's URI; the options are those of the constructor."""
        return cls(open_index(index), scorer, **options)

    def contextualize(self, tweet: str, *, limit: int = 500, unit: str = "chars") -> Context:
        """The context of a tweet: at most `limit` units of sentences; empty if no word of the tweet is known.

        unit: chars, graphemes, utf16, bytes or words.
        """
        return self._stages(tweet, limit, unit).context

    def contextualize_many(self, tweets: Iterable[str], *, limit: int = 500, unit: str = "chars") -> Iterator[Context]:
        """The contexts of many tweets, one by one, in their order."""
        return (self.contextualize(tweet, limit=limit, unit=unit) for tweet in tweets)

    async def acontextualize(self, tweet: str, *, limit: int = 500, unit: str = "chars") -> Context:
        """The same as `contextualize`, in a thread, so that an event loop can go on."""
        return await asyncio.to_thread(partial(self.contextualize, limit=limit, unit=unit), tweet)

    def explain(self, tweet: str, *, limit: int = 500, unit: str = "chars") -> Explanation:
        """The context of a tweet with what happened at each stage."""
        stages = self._stages(tweet, limit, unit)
        query, pool = stages.context.query, stages.pool
        row_of = {int(number): row for row, number in enumerate(pool.numbers)}
        last = min((sentence.score for sentence in stages.context.sentences), default=-math.inf)
        return Explanation(
            stages.context,
            stages.tweet,
            tuple(self.index.passage(int(n), float(s)) for n, s in zip(*stages.ranked, strict=True)),
            len(pool),
            tuple(
                tuple(self.scorer.explain(query, pool, row_of[sentence.number]))
                for sentence in stages.context.sentences
            ),
            tuple(passed for passed in stages.selection.passed_over if passed.sentence.score >= last),
        )

    def why_nothing(self, context: Context) -> str:
        """The reason why a context has no sentences."""
        words = self._normalize(context.tweet).words
        if not words:
            return "nothing to say: it has no words"
        if not context.query.terms:
            return f"nothing to say: no term of the index is among its words ({' '.join(words)})"
        demands = self.scorer.demands
        most = demands.max_terms * self.index.analyzer.density
        return f"nothing to say: no sentence of {demands.min_terms} to {most} different terms fits"

    def _stages(self, text: str, limit: int, unit: str) -> _Stages:
        begin = time.perf_counter()
        tweet = self._normalize(text)
        query = self._query(tweet)
        ranked = self.index.rank(query, self._passages, self._lam)
        demands = self.scorer.demands
        pool = Pool.from_passages(
            self.index,
            ranked[0],
            min_terms=demands.min_terms,
            max_terms=demands.max_terms * self.index.analyzer.density,
            classes=self._classes,
            candidates=self.scorer.candidates(query, self.index),
        )
        scores = self.scorer.score(query, pool)
        scored = self._best_first(pool, scores, np.flatnonzero(scores >= demands.least))
        selection = concatenate(
            scored,
            partial(content_terms, self.index.analyzer),
            limit=limit,
            unit=unit,
            order=self._order,
            per_article=demands.per_article,
            share=demands.share,
            readable=demands.readable,
        )
        took = (time.perf_counter() - begin) * 1e3
        return _Stages(tweet, ranked, pool, selection, Context(text, query, selection.text, selection.sentences, took))

    def _normalize(self, text: str) -> Tweet:
        return normalize(text, rules=self._rules, words=self._words)

    def _query(self, tweet: Tweet) -> Query:
        analyzer = self.index.analyzer
        capitals = {term for word in tweet.words if analyzer.is_name(word) for term in analyzer.words(word)}
        return self.index.stats.query(analyzer.terms(" ".join(tweet.words)), capitals)

    def _best_first(self, pool: Pool, scores: Floats, rows: Ints) -> Iterator[ScoredSentence]:
        """Some sentences of a pool as records; ties go to the earlier one."""
        best = rows[np.argsort(-scores[rows], kind="stable")]
        articles = self.index.passage_articles(pool.passages[best]).tolist()
        source = cache(self.index.source)
        for row, article in zip(best.tolist(), articles, strict=True):
            number, passage = int(pool.numbers[row]), int(pool.passages[row])
            _, title, url = source(article)
            yield ScoredSentence(
                self.index.sentence_text(number), title, url, float(scores[row]), article, passage, number
            )


@dataclass(frozen=True, slots=True)
class _Stages:
    tweet: Tweet
    ranked: tuple[Ints, Floats]
    pool: Pool
    selection: Selection
    context: Context
