"""Vocabularies, counts and the one place where a query meets the collection."""

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tweetctx.index.statistics import UNKNOWN, ListVocabulary, Statistics, TermCounts, weights
from tweetctx.types import Query, QueryTerm

VOCABULARY = ListVocabulary(["houston", "sang", "texas", "nowhere"])


def statistics(vocabulary: ListVocabulary, cf: list[int], df: list[int], sf: list[int], **numbers: int) -> Statistics:
    """Statistics whose remaining numbers, which nothing here depends on, are 0."""
    counts = {
        name: TermCounts(np.array(of, np.uint32), vocabulary) for name, of in (("cf", cf), ("df", df), ("sf", sf))
    }
    given: dict[str, Any] = {"vocabulary": vocabulary, **counts, **numbers}
    return Statistics(**{field.name: given.get(field.name, 0) for field in fields(Statistics)})


STATS = statistics(
    VOCABULARY, [5, 2, 1, 0], [2, 1, 1, 0], [3, 2, 1, 0], collection_length=8, documents=2, passages=3, sentences=4
)


def terms(**expected: float) -> Query:
    return Query(tuple(QueryTerm(term, weight) for term, weight in expected.items()))


def test_a_vocabulary_numbers_terms_in_the_order_given() -> None:
    vocabulary = ListVocabulary(iter(["b", "a", "b", "c", "a"]))
    assert len(vocabulary) == 3
    assert [vocabulary.number(term) for term in ("b", "a", "c")] == [0, 1, 2]
    assert [vocabulary.term(number) for number in range(3)] == ["b", "a", "c"]


def test_a_vocabulary_knows_what_it_does_not_know() -> None:
    assert "houston" in VOCABULARY
    assert "Houston" not in VOCABULARY
    assert 0 not in VOCABULARY
    assert VOCABULARY.number("Houston") == UNKNOWN
    assert UNKNOWN < 0


def test_an_empty_vocabulary() -> None:
    vocabulary = ListVocabulary([])
    assert len(vocabulary) == 0
    assert vocabulary.number("") == UNKNOWN


@given(st.lists(st.text(max_size=3)))
@settings(deadline=None, derandomize=True)
def test_numbers_and_terms_are_inverse(words: list[str]) -> None:
    vocabulary = ListVocabulary(words)
    assert len(vocabulary) == len(set(words))
    assert all(word in vocabulary and vocabulary.term(vocabulary.number(word)) == word for word in words)
    assert {vocabulary.number(word) for word in words} == set(range(len(vocabulary)))


def test_counts_by_term() -> None:
    assert (STATS.cf["houston"], STATS.df["houston"], STATS.sf["houston"]) == (5, 2, 3)
    assert (STATS.cf["texas"], STATS.cf["nowhere"]) == (1, 0)
    assert type(STATS.cf["houston"]) is int


def test_the_count_of_an_unknown_term_is_0_and_not_that_of_the_last() -> None:
    counts = TermCounts(np.array([7]), ListVocabulary(["last"]))
    assert counts["unknown"] == 0
    assert counts["last"] == 7


def test_a_query_counts_its_terms_in_the_order_of_their_first_appearance() -> None:
    query = STATS.query(["texas", "houston", "texas", "sang", "houston", "texas"])
    assert query == terms(texas=3.0, houston=2.0, sang=1.0)
    assert [term.term for term in query.terms] == ["texas", "houston", "sang"]
    assert all(type(term.weight) is float for term in query.terms)


def test_a_query_drops_what_the_collection_does_not_contain() -> None:
    """Unknown to the vocabulary, or in it and never counted."""
    query = STATS.query(["whitney", "sang", "nowhere", "whitney", "houston", ""])
    assert query == terms(sang=1.0, houston=1.0)


@pytest.mark.parametrize("words", [[], ["whitney"], ["nowhere", "rip"]])
def test_a_query_without_known_terms_is_empty_and_false(words: list[str]) -> None:
    query = STATS.query(words)
    assert query == Query(())
    assert not query
    assert STATS.numbers(query).tolist() == []
    assert STATS.numbers(query).dtype == np.int64
    assert STATS.probability(STATS.numbers(query)).tolist() == []
    assert weights(query).tolist() == []
    assert weights(query).dtype == np.float64


def test_a_query_with_a_term_is_true() -> None:
    assert STATS.query(["sang"])


def test_a_query_reads_its_terms_once() -> None:
    assert STATS.query(term for term in ("sang", "sang")) == terms(sang=2.0)


def test_capitals_are_told() -> None:
    query = STATS.query(["houston", "sang", "nowhere"], capitals={"houston", "nowhere"})
    assert [(term.term, term.capital) for term in query.terms] == [("houston", True), ("sang", False)]


def test_probability() -> None:
    found = STATS.probability(np.array([0, 2, 1]))
    assert found.dtype == np.float64
    assert found.tolist() == [5 / 8, 1 / 8, 2 / 8]


def test_probability_keeps_the_shape_of_the_numbers() -> None:
    assert STATS.probability(np.array([[0, 1], [2, 3], [0, 0]])).tolist() == [[5 / 8, 2 / 8], [1 / 8, 0], [5 / 8] * 2]


def test_the_probabilities_of_the_vocabulary_sum_to_one() -> None:
    assert STATS.probability(np.arange(4)).sum() == 1.0


def test_an_empty_collection_answers_the_empty_query() -> None:
    stats = statistics(ListVocabulary([]), [], [], [])
    query = stats.query(["houston"])
    assert query == Query(())
    assert stats.probability(stats.numbers(query)).tolist() == []
