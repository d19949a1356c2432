"""What a smoothing is, and what it works with."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from tweetctx.ragged import Floats
from tweetctx.scoring.parameters import Parameters


@dataclass(frozen=True, slots=True)
class Evidence:
    """Counts of Q query terms in S sentences.

    tf: c(t,s), shape (Q, S). length: |s|, at least 1, shape (1, S). p: p(t), shape (Q, 1).
    """

    tf: Floats
    length: Floats
    p: Floats


@dataclass(frozen=True, slots=True)
class Smoothing(Parameters):
    """A way to estimate p(t|θ) of a sentence; an immutable value."""

    name: ClassVar[str]

    @abstractmethod
    def probability(self, evidence: Evidence) -> Floats:
        """p(t|θ) of every query term in every sentence, shape (Q, S)."""
