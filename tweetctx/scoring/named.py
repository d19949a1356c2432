"""The project's own model: what a tweet names, told by the openings of the articles that bear the names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tweetctx.index.names import name_scores
from tweetctx.index.protocol import PassageIndex
from tweetctx.index.statistics import weights
from tweetctx.ragged import Floats, Ints
from tweetctx.scoring.evidence import Evidence
from tweetctx.scoring.parameters import Parameters, number, whole, written
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.scorer import NO_TERMS, Contribution, Demands, known
from tweetctx.types import Query


@dataclass(frozen=True, slots=True)
class NamedArticles(Parameters):
    """score(s) = E(d|q) + likelihood·Q(s) − lead·ln(1 + position(s)), d the article of s.

    E(d|q) = max over the names n of d of Σ_{t∈n∩q} w(t)·idf(t) · cov(n,q)^alpha − qualified·[n is shared]
             + prominence·ln(1 + sentences of d); 0 for an article whose E is below `least`.
    Q(s) = Σ_{t∈q∩s} c(t,q)·ln(1 + (1−lam)·p(t|s) / (lam·p(t))), the score of `first_pass` for a sentence.
    position(s): how many sentences of d stand before s.

    alpha: how much a name must be covered. lower: w(t) of a word without a capital; others have 1. prominence: what
    the length of an article says for it. qualified: what is taken from a name that several things share. least: the
    evidence below which an article is not named. articles: how many named articles give their first paragraph to the
    pool. lam: what the collection weighs in Q. likelihood, lead: what Q and the position weigh. per_article: how many
    sentences of an article a context takes.
    """

    name: ClassVar[str] = "named"
    alpha: float = number(2.0)
    lower: float = number(0.4, 0.0, 1.0)
    prominence: float = number(0.7)
    qualified: float = number(1.5)
    least: float = number(4.0)
    articles: int = whole(20, 0)
    lam: float = number(0.4, 0.0, 1.0, low_open=True)
    likelihood: float = number(0.2)
    lead: float = number(2.0)
    per_article: int = whole(2, 1)

    def __str__(self) -> str:
        return f"{self.name}({written(self)})"

    @property
    def demands(self) -> Demands:
        """A short sentence may be all that an article's opening is; one without any evidence is not shown."""
        return Demands(min_terms=2, per_article=self.per_article, least=0.0)

    def candidates(self, query: Query, index: PassageIndex) -> Ints:
        """The first paragraphs of the articles with most evidence."""
        articles, evidence = self._evidence(query, index)
        return index.leads(articles[np.lexsort((articles, -evidence))[: self.articles]])

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,)."""
        evidence, likelihood, lead = self._parts(known(query, pool), pool)
        return np.where(pool.sentences.lengths > 0, evidence + likelihood.sum(axis=0) + lead, -np.inf)

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """What the article's name, each query term and the position add to the score of a sentence."""
        if not len(pool.sentences[sentence]):
            return NO_TERMS
        query = known(query, pool)
        evidence, likelihood, lead = self._parts(query, pool)
        column = likelihood[:, sentence]
        terms = [(term.term, float(value)) for term, value in zip(query.terms, column, strict=True) if value]
        return [("(name)", float(evidence[sentence])), *terms, ("(position)", float(lead[sentence]))]

    def _parts(self, query: Query, pool: Pool) -> tuple[Floats, Floats, Floats]:
        """E, shape (S,), the terms of likelihood·Q, shape (Q, S), and the position's part, shape (S,)."""
        terms = pool.stats.numbers(query)
        counts = Evidence(pool, terms)
        ratio = (1.0 - self.lam) * counts.sentence.p / (self.lam * counts.p)
        likelihood = self.likelihood * weights(query)[:, None] * np.log1p(ratio)
        lead = -self.lead * np.log1p(pool.source.positions().astype(np.float64))
        return self._of_pool(query, pool), likelihood, lead

    def _of_pool(self, query: Query, pool: Pool) -> Floats:
        index = pool.source.names_from()
        if index is None:  # documents in memory have no names
            return np.zeros(len(pool))
        articles, evidence = self._evidence(query, index)
        own = index.passage_articles(pool.passages)
        place = np.searchsorted(articles, own).clip(max=max(len(articles) - 1, 0))
        return np.where(articles[place] == own, evidence[place], 0.0) if len(articles) else np.zeros(len(pool))

    def _evidence(self, query: Query, index: PassageIndex) -> tuple[Ints, Floats]:
        """The named articles, ascending, and E of each."""
        terms = index.stats.numbers(query)
        weight = np.array([1.0 if term.capital else self.lower for term in query.terms])
        names, scores = name_scores(index.names, index.stats, terms, weight, self.alpha)
        scores = scores - self.qualified * index.names.qualified[names]
        articles, row = np.unique(index.names.articles[names], return_inverse=True)
        best = np.full(len(articles), -np.inf)
        np.maximum.at(best, row, scores)
        first, last = index.article_sentences(articles)
        evidence = best + self.prominence * np.log1p((last - first).astype(np.float64))
        enough = evidence >= self.least
        return articles[enough], evidence[enough]
