"""The passages of linked articles that say most of a tweet."""

from __future__ import annotations

import numpy as np

from tweetctx.index.protocol import Engine
from tweetctx.types import Hits, Links, Query


def linked_passages(query: Query, links: Links, engine: Engine, k: int, lam: float) -> Hits | None:
    """The openings of the linked articles and, of the k best passages for the tweet and their titles, those in them.

    Every passage is indexed with the title of its article, so that titles in the query bring its passages up; the
    tweet's years bring up those on its time. None without links.
    """
    if links.openings is None or not len(links.openings):
        return links.openings
    titles = " ".join(source.title for source in links.openings.sources)
    terms = [*(term.term for term in query.terms if term.told), *query.years.texts, *engine.analyzer.terms(titles)]
    hits = engine.retrieve(engine.query(terms), k, lam)
    inside = np.flatnonzero(np.isin(hits.articles, links.openings.articles))
    return links.openings.merged(hits.take(inside)) if len(inside) else links.openings
