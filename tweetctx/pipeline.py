"""From a tweet to its context: normalize, query, search, link, pool, score, select."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Self

import numpy as np

from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Floats
from tweetctx.context import ContextPolicy, Rejection, Selection, select
from tweetctx.context.duplicates import content_terms
from tweetctx.context.policy import Order
from tweetctx.context.silence import why_nothing
from tweetctx.context.units import Unit
from tweetctx.errors import IndexAccessError, ParameterError
from tweetctx.index import Engine, open_index
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES, check_first_pass
from tweetctx.index.queries import query_of
from tweetctx.index.readable import readable_passages
from tweetctx.linking import ExplainableLinker, ExplainedMention, Linker
from tweetctx.linking.linker import NoLinks
from tweetctx.presets import Preset, check_links, check_topics, linker_of, preset_of
from tweetctx.runtime.deadlines import Work, checkpoint, stage
from tweetctx.scoring import Pool, Scorer
from tweetctx.scoring.classes import read_classes
from tweetctx.scoring.scorer import Contribution, checked, contributions
from tweetctx.scoring.searches import searches_of
from tweetctx.scoring.word_classes import WordClasses
from tweetctx.text.analyzer import check_analyzer
from tweetctx.tweets import Post, Rules, Tweet, WordBreaker, normalize, read_post
from tweetctx.tweets.dates import When
from tweetctx.tweets.pointing import says_something
from tweetctx.types import Context, Hits, Links, Passage, Query, ScoredSentence

Given = str | Post | Mapping[str, Any]  # a post: its text, its record, or the JSON object of a platform

_LOGGER = logging.getLogger(__name__)
_WARM = 3  # contexts after which nothing is left to load
_MANY = 10_000  # terms of the index from which those queries are chosen
_MOSTLY_SHOWN = 4  # sentences of a context, about


@dataclass(frozen=True, slots=True)
class Explanation:
    """The results of each stage on the way to a context.

    mentions: the mentions of the tweet with their candidates and the evidence for each. retrieved: how many passages
    the tweet's words found. passages: the best of them, as many as were asked for, best first. pool: the number of
    sentences scored. scores: for each sentence of the context, the contribution of each term. rejected: higher-scoring
    sentences that are not in the context, best first. times: seconds by stage.
    """

    context: Context
    tweet: Tweet
    mentions: tuple[ExplainedMention, ...]
    passages: tuple[Passage, ...]
    retrieved: int
    pool: int
    scores: tuple[tuple[Contribution, ...], ...]
    rejected: tuple[Rejection, ...]
    times: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Retrieved:
    """The results of the stages before linking, and the engine's session that they used."""

    tweet: Tweet
    query: Query
    hits: Hits
    index: Engine


@dataclass(frozen=True, slots=True)
class _Stages:
    """The result of each stage."""

    retrieved: _Retrieved
    mentions: tuple[ExplainedMention, ...]
    pool: Pool
    selection: Selection
    context: Context


