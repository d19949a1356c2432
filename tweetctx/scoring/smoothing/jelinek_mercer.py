"""Jelinek-Mercer smoothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tweetctx.ragged import Floats
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.smoothing.smoothing import Smoothing
from tweetctx.specs import number


@dataclass(frozen=True, slots=True)
class JelinekMercer(Smoothing):
    """p(t|θ) = (1−lam)·p(t|s) + lam·p(t); Fernández, Losada and Azzopardi (2011), eq. 2.

    lam: the weight of the collection. DCU@INEX-2012, eq. 1, is the same with µ = 1−lam.
    """

    name: ClassVar[str] = "jm"
    lam: float = number(0.4, 0.0, 1.0)

    def probability(self, evidence: TermEvidence) -> Floats:
        """p(t|θ), shape (Q, S)."""
        return (1.0 - self.lam) * evidence.sentence.p + self.lam * evidence.p
