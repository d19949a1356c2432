"""Scores sentences by what each is expected to tell a reader of the tweet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

import numpy as np

from tweetctx.arrays.types import Floats, Ints
from tweetctx.scoring.learned.features import SEARCHES, Matrix, sentence_features, signs_of
from tweetctx.scoring.learned.model import SentenceModel, default_model
from tweetctx.scoring.learned.namesakes import are_namesakes
from tweetctx.scoring.learned.reasons import strongest_reasons
from tweetctx.scoring.linked import ranks_in_articles
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.scorer import NO_TERMS, Contribution
from tweetctx.scoring.searches import Searches
from tweetctx.specs import Parameters, number, written
from tweetctx.types import Query

_LATER: Final = "(it tells of years after the tweet's alone)"
_TOO_LITTLE: Final = "(too little worth, or too little of the tweet, in an article that the tweet does not name)"


@dataclass(frozen=True, slots=True)
class LearnedSentences(Parameters):
    """score(s) = worth(s) · decay^rank(s): what s is expected to tell a reader of the tweet, from 0, nothing, upwards.

    worth(s): the sum of regression trees over features of the sentence, its article and the tweet, see
    `learned.columns`: 1 for a sentence that a reader must be told, below 0 for one that is probably wrong. rank(s): how
    many sentences of its article are worth more.

    A sentence of an article that the tweet does not name scores −∞ unless it has much of the tweet, or less and a date
    near the tweet's, and is worth `unlinked` at least, or `nameless` if the tweet names no article at all. So does one
    of a namesake of what the tweet means, see `are_namesakes`, one whose years are all after the tweet's, see
    `tells_of_later`, and one without any sign that it is about the tweet.

    unlinked, nameless: as above. decay: the weight of each further sentence of an article. model: the trees; if None,
    those that come with tweetctx.
    """

    name: ClassVar[str] = "learned"
    unlinked: float = number(0.14, -1.0, 2.0)
    nameless: float = number(0.35, -1.0, 2.0)
    decay: float = number(0.85, 0.0, 1.0)
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
        return self.scores_of(pool, rows, features, self._model.worth(features))

    def scores_of(self, pool: Pool, rows: Ints, features: Matrix, worth: Floats) -> Floats:
        """The score of each sentence, shape (S,). rows: those that are worth a look. features: theirs, (R, F)."""
        named, enough, later = signs_of(features)
        kept = named | (enough & (worth >= (self.unlinked if named.any() else self.nameless)))
        shown = np.flatnonzero(kept & ~later & (pool.sentences.lengths[rows] > 0))
        shown = shown[~are_namesakes(pool, rows[shown], features[shown])]
        rows, worth = rows[shown], worth[shown]
        scores = np.full(len(pool), -np.inf)
        scores[rows] = worth * self.decay ** ranks_in_articles(pool.articles[rows], worth)
        return scores

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """The strongest reasons for and against a sentence in words, and what all else adds to its score."""
        if not len(pool.sentences[sentence]):
            return NO_TERMS
        rows, features = sentence_features(pool.query(query), pool)
        worth = self._model.worth(features)
        score = float(self.scores_of(pool, rows, features, worth)[sentence])
        if sentence not in rows:
            return [("(no sign that it is about the tweet)", score)]
        row = int(rows.searchsorted(sentence))
        if math.isinf(score):
            _, _, later = signs_of(features)
            return [(_LATER if later[row] else _TOO_LITTLE, score)]
        reasons = [*strongest_reasons(features[row], self._model.trees)]
        rest = float(worth[row]) - sum(weight for _, weight in reasons)
        found = [*reasons, ("(all else)", rest)]
        further = score - float(worth[row])
        return [*found, ("(sentences of its article that are worth more)", further)] if further else found

    @property
    def _model(self) -> SentenceModel:
        return self.model or default_model()
