"""Reads tweets whose entities people linked, with the candidates of the linker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Bools
from tweetctx.errors import ParameterError
from tweetctx.evaluation.references import read_references
from tweetctx.index.queries import query_of
from tweetctx.linking.scored import ScoredMentions
from tweetctx.linking.surface_linker import SurfaceLinker
from tweetctx.tweets import Post, normalize
from tweetctx.tweets.topics import read_topics

if TYPE_CHECKING:
    from tweetctx.index.protocol import Engine


@dataclass(frozen=True, slots=True)
class Example:
    """A tweet that people linked: its candidates, the titles of their articles, and the titles that are right.

    post: the tweet, without its date if the example is. language: of the tweet.
    """

    id: str
    post: Post
    scored: ScoredMentions
    titles: tuple[str, ...]
    entities: frozenset[str]
    language: str = "en"

    @property
    def labels(self) -> Bools:
        """Whether each candidate is right, shape (C,)."""
        return np.array([title in self.entities for title in self.titles], np.bool_)


@dataclass(frozen=True, slots=True)
class LinkedSet:
    """Examples of one file, under its name."""

    name: str
    examples: list[Example]


def read_set(tweets: Path, references: Path, engine: Engine) -> LinkedSet:
    """Reads the tweets of a file whose entities the references list; for a tweet that names nothing, the list is empty.

    They have features but no probabilities. Raises ParameterError if there are none.
    """
    examples = [*_examples(tweets, references, engine, with_dates=True)]
    if not examples:
        raise ParameterError(f"{references}: found no entities of the tweets in {tweets}, expected titles of articles")
    return LinkedSet(tweets.stem, examples)


def read_sets(files: Iterable[tuple[Path, Path]], engine: Engine) -> Iterator[LinkedSet]:
    """Yields the set of each pair of files, and behind it that of its dated tweets without their dates, if it has any.

    A linker that learns from both does not take a tweet without a date for one that names nothing.
    """
    for tweets, references in files:
        yield read_set(tweets, references, engine)
        undated = [*_examples(tweets, references, engine, with_dates=False)]
        if undated:
            yield LinkedSet(_without_dates(tweets), undated)


def check_names(tweets: Iterable[Path]) -> list[str]:
    """Returns the names of the sets that `read_sets` may yield for files of tweets. ParameterError for one twice."""
    names: list[str] = []
    for path in tweets:
        if path.stem in names:
            raise ParameterError(f"{path}: found a second file of this name, expected names that tell the sets apart")
        names += path.stem, _without_dates(path)
    return names


def _without_dates(tweets: Path) -> str:
    """The name of the set of a file's tweets without their dates."""
    return f"{tweets.stem} without dates"


def _examples(tweets: Path, references: Path, engine: Engine, *, with_dates: bool) -> Iterator[Example]:
    """Yields an example for each linked tweet; without dates, for each whose post tells one, as if it did not."""
    linked = {one.id: frozenset(one.entities) for one in read_references(references) if one.linked}
    linker, words = SurfaceLinker(), engine.breaker
    for topic in read_topics(tweets):
        entities = linked.get(topic.id)
        if entities is not None:
            post = topic.post if with_dates else replace(topic.post, created_at=None, id="")
            tweet = normalize(post, words=words)
            if not with_dates and tweet.created_at == normalize(topic.post, words=words).created_at:
                continue
            query = query_of(tweet, engine, weighted=True)
            scored = linker.candidates(tweet, query, engine.retrieve(query.dated), engine)
            yield Example(topic.id, post, scored, _titles(scored, engine), entities, engine.analyzer.config.language)


def _titles(scored: ScoredMentions, engine: Engine) -> tuple[str, ...]:
    articles = scored.candidates.articles
    openings = engine.openings(distinct(articles))
    title = {int(article): openings.sources[hit].title for hit, article in enumerate(openings.articles)}
    return tuple(title.get(article, "") for article in articles.tolist())
