"""Weights w(t) of query terms, each a function of the collection and Q term numbers that returns shape (Q,)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tweetctx.index.statistics import Statistics
from tweetctx.ragged import Floats, Ints


def uniform(stats: Statistics, terms: Ints) -> Floats:  # noqa: ARG001
    """1 for every term."""
    return np.ones(len(terms))


def idf(stats: Statistics, terms: Ints) -> Floats:
    """ln(N/df), N documents."""
    return _log(stats.documents / stats.df.array[terms])


def icf(stats: Statistics, terms: Ints) -> Floats:
    """ln(|C|/cf)."""
    return _log(stats.collection_length / stats.cf.array[terms])


def isf(stats: Statistics, terms: Ints) -> Floats:
    """ln(N/sf), N sentences; a term that stands in titles or headings alone counts as in one sentence."""
    return _log(max(stats.sentences, 1) / np.maximum(stats.sf.array[terms], 1))


def _log(ratio: Floats) -> Floats:
    logarithm: Floats = np.log(ratio)
    return logarithm


TERM_WEIGHTS: dict[str, Callable[[Statistics, Ints], Floats]] = {
    "uniform": uniform,
    "idf": idf,
    "icf": icf,
    "isf": isf,
}
