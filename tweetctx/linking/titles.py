"""Which articles a tweet names by the terms of their titles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

import numpy as np

from tweetctx.errors import LinkerError, ParameterError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.names import name_matches, written_small
from tweetctx.index.protocol import Engine
from tweetctx.ragged import Floats, Ints
from tweetctx.specs import Parameters, number, whole, written
from tweetctx.types import Hits, Links, Query, Tweet

CONSIDERED = 40  # articles whose openings are looked at


@dataclass(frozen=True, slots=True)
class TitleTerms(Parameters):
    """E(d|q) = (Σ_{t∈n∩q} w(t)·idf(t) + prominence·ln(1 + sentences of d)) · cov(n,q)^alpha − penalties.

    n: the name of d for which this is largest; where it is below `min_evidence` before the last penalty, or not above
    0 after it, d is not named.

    alpha: how much a name must be covered. lowercase_weight: w(t) of a word without a capital; others have 1, a single
    letter 0. prominence: what the length of an article says for it. ambiguity_penalty: for a name that several things
    share. common_noun_penalty: for an article whose opening writes its title without a capital. min_evidence: what a
    name has to say for an article. articles: how many named articles give their first paragraph to the pool.
    """

    error: ClassVar[type[ParameterError]] = LinkerError
    name: ClassVar[str] = "names"
    alpha: float = number(2.0)
    lowercase_weight: float = number(0.6, 0.0, 1.0)
    prominence: float = number(1.0)
    ambiguity_penalty: float = number(1.5)
    common_noun_penalty: float = number(2.0)
    min_evidence: float = number(6.0)
    articles: int = whole(20, 0, CONSIDERED)

    def __str__(self) -> str:
        return f"{self.name}({written(self)})"

    def link(self, tweet: Tweet, query: Query, hits: Hits, engine: Engine) -> Links:  # noqa: ARG002
        """The evidence for the articles that are named, and the first paragraphs of those with most."""
        if not hasattr(engine, "names"):
            return Links.none()
        articles, evidence = self._named(query, cast("EmbeddedIndex", engine))
        openings = engine.openings(articles)
        evidence = evidence - self.common_noun_penalty * _written_small_in(openings, articles)
        best = np.lexsort((articles, -evidence))
        best = best[evidence[best] > 0]
        by_article = best[np.argsort(articles[best])]
        shown = np.flatnonzero(np.isin(openings.articles, articles[best[: self.articles]]))
        return Links((), openings.take(shown), articles[by_article], evidence[by_article])

    def _named(self, query: Query, index: EmbeddedIndex) -> tuple[Ints, Floats]:
        """The articles whose names say enough for them, best first, and how much they say."""
        weight = np.array(
            [0.0 if len(term.term) == 1 else 1.0 if term.capital else self.lowercase_weight for term in query.terms]
        )
        names, mass, coverage = name_matches(index.names, index.term_stats, index.size.documents, query.stats, weight)
        articles = index.names.articles[names]
        first, last = index.article_sentences(articles)
        value = (mass + self.prominence * np.log1p((last - first).astype(np.float64))) * coverage**self.alpha
        value -= self.ambiguity_penalty * index.names.qualified[names]
        enough = np.flatnonzero(value >= self.min_evidence)
        order = enough[np.lexsort((articles[enough], -value[enough]))]
        _, place = np.unique(articles[order], return_index=True)
        best = order[np.sort(place)[:CONSIDERED]]
        return articles[best], value[best]


def _written_small_in(openings: Hits, articles: Ints) -> Floats:
    """1 for an article whose opening writes its title without a capital, 0 for others."""
    passages = map(openings.passage, range(len(openings)))
    small = [written_small(passage.title, passage.text) for passage in passages]
    return np.isin(articles, openings.articles[np.array(small, bool)]).astype(np.float64)
