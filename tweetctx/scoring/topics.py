"""Models of a passage, p(w|D): as it is counted, or as topics see it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tweetctx.ragged import Floats, Ints, Ragged
from tweetctx.specs import Parameters, whole
from tweetctx.stages import checkpoint

ALPHA_SUM = 50.0
BETA = 0.1
_PASSES = 10
_ITERATIONS = 50


@dataclass(frozen=True, slots=True)
class PassageModel(Parameters):
    """A way to estimate p(w|D) of passages; an immutable value."""

    name: ClassVar[str]

    @abstractmethod
    def probability(self, passages: Ragged, words: Ints) -> Floats:
        """p(w|D) of the words with these numbers, ascending, in every passage, shape (R, W)."""


@dataclass(frozen=True, slots=True)
class Counted(PassageModel):
    """p(w|D) = c(w,D)/|D|, the maximum-likelihood estimate of `rlm`."""

    name: ClassVar[str] = "rlm"

    def probability(self, passages: Ragged, words: Ints) -> Floats:
        """p(w|D), shape (R, W)."""
        return _counts(passages, words) / np.maximum(passages.lengths, 1)[:, None]


@dataclass(frozen=True, slots=True)
class Topical(PassageModel):
    """p(w|D) = Σ_k φ_kw·θ_Dk of an LDA fitted to these passages; `trlm`, DCU@INEX-2012, eqs. 4 and 5.

    K: how many topics. seed: where the fit begins.
    """

    name: ClassVar[str] = "trlm"
    K: int = whole(5, 1)
    seed: int = whole(1, 0, 2**32 - 1)

    def probability(self, passages: Ragged, words: Ints) -> Floats:
        """p(w|D), shape (R, W); 0 for a word that none of the passages has."""
        vocabulary = _in_reading_order(passages)
        counts = _counts(passages, words)[:, np.searchsorted(words, vocabulary)]
        phi, theta = fit_topics(counts, self.K, self.seed)
        p = np.zeros((len(passages), len(words)))
        p[:, np.searchsorted(words, vocabulary)] = (theta[:, :, None] * phi).sum(axis=1)
        return p


def _in_reading_order(passages: Ragged) -> Ints:
    """The different words in the order in which they come: a fit must not depend on how an index numbers words."""
    words, first = np.unique(passages.values, return_index=True)
    return words[np.argsort(first)]


def _counts(passages: Ragged, words: Ints) -> Floats:
    """c(w,D), shape (R, W); every word of the passages is among `words`."""
    cells = passages.row_of_value * len(words) + np.searchsorted(words, passages.values)
    counts = np.bincount(cells, minlength=len(passages) * len(words))
    return counts.reshape(len(passages), len(words)).astype(np.float64)


def fit_topics(counts: Floats, topics: int, seed: int) -> tuple[Floats, Floats]:
    """Latent Dirichlet allocation (Blei, Ng and Jordan 2003) by gensim's batch variational Bayes.

    counts: c(w,D), shape (R, W). Priors as in DCU's runs: α = 50/K, β = 0.1.
    Returns φ, shape (K, W), and θ, shape (R, K), whose rows sum to 1. The same seed gives the same result.
    """
    from gensim.models import LdaModel

    class Stoppable(LdaModel):  # type: ignore[misc]
        """Looks before each pass whether it may go on."""

        def inference(self, *given: Any, **named: Any) -> Any:
            checkpoint()
            return super().inference(*given, **named)

    corpus = [[(int(word), float(row[word])) for word in np.flatnonzero(row)] for row in counts]
    model = Stoppable(
        corpus,
        num_topics=topics,
        id2word={word: str(word) for word in range(counts.shape[1])},
        chunksize=len(corpus),
        passes=_PASSES,
        iterations=_ITERATIONS,
        update_every=0,
        eval_every=None,
        alpha=np.full(topics, ALPHA_SUM / topics),
        eta=BETA,
        random_state=seed,
        dtype=np.float64,
    )
    gamma, _ = model.inference(corpus)
    theta: Floats = gamma / gamma.sum(axis=1, keepdims=True)
    return model.get_topics(), theta
