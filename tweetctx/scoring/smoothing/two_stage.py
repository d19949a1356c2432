"""Smoothing in two stages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tweetctx.ragged import Floats
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.smoothing.smoothing import ContextSmoothing
from tweetctx.specs import number


@dataclass(frozen=True, slots=True)
class TwoStage(ContextSmoothing):
    """p(t|θ) = (1−lam)·(c(t,s) + mu·p(t|b)) / (|s| + mu) + lam·p(t).

    Fernández, Losada and Azzopardi (2011), eq. 10: Dirichlet smoothing with the context, then Jelinek-Mercer.
    lam: the weight of the collection. mu: the pseudo-count of terms from the context.
    """

    name: ClassVar[str] = "2s"
    lam: float = number(0.4, 0.0, 1.0)
    mu: float = number(100.0)

    def probability(self, evidence: TermEvidence) -> Floats:
        """p(t|θ), shape (Q, S)."""
        tf, length = evidence.sentence
        first = (tf + self.mu * self.around(evidence)) / (length + self.mu)
        return (1.0 - self.lam) * first + self.lam * evidence.p


@dataclass(frozen=True, slots=True)
class TwoStageInverted(ContextSmoothing):
    """p(t|θ) = (1−β)·((1−lam)·p(t|s) + lam·p(t|b)) + β·p(t), β = mu/(|s|+mu).

    Fernández, Losada and Azzopardi (2011), eq. 11: Jelinek-Mercer smoothing with the context, then Dirichlet.
    lam: the weight of the context. mu: the pseudo-count of terms from the collection.
    """

    name: ClassVar[str] = "2s-i"
    lam: float = number(0.4, 0.0, 1.0)
    mu: float = number(100.0)

    def probability(self, evidence: TermEvidence) -> Floats:
        """p(t|θ), shape (Q, S)."""
        beta = self.mu / (evidence.sentence.length + self.mu)
        first = (1.0 - self.lam) * evidence.sentence.p
        if self.lam:
            first = first + self.lam * self.around(evidence)
        return (1.0 - beta) * first + beta * evidence.p
