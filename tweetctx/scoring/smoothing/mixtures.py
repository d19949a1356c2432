"""Mixtures of a sentence, its contexts and the collection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tweetctx.errors import ScorerError
from tweetctx.ragged import Floats
from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.smoothing.smoothing import ContextSmoothing, Smoothing
from tweetctx.specs import as_text, number, whole

_ROUNDING = 1e-9  # 0.9 + 0.1 need not be 1


def _rest(**weights: float) -> float:
    """1 minus the weights, the weight of the collection; ScorerError if it is negative."""
    rest = 1.0 - sum(weights.values())
    if rest < -_ROUNDING:
        found = ", ".join(f"{name}={as_text(weight)}" for name, weight in weights.items())
        raise ScorerError(f"{'+'.join(weights)}: found {found}, expected a sum of at most 1")
    return rest if rest > _ROUNDING else 0.0


@dataclass(frozen=True, slots=True)
class ThreeMixture(ContextSmoothing):
    """p(t|θ) = lam·p(t|s) + gam·p(t|b) + (1−lam−gam)·p(t).

    Murdock (2006); Fernández, Losada and Azzopardi (2011), eq. 9.
    lam: the weight of the sentence. gam: the weight of its context.
    """

    name: ClassVar[str] = "3mm"
    lam: float = number(0.4, 0.0, 1.0)
    gam: float = number(0.4, 0.0, 1.0)

    def __post_init__(self) -> None:
        Smoothing.__post_init__(self)
        _rest(lam=self.lam, gam=self.gam)

    def probability(self, evidence: TermEvidence) -> Floats:
        """p(t|θ), shape (Q, S)."""
        rest = _rest(lam=self.lam, gam=self.gam)
        return self.lam * evidence.sentence.p + self.gam * self.around(evidence) + rest * evidence.p


@dataclass(frozen=True, slots=True)
class FourMixture(Smoothing):
    """p(t|θ) = lam·p(t|s) + gam·p(t|c_s) + eta·p(t|d) + (1−lam−gam−eta)·p(t).

    The future work (iii) of Fernández, Losada and Azzopardi (2011). lam, gam, eta: the weights of the
    sentence, of its window of `window` neighbours on either side, and of its article.
    """

    name: ClassVar[str] = "4mm"
    lam: float = number(0.4, 0.0, 1.0)
    gam: float = number(0.2, 0.0, 1.0)
    eta: float = number(0.2, 0.0, 1.0)
    window: int = whole(1, 1, option=True)

    def __post_init__(self) -> None:
        Smoothing.__post_init__(self)
        _rest(lam=self.lam, gam=self.gam, eta=self.eta)

    def probability(self, evidence: TermEvidence) -> Floats:
        """p(t|θ), shape (Q, S)."""
        rest = _rest(lam=self.lam, gam=self.gam, eta=self.eta)
        near = self.gam * evidence.window(self.window).p + self.eta * evidence.document.p
        return self.lam * evidence.sentence.p + near + rest * evidence.p
