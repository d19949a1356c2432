"""The score of a passage, as a formula on arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.errors import ParameterError
from tweetctx.specs import Range
from tweetctx.types import Query

DEFAULT_LAM = 0.4
DEFAULT_PASSAGES = 20
_PASSAGES = Range(1, whole=True)
_LAM = Range(0, 1, low_open=True)
MOST_TERMS = 1 << 14  # of a query: each adds at least 1 to a sum of 16 bits, and an error of as much


def check_first_pass(k: int, lam: float, name: str = "k") -> None:
    """Raises ParameterError unless k, by this name, is at least 1 and lam lies strictly between 0 and 1."""
    if k not in _PASSAGES:
        raise ParameterError(f"{name}: found {k!r}, expected a whole number of passages from 1")
    if lam not in _LAM or lam == 1:
        raise ParameterError(f"lam: found {lam!r}, expected a number between 0 and 1, both excluded")


def passage_scores(tf: NDArray[Any], length: NDArray[Any], cf: Floats, size: int, weight: Floats, lam: float) -> Floats:
    """Σ_{t ∈ q∩d} c(t,q) · ln(1 + (1−lam)·p(t|d) / (lam·p(t))).

    The Jelinek-Mercer query likelihood of a passage without the part that is the same for all passages
    (Zhai and Lafferty 2001, eq. 5; DCU@INEX-2012 with lam = 1−λ).

    tf: c(t,d), shape (Q, D); length: |d|, shape (D,); cf: shape (Q,); size: |C|; weight: c(t,q), shape (Q,);
    lam: the weight of the collection. Returns shape (D,); 0 for a passage that shares no term with the query.
    """
    p = cf / size
    p_d = tf / np.maximum(length, 1)
    # Added term by term: a product of matrices, or numpy's `sum` where D is 1, adds the same numbers in another order.
    scores = np.zeros(tf.shape[1])
    for term_scores in weight[:, None] * np.log1p((1.0 - lam) * p_d / (lam * p)[:, None]):
        scores += term_scores
    return scores


def sum_postings(rows: Ints, weight: Floats, x: Floats, passages: int) -> Floats:
    """Σ c(t,q) · ln(1 + x) for each passage, bit by bit what `passage_scores` returns for it.

    rows: the passage of each of P postings, which are in the order of the query's terms. weight: c(t,q); x:
    (1−lam)·p(t|d) / (lam·p(t)), both of shape (P,). Returns shape (passages,).
    """
    scores: NDArray[Any] = np.bincount(rows, weight * np.log1p(x), passages)
    return scores


def score_rows(rows: Ragged, query: Query, size: int, lam: float) -> tuple[Bools, Floats]:
    """Whether passages share a term with a query, and their scores, both of shape (D,).

    rows: the indexed terms of each passage. query: with its statistics. size: |C|. lam: what the collection weighs.
    """
    tf, cf = rows.counts_of(query.stats.keys), query.stats.cf.astype(np.float64)
    return np.asarray(tf.any(axis=0)), passage_scores(tf, rows.lengths, cf, size, query.weights, lam)
