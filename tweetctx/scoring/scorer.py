"""The interface of sentence models, and the base of those whose score is a sum over the query's terms."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from tweetctx.arrays.types import Floats
from tweetctx.errors import ScorerError, counted
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.pool import Pool
from tweetctx.specs import Parameters
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


def checked(scores: Floats, scorer: Scorer, sentences: int) -> Floats:
    """The scores, if they are what a model must return; ScorerError names the model, which may be a user's own."""
    if not isinstance(scores, np.ndarray):
        found = f"a {type(scores).__name__}"
    elif scores.shape != (sentences,) or scores.dtype.kind not in "fi":
        found = f"an array of {scores.dtype} of shape {scores.shape}"
    elif np.isnan(scores).any():
        found = "a score that is NaN"
    else:
        return scores
    raise ScorerError(f"{scorer}: found {found}, expected an array of {counted(sentences, 'number')}, one a sentence")


@dataclass(frozen=True, slots=True)
class TermScorer(Parameters):
    """A model whose score is a sum over terms, plus an optional prior of the sentence."""

    @abstractmethod
    def term_scores(self, evidence: TermEvidence, weight: Floats) -> Floats:
        """The contribution of each query term to each sentence's score, shape (Q, S). weight: c(t,q), shape (Q,)."""

    def prior_scores(self, pool: Pool) -> Floats | None:  # noqa: ARG002
        """The part of each score that does not depend on the query, shape (S,); None if there is none."""
        return None

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,)."""
        scores = self._term_scores(pool.query(query), pool).sum(axis=0)
        prior = self.prior_scores(pool)
        return np.where(pool.sentences.lengths > 0, scores if prior is None else scores + prior, -np.inf)

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """The contributions of each query term and of the prior to the score of a sentence."""
        if not len(pool.sentences[sentence]):
            return NO_TERMS
        query = pool.query(query)
        column = self._term_scores(query, pool)[:, sentence]
        term_contributions = [(term.term, float(value)) for term, value in zip(query.terms, column, strict=True)]
        prior = self.prior_scores(pool)
        return term_contributions if prior is None else [*term_contributions, ("(prior)", float(prior[sentence]))]

    def _term_scores(self, query: Query, pool: Pool) -> Floats:
        return self.term_scores(TermEvidence(pool, query), query.weights)
