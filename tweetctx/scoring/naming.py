"""The articles that a query names, and what each part of the evidence for them is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tweetctx.index.names import inverse_frequency, written_small
from tweetctx.index.protocol import PassageIndex
from tweetctx.ragged import Bools, Floats, Ints
from tweetctx.types import Query

CONSIDERED = 40  # articles that are looked at closely
_WHOLE = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class Naming:
    """What Q terms of a query, given by number, say of A articles, each seen by the best of its names.

    articles: shape (A,), best first. names: of each the one that is meant, shape (A,). coverage: how much of it the
    query covers, shape (A,). weight: w(t), shape (Q,).
    """

    index: PassageIndex
    terms: Ints
    weight: Floats
    articles: Ints
    names: Ints
    coverage: Floats

    @property
    def whole(self) -> Bools:
        """Whether the query has all of a name, shape (A,)."""
        return self.coverage > _WHOLE

    @property
    def shared(self) -> Floats:
        """1 for a name that several things share, shape (A,)."""
        return self.index.names.qualified[self.names].astype(np.float64)

    @property
    def size(self) -> Floats:
        """ln(1 + sentences of the article), shape (A,)."""
        return sizes(self.index, self.articles)

    def held(self) -> Bools:
        """Which terms stand in the name, shape (A, Q)."""
        return self.index.names.terms.take(self.names).counts_of(self.terms).T > 0

    def mass(self, held: Bools, again: float) -> Floats:
        """Σ_{t∈n∩q} w(t)·idf(t), shape (A,); in a name that is not whole, a word that a better one explains counts
        `again` times as much: a better article whose name has the word and is whole.
        """  # noqa: D205
        told = np.logical_or.accumulate(held & self.whole[:, None], axis=0) & ~self.whole[:, None]
        idf = inverse_frequency(self.index.stats, self.terms)
        mass: Floats = (held * np.where(told, again, 1.0) * (self.weight * idf)).sum(axis=1)
        return mass

    def common(self) -> Floats:
        """1 for an article whose opening writes its title without a capital, shape (A,)."""
        leads = self.index.leads(self.articles)
        articles = self.index.passage_articles(leads)
        small = [
            int(article)
            for article, lead in zip(articles, leads, strict=True)
            if written_small(self.index.source(int(article))[1], self.index.passage(int(lead)).text)
        ]
        return np.isin(self.articles, small).astype(np.float64)

    def about(self, held: Bools, lam: float) -> Floats:
        """Σ_{t∈q∖n} ln(1 + (1−lam)·p(t|d) / (lam·p(t))): how much the article has of the query's other words."""
        articles = self.index.article_terms(self.articles)
        p_d = articles.counts_of(self.terms) / np.maximum(articles.lengths, 1)
        p = self.index.stats.probability(self.terms)[:, None]
        gain: Floats = (np.log1p((1.0 - lam) * p_d / (lam * p)).T * ~held).sum(axis=1)
        return gain


def sizes(index: PassageIndex, articles: Ints) -> Floats:
    """ln(1 + sentences) of articles."""
    first, last = index.article_sentences(articles)
    size: Floats = np.log1p((last - first).astype(np.float64))
    return size


def name_weights(query: Query, lower: float) -> Floats:
    """w(t) of a query's terms: 1 for a word with a capital, `lower` for others, 0 for a single letter."""
    return np.array([0.0 if len(term.term) == 1 else 1.0 if term.capital else lower for term in query.terms])
