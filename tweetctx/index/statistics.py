"""What a collection as a whole says of its terms."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tweetctx.ragged import Bools, Ints
from tweetctx.types import Query, QueryTerm

UNKNOWN = -1


class Vocabulary(Protocol):
    """The terms of a collection, numbered from 0."""

    def __len__(self) -> int: ...

    def __contains__(self, term: object) -> bool: ...

    def number(self, term: str) -> int:
        """The number of a term, or UNKNOWN."""
        ...

    def numbers(self, terms: Sequence[str]) -> Ints:
        """The number of each term, or UNKNOWN, shape (terms,)."""
        ...

    def term(self, number: int) -> str:
        """The term of a number."""
        ...


class ListVocabulary:
    """A vocabulary in memory, numbered in the order given."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._terms = list(dict.fromkeys(terms))
        self._numbers = {term: number for number, term in enumerate(self._terms)}

    def __len__(self) -> int:
        return len(self._terms)

    def __contains__(self, term: object) -> bool:
        return term in self._numbers

    def number(self, term: str) -> int:
        """The number of a term, or UNKNOWN."""
        return self._numbers.get(term, UNKNOWN)

    def numbers(self, terms: Sequence[str]) -> Ints:
        """The number of each term, or UNKNOWN, shape (terms,)."""
        return np.array([self.number(term) for term in terms], np.int64)

    def term(self, number: int) -> str:
        """The term of a number."""
        return self._terms[number]


@dataclass(frozen=True, slots=True)
class TermCounts:
    """A count for every term: `counts["houston"]` by term, 0 if unknown; `counts.array` by number, shape (V,)."""

    array: Ints
    vocabulary: Vocabulary

    def __getitem__(self, term: str) -> int:
        number = self.vocabulary.number(term)
        return 0 if number == UNKNOWN else int(self.array[number])


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a collection C, in which titles and headings count once, and every paragraph once.

    vocabulary: the terms; V of them.
    cf: how often each term occurs in C.
    df: how many articles contain it.
    sf: how many sentences contain it.
    collection_length: |C|, the sum of cf. sentence_length: the same of the sentences alone.
    documents, passages, sentences: how many of each.
    """

    vocabulary: Vocabulary
    cf: TermCounts
    df: TermCounts
    sf: TermCounts
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

    def query(self, terms: Iterable[str], capitals: Container[str] = ()) -> Query:
        """Counts the terms of a query and drops those the collection does not contain; this is the one place.

        capitals: the terms of words that were written with a capital.
        """
        counts: dict[str, float] = {}
        for term in terms:
            counts[term] = counts.get(term, 0.0) + 1.0
        occurring = self.occurring(self.vocabulary.numbers([*counts]))
        return Query(
            tuple(
                QueryTerm(term, count, term in capitals)
                for (term, count), occurs in zip(counts.items(), occurring.tolist(), strict=True)
                if occurs
            )
        )

    def occurring(self, numbers: Ints) -> Bools:
        """Which of some terms, UNKNOWN ones among them, occur in C."""
        known: Bools = numbers != UNKNOWN
        known[known] = self.cf.array[numbers[known]] > 0
        return known

    def numbers(self, query: Query) -> NDArray[np.int64]:
        """The numbers of a query's terms, shape (Q,)."""
        return self.vocabulary.numbers([term.term for term in query.terms]).astype(np.int64, copy=False)

    def probability(self, numbers: Ints) -> NDArray[np.float64]:
        """p(t) = cf(t)/|C| of the terms numbered, in the shape of `numbers`."""
        return self.cf.array[numbers] / np.float64(self.collection_length)


def weights(query: Query) -> NDArray[np.float64]:
    """c(t,q) of a query's terms, shape (Q,)."""
    return np.array([term.weight for term in query.terms], np.float64)
