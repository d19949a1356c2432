"""Query likelihood: the probability of the query under a sentence's language model."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tweetctx.ragged import Floats
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.priors import PRIORS
from tweetctx.scoring.smoothing import JelinekMercer, Smoothing
from tweetctx.scoring.term_scorer import TermScorer
from tweetctx.scoring.term_weights import TERM_WEIGHTS
from tweetctx.specs import choice, number, written


@dataclass(frozen=True, slots=True)
class QueryLikelihood(TermScorer):
    """score(s) = Σ_t w(t)·c(t,q)·ln p(t|θ) + prior_weight·ln prior(s); Fernández, Losada and Azzopardi (2011).

    smoothing: gives p(t|θ). prior: a key of PRIORS. prior_weight: the weight of the prior beside the query, 1 in the
    papers. terms: w(t), a key of TERM_WEIGHTS.
    """

    smoothing: Smoothing = field(default_factory=JelinekMercer)
    prior: str = choice("uniform", PRIORS, option=True)
    prior_weight: float = number(1.0, option=True)
    terms: str = choice("uniform", TERM_WEIGHTS, option=True)

    def __str__(self) -> str:
        return f"{self.smoothing.name}({written(self.smoothing, self)})"

    def term_scores(self, evidence: TermEvidence, weight: Floats) -> Floats:
        """w(t)·c(t,q)·ln p(t|θ), shape (Q, S); −inf where p(t|θ) is 0, unless the term has no weight."""
        importance = (TERM_WEIGHTS[self.terms](evidence.pool.size, evidence.stats) * weight)[:, None]
        with np.errstate(divide="ignore"):
            logarithm = np.log(self.smoothing.probability(evidence))
        return np.multiply(importance, logarithm, out=np.zeros_like(logarithm), where=importance != 0)

    def prior_scores(self, pool: Pool) -> Floats | None:
        """prior_weight·ln prior(s), shape (S,)."""
        if self.prior == "uniform" or not self.prior_weight:
            return None
        return self.prior_weight * PRIORS[self.prior](pool)
