"""Where a pool gets what only some models ask for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from tweetctx.index.first_pass import DEFAULT_LAM, passage_scores
from tweetctx.index.protocol import PassageIndex
from tweetctx.index.statistics import Statistics, weights
from tweetctx.index.storage.forward import clip_windows, window_total
from tweetctx.ragged import Ints, Ragged, ranges, spans
from tweetctx.types import Query


class Windows(NamedTuple):
    """Windows that overlap: window i is rows `[first[i], last[i])` of the sentences, given by their terms."""

    sentences: Ragged
    first: Ints
    last: Ints


def windows_within(terms: Callable[[Ints], Ragged], first: Ints, last: Ints) -> Windows:
    """Windows given by sentences of the collection, with the terms of each sentence taken only once."""
    numbers = np.unique(ranges(first, last - first))
    return Windows(terms(numbers), np.searchsorted(numbers, first), np.searchsorted(numbers, last))


class PoolSource(Protocol):
    """What a pool fetches only when a model asks for it."""

    def documents(self) -> Ragged:
        """The terms of each article that a sentence of the pool stands in."""
        ...

    def windows(self, n: int) -> Windows:
        """Each sentence of the pool with its n neighbours on either side in its article."""
        ...

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of the collection's sentences."""
        ...

    def positions(self) -> Ints:
        """How many sentences stand before each sentence of the pool in its article, shape (S,)."""
        ...

    def names_from(self) -> PassageIndex | None:
        """The index that knows the articles' names; None where they have none."""
        ...

    def top_passages(self, query: Query, count: int) -> Ragged:
        """The terms of the `count` best passages by `first_pass`, best first; fewer if fewer share a term."""
        ...


@dataclass(frozen=True, slots=True)
class IndexSource:
    """A source for sentences of an index.

    ranked: the passages that were retrieved, best first. articles: those of the pool. numbers: its sentences.
    document_of: the row in `articles` of each.
    """

    index: PassageIndex
    ranked: Ints
    articles: Ints
    numbers: Ints
    document_of: Ints

    def documents(self) -> Ragged:
        """The terms of each article of the pool."""
        return self.index.article_terms(self.articles)

    def windows(self, n: int) -> Windows:
        """Each sentence of the pool with its neighbours."""
        return windows_within(self.index.sentence_terms, *self.index.windows(self.numbers, n))

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of the collection's sentences."""
        return self.index.mean_window_length(n)

    def positions(self) -> Ints:
        """How many sentences stand before each sentence of the pool in its article."""
        first, _ = self.index.article_sentences(self.articles)
        return self.numbers - first[self.document_of]

    def names_from(self) -> PassageIndex | None:
        """The index."""
        return self.index

    def top_passages(self, query: Query, count: int) -> Ragged:
        """The terms of the best passages; searches again only for more than were retrieved."""
        best = self.ranked if count <= len(self.ranked) else self.index.rank(query, count)[0]
        return self.index.passage_terms(best[:count])


@dataclass(frozen=True, slots=True)
class DocumentCollection:
    """Documents in memory, each of one passage without title or heading.

    sentences: terms by sentence. ends: document d holds sentences `[ends[d], ends[d + 1])`.
    """

    stats: Statistics
    sentences: Ragged
    ends: Ints
    _mean_windows: dict[int, float] = field(default_factory=dict, compare=False)

    def terms(self, documents: Ints) -> Ragged:
        """The terms of documents."""
        return spans(self.sentences, self.ends[documents], self.ends[documents + 1])

    def windows(self, sentences: Ints, n: int) -> Windows:
        """Sentences with their neighbours."""
        document = np.searchsorted(self.ends, sentences, side="right") - 1
        bounds = clip_windows(sentences, n, self.ends[document], self.ends[document + 1])
        return windows_within(self.sentences.take, *bounds)

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of all sentences."""
        if n not in self._mean_windows:
            total = window_total(self.sentences.lengths, np.diff(self.ends), n)
            self._mean_windows[n] = total / max(len(self.sentences), 1)
        return self._mean_windows[n]


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """A source for the sentences of some documents of a collection in memory."""

    collection: DocumentCollection
    chosen: Ints
    numbers: Ints

    def documents(self) -> Ragged:
        """The terms of each chosen document."""
        return self.collection.terms(self.chosen)

    def windows(self, n: int) -> Windows:
        """Each sentence with its neighbours."""
        return self.collection.windows(self.numbers, n)

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of the collection's sentences."""
        return self.collection.mean_window_length(n)

    def positions(self) -> Ints:
        """How many sentences stand before each sentence in its document."""
        ends = self.collection.ends
        return self.numbers - ends[np.searchsorted(ends, self.numbers, side="right") - 1]

    def names_from(self) -> PassageIndex | None:
        """Documents in memory have no names."""
        return None

    def top_passages(self, query: Query, count: int) -> Ragged:
        """The terms of the best of the chosen documents, ranked with the default lam."""
        stats, rows = self.collection.stats, self.documents()
        terms = stats.numbers(query)
        cf = stats.cf.array[terms].astype(np.float64)
        size = stats.collection_length
        scores = passage_scores(rows.counts_of(terms), rows.lengths, cf, size, weights(query), DEFAULT_LAM)
        retrieved = np.flatnonzero(scores > 0)
        best = retrieved[np.argsort(-scores[retrieved], kind="stable")]
        return rows.take(best[:count])
