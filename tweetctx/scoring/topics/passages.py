"""Estimates of p(w|D) for passages: by relative frequency, or by topics."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Floats, Ints
from tweetctx.runtime.deadlines import checkpoint
from tweetctx.runtime.libraries import load_library
from tweetctx.scoring.topics.files import TopicModel
from tweetctx.specs import Parameters, choice, file_name, whole

ALPHA_SUM = 50.0
BETA = 0.1
_PASSES = 10
_ITERATIONS = 50  # of a pass, at most
_THRESHOLD = 1e-3
_LOGGED = 5


TopicsOf = Callable[[str], TopicModel]


@dataclass(frozen=True, slots=True)
class PassageModel(Parameters):
    """An estimate of p(w|D) for passages; an immutable value."""

    name: ClassVar[str]

    @abstractmethod
    def probability(self, passages: Ragged, words: Sequence[str], topics_of: TopicsOf) -> Floats:
        """p(w|D) of W words in every passage, shape (R, W).

        passages: the number of each of their words. words: as text. topics_of: gives the topics of a collection.
        """


@dataclass(frozen=True, slots=True)
class Counted(PassageModel):
    """p(w|D) = c(w,D)/|D|, the maximum-likelihood estimate of `rlm`."""

    name: ClassVar[str] = "rlm"

    def probability(self, passages: Ragged, words: Sequence[str], topics_of: TopicsOf) -> Floats:  # noqa: ARG002
        """p(w|D), shape (R, W)."""
        return _counts(passages, len(words)) / np.maximum(passages.lengths, 1)[:, None]


@dataclass(frozen=True, slots=True)
class Topical(PassageModel):
    """p(w|D) = Σ_k φ_kw·θ_Dk of an LDA; `trlm`, DCU@INEX-2012, eqs. 4 and 5.

    K: the number of topics, fitted to these passages. seed: of the random start. lda: `fast` fits in loops of our own,
    `gensim` by its LdaModel, with the same topics; `collection` takes the topics of the collection, for which K and
    seed do not matter. topics: a file of those; without one, those of the pool.
    """

    name: ClassVar[str] = "trlm"
    K: int = whole(5, 1)
    seed: int = whole(1, 0, 2**32 - 1)
    lda: str = choice("fast", ("fast", "gensim", "collection"), option=True)
    topics: str = file_name()

    def probability(self, passages: Ragged, words: Sequence[str], topics_of: TopicsOf) -> Floats:
        """p(w|D), shape (R, W); 0 for a word that the topics do not have."""
        if self.of_collection:
            topics = topics_of(self.topics)
            rows = topics.rows_of(words)
            theta = topics.theta(Ragged(rows[passages.values], passages.offsets))
            return sums_of_products(theta.T, topics.phi(rows).T)
        vocabulary = _in_reading_order(passages)
        phi, theta = self._fit(_counts(passages, len(words))[:, vocabulary])
        p = np.zeros((len(passages), len(words)))
        p[:, vocabulary] = sums_of_products(theta.T, phi)
        return p

    @property
    def of_collection(self) -> bool:
        """Whether the topics are those of the collection."""
        return bool(self.topics) or self.lda == "collection"

    def _fit(self, counts: Floats) -> tuple[Floats, Floats]:
        if self.lda == "fast":
            return fit_topics(counts, self.K, self.seed)
        load_library("gensim", "trlm(lda=gensim)")
        from tweetctx.scoring.topics.gensim_models import fit_by_gensim  # late: it loads gensim

        return fit_by_gensim(counts, self.K, self.seed, ALPHA_SUM, BETA)


def sums_of_products(a: Floats, b: Floats) -> Floats:
    """Multiplies aᵀ by b, adding row by row: a product by BLAS may add those of two columns in different orders.

    a: shape (n, A). b: shape (n, B). Returns shape (A, B).
    """
    total = np.zeros((a.shape[1], b.shape[1]))
    for left, right in zip(a, b, strict=True):
        total += left[:, None] * right
    return total


def _in_reading_order(passages: Ragged) -> Ints:
    """The different words in the order in which they come: a fit must not depend on how an index numbers words."""
    words, first = np.unique(passages.values, return_index=True)
    return words[np.argsort(first)]


def _counts(passages: Ragged, words: int) -> Floats:
    """c(w,D), shape (R, W)."""
    cells = passages.row_of_value * words + passages.values
    return np.bincount(cells, minlength=len(passages) * words).reshape(len(passages), words).astype(np.float64)


def fit_topics(counts: Floats, topics: int, seed: int) -> tuple[Floats, Floats]:
    """Latent Dirichlet allocation by batch variational Bayes (Blei, Ng and Jordan 2003; Hoffman, Blei and Bach 2010).

    counts: c(w,D), shape (R, W). Priors as in DCU's runs: α = 50/K, β = 0.1. Takes the steps of gensim's LdaModel from
    the same random numbers, so that the topics are gensim's for the same seed. Returns φ, shape (K, W), and θ, shape
    (R, K), whose rows sum to 1. The same seed gives the same result.
    """
    passages, words = np.nonzero(counts)
    rows = _Rows(words, counts[passages, words], np.searchsorted(passages, np.arange(len(counts) + 1)))
    random = np.random.RandomState(seed)
    parameters = statistics = _random_gamma(random, topics, counts.shape[1])
    for number in range(_PASSES):
        checkpoint()
        _, found = _infer(rows, parameters, random)
        share = (number + 2) ** -0.5 if number else 1.0  # gensim's ρ
        statistics = (1.0 - share) * statistics + share * found
        parameters = BETA + statistics
        if topics > _LOGGED:
            random.random_sample(topics)  # with which gensim draws the topics that it logs
    gamma, _ = _infer(rows, parameters, random)
    return _normalized(parameters), _normalized(gamma)


class _Rows(NamedTuple):
    """The words of R passages, each once, and how often a passage has it; those of passage D from `offsets[D]` on."""

    words: Ints
    counts: Floats
    offsets: Ints


def _infer(rows: _Rows, parameters: Floats, random: np.random.RandomState) -> tuple[Floats, Floats]:
    """The E step: γ, shape (R, K), and Σ_D c(w,D)·φ_Dwk, shape (K, W). parameters: of the topics, shape (K, W)."""
    from tweetctx.scoring.topics.kernels import geometric_means, infer  # late: they load numba

    topics = len(parameters)
    gamma = _random_gamma(random, len(rows.offsets) - 1, topics)
    found = infer(*rows, geometric_means(parameters), ALPHA_SUM / topics, _ITERATIONS, _THRESHOLD, gamma)
    return gamma, found


def _random_gamma(random: np.random.RandomState, rows: int, columns: int) -> Floats:
    return random.gamma(100.0, 1.0 / 100.0, (rows, columns))


def _normalized(rows: Floats) -> Floats:
    normalized: Floats = rows / rows.sum(axis=1, keepdims=True)
    return normalized
