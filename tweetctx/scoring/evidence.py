"""Counts of a query's terms in and around the sentences of a pool."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Floats
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.topics.files import TopicModel
from tweetctx.scoring.topics.passages import sums_of_products
from tweetctx.types import Query

CONTEXTS = ("document", "window")


class Counts(NamedTuple):
    """tf: how often each of Q terms occurs in the text of each of S sentences, or around it, shape (Q, S).

    length: the number of terms of that text, at least 1, shape (1, S).
    """

    tf: Floats
    length: Floats

    @property
    def p(self) -> Floats:
        """tf/length, the relative frequency of each term, shape (Q, S)."""
        return self.tf / self.length


class TermEvidence:
    """Counts of the Q terms of a query in and around the S sentences of a pool, each computed when first needed."""

    def __init__(self, pool: Pool, query: Query) -> None:
        self.pool = pool
        self.stats = query.stats

    @cached_property
    def sentence(self) -> Counts:
        """c(t,s) and |s|."""
        return self._counts(self.pool.sentences)

    @cached_property
    def document(self) -> Counts:
        """c(t,d) and |d|, d the article of a sentence."""
        counts = self._counts(self.pool.documents)
        return Counts(counts.tf[:, self.pool.document_of], counts.length[:, self.pool.document_of])

    def window(self, n: int) -> Counts:
        """c(t,c_s) and |c_s|, c_s a sentence with its n neighbours on either side."""
        windows = self.pool.engine.neighbours(self.pool.numbers, n)
        # Sums over the first so many sentences: a window is the difference of two.
        tf = np.zeros((len(self.stats), len(windows.terms) + 1))
        np.cumsum(windows.terms.counts_of(self.stats.keys), axis=1, out=tf[:, 1:])
        ends = windows.terms.offsets
        length = ends[windows.last] - ends[windows.first]
        tf = tf[:, windows.last] - tf[:, windows.first]
        return Counts(tf, np.maximum(length, 1)[None, :].astype(np.float64))

    @cached_property
    def word_class(self) -> Counts:
        """c(C_t,s) and |s|, C_t the class of a term; ParameterError if the pool has no word classes."""
        classes, sentences = self.pool.classes, self.pool.sentences
        of_sentences = classes.of(sentences.values)
        wanted, which = np.unique(classes.of(self.stats.keys), return_inverse=True)
        index = np.searchsorted(wanted, of_sentences).clip(max=max(len(wanted) - 1, 0))
        inside = wanted[index] == of_sentences if len(wanted) else np.zeros(len(index), np.bool_)
        # The index of each class among those of the query; one more for all others.
        rows = Ragged(np.where(inside, index, len(wanted)), sentences.offsets)
        return Counts(rows.counts_of(np.arange(len(wanted)))[which], self.sentence.length)

    def topical(self, topics: TopicModel) -> Floats:
        """Σ_k φ_kt·θ_sk of every term in every sentence, shape (Q, S)."""
        phi = topics.phi(topics.rows_of([*self.stats.texts]))
        return sums_of_products(phi.T, self.pool.theta(topics).T)

    def context(self, name: str, n: int) -> Counts:
        """The document or the window."""
        return self.document if name == "document" else self.window(n)

    @cached_property
    def p(self) -> Floats:
        """The relative frequency of each term in the collection, shape (Q, 1)."""
        return self.pool.size.probability(self.stats.cf)[:, None]

    def _counts(self, rows: Ragged) -> Counts:
        return Counts(rows.counts_of(self.stats.keys), np.maximum(rows.lengths, 1)[None, :].astype(np.float64))
