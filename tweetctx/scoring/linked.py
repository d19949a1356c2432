"""The project's own sentence model: what the articles that a tweet names say of it, each in few sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tweetctx.ragged import Floats, Ints
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.scorer import NO_TERMS, Contribution
from tweetctx.specs import Parameters, number, written
from tweetctx.types import Query


@dataclass(frozen=True, slots=True)
class LinkedArticles(Parameters):
    """score(s) = P(d|tweet) · decay^rank(s), d the article of s; told · coverage(s) where the tweet names nothing.

    P(d|tweet): the probability that the tweet names d, as the linker gives it; 0 where it names others. rank(s): how
    many sentences of d in the pool are better by r(s) = likelihood·Q(s) − lead·ln(1 + position(s)), so that another
    article is worth more than one more sentence of the same: the diversification of xQuAD (Santos, Macdonald and
    Ounis 2010) with articles as aspects.
    Q(s) = Σ_{t∈q∩s} c(t,q)·ln(1 + (1−lam)·p(t|s) / (lam·p(t))), the score of `first_pass` for a sentence.
    position(s): how many sentences of d stand before s.
    coverage(s) = Σ_{t∈q∩s} c(t,q)·idf(t) / Σ_{t∈q} c(t,q)·idf(t), idf(t) = ln(1 + N/df(t)), N articles: how much of
    what the tweet tells the sentence has.

    decay: what another sentence of the same article is worth. told: what a sentence is worth that has all the words
    of a tweet that names nothing. lam: what the collection weighs in Q. likelihood, lead:
    what Q and the position weigh.
    """

    name: ClassVar[str] = "linked"
    decay: float = number(0.6, 0.0, 1.0)
    told: float = number(0.25)
    lam: float = number(0.4, 0.0, 1.0, low_open=True)
    likelihood: float = number(0.1)
    lead: float = number(1.0)

    def __str__(self) -> str:
        return f"{self.name}({written(self)})"

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,)."""
        counts = TermEvidence(pool, pool.query(query))
        if pool.evidence.links.any():
            scores = pool.evidence.links * self.decay ** _ranks(pool, self._relevance(counts))
        else:
            scores = self.told * _coverage(counts)
        return np.where(pool.sentences.lengths > 0, scores, -np.inf)

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """The probability of the link to the article, and what the sentences of it that come first take away."""
        if not len(pool.sentences[sentence]):
            return NO_TERMS
        score, link = float(self.score(query, pool)[sentence]), float(pool.evidence.links[sentence])
        if not pool.evidence.links.any():
            return [("(coverage)", score)]
        return [("(link)", link), ("(rank)", score - link)]

    def _relevance(self, counts: TermEvidence) -> Floats:
        """r(s) of each sentence, shape (S,)."""
        ratio = (1.0 - self.lam) * counts.sentence.p / (self.lam * counts.p)
        likelihood: Floats = counts.told @ np.log1p(ratio)
        return self.likelihood * likelihood - self.lead * np.log1p(counts.pool.evidence.positions)


def _ranks(pool: Pool, relevance: Floats) -> Ints:
    """How many sentences of the same article come before each, by relevance; ties go to the earlier one."""
    order = np.lexsort((np.arange(len(pool)), -relevance, pool.articles))
    _, first, count = np.unique(pool.articles[order], return_index=True, return_counts=True)
    ranks = np.empty(len(pool), np.int64)
    ranks[order] = np.arange(len(pool)) - np.repeat(first, count)
    return ranks


def _coverage(counts: TermEvidence) -> Floats:
    """The share of the query's idf that each sentence has, shape (S,)."""
    idf = counts.told * np.log1p(counts.pool.size.documents / np.maximum(counts.stats.df, 1))
    covered: Floats = idf @ (counts.sentence.tf > 0)
    return covered / (idf.sum() or 1.0)
