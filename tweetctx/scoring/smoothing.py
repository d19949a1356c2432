"""Smoothed language models of a sentence, p(t|θ)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from tweetctx.arrays.types import Floats
from tweetctx.errors import ScorerError
from tweetctx.scoring.evidence import CONTEXTS, TermEvidence
from tweetctx.specs import Parameters, as_text, choice, file_name, number, whole

_ROUNDING = 1e-9  # 0.9 + 0.1 need not be 1


@dataclass(frozen=True, slots=True)
class Smoothing(Parameters):
    """An estimate of p(t|θ) for sentences; an immutable value."""

    name: ClassVar[str]

    @abstractmethod
    def probability(self, evidence: TermEvidence) -> Floats:
        """p(t|θ) of every query term in every sentence, shape (Q, S)."""


@dataclass(frozen=True, slots=True)
class ContextSmoothing(Smoothing):
    """A smoothing by b, the text around a sentence.

    context: b is the article, or the window of the sentence. window: how many neighbours on either side.
    """

    context: str = choice("document", CONTEXTS, option=True)
    window: int = whole(1, 1, option=True)

    def around(self, evidence: TermEvidence) -> Floats:
        """p(t|b), shape (Q, S)."""
        return evidence.context(self.context, self.window).p


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
        first = (1.0 - self.lam) * evidence.sentence.p + self.lam * self.around(evidence)
        return (1.0 - beta) * first + beta * evidence.p


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


@dataclass(frozen=True, slots=True)
class TopicDirichlet(Smoothing):
    """p(t|θ) = lam·(c(t,s) + mu·p(t)) / (|s| + mu) + (1−lam)·Σ_k φ_kt·θ_sk; Wei and Croft (2006), eq. 6.

    The LDA-based document model, of a sentence: topics are those of the collection. A term that they do not have has
    the probability 0 in them. topics: a file of them; without one, those of the pool. lam: the weight of the words.
    mu: the pseudo-count of terms from the collection.
    """

    name: ClassVar[str] = "lbdm"
    lam: float = number(0.7, 0.0, 1.0)
    mu: float = number(100.0)
    topics: str = file_name()

    def probability(self, evidence: TermEvidence) -> Floats:
        """p(t|θ), shape (Q, S)."""
        tf, length = evidence.sentence
        words = (tf + self.mu * evidence.p) / (length + self.mu)
        return self.lam * words + (1.0 - self.lam) * evidence.topical(evidence.pool.topics_of(self.topics))


def _rest(**weights: float) -> float:
    """1 minus the weights, the weight of the collection; ScorerError if it is negative."""
    rest = 1.0 - sum(weights.values())
    if rest < -_ROUNDING:
        found = ", ".join(f"{name}={as_text(weight)}" for name, weight in weights.items())
        raise ScorerError(f"{'+'.join(weights)}: found {found}, expected a sum of at most 1")
    return rest if rest > _ROUNDING else 0.0


SMOOTHINGS: dict[str, type[Smoothing]] = {
    smoothing.name: smoothing
    for smoothing in (
        JelinekMercer,
        Dirichlet,
        ThreeMixture,
        TwoStage,
        TwoStageInverted,
        FourMixture,
        ClassDirichlet,
        TopicDirichlet,
    )
}
