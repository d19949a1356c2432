"""Scores sentences by what each is expected to tell a reader of the tweet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from tweetctx.arrays.types import Floats
from tweetctx.scoring.learned.columns import Column
from tweetctx.scoring.learned.features import SEARCHES, Matrix, sentence_features
from tweetctx.scoring.learned.model import SentenceModel, default_model
from tweetctx.scoring.learned.reasons import strongest_reasons
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.scorer import NO_TERMS, Contribution
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
    def passages(self) -> int:
        """How many passages it wants to be retrieved by the tweet's words."""
        return SEARCHES["first"]

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,)."""
        rows = sentence_features(pool.query(query), pool)
        worth = self.without_chance(self._model.worth(rows), rows)
        return np.where(pool.sentences.lengths > 0, worth, -np.inf)

    def without_chance(self, worth: Floats, rows: Matrix) -> Floats:
        """The worth of sentences, −∞ for little worth in an article that the tweet does not name. rows: (S, F)."""
        return np.where((rows[:, Column.named] > 0) | (worth >= self.unlinked), worth, -np.inf)

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """The strongest reasons for and against a sentence in words, and what all else adds to its score."""
        if not len(pool.sentences[sentence]):
            return NO_TERMS
        row = sentence_features(pool.query(query), pool)[sentence]
        if not row[Column.named] > 0 and float(self._model.worth(row[None])[0]) < self.unlinked:
            return [(f"(worth less than {self.unlinked:g}, of an article that the tweet does not name)", -math.inf)]
        reasons = [*strongest_reasons(row, self._model.trees)]
        rest = float(self._model.worth(row[None])[0]) - sum(weight for _, weight in reasons)
        return [*reasons, ("(all else)", rest)]

    @property
    def _model(self) -> SentenceModel:
        return self.model or default_model()
