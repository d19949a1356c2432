"""The passages of linked articles that are about a tweet."""

from __future__ import annotations

from typing import Final

import numpy as np

from tweetctx.index.protocol import Engine
from tweetctx.ragged import Ints
from tweetctx.types import Hits, Links, Query, QueryTerm

TELLING: Final = 4  # passages besides openings


def linked_passages(query: Query, links: Links, engine: Engine, lam: float) -> Hits | None:
    """The openings of the linked articles, and their best passages for the tweet; None without links.

    The passages are retrieved by the tweet's words and years, without the words of these articles' titles.
    """
    openings = links.openings
    if openings is None or not len(openings):
        return openings
    words = _without(query, openings.head_terms.values)
    return openings.merged(engine.retrieve(words, TELLING, lam, openings.articles)) if words else openings


def _without(query: Query, titles: Ints) -> Query:
    """The author's own words and the tweet's years, without the terms of titles."""
    told = np.flatnonzero(query.told & ~np.isin(query.stats.keys, titles))
    stats = query.stats.take(told)
    years = query.years.take(np.flatnonzero(~np.isin(query.years.keys, [*titles, *stats.keys])))
    terms = (*(query.terms[row] for row in told.tolist()), *(QueryTerm(text, 1.0) for text in years.texts))
    return Query(terms, stats.joined(years))
