"""The protocol of engines: a few batched calls that serve all stages of the pipeline."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.errors import ParameterError
from tweetctx.index.calendar import calendar_of
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES
from tweetctx.index.surface_forms import SurfaceForms
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.word_counts import WordCounts
from tweetctx.tweets import WordBreaker
from tweetctx.types import Hits, Neighbours, Origin, Passage, Query, QueryTerm, TermStats

FormKeys = tuple[NDArray[np.uint64], Bools]  # of surface forms, and for which only the letters count
NO_FORMS: FormKeys = np.empty(0, np.uint64), np.empty(0, np.bool_)

UNKNOWN = -1  # the key of a term that the collection does not contain


@dataclass(frozen=True, slots=True)
class CollectionSize:
    """The size of a collection C; titles and headings count once, and every paragraph once.

    collection_length: |C|, the number of its terms. sentence_length: that of the terms in sentences.
    documents, passages, sentences: how many of each.
    """

    collection_length: int
    sentence_length: int
    documents: int
    passages: int
    sentences: int

    @property
    def mean_sentence_length(self) -> float:
        """The mean |s| of the collection's sentences; 1 if they have no terms at all."""
        return self.sentence_length / max(self.sentences, 1) or 1.0

    @property
    def mean_document_length(self) -> float:
        """The mean |d| of the collection's articles; 1 if they have no terms at all."""
        return self.collection_length / max(self.documents, 1) or 1.0

    def probability(self, cf: Ints) -> Floats:
        """p(t) = cf(t)/|C|, in the shape of `cf`."""
        return cf / np.float64(self.collection_length)


