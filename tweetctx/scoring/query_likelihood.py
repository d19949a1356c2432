"""Query likelihood: the probability of the query under a sentence's language model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from tweetctx.arrays.ragged import pair_keys
from tweetctx.arrays.types import Floats
from tweetctx.index.protocol import CollectionSize
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.scorer import TermScorer
from tweetctx.scoring.smoothing import JelinekMercer, Smoothing
from tweetctx.specs import choice, number, written
from tweetctx.types import TermStats


def length(pool: Pool) -> Floats:
    """ln |s|; −inf for a sentence without terms."""
    with np.errstate(divide="ignore"):
        logarithm: Floats = np.log(pool.sentences.lengths)
    return logarithm


def importance(pool: Pool) -> Floats:
    """ln p(d|s) = Σ_t c(t,s)·ln(p(t|d)/p(t)), d the article (Fernández, Losada and Azzopardi 2011, section 3.3)."""
    documents = pool.documents
    keys, tf = np.unique(pair_keys(documents.row_of_value, documents.values), return_counts=True)
    sentence, term = pool.sentences.row_of_value, pool.sentences.values
    document = pool.document_of[sentence]
    # Each pair is looked up once: sentences repeat the words of their article.
    pairs, which = np.unique(pair_keys(document, term), return_inverse=True)
    p_d = tf[np.searchsorted(keys, pairs)][which] / documents.lengths[document]
    terms, term_index = np.unique(term, return_inverse=True)
    p = pool.size.probability(pool.engine.term_stats(terms).cf)
    ratio = np.log(p_d / p[term_index])
    prior: Floats = np.bincount(sentence, weights=ratio, minlength=len(pool)).astype(np.float64)
    return prior


# ln prior(s) of the sentences of a pool, shape (S,); the uniform prior needs no function.
PRIORS: dict[str, Callable[[Pool], Floats]] = {"importance": importance, "length": length}


def isf(size: CollectionSize, stats: TermStats) -> Floats:
    """ln(N/sf), N sentences; a term that occurs only in titles or headings counts as if in one sentence."""
    weights: Floats = np.log(max(size.sentences, 1) / np.maximum(stats.sf, 1))
    return weights


# w(t) of Q query terms, from the size of the collection and their statistics, shape (Q,).
TERM_WEIGHTS: dict[str, Callable[[CollectionSize, TermStats], Floats]] = {
    "uniform": lambda _, stats: np.ones(len(stats)),
    "idf": lambda size, stats: np.log(size.documents / stats.df),
    "icf": lambda size, stats: np.log(size.collection_length / stats.cf),
    "isf": isf,
}


@dataclass(frozen=True, slots=True)
class QueryLikelihood(TermScorer):
    """score(s) = Σ_t w(t)·c(t,q)·ln p(t|θ) + prior_weight·ln prior(s); Fernández, Losada and Azzopardi (2011).

    smoothing: gives p(t|θ). prior: `uniform`, or a key of PRIORS. prior_weight: the weight of the prior beside the
    query, 1 in the papers. terms: w(t), a key of TERM_WEIGHTS.
    """

    smoothing: Smoothing = field(default_factory=JelinekMercer)
    prior: str = choice("uniform", ("uniform", *PRIORS), option=True)
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
