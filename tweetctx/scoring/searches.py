"""The searches that find the passages of a model's pool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.index.protocol import Engine
from tweetctx.types import Hits, Links, Query, QueryTerm

TELLING: Final = 4  # passages of linked articles besides their openings


@dataclass(frozen=True, slots=True)
class Searches:
    """How many passages each search finds; 0 for a search that is not made.

    first: by the tweet's words, if no more are asked for. by_date: whether the first is by the tweet's month and years,
    too. linked: by the tweet's words and years in the linked articles. dated: by what the tweet names and its date.
    possible: whether the openings of all articles that the tweet may name are there, not only of those that are linked.
    """

    first: int = 0
    by_date: bool = False
    linked: int = TELLING
    dated: int = 0
    possible: bool = False

    def find(self, query: Query, first: Hits, links: Links, engine: Engine, lam: float) -> dict[str, Hits]:
        """What each search found, by its name; those that have nothing to search for are left out. first: the first."""
        linked = linked_passages(query, links, engine, self.linked, lam)
        dated = dated_passages(query, links, engine, self.dated, lam)
        named = links.named.openings if self.possible and links.named else links.openings
        results = {"first": first, "openings": named, "linked": linked, "dated": dated}
        return {name: hits for name, hits in results.items() if hits is not None}


def searches_of(scorer: object) -> Searches:
    """The searches that a sentence model wants, by its attribute `searches`; others take the default."""
    wanted = getattr(scorer, "searches", None)
    return wanted if isinstance(wanted, Searches) else Searches()


def linked_passages(query: Query, links: Links, engine: Engine, most: int, lam: float) -> Hits | None:
    """The best passages of the linked articles for the tweet; None without links or other words.

    They are retrieved by the tweet's words and years, without the words of these articles' titles.
    """
    openings = links.openings
    if not most or openings is None or not len(openings):
        return None
    words = _without(query, openings.head_terms.values)
    return engine.retrieve(words, most, lam, openings.articles) if words else None


def dated_passages(query: Query, links: Links, engine: Engine, most: int, lam: float) -> Hits | None:
    """The best passages for what the tweet names and its date; None without one of both.

    They are retrieved by the tweet's words that are in the titles and mentions of the linked articles, those of its own
    text if there are any, and by its month and years: passages on the day of the tweet that name what it names.
    """
    openings = links.openings
    if not most or openings is None or not (len(query.years) or len(query.month)):
        return None
    own = {term for link in links.links for term in engine.analyzer.terms(link.text)}
    titles = set(openings.head_terms.values.tolist())
    keys = query.stats.keys.tolist()
    named = [row for row, term in enumerate(query.terms) if term.term in own or keys[row] in titles]
    named = [row for row in named if query.terms[row].in_body] or named
    if not named:
        return None
    known = {keys[row] for row in named}
    dates = query.years.joined(query.month)
    times = [row for row, key in enumerate(dates.keys.tolist()) if key not in known]
    terms = (*(query.terms[row].term for row in named), *(dates.texts[row] for row in times))
    stats = query.stats.take(np.array(named, np.int64)).joined(dates.take(np.array(times, np.int64)))
    return engine.retrieve(Query(tuple(QueryTerm(term, 1.0) for term in terms), stats), most, lam)


def _without(query: Query, titles: Ints) -> Query:
    """The author's own words and the tweet's years, without the terms of titles."""
    known = set(titles.tolist())
    keys = query.stats.keys.tolist()
    body = [row for row, key in enumerate(keys) if query.terms[row].in_body and key not in known]
    known.update(keys[row] for row in body)
    years = [row for row, key in enumerate(query.years.keys.tolist()) if key not in known]
    terms = (*(query.terms[row] for row in body), *(QueryTerm(query.years.texts[row], 1.0) for row in years))
    return Query(terms, query.stats.take(np.array(body, np.int64)).joined(query.years.take(np.array(years, np.int64))))
