"""The interface of sentence models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tweetctx.ragged import Floats
from tweetctx.scoring.pool import Pool
from tweetctx.types import Query

Contribution = tuple[str, float]

NO_TERMS: list[Contribution] = [("(no terms)", float("-inf"))]  # the explanation of an empty sentence's score


@runtime_checkable
class Scorer(Protocol):
    """A sentence model: an immutable value whose `str` is its spec."""

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,), larger is better; −inf for a sentence without terms.

        Query terms that the collection does not contain are dropped.
        """
        ...


@runtime_checkable
class ExplainableScorer(Scorer, Protocol):
    """A sentence model that can explain a score."""

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """The contributions to the score of the sentence in row `sentence`, by name; their sum is the score."""
        ...


def contributions(scorer: Scorer, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
    """The contribution of each term to a sentence's score; empty if the model cannot explain itself."""
    return scorer.explain(query, pool, sentence) if isinstance(scorer, ExplainableScorer) else []
