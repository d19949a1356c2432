"""The variants of BM25 in rank_bm25, over the sentences of the pool as their collection."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tweetctx.ragged import Floats
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.matching import MatchingModel
from tweetctx.specs import number


@dataclass(frozen=True, slots=True)
class PoolBm25(MatchingModel):
    """Rank_bm25's scores; statistics are those of the pool, not of the collection.

    k1: the saturation of tf. b: the strength of length normalization.
    """

    k1: float = number(1.5, low_open=True)
    b: float = number(0.75, 0.0, 1.0)

    @abstractmethod
    def model(self, sentences: list[list[int]]) -> Any:
        """The model of rank_bm25 over some sentences, at least one, none of them empty."""

    def term_scores(self, evidence: TermEvidence, weight: Floats) -> Floats:
        """What rank_bm25 gives each query term by itself, times its weight, shape (Q, S)."""
        scores = np.zeros((len(weight), len(evidence.pool)))
        with_terms = np.flatnonzero(evidence.pool.sentences.lengths)
        if len(with_terms):
            model = self.model([evidence.pool.sentences[int(row)].tolist() for row in with_terms])
            for q, term in enumerate(evidence.stats.keys.tolist()):
                scores[q, with_terms] = weight[q] * model.get_scores([term])
        return scores


@dataclass(frozen=True, slots=True)
class Okapi(PoolBm25):
    """BM25Okapi of rank_bm25. epsilon: the floor of idf, as a share of its mean."""

    name: ClassVar[str] = "okapi"
    epsilon: float = number(0.25)

    def model(self, sentences: list[list[int]]) -> Any:
        """The model over some sentences."""
        from rank_bm25 import BM25Okapi

        return BM25Okapi(sentences, k1=self.k1, b=self.b, epsilon=self.epsilon)


@dataclass(frozen=True, slots=True)
class Bm25L(PoolBm25):
    """BM25L of rank_bm25, which discounts long sentences less. delta: what every match has in advance."""

    name: ClassVar[str] = "bm25l"
    delta: float = number(0.5)

    def model(self, sentences: list[list[int]]) -> Any:
        """The model over some sentences."""
        from rank_bm25 import BM25L

        return BM25L(sentences, k1=self.k1, b=self.b, delta=self.delta)


@dataclass(frozen=True, slots=True)
class Bm25Plus(PoolBm25):
    """BM25Plus of rank_bm25. delta: the least that a match adds."""

    name: ClassVar[str] = "bm25plus"
    delta: float = number(1.0)

    def model(self, sentences: list[list[int]]) -> Any:
        """The model over some sentences."""
        from rank_bm25 import BM25Plus

        return BM25Plus(sentences, k1=self.k1, b=self.b, delta=self.delta)
