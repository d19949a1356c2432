"""The searches that find the passages of a model's pool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tweetctx.index.protocol import Engine
from tweetctx.linking.passages import dated_passages, linked_passages
from tweetctx.types import Hits, Links, Query

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
