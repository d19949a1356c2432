"""The project's own sentence model, for the sentences of the articles that a tweet names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.index.first_pass import DEFAULT_PASSAGES
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.query_likelihood import isf
from tweetctx.scoring.scorer import NO_TERMS, Contribution
from tweetctx.specs import Parameters, number, written
from tweetctx.types import Query


@dataclass(frozen=True, slots=True)
class LinkedArticles(Parameters):
    """score(s) = P(d|tweet) · decay^rank(s), d the article of s; coverage · f(s) without links.

    P(d|tweet): the probability that the tweet names d, from the linker; 0 if it names only others. rank(s): how many
    sentences of d in the pool rank before s, so that a sentence of another article is worth more than a further one of
    the same: the diversification of xQuAD (Santos, Macdonald and Ounis 2010) with articles as aspects. The first
    sentence of d ranks first, as it says what d is; the others rank by their relevance to the tweet,
    r(s) = likelihood·Q(s) + year·[s contains a year of the tweet] − lead·ln(1 + position(s)).
    Q(s) = Σ_t c(t,q)·ln(1 + (1−lam)·p(t|s) / (lam·p(t))), t ∈ q∩s and neither in the title of d nor in a mention of it:
    the score of `first_pass` for a sentence, without the name of d.
    position(s): how many sentences of d precede s.
    f(s) = Σ_{t∈q∩s} c(t,q)·idf(t) / Σ_{t∈q} c(t,q)·idf(t), idf(t) = ln(1 + N/df(t)), N articles: the fraction of
    the tweet that the sentence covers; 0 if that may be chance: it takes ln(S/20) nats to single out 20 of the S
    sentences of the collection, as a search does, and Σ_{t∈q∩s} ln(S/sf(t)) must be twice that.
    q holds the author's own words, not the name and the date after them.

    decay: the weight of each further sentence of an article. coverage: the weight of f. lam: the weight of the
    collection in Q. likelihood, year, lead: the weights of Q, a year and the position.
    """

    name: ClassVar[str] = "linked"
    decay: float = number(0.6, 0.0, 1.0)
    coverage: float = number(0.25)
    lam: float = number(0.4, 0.0, 1.0, low_open=True)
    likelihood: float = number(0.2)
    year: float = number(1.0)
    lead: float = number(1.0)

    def __str__(self) -> str:
        return f"{self.name}({written(self)})"

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,)."""
        query = pool.query(query)
        links = pool.link_evidence
        if links.any():
            rows = np.flatnonzero(links)
            scores = np.zeros(len(pool))
            scores[rows] = links[rows] * self.decay ** ranks_in_articles(
                pool.articles[rows], self._relevance(query, pool, rows)
            )
        else:
            scores = self.coverage * _coverage(TermEvidence(pool, query), query.body_weights)
        return np.where(pool.sentences.lengths > 0, scores, -np.inf)

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """The probability of the link to the article, and the decay by the sentences of it that rank before."""
        if not len(pool.sentences[sentence]):
            return NO_TERMS
        score, link = float(self.score(query, pool)[sentence]), float(pool.link_evidence[sentence])
        if not pool.link_evidence.any():
            return [("(coverage)", score)]
        return [("(link)", link), ("(rank)", score - link)]

    def _relevance(self, query: Query, pool: Pool, rows: Ints) -> Floats:
        """r(s) of some sentences, in the shape of `rows`; infinite for the first of an article."""
        sentences, positions = pool.sentences.take(rows), pool.positions[rows]
        p = sentences.counts_of(query.stats.keys) / np.maximum(sentences.lengths, 1)
        likelihood = np.log1p((1.0 - self.lam) * p / (self.lam * pool.size.probability(query.stats.cf)[:, None]))
        likelihood[_names_article(pool, query, pool.articles[rows])] = 0.0
        relevance: Floats = self.likelihood * (query.body_weights @ likelihood)
        relevance += self.year * sentences.counts_of(query.years.keys).any(axis=0) - self.lead * np.log1p(positions)
        return np.where(positions == 0, np.inf, relevance)


def _names_article(pool: Pool, query: Query, of_each: Ints) -> Bools:
    """Whether each of Q terms occurs in the title of an article, the heading of its opening, or a mention of it.

    Shape (Q, articles), a column for each of `of_each`.
    """
    articles = distinct(of_each)
    passages = pool.candidates
    order = passages.passages.argsort()
    opening = order[np.searchsorted(passages.articles, articles, sorter=order)]  # the first passage of each
    named: Bools = passages.head_terms.take(opening).counts_of(query.stats.keys) > 0
    row = {term.term: row for row, term in enumerate(query.terms)}
    for link in pool.links.links:
        term_rows = np.array([row[term] for term in pool.engine.analyzer.terms(link.text) if term in row], np.int64)
        named[term_rows[:, None], np.flatnonzero(articles == link.article)] = True
    return named[:, articles.searchsorted(of_each)]


def ranks_in_articles(articles: Ints, relevance: Floats) -> Ints:
    """How many sentences of the same article rank before each by relevance; ties go to the earlier one."""
    order = np.lexsort((-relevance, articles))
    ascending = articles[order]
    ranks = np.empty(len(articles), np.int64)
    ranks[order] = np.arange(len(articles)) - ascending.searchsorted(ascending)  # the first of the same article
    return ranks


def _coverage(counts: TermEvidence, weights: Floats) -> Floats:
    """coverage(s) of each sentence, shape (S,). weights: see `Query.body_weights`."""
    size, stats = counts.pool.size, counts.stats
    shared = (counts.sentence.tf > 0) & (weights > 0)[:, None]
    needed = 2.0 * np.log(max(size.sentences, 1) / DEFAULT_PASSAGES)
    idf = weights * np.log1p(size.documents / np.maximum(stats.df, 1))
    covered: Floats = idf @ shared
    return np.where(isf(size, stats) @ shared < needed, 0.0, covered / (idf.sum() or 1.0))
