"""The project's own sentence model: what the articles say that the tweet names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tweetctx.ragged import Floats
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.scorer import NO_TERMS, Contribution
from tweetctx.specs import Parameters, number, written
from tweetctx.types import Query


@dataclass(frozen=True, slots=True)
class LinkedArticles(Parameters):
    """score(s) = E(d) + likelihood·Q(s) − lead·ln(1 + position(s)), d the article of s.

    E(d): the evidence that the tweet names d, as the linker gives it; 0 where there is none.
    Q(s) = Σ_{t∈q∩s} c(t,q)·ln(1 + (1−lam)·p(t|s) / (lam·p(t))), the score of `first_pass` for a sentence.
    position(s): how many sentences of d stand before s.

    lam: what the collection weighs in Q. likelihood, lead: what Q and the position weigh.
    """

    name: ClassVar[str] = "linked"
    lam: float = number(0.4, 0.0, 1.0, low_open=True)
    likelihood: float = number(0.1)
    lead: float = number(3.0)

    def __str__(self) -> str:
        return f"{self.name}({written(self)})"

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,)."""
        likelihood, lead = self._parts(pool.query(query), pool)
        scores = pool.evidence.links + likelihood.sum(axis=0) + lead
        return np.where(pool.sentences.lengths > 0, scores, -np.inf)

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """What the link to the article, each query term and the position add to the score of a sentence."""
        if not len(pool.sentences[sentence]):
            return NO_TERMS
        query = pool.query(query)
        likelihood, lead = self._parts(query, pool)
        column = likelihood[:, sentence]
        terms = [(term.term, float(value)) for term, value in zip(query.terms, column, strict=True) if value]
        link = float(pool.evidence.links[sentence])
        return [("(link)", link), *terms, ("(position)", float(lead[sentence]))]

    def _parts(self, query: Query, pool: Pool) -> tuple[Floats, Floats]:
        """The terms of likelihood·Q, shape (Q, S), and the position's part, shape (S,)."""
        counts = TermEvidence(pool, query)
        ratio = (1.0 - self.lam) * counts.sentence.p / (self.lam * counts.p)
        likelihood = self.likelihood * query.weights[:, None] * np.log1p(ratio)
        return likelihood, -self.lead * np.log1p(pool.evidence.positions.astype(np.float64))
