"""What a model finds by itself, besides the passages that were retrieved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tweetctx.ragged import Floats, Ints


@dataclass(frozen=True, slots=True)
class Candidates:
    """Passages that a model wants in the pool, and the articles that it has evidence for.

    passages: their numbers, in any order. articles: ascending, shape (A,). evidence: of each, shape (A,).
    """

    passages: Ints
    articles: Ints
    evidence: Floats

    @classmethod
    def none(cls) -> Candidates:
        """No passages, and no evidence for any article."""
        return cls(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))

    def evidence_of(self, articles: Ints) -> Floats:
        """The evidence of each of some articles; 0 where there is none."""
        if not len(self.articles):
            return np.zeros(len(articles))
        place = np.searchsorted(self.articles, articles).clip(max=len(self.articles) - 1)
        return np.where(self.articles[place] == articles, self.evidence[place], 0.0)
