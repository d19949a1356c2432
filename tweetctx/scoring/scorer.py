"""What every sentence model offers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tweetctx.index.protocol import PassageIndex
from tweetctx.ragged import Floats
from tweetctx.scoring.candidates import Candidates
from tweetctx.scoring.pool import Pool
from tweetctx.types import Query

Contribution = tuple[str, float]

NO_TERMS: list[Contribution] = [("(no terms)", float("-inf"))]  # the explanation of an empty sentence's score


@dataclass(frozen=True, slots=True)
class Demands:
    """What a model asks of a context.

    min_terms, max_terms: of a sentence, different ones. per_article: how many sentences of one article it has at the
    most. least: the score below which a sentence says nothing of the tweet. share: the part of the best sentence's
    score that another needs to be shown beside it. readable: whether a sentence has to read well where it stands,
    as `tweetctx.context.concatenate` tells it.
    """

    # Of fewer terms a sentence says too little to be worth showing, of more it is a list (DCU@INEX-2012).
    min_terms: int = 5
    max_terms: int = 50
    per_article: int | None = None
    least: float = -math.inf
    share: float = 0.0
    readable: bool = False


class Scorer(Protocol):
    """A sentence model: an immutable value that prints as its spec."""

    @property
    def demands(self) -> Demands:
        """What the model asks of a context."""
        ...

    def candidates(self, query: Query, index: PassageIndex) -> Candidates:
        """What the model finds by itself, before there is a pool."""
        ...

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,), larger is better; −inf for a sentence without terms.

        Query terms that the collection does not contain are dropped.
        """
        ...

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """What each term adds to the score of the sentence in row `sentence`; the sum is the score."""
        ...


class OfPapers:
    """A base for models that ask for nothing but the passages retrieved."""

    __slots__ = ()

    @property
    def demands(self) -> Demands:
        """What the papers ask of sentences."""
        return Demands()

    def candidates(self, query: Query, index: PassageIndex) -> Candidates:  # noqa: ARG002
        """Nothing."""
        return Candidates.none()


def known(query: Sequence[str] | Query, pool: Pool) -> Query:
    """The query as terms of the pool's collection."""
    return query if isinstance(query, Query) else pool.stats.query(query)