class Engine(ABC):
    """A collection of articles that can be searched by passage; threads can share it.

    A call takes many identifiers at once, so that an engine behind a network needs few round trips. Identifiers of
    terms, articles, passages and sentences are the engine's own integers. They mean nothing outside it, except that
    articles, passages and sentences ascend in the order of the collection.

    analyzer: turns text into the terms of this collection. size: |C| and the number of articles, passages and
    sentences. words: how often each word occurs, unstemmed and in lower case. origin: where its articles come from.
    """

    analyzer: Analyzer
    size: CollectionSize
    words: WordCounts
    origin: Origin = Origin()

    def session(self, forms: Callable[[], FormKeys] = lambda: NO_FORMS) -> Engine:  # noqa: ARG002
        """Returns an engine for one context, by default this one; an engine behind a network may cache what it fetches.

        forms: returns the surface forms that the linker will look up, so that they can be fetched in the same request.
        """
        return self

    @property
    def identity(self) -> str:
        """A name that differs from that of an index with other content; empty in an engine that has none."""
        return ""

    @property
    def partial(self) -> bool:
        """Whether an answer in this session lacked a part of the collection (only if that is allowed)."""
        return False

    @cached_property
    def breaker(self) -> WordBreaker:
        """Splits hashtags and user names into words, by the word counts of this collection."""
        return WordBreaker(self.words)

    @cached_property
    def calendar(self) -> Ints:
        """The terms of days, months and years in this collection, looked up when first needed."""
        return calendar_of(self.analyzer, self.term_stats)

    @abstractmethod
    def retrieve(
        self, query: Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM, articles: Ints | None = None
    ) -> Hits:
        """The k best passages by query likelihood, best first, ties by the order of the collection.

        lam: the weight of the collection in the smoothing of Jelinek and Mercer. articles: only passages of these
        count.

        Raises ParameterError for k below 1 or lam outside (0, 1), and IndexAccessError if the index cannot be read.
        """

    @abstractmethod
    def term_stats(self, terms: Sequence[str] | Ints) -> TermStats:
        """cf, df and sf of terms, given as text or by their keys; cf is 0 for those that the collection lacks.

        Raises IndexAccessError if the index cannot be read.
        """

    def close(self) -> None:  # noqa: B027 -- an engine may have nothing to close
        """Closes files and connections; the engine must not be used afterwards."""

    def surface_forms(self, keys: NDArray[np.uint64], joined: Bools | None = None) -> SurfaceForms:  # noqa: ARG002
        """The statistics of surface forms; all empty in an engine that does not store surface forms.

        keys: the hashes of the folded forms, shape (K,). joined: for which forms spaces are ignored, as in a
        hashtag, shape (K,).
        """
        return SurfaceForms.empty(len(keys))

    @abstractmethod
    def openings(self, articles: Ints) -> Hits:
        """The first passage of each article, with score 0; articles without passages are left out."""

    @abstractmethod
    def article_terms(self, articles: Ints) -> Ragged:
        """The term keys of each article: title and headings once, and every sentence."""

    @abstractmethod
    def neighbours(self, sentences: Ints, n: int) -> Neighbours:
        """Each sentence with its n neighbours on either side in its article."""

    @abstractmethod
    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of all sentences, n neighbours on either side."""

    @abstractmethod
    def scan(self) -> Iterator[Ragged]:
        """Yields the term keys of all sentences in the order of the collection, some sentences at a time."""

    def scan_articles(self) -> Iterator[Ragged]:
        """Yields the term keys of all articles, some at a time, each as `article_terms` has it, in order.

        ParameterError in an engine that cannot.
        """
        raise ParameterError("index: found an engine that cannot list its articles, expected an index in a folder")

    @property
    def stats(self) -> Statistics:
        """cf, df, sf, |C| and the number of articles, passages and sentences."""
        return Statistics(self)

    def query(self, terms: Iterable[str] | Query) -> Query:
        """Counts the terms of a query and drops those that the collection does not contain; only this method does so.

        terms: those of a text, or a query, which is looked up unless it has its statistics.

        Raises ParameterError for anything else, and for a weight that is not above 0.
        """
        if isinstance(terms, Query):
            return terms if len(terms.stats) == len(terms.terms) else self._occurring(terms.terms)
        if isinstance(terms, str) or not isinstance(terms, Iterable):
            raise ParameterError(f"query: found {terms!r}, expected terms, as `analyzer.terms` makes them")
        given: list[Any] = [*terms]
        if other := [term for term in given if not isinstance(term, str)]:
            raise ParameterError(f"query: found the term {other[0]!r}, expected terms, as `analyzer.terms` makes them")
        return self._occurring([QueryTerm(term, float(count)) for term, count in Counter(given).items()])

    def _occurring(self, terms: Sequence[QueryTerm]) -> Query:
        for term in terms:
            if not 0.0 < term.weight < float("inf"):
                raise ParameterError(f"query: found the weight {term.weight} of {term.term!r}, expected one above 0")
        stats = self.term_stats([term.term for term in terms])
        rows = np.flatnonzero(stats.cf)
        if len(rows) == len(terms):
            return Query(tuple(terms), stats)
        return Query(tuple(terms[row] for row in rows.tolist()), stats.take(rows))

    def search(
        self, query: str | Sequence[str] | Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM
    ) -> list[Passage]:
        """The k best passages, best first, for a text, for terms that are already analyzed, or for a query.

        Raises what `retrieve` raises, and ParameterError for a query of another type.
        """
        if isinstance(query, str):
            query = self.analyzer.terms(query)
        return self.retrieve(self.query(query), k, lam).all_passages()


@dataclass(frozen=True, slots=True)
class TermLookup:
    """One statistic by term: `stats.cf["houston"]`; 0 for a term that the collection does not contain."""

    engine: Engine
    name: str

    def __getitem__(self, term: str) -> int:
        return int(getattr(self.engine.term_stats([term]), self.name)[0])


class Statistics:
    """The statistics of a collection: `cf`, `df` and `sf` by term, and the fields of CollectionSize."""

    def __init__(self, engine: Engine) -> None:
        self.cf, self.df, self.sf = (TermLookup(engine, name) for name in ("cf", "df", "sf"))
        size = engine.size
        self.collection_length, self.sentence_length = size.collection_length, size.sentence_length
        self.documents, self.passages, self.sentences = size.documents, size.passages, size.sentences
