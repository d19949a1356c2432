"""Smoothing by classes of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tweetctx.ragged import Floats, Ragged
from tweetctx.scoring.evidence import Evidence
from tweetctx.scoring.parameters import number
from tweetctx.scoring.smoothing.smoothing import Smoothing


@dataclass(frozen=True, slots=True)
class ClassDirichlet(Smoothing):
    """p(t|θ) = cf(t)/cf(C_t) · (c(C_t,s) + mu·cf(C_t)/|C|) / (|s| + mu); Momtazi and Klakow (2009).

    A sentence need not have the word itself, one of its class will do. mu: how many terms of the collection are added
    to a sentence.
    """

    name: ClassVar[str] = "class"
    mu: float = number(100.0)

    def probability(self, evidence: Evidence) -> Floats:
        """p(t|θ), shape (Q, S)."""
        pool, classes = evidence.pool, evidence.pool.classes
        wanted, which = np.unique(classes.of(evidence.terms), return_inverse=True)
        sentences = Ragged(classes.of(pool.sentences.values), pool.sentences.offsets)
        tf = sentences.counts_of(wanted)[which]
        cf = classes.frequency(wanted)[which][:, None]
        size = pool.stats.collection_length
        share = pool.stats.cf.array[evidence.terms][:, None] / cf
        smoothed: Floats = share * (tf + self.mu * (cf / size)) / (evidence.sentence.length + self.mu)
        return smoothed