class Contextualizer:
    """Finds the contexts of tweets in one index with one preset. Threads can share it.

    `with Contextualizer.open(...) as contextualizer:` closes the index at the end. A copy of it in another process
    (it can be pickled) opens the same index.

    Its options, also those of `open`:

    - `scorer`: a preset, a sentence model, or the name or spec of one.
    - `linker`, `policy`: in place of those of the preset. `linker` may be a spec.
    - `passages`: how many are retrieved, at least: the model of the preset `default` takes 150.
    - `lam`: the weight of the collection in retrieval, between 0 and 1.
    - `rules`: how tweets are normalized, "default" or "dcu".
    - `order`, `min_score`: in place of those of the policy: the reading order, "article" or "score", and the lowest
      score of a sentence that is shown.
    - `classes`: a file of word classes, for the model `class`.

    Raises ScorerError, LinkerError or ParameterError for a value out of its range or choices, ClassesError or
    TopicModelError for a file that cannot be read, and ParameterError for classes or topics of another analyzer's
    terms.
    """

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
        min_score: float | None = None,
        classes: str | Path | None = None,
    ) -> None:
        """Configures the stages by the options that the class lists."""
        if not hasattr(index, "session"):
            raise ParameterError(f"index: found {index!r:.80}, expected an engine; Contextualizer.open takes a path")
        check_first_pass(passages, lam, "passages")
        normalize("", rules=rules)  # raises for unknown rules
        preset = preset_of(scorer)
        self.index = index
        self.scorer = preset.scorer
        self.linker = preset.linker if linker is None else linker_of(linker)
        check_links(self.linker, self.scorer)
        check_topics(self.scorer, index.analyzer.config.name)
        given = {"order": order, "min_score": min_score}
        if not isinstance(policy, ContextPolicy | None):
            raise ParameterError(f"policy: found {policy!r:.80}, expected a ContextPolicy")
        self.policy = _changed(policy or preset.policy, given)
        self._passages = passages
        self._lam = lam
        self._rules: Rules = rules
        self._words: WordBreaker | None = index.breaker  # None after closing
        if classes is not None and not isinstance(classes, str | Path):
            raise ParameterError(f"classes: found {classes!r:.80}, expected the path of a file")
        self._classes = _word_classes(classes, index) if classes else None
        self._opened = False

    @classmethod
    def open(
        cls,
        index: str | Path | None = None,
        scorer: str | Scorer | Preset = "default",
        *,
        linker: str | Linker | None = None,
        policy: ContextPolicy | None = None,
        passages: int = DEFAULT_PASSAGES,
        lam: float = DEFAULT_LAM,
        rules: Rules = "default",
        order: Order | None = None,
        min_score: float | None = None,
        classes: str | Path | None = None,
    ) -> Contextualizer:
        """Opens an index by its path or an engine's URI; the options are those of the class.

        Without an index it opens the one that commands do: that of `$TWEETCTX_INDEX`, else the default that
        `tweetctx get` or `tweetctx indexes` chose, else that of the demonstration corpus.

        Raises IndexMissingError or another IndexAccessError if it cannot be opened, and what the class raises.
        """
        opened = open_index(_default_index() if index is None else index)
        try:
            contextualizer = cls(
                opened,
                scorer,
                linker=linker,
                policy=policy,
                passages=passages,
                lam=lam,
                rules=rules,
                order=order,
                min_score=min_score,
                classes=classes,
            )
        except BaseException:
            opened.close()
            raise
        contextualizer._opened = True
        return contextualizer

    def close(self) -> None:
        """Closes the index if `open` opened it; later calls of other methods raise IndexAccessError."""
        if self._opened and self._words:
            self.index.close()
        self._words = self._classes = None

    def __repr__(self) -> str:
        return f"<Contextualizer of {self.index!r}: {Preset(self.linker, self.scorer, self.policy)}>"

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_words": self._words is not None, "identity": self.index.identity}

    def __setstate__(self, state: dict[str, Any]) -> None:
        identity = state.pop("identity")
        vars(self).update(state, _opened=True)
        if self.index.identity != identity:
            raise IndexAccessError("index: found another than at the start, expected that it is not replaced meanwhile")
        self._words = self.index.breaker if state["_words"] else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def warm(self) -> None:
        """Loads, compiles and caches all that contexts and searches need, so that the first is as fast as the next."""
        texts = _own_words(self.index)
        for text in islice(texts, 1):
            self.explain(text)
            readable_passages(self.index.session(), text, 1, DEFAULT_LAM)
        for text in texts:
            self._stages(text, self.policy, None)

    def contextualize(
        self,
        tweet: Given,
        *,
        limit: int | None = None,
        unit: Unit | None = None,
        date: When = None,
        min_score: float | None = None,
        deadline: float | None = None,
    ) -> Context:
        """Finds the context of a tweet: sentences of at most `limit` units together. It can be empty.

        tweet: a text, a `tweetctx.tweets.Post`, or an object as X, Mastodon, Bluesky or Telegram give it. A post whose
        own text says nothing ("This!"), or for which nothing is found, is explained by the post that it quotes or
        answers, or the page that it links to; `tweet` of the context is then the text of that.
        limit, unit, min_score: the policy's if None. unit: chars (code points), graphemes, utf16 (code units), bytes
        (of UTF-8) or words. date: when the tweet was written, a date, a text as platforms write it, or Unix time;
        if None, the post's, or the date in its text, if any. min_score: the lowest score of a sentence that is shown.
        deadline: the seconds it may take.

        Raises TweetError for what is not a text, ParameterError for an argument out of its range, DeadlineError when
        the deadline has passed, and IndexAccessError if the index cannot be read.
        """
        with Work(deadline).current():
            return self._stages(tweet, self._policy(limit, unit, min_score), date).context

    def contextualize_many(
        self,
        tweets: Iterable[Given],
        *,
        limit: int | None = None,
        unit: Unit | None = None,
        min_score: float | None = None,
        deadline: float | None = None,
        workers: int | None = 1,
    ) -> Iterator[Context]:
        """Yields the contexts of many tweets lazily, in order. The options apply to each, as in `contextualize`.

        workers: processes, one a processor if None, which share the index in memory, read ahead two tweets each for
        the first context and at most sixteen later, and end with the iterator; with 1, all is done in this process. A
        program that uses more needs `if __name__ == "__main__":`, as for all processes that are started afresh.

        Raises ParameterError at once for anything but several texts, and for workers that cannot be had; later what
        `contextualize` raises for a tweet, after which the next one can be asked for.
        """
        from tweetctx.runtime.processes import check_workers, map_in_processes  # late: few programs need processes

        if isinstance(tweets, str | Mapping):
            raise ParameterError("tweets: found one text, expected several")
        if not isinstance(tweets, Iterable):
            raise ParameterError(f"tweets: found {tweets!r:.80}, expected several texts")
        one = partial(self.contextualize, limit=limit, unit=unit, min_score=min_score, deadline=deadline)
        check_workers(workers)
        return map(one, tweets) if workers == 1 else map_in_processes(one, tweets, workers)

    async def acontextualize(
        self,
        tweet: Given,
        *,
        limit: int | None = None,
        unit: Unit | None = None,
        date: When = None,
        min_score: float | None = None,
        deadline: float | None = None,
    ) -> Context:
        """Runs `contextualize` in a thread, so that the event loop is not blocked.

        deadline: in seconds, including the wait for a free thread. When it passes, DeadlineError is raised at once, and
        the work stops at its next checkpoint, milliseconds later, as it does when the task is cancelled.

        Raises what `contextualize` raises.
        """
        import asyncio  # late: only programs with an event loop need it

        work = Work(deadline)
        with work.current():
            try:
                async with asyncio.timeout(work.left) as wait:
                    options = {"limit": limit, "unit": unit, "date": date, "min_score": min_score}
                    return await asyncio.to_thread(partial(self.contextualize, tweet, **options))  # type: ignore[arg-type]
            except TimeoutError:
                if wait.expired():
                    raise work.late() from None
                raise
            finally:
                work.cancel()

    def normalized(self, tweet: Given, *, date: When = None) -> Tweet:
        """The tweet that the stages after the first work on; its text is that of the post that is explained.

        Raises TweetError for what is not a text, ParameterError for a date that is none, and IndexAccessError if the
        contextualizer is closed.
        """
        if self._words is None:
            raise IndexAccessError("contextualizer: found it closed, expected an open one")
        post = read_post(tweet)
        found = normalize(post, rules=self._rules, words=self._words, date=date)
        subject = post.subject
        if subject and not says_something(found, self.index.analyzer):
            return self.normalized(subject, date=date or subject.created_at)
        return found

    def link(self, tweet: Given, *, date: When = None, deadline: float | None = None) -> Links:
        """Links the mentions of a tweet to articles. date, deadline: as for `contextualize`.

        Raises TweetError for what is not a text, ParameterError for a date that is none, DeadlineError when the
        deadline has passed, and IndexAccessError if the index cannot be read.
        """
        with Work(deadline).current():
            retrieved = self._retrieve(tweet, date)
            return replace(self._link(retrieved), partial=retrieved.index.partial)

    def explain_links(
        self, tweet: Given, *, date: When = None, reasons: bool = True, deadline: float | None = None
    ) -> tuple[Links, tuple[ExplainedMention, ...]]:
        """Returns the links of a tweet, and its mentions with their candidates and the evidence for each.

        There are no mentions if the linker cannot explain itself. reasons: whether to give the evidence in words.
        date, deadline: as for `contextualize`.

        Raises what `link` raises.
        """
        with Work(deadline).current():
            retrieved = self._retrieve(tweet, date)
            links, mentions = self._explain_links(retrieved, reasons=reasons)
            return replace(links, partial=retrieved.index.partial), mentions

    def explain(
        self,
        tweet: Given,
        *,
        limit: int | None = None,
        unit: Unit | None = None,
        date: When = None,
        min_score: float | None = None,
        deadline: float | None = None,
    ) -> Explanation:
        """Returns the context of a tweet with the results of each stage.

        The options and errors are those of `contextualize`.
        """
        with Work(deadline).current() as work:
            stages = self._stages(tweet, self._policy(limit, unit, min_score), date, explain=True)
        context, pool, hits = stages.context, stages.pool, stages.retrieved.hits
        row_of = {int(number): row for row, number in enumerate(pool.numbers)}
        rows = [row_of[sentence.number] for sentence in context.sentences]
        last = min((sentence.score for sentence in context.sentences), default=-math.inf)
        return Explanation(
            context,
            stages.retrieved.tweet,
            stages.mentions,
            tuple(hits.some_passages(np.arange(min(self._passages, len(hits))))),
            len(hits),
            len(pool),
            tuple(tuple(contributions(self.scorer, context.query, pool, row)) for row in rows),
            tuple(rejection for rejection in stages.selection.rejected if rejection.sentence.score >= last),
            work.times,
        )

    def pool(self, tweet: Given, *, date: When = None) -> tuple[Query, Pool]:
        """Returns the query of a tweet, and the sentences that are scored for it. date: as for `contextualize`.

        Raises what `link` raises.
        """
        retrieved = self._retrieve(tweet, date)
        return retrieved.query, self._pool(retrieved, self._link(retrieved))

    def select(self, pool: Pool, scores: Floats, *, min_score: float | None = None) -> Selection:
        """Selects the context from scored sentences. scores: of each sentence of the pool, shape (S,).

        Raises ParameterError for a `min_score` that is no number, and IndexAccessError if the index cannot be read.
        """
        return self._select(pool, scores, self._policy(min_score=min_score))

    def _select(self, pool: Pool, scores: Floats, policy: ContextPolicy) -> Selection:
        language = self.index.analyzer.config.language
        with stage("select"):
            return select(_best_first(pool, scores, policy), self._content_terms, policy, language)

    def _retrieve(self, given: Given, date: When) -> _Retrieved:
        """The stages before linking."""
        with stage("normalize"):
            tweet = self.normalized(given, date=date)
        index = self.index.session(lambda: self.linker.forms(tweet, self.index))
        with stage("analyze"):
            query = query_of(tweet, index, weighted=not isinstance(self.linker, NoLinks))
        with stage("search"):
            searches = searches_of(self.scorer)
            wanted = query.dated if searches.by_date else query
            hits = index.retrieve(wanted, max(self._passages, searches.first), self._lam)
        return _Retrieved(tweet, query, hits, index)

    def _link(self, retrieved: _Retrieved) -> Links:
        with stage("link"):
            return self.linker.link(retrieved.tweet, retrieved.query, retrieved.hits, retrieved.index)

    def _explain_links(
        self, retrieved: _Retrieved, *, reasons: bool = True
    ) -> tuple[Links, tuple[ExplainedMention, ...]]:
        """The links, and the explained mentions if the linker can explain itself."""
        linker = self.linker
        if not isinstance(linker, ExplainableLinker):
            return self._link(retrieved), ()
        with stage("link"):
            return linker.explain(retrieved.tweet, retrieved.query, retrieved.hits, retrieved.index, reasons=reasons)

    def _stages(self, given: Given, policy: ContextPolicy, date: When, *, explain: bool = False) -> _Stages:
        begin = time.perf_counter()
        retrieved = self._retrieve(given, date)
        links, mentions = self._explain_links(retrieved) if explain else (self._link(retrieved), ())
        tweet, query = retrieved.tweet, retrieved.query
        with stage("pool"):
            pool = self._pool(retrieved, links)
        with stage("score"):
            scores = checked(self.scorer.score(query, pool), self.scorer, len(pool))
        selection = self._select(pool, scores, policy)
        subject = tweet.post.subject
        if subject and not selection.sentences:
            other = self._stages(subject, policy, date or subject.created_at, explain=explain)
            if other.context:
                partial = retrieved.index.partial or other.context.partial
                return replace(other, context=replace(other.context, partial=partial, took_ms=_since(begin)))
        reason = ""
        if not selection.sentences:
            reason = why_nothing(tweet.words, query, scores, selection, policy, self._max_terms)
        confidence = _confidence(selection, links)
        context = Context(
            tweet.text,
            query,
            selection.text,
            selection.sentences,
            links.links,
            _since(begin),
            reason,
            confidence,
            retrieved.index.partial,
            self.index.origin,
            tweet.created_at,
        )
        _LOGGER.debug("a context of %d sentences in %.1f ms", len(context.sentences), context.took_ms)
        return _Stages(retrieved, mentions, pool, selection, context)

    def _policy(
        self, limit: int | None = None, unit: Unit | None = None, min_score: float | None = None
    ) -> ContextPolicy:
        return _changed(self.policy, {"limit": limit, "unit": unit, "min_score": min_score})

    def _pool(self, retrieved: _Retrieved, links: Links) -> Pool:
        searches = searches_of(self.scorer).find(retrieved.query, retrieved.hits, links, retrieved.index, self._lam)
        first, *others = searches.values()
        return Pool.from_hits(
            retrieved.index,
            first,
            links,
            others,
            lam=self._lam,
            min_terms=self.policy.min_terms,
            max_terms=self._max_terms,
            classes=self._classes,
            searches=searches,
        )

    @property
    def _max_terms(self) -> float:
        """The most terms that a sentence may have."""
        return self.policy.max_terms * self.index.analyzer.terms_per_word

    def _content_terms(self, text: str) -> set[str]:
        return content_terms(self.index.analyzer, text)


