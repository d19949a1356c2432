"""The interface of smoothing methods."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from tweetctx.ragged import Floats
from tweetctx.scoring.evidence import CONTEXTS, TermEvidence
from tweetctx.specs import Parameters, choice, whole


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
