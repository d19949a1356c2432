"""What a model may know of a query's terms in the sentences of a pool."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from tweetctx.ragged import Floats, Ints, Ragged
from tweetctx.scoring.pool import Pool

CONTEXTS = ("document", "window")


class Counts(NamedTuple):
    """tf: how often each of Q terms stands in the text around each of S sentences; length: the text's terms.

    tf has shape (Q, S). length, at least 1, has shape (1, S).
    """

    tf: Floats
    length: Floats

    @property
    def p(self) -> Floats:
        """The share of each term, shape (Q, S)."""
        return self.tf / self.length


class Evidence:
    """Counts of Q terms, given by number, around the S sentences of a pool; each is made when it is asked for."""

    def __init__(self, pool: Pool, terms: Ints) -> None:
        self.pool = pool
        self.terms = terms

    @cached_property
    def sentence(self) -> Counts:
        """c(t,s) and |s|."""
        return self._counts(self.pool.sentences)

    @cached_property
    def document(self) -> Counts:
        """c(t,d) and |d|, d the article that a sentence stands in."""
        counts = self._counts(self.pool.source.documents())
        return Counts(counts.tf[:, self.pool.document_of], counts.length[:, self.pool.document_of])

    def window(self, n: int) -> Counts:
        """c(t,c_s) and |c_s|, c_s a sentence with its n neighbours on either side."""
        sentences, first, last = self.pool.source.windows(n)
        # Sums over the first so many sentences: a window is the difference of two.
        tf = np.zeros((len(self.terms), len(sentences) + 1))
        np.cumsum(sentences.counts_of(self.terms), axis=1, out=tf[:, 1:])
        length = sentences.offsets[last] - sentences.offsets[first]
        return Counts(tf[:, last] - tf[:, first], np.maximum(length, 1)[None, :].astype(np.float64))

    def context(self, name: str, n: int) -> Counts:
        """The document or the window."""
        return self.document if name == "document" else self.window(n)

    @cached_property
    def p(self) -> Floats:
        """How likely each term is in the collection, shape (Q, 1)."""
        return self.pool.stats.probability(self.terms)[:, None]

    def _counts(self, rows: Ragged) -> Counts:
        return Counts(rows.counts_of(self.terms), np.maximum(rows.lengths, 1)[None, :].astype(np.float64))