def _since(begin: float) -> float:
    """The milliseconds since `begin`, a value of `perf_counter`."""
    return (time.perf_counter() - begin) * 1e3


def _default_index() -> str:
    from tweetctx.wikipedias.indexes import index_to_open  # late: a program that names its index needs none

    return index_to_open()


def _word_classes(file: str | Path, index: Engine) -> WordClasses:
    classes = read_classes(file)
    check_analyzer(file, classes.origin.get("analyzer"), index.analyzer.config.name)
    return WordClasses.of_terms(classes.of, index)


def _changed(policy: ContextPolicy, given: Mapping[str, object]) -> ContextPolicy:
    """A policy with what is given in place of its own values."""
    changes = {name: value for name, value in given.items() if value is not None}
    return replace(policy, **changes) if changes else policy  # type: ignore[arg-type]


def _confidence(selection: Selection, links: Links) -> float | None:
    """The probability of the most probable link to the article that is quoted first; None without one."""
    first = selection.sentences[0].article if selection.sentences else None
    return max((link.probability for link in links.links if link.article == first), default=None)


def _best_first(pool: Pool, scores: Floats, policy: ContextPolicy) -> Iterator[ScoredSentence]:
    """Yields the sentences with at least the policy's score, best first; ties go to the earlier one."""
    rows = np.flatnonzero(scores >= policy.min_score)
    rows = rows[np.argsort(-scores[rows], kind="stable")]
    pool.read(rows[:_MOSTLY_SHOWN])
    for row in rows.tolist():
        checkpoint()
        yield pool.scored(row, float(scores[row]), quoted=policy.readable and pool.begins_quoted(row))


def _own_words(index: Engine) -> Iterator[str]:
    """Tweet-like texts with contexts in the index: the beginnings of some passages, with a hashtag and an account."""
    terms = next((rows.values for rows in index.scan() if len(rows.values)), np.empty(0, np.int64))
    for passage in index.search(list(index.term_stats(distinct(terms[:_MANY])[:_WARM]).texts), _WARM):
        yield f"{passage.title}: {passage.text[:200]} #{''.join(passage.title.title().split())} @wikipedia"
