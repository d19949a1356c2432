"""Scores sentences by what each is expected to tell a reader of the tweet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from tweetctx.arrays.types import Floats, Ints
from tweetctx.scoring.learned.columns import Column
from tweetctx.scoring.learned.features import SEARCHES, Matrix, sentence_features
from tweetctx.scoring.learned.model import SentenceModel, default_model
from tweetctx.scoring.learned.reasons import strongest_reasons
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.scorer import NO_TERMS, Contribution
from tweetctx.scoring.searches import Searches
from tweetctx.specs import Parameters, number, written
from tweetctx.types import Query


@dataclass(frozen=True, slots=True)
class LearnedSentences(Parameters):
    """score(s): what s is expected to be worth to a reader of the tweet, from 0, nothing, to 1, what it must be told.

    It is the sum of regression trees over features of the sentence, its article and the tweet: see `learned.columns`.
    A sentence that is probably wrong has a score below 0.

    unlinked: what a sentence must be worth at least if the tweet does not name its article; −∞ is its score otherwise.
    model: the trees; if None, those that come with tweetctx.
    """

    name: ClassVar[str] = "learned"
    unlinked: float = number(0.18, -1.0, 1.0)
    model: SentenceModel | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.name}({written(self)})"

    @property
    def searches(self) -> Searches:
        """The searches that find its pool."""
        return SEARCHES

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,)."""
        rows, features = sentence_features(pool.query(query), pool)
        return np.where(pool.sentences.lengths > 0, self.scores_of(len(pool), rows, features), -np.inf)

    def scores_of(self, sentences: int, rows: Ints, features: Matrix) -> Floats:
        """The score of each sentence, shape (S,). rows: those that are worth a look. features: theirs, (R, F)."""
        scores = np.full(sentences, 0.0 if self.unlinked <= 0.0 else -np.inf)
        scores[rows] = self.without_chance(self._model.worth(features), features)
        return scores

    def without_chance(self, worth: Floats, rows: Matrix) -> Floats:
        """The worth of sentences, −∞ for little worth in an article that the tweet does not name. rows: (S, F)."""
        return np.where((rows[:, Column.named] > 0) | (worth >= self.unlinked), worth, -np.inf)

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """The strongest reasons for and against a sentence in words, and what all else adds to its score."""
        if not len(pool.sentences[sentence]):
            return NO_TERMS
        rows, features = sentence_features(pool.query(query), pool)
        score = float(self.scores_of(len(pool), rows, features)[sentence])
        if sentence not in rows:
            return [("(no sign that it is about the tweet)", score)]
        if math.isinf(score):
            return [(f"(worth less than {self.unlinked:g}, of an article that the tweet does not name)", score)]
        reasons = [*strongest_reasons(features[rows.searchsorted(sentence)], self._model.trees)]
        return [*reasons, ("(all else)", score - sum(weight for _, weight in reasons))]

    @property
    def _model(self) -> SentenceModel:
        return self.model or default_model()
