"""gensim's models of topics, as they are used here. Import this late: it loads gensim and scipy."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from gensim.models import LdaModel, LdaMulticore
from numpy.typing import NDArray

from tweetctx.arrays.types import Floats

# The number of each word of a document, and how often it occurs, shape (W, 2). gensim takes pairs of Python's integers,
# which are twelve times as large, so that they are made in the worker that needs them.
Document: TypeAlias = NDArray[np.int32]


def fit_by_gensim(counts: Floats, topics: int, seed: int, alpha_sum: float, beta: float) -> tuple[Floats, Floats]:
    """φ, shape (K, W), and θ, shape (R, K), of passages by `LdaModel`: batch variational Bayes, ten passes.

    counts: c(w,D), shape (R, W). alpha_sum, beta: the priors, α = alpha_sum/K.
    """
    corpus = [[(int(word), float(row[word])) for word in np.flatnonzero(row)] for row in counts]
    model = LdaModel(
        corpus,
        num_topics=topics,
        id2word={word: str(word) for word in range(counts.shape[1])},
        chunksize=max(len(corpus), 1),
        passes=10,
        iterations=50,
        update_every=0,
        eval_every=None,
        alpha=np.full(topics, alpha_sum / topics),
        eta=beta,
        random_state=seed,
        dtype=np.float64,
    )
    gamma, _ = model.inference(corpus)
    return model.get_topics(), gamma / gamma.sum(axis=1, keepdims=True)


class RepeatableLda(LdaMulticore):  # type: ignore[misc]
    """`LdaMulticore` whose topics do not depend on which process does what, and when.

    A chunk begins from random numbers of its own, and statistics are rounded to multiples of `grain`, a power of two,
    of which gensim's sums in single precision are exact in any order; see `set_grain`.
    """

    grain = 0.0
    seed = 0

    def set_grain(self, documents: Sequence[Document]) -> None:
        """Sets the finest grain with which the statistics of some documents, added up, have at most 24 bits."""
        words, counts = np.concatenate(documents).T
        self.grain = 2.0 ** (int(np.bincount(words, counts).max()).bit_length() - 23)

    def inference(self, chunk: Sequence[Document], collect_sstats: bool = False) -> tuple[Any, Any]:
        """γ of a chunk of documents, and their statistics."""
        cells = np.concatenate(chunk).astype(np.int64)
        self.random_state = np.random.RandomState(zlib.crc32(cells.tobytes(), self.seed))
        pairs = [[*map(tuple, document.tolist())] for document in chunk]
        gamma, statistics = super().inference(pairs, collect_sstats)
        if statistics is not None and self.grain:
            statistics /= self.grain
            np.rint(statistics, out=statistics)
            statistics *= self.grain
        return gamma, statistics
