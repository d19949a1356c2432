"""Weights w(t) of query terms: functions of the collection's size and Q terms' statistics, returning shape (Q,)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tweetctx.index.protocol import CollectionSize
from tweetctx.ragged import Floats
from tweetctx.types import TermStats


def uniform(size: CollectionSize, stats: TermStats) -> Floats:  # noqa: ARG001
    """1 for every term."""
    return np.ones(len(stats))


def idf(size: CollectionSize, stats: TermStats) -> Floats:
    """ln(N/df), N documents."""
    return _log(size.documents / stats.df)


def icf(size: CollectionSize, stats: TermStats) -> Floats:
    """ln(|C|/cf)."""
    return _log(size.collection_length / stats.cf)


def isf(size: CollectionSize, stats: TermStats) -> Floats:
    """ln(N/sf), N sentences; a term that stands in titles or headings alone counts as in one sentence."""
    return _log(max(size.sentences, 1) / np.maximum(stats.sf, 1))


def _log(ratio: Floats) -> Floats:
    logarithm: Floats = np.log(ratio)
    return logarithm


TERM_WEIGHTS: dict[str, Callable[[CollectionSize, TermStats], Floats]] = {
    "uniform": uniform,
    "idf": idf,
    "icf": icf,
    "isf": isf,
}
