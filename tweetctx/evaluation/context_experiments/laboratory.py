"""What the contexts of a model are worth, tweet by tweet."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import numpy as np

from tweetctx.evaluation.context_experiments.configuration import ContextExperiment
from tweetctx.evaluation.contexts import entity_scores
from tweetctx.evaluation.dissimilarity import GRAMS, dissimilarities
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.references import read_references
from tweetctx.evaluation.tokenizer import tokenizer
from tweetctx.index import Engine, open_index
from tweetctx.pipeline import Contextualizer
from tweetctx.ragged import Floats
from tweetctx.tweets.topics import read_topics

ENTITIES = "entity_recall"
MEASURES = (*GRAMS, ENTITIES)


class Laboratory:
    """Makes and measures the contexts of specs; each only once.

    topics: the ids of the T references that have terms and name entities, in their order.
    """

    def __init__(self, experiment: ContextExperiment) -> None:
        self._experiment = experiment
        self._index = cast("Engine", _Remembering(open_index(experiment.index)))
        self._terms = tokenizer()
        tweets = {topic.id: topic.text for topic in read_topics(experiment.tweets)}
        references = [(one, self._terms(one.text)) for one in read_references(experiment.references)]
        self._cases = [(tweets.get(one.id), words, one) for one, words in references if words and one.entities]
        self.topics = tuple(one.id for _, _, one in self._cases)
        missing = [one.id for text, _, one in self._cases if text is None]
        if missing or len(self.topics) < experiment.folds:
            raise ExperimentError(
                f"{experiment.references}: found {len(missing)} references without a tweet and {len(self.topics)} with "
                f"terms and entities, expected a tweet for each and at least {experiment.folds}"
            )
        self._known: dict[str, Floats] = {}

    @property
    def tried(self) -> int:
        """How many specs were measured."""
        return len(self._known)

    def values(self, spec: str) -> Floats:
        """The value of each tweet's context by each of MEASURES, shape (T, M)."""
        if spec not in self._known:
            maker = Contextualizer(self._index, spec)
            self._known[spec] = np.array([self._measure(maker, *case) for case in self._cases])
        return self._known[spec]

    def worth(self, values: Floats) -> Floats:
        """weight · share of entities − dissimilarity of words, of each tweet; larger is better."""
        return self._experiment.weight * values[:, MEASURES.index(ENTITIES)] - values[:, MEASURES.index("unigram")]

    def _measure(self, maker: Contextualizer, text: str | None, words: list[str], reference: Any) -> list[float]:
        context = maker.contextualize(text or "", limit=self._experiment.limit, unit=self._experiment.unit)
        dissimilar = dissimilarities(words, self._terms(context.text))
        quoted = entity_scores([sentence.title for sentence in context.sentences], reference.entities)
        return [*(dissimilar[gram] for gram in GRAMS), quoted[ENTITIES]]


class _Remembering:
    """An index that ranks passages for each query once: what a model's parameters do not change."""

    def __init__(self, index: Engine) -> None:
        self._index = index
        self.retrieve = cache(index.retrieve)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)
