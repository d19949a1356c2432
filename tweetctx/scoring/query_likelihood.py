"""Query likelihood: how likely a sentence's model is to produce the query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tweetctx.index.statistics import weights
from tweetctx.ragged import Floats
from tweetctx.scoring.parameters import Parameters, choice, number, written
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.priors import PRIORS
from tweetctx.scoring.scorer import Contribution, known
from tweetctx.scoring.smoothing import Evidence, JelinekMercer, Smoothing
from tweetctx.scoring.term_weights import TERM_WEIGHTS
from tweetctx.types import Query


@dataclass(frozen=True, slots=True)
class QueryLikelihood(Parameters):
    """score(s) = Σ_t w(t)·c(t,q)·ln p(t|θ) + prior_weight·ln prior(s); Fernández, Losada and Azzopardi (2011).

    smoothing: gives p(t|θ). prior: a key of PRIORS. prior_weight: what the prior weighs beside the query, 1 in the
    papers. terms: w(t), a key of TERM_WEIGHTS.
    """

    smoothing: Smoothing = field(default_factory=JelinekMercer)
    prior: str = choice("uniform", PRIORS)
    prior_weight: float = number(1.0)
    terms: str = choice("uniform", TERM_WEIGHTS)

    def __str__(self) -> str:
        values = written(self.smoothing, all_of_them=True) + written(self, all_of_them=False)
        return f"{self.smoothing.name}({', '.join(values)})"

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,)."""
        scores = self._term_scores(known(query, pool), pool).sum(axis=0) + self._prior(pool)
        return np.where(pool.sentences.lengths > 0, scores, -np.inf)

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """What each query term, and the prior, adds to the score of a sentence."""
        query = known(query, pool)
        column = self._term_scores(query, pool)[:, sentence]
        parts = [(term.term, float(value)) for term, value in zip(query.terms, column, strict=True)]
        return parts if self.prior == "uniform" else [*parts, ("(prior)", float(self._prior(pool)[sentence]))]

    def _term_scores(self, query: Query, pool: Pool) -> Floats:
        """w(t)·c(t,q)·ln p(t|θ), shape (Q, S)."""
        terms = pool.stats.numbers(query)
        length = np.maximum(pool.sentences.lengths, 1.0)[None, :]
        evidence = Evidence(pool.sentences.counts_of(terms), length, pool.stats.probability(terms)[:, None])
        weight = TERM_WEIGHTS[self.terms](pool.stats, terms) * weights(query)
        scores: Floats = weight[:, None] * np.log(self.smoothing.probability(evidence))
        return scores

    def _prior(self, pool: Pool) -> Floats:
        return self.prior_weight * PRIORS[self.prior](pool) if self.prior_weight else np.zeros(len(pool))
