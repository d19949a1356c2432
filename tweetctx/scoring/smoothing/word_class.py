"""Smoothing by classes of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tweetctx.ragged import Floats
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.smoothing.smoothing import Smoothing
from tweetctx.specs import number


@dataclass(frozen=True, slots=True)
class ClassDirichlet(Smoothing):
    """p(t|θ) = cf(t)/cf(C_t) · (c(C_t,s) + mu·cf(C_t)/|C|) / (|s| + mu); Momtazi and Klakow (2009).

    A sentence need not contain the term itself; another of its class also counts. mu: the pseudo-count of terms from
    the collection.
    """

    name: ClassVar[str] = "class"
    mu: float = number(100.0)

    def probability(self, evidence: TermEvidence) -> Floats:
        """p(t|θ), shape (Q, S)."""
        pool, classes, stats = evidence.pool, evidence.pool.classes, evidence.stats
        tf, length = evidence.word_class
        cf = classes.frequency(stats)[:, None]
        size = pool.size.collection_length
        share = stats.cf[:, None] / cf
        smoothed: Floats = share * (tf + self.mu * (cf / size)) / (length + self.mu)
        return smoothed
