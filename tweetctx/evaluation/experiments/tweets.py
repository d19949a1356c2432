"""Tuning on tweets with references: the objective scores the contexts that a model makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field

from tweetctx.arrays.types import Floats
from tweetctx.context import Unit
from tweetctx.errors import counted
from tweetctx.evaluation.contexts import entity_scores
from tweetctx.evaluation.dissimilarity import GRAMS, dissimilarities
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.references import Reference, read_references
from tweetctx.evaluation.tokenizer import tokenizer
from tweetctx.index import open_index
from tweetctx.pipeline import Contextualizer
from tweetctx.reading.records import ClosedRecord, ExistingPath
from tweetctx.runtime.bundled import trained_models
from tweetctx.runtime.checksums import checksum
from tweetctx.tweets.topics import Topic, read_topics

TUNE_BY = "objective"


class TweetTask(ClosedRecord):
    """Tweets with references, and an index to make contexts from.

    limit, unit: of contexts. language: of the texts. weight: of entity recall in the objective.
    """

    index: ExistingPath
    tweets: ExistingPath
    references: ExistingPath
    limit: Annotated[int, Field(ge=1)] = 500
    unit: Unit = "chars"
    language: str = "en"
    weight: Annotated[float, Field(ge=0)] = 1.0
    label: ClassVar[str] = "an entity"

    @property
    def tune_by(self) -> str:
        """The measure that is maximised."""
        return TUNE_BY

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the tweets."""
        return (self.tweets.name.partition(".")[0],)

    @property
    def labels(self) -> list[Sequence[Iterable[str]]]:
        """The entities of the tweets that are topics."""
        return [[one.entities for one in self.judged_references()]]

    @property
    def about(self) -> str:
        """The objective in words."""
        return f"{self.weight:g} · entity recall − unigram dissimilarity, contexts of {self.limit} {self.unit}"

    def judged_references(self) -> list[Reference]:
        """The references that name entities and have pairs of terms, over which they can be measured: the topics."""
        terms_of = tokenizer(self.language)
        return [one for one in read_references(self.references) if one.entities and len(terms_of(one.text)) > 1]

    def objectives(self) -> list[TweetObjective]:
        """Opens the index and reads the tweets."""
        return [TweetObjective(self)]

    def description(self) -> dict[str, Any]:
        """Returns everything that results depend on: checksums of the files, the index, the settings."""
        index = open_index(self.index)
        content = {**asdict(index.size), "identity": index.identity}
        files = {name: checksum(getattr(self, name).read_bytes()) for name in ("tweets", "references")}
        settings = {name: getattr(self, name) for name in ("limit", "unit", "language", "weight")}
        return {"collections": files, "index": content, "models": trained_models(), **settings}


class TweetObjective:
    """Makes and measures the contexts of specs, each only once.

    The topics are the references that have terms and name entities, which are their labels. The measure that is
    maximised is weight · entity recall − dissimilarity of words.
    """

    tune_by = TUNE_BY
    measures: tuple[str, ...] = (*GRAMS, "entity_recall", TUNE_BY)

    def __init__(self, task: TweetTask) -> None:
        (self.name,) = task.names
        self._task = task
        self._index = open_index(task.index)
        self._terms_of = tokenizer(task.language)
        tweets = {topic.id: topic for topic in read_topics(task.tweets)}
        references = task.judged_references()
        missing = [one.id for one in references if one.id not in tweets]
        if missing:
            found = f"{len(missing)} of {counted(len(references), 'reference')} without a tweet, the first {missing[0]}"
            raise ExperimentError(f"{task.references}: found {found}; expected a tweet for each")
        if not references:
            raise ExperimentError(
                f"{task.references}: found no reference with two terms and entities; expected at least one"
            )
        self._cases = [(tweets[one.id], self._terms_of(one.text), one) for one in references]
        self.topics = tuple(one.id for one in references)
        self.labels: Sequence[Iterable[str]] = [one.entities for one in references]
        self._known: dict[str, Floats] = {}

    def values(self, spec: str) -> Floats:
        """Returns the measures of each tweet's context, shape (T, M)."""
        if spec not in self._known:
            contextualizer = Contextualizer(self._index, spec)
            self._known[spec] = np.array([self._measure(contextualizer, *case) for case in self._cases])
        return self._known[spec]

    def measure(self, specs: Sequence[str], run: Path, tag: str) -> Floats:  # noqa: ARG002
        """Returns the measures of each tweet's context by its own spec, shape (T, M); writes no run."""
        return np.array([self.values(spec)[row] for row, spec in enumerate(specs)])

    def _measure(
        self, contextualizer: Contextualizer, tweet: Topic, terms: Sequence[str], reference: Reference
    ) -> list[float]:
        options: dict[str, Any] = {"limit": self._task.limit, "unit": self._task.unit}
        context = contextualizer.contextualize(tweet.post, **options)
        dissimilar = dissimilarities(terms, self._terms_of(context.text))
        titles = [sentence.title for sentence in context.sentences]
        recall = entity_scores(titles, reference.entities)["entity_recall"]
        return [*dissimilar.values(), recall, self._task.weight * recall - dissimilar["unigram"]]
