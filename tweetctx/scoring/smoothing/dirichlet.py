"""Dirichlet smoothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tweetctx.ragged import Floats
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.smoothing.smoothing import Smoothing
from tweetctx.specs import number


@dataclass(frozen=True, slots=True)
class Dirichlet(Smoothing):
    """p(t|θ) = (c(t,s) + mu·p(t)) / (|s| + mu); Fernández, Losada and Azzopardi (2011), eq. 3.

    mu: the pseudo-count of terms from the collection.
    """

    name: ClassVar[str] = "dir"
    mu: float = number(100.0)

    def probability(self, evidence: TermEvidence) -> Floats:
        """p(t|θ), shape (Q, S)."""
        tf, length = evidence.sentence
        return (tf + self.mu * evidence.p) / (length + self.mu)
