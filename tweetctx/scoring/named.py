"""The project's own model: what a tweet names, told by the openings of the articles that bear the names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tweetctx.index.names import name_matches, written_small
from tweetctx.index.protocol import PassageIndex
from tweetctx.index.statistics import weights
from tweetctx.ragged import Floats, Ints
from tweetctx.scoring.candidates import Candidates
from tweetctx.scoring.evidence import Evidence
from tweetctx.scoring.parameters import Parameters, number, whole, written
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.scorer import NO_TERMS, Contribution, Demands, known
from tweetctx.types import Query

CONSIDERED = 40  # articles whose openings are looked at


@dataclass(frozen=True, slots=True)
class NamedArticles(Parameters):
    """score(s) = E(d|q) + likelihood·Q(s) − lead·ln(1 + position(s)), d the article of s.

    E(d|q) = (Σ_{t∈n∩q} w(t)·idf(t) + prominence·ln(1 + sentences of d)) · cov(n,q)^alpha
             − qualified·[n is shared] − common·[d is no proper name].
    n: the name of d for which this is largest; where it is below `least` before the last term, or not above 0 after
    it, d is not named, and E is 0.
    Q(s) = Σ_{t∈q∩s} c(t,q)·ln(1 + (1−lam)·p(t|s) / (lam·p(t))), the score of `first_pass` for a sentence.
    position(s): how many sentences of d stand before s.

    alpha: how much a name must be covered. lower: w(t) of a word without a capital; others have 1, a single letter 0.
    prominence: what the length of an article says for it. qualified: what is taken from a name that several things
    share. common: what is taken from an article whose opening writes its title without a capital. least: what its
    name has to say for an article. articles: how many named articles give their first paragraph to the pool. lam:
    what the collection weighs in Q. likelihood, lead: what Q and the position weigh. share: the part of the best
    sentence's score that another needs to be shown. per_article: how many sentences of an article a context takes.
    """

    name: ClassVar[str] = "named"
    alpha: float = number(2.0)
    lower: float = number(0.6, 0.0, 1.0)
    prominence: float = number(1.0)
    qualified: float = number(1.5)
    common: float = number(2.0)
    least: float = number(6.0)
    articles: int = whole(20, 0, CONSIDERED)
    lam: float = number(0.4, 0.0, 1.0, low_open=True)
    likelihood: float = number(0.1)
    lead: float = number(3.0)
    share: float = number(0.5, 0.0, 1.0)
    per_article: int = whole(4, 1)

    def __str__(self) -> str:
        return f"{self.name}({written(self)})"

    @property
    def demands(self) -> Demands:
        """A short sentence may be all that an article's opening is; one without any evidence is not shown."""
        return Demands(min_terms=2, per_article=self.per_article, least=0.0, share=self.share, readable=True)

    def candidates(self, query: Query, index: PassageIndex) -> Candidates:
        """The evidence for the articles that are named, and the first paragraphs of those with most."""
        articles, evidence = self._named(query, index)
        evidence = evidence - self.common * written_small_in(index, articles)
        best = np.lexsort((articles, -evidence))
        best = best[evidence[best] > 0]
        by_article = best[np.argsort(articles[best])]
        return Candidates(index.leads(articles[best[: self.articles]]), articles[by_article], evidence[by_article])

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
        counts = Evidence(pool, pool.stats.numbers(query))
        ratio = (1.0 - self.lam) * counts.sentence.p / (self.lam * counts.p)
        likelihood = self.likelihood * weights(query)[:, None] * np.log1p(ratio)
        lead = -self.lead * np.log1p(pool.source.positions().astype(np.float64))
        return self._of_pool(query, pool), likelihood, lead

    def _of_pool(self, query: Query, pool: Pool) -> Floats:
        index = pool.source.names_from()
        if index is None:  # documents in memory have no names
            return np.zeros(len(pool))
        candidates = pool.candidates or self.candidates(query, index)
        return candidates.evidence_of(index.passage_articles(pool.passages))

    def _named(self, query: Query, index: PassageIndex) -> tuple[Ints, Floats]:
        """The articles whose names say enough for them, best first, and how much they say."""
        weight = name_weights(query, self.lower)
        names, mass, coverage = name_matches(index.names, index.stats, index.stats.numbers(query), weight)
        articles = index.names.articles[names]
        first, last = index.article_sentences(articles)
        value = (mass + self.prominence * np.log1p((last - first).astype(np.float64))) * coverage**self.alpha
        value -= self.qualified * index.names.qualified[names]
        enough = np.flatnonzero(value >= self.least)
        order = enough[np.lexsort((articles[enough], -value[enough]))]
        _, place = np.unique(articles[order], return_index=True)
        best = order[np.sort(place)[:CONSIDERED]]
        return articles[best], value[best]


def name_weights(query: Query, lower: float) -> Floats:
    """w(t) of a query's terms: 1 for a word with a capital, `lower` for others, 0 for a single letter."""
    return np.array([0.0 if len(term.term) == 1 else 1.0 if term.capital else lower for term in query.terms])


def written_small_in(index: PassageIndex, articles: Ints) -> Floats:
    """1 for an article whose opening writes its title without a capital, 0 for others."""
    leads = index.leads(articles)
    passages = map(index.passage, leads.tolist())
    small = [written_small(passage.title, passage.text) for passage in passages]
    return np.isin(articles, index.passage_articles(leads)[np.array(small, bool)]).astype(np.float64)
