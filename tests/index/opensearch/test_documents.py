"""The documents of an index in a cluster, compared with the embedded index that they are made from."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.arrays.ragged import Ragged
from tweetctx.errors import ParameterError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.opensearch.building import Layout
from tweetctx.index.opensearch.candidates import MOST_TERMS, candidate_search
from tweetctx.index.opensearch.documents import MOST_WEIGHT, StoredPassage, boost_of, term_id, token_of
from tweetctx.index.opensearch.export import Export
from tweetctx.index.opensearch.forms import buckets_of, find_forms, form_id
from tweetctx.text.names.keys import CAPITAL_WORD, SMALL_WORD, name_key
from tweetctx.types import Query, QueryTerm, Source, TermStats


@pytest.fixture(scope="module")
def index(demo_index: Path) -> EmbeddedIndex:
    return EmbeddedIndex(demo_index)


@pytest.fixture(scope="module")
def export(index: EmbeddedIndex) -> Export:
    return Export(index)


def as_lucene_scores(boost: float, frequency: int, length: int) -> float:
    """What the similarity's script computes, with the decimal places of a float in Java."""
    bits = int(np.float32(boost).view(np.int32))
    ratio = float(np.int32(bits & -64).view(np.float32))
    return (bits & 63) * math.log(1.0 + ratio * frequency / length)


@given(st.floats(1e-6, 1e14), st.integers(1, MOST_WEIGHT), st.integers(1, 50), st.integers(50, 500))
def test_a_boost_holds_weight_and_ratio(ratio: float, weight: int, frequency: int, length: int) -> None:
    expected = weight * math.log(1.0 + ratio * frequency / length)
    assert as_lucene_scores(boost_of(ratio, weight), frequency, length) == pytest.approx(expected, rel=2e-5)


@pytest.mark.parametrize(("term", "token"), [("new york", "new\u00a0york"), ("moon", "moon"), ("x" * 200, "x" * 200)])
def test_a_term_is_one_token(term: str, token: str) -> None:
    assert token_of(term) == token


def test_long_terms_stay_different() -> None:
    terms = ["x" * 600 + end for end in "ab"]
    assert len({token_of(term) for term in terms}) == len({term_id(term) for term in terms}) == 2
    assert max(len(token_of(term)) for term in terms) < 255
    assert max(len(term_id(term).encode()) for term in terms) <= 512


@given(
    st.lists(st.text(min_size=1), max_size=4),
    st.lists(st.lists(st.integers(0, 2**32 - 1), max_size=3), max_size=4),
    st.lists(st.integers(0, 9), max_size=3),
)
def test_a_passage_is_read_as_it_was_stored(texts: list[str], rows: list[list[int]], head: list[int]) -> None:
    count = min(len(texts), len(rows))
    passage = StoredPassage(
        2**40,
        7,
        2**41,
        3,
        Source("id", "T", "u", 1_234_567_890),
        "h",
        np.array(head, np.int64),
        Ragged.from_rows(rows[:count]),
        texts[:count],
    )
    again = StoredPassage.of(7, passage.data())
    assert (again.number, again.first, again.position) == (2**40, 2**41, 3)
    assert (again.source, again.heading) == (passage.source, "h")
    assert [*again.texts] == texts[:count]
    assert [row.tolist() for row in again.sentences] == rows[:count]
    assert again.head.tolist() == head


def test_passages_hold_what_the_index_holds(index: EmbeddedIndex, export: Export) -> None:
    (stream,) = [stream for stream in export.streams if stream.name == "passage"]
    documents = dict(stream.documents())
    assert len(documents) == index.size.passages
    for number in range(0, index.size.passages, 97):
        hits = index.hits(np.array([number]), np.zeros(1))
        document = documents[f"p{number}"]
        found = StoredPassage.of(document["article"], document["data"])
        assert [*found.texts] == [*hits.texts]
        assert document["sentences"] == {"gte": int(hits.sentences[0]), "lt": int(hits.sentences[-1]) + 1}
        terms = index.term_stats(hits.passage_terms(1).values).texts
        assert document["terms"].split(" ") == [token_of(term) for term in terms]


def test_a_stream_goes_on_anywhere(export: Export) -> None:
    for stream in export.streams:
        every = list(stream.documents())
        assert len(every) == stream.total == len({identifier for identifier, _ in every})
        middle = stream.total // 2 + 1
        assert list(stream.documents(middle)) == every[middle:]


def test_surface_forms_are_those_of_the_index(index: EmbeddedIndex, export: Export) -> None:
    (stream,) = [stream for stream in export.streams if stream.name == "forms"]
    documents = dict(stream.documents())
    texts = ["Houston", "houston", "Whitney Houston", "whitneyhouston", "Paris", "Moon", "qqqq", "New York", "newyork"]
    keys = np.array([name_key(text) for text in texts for _ in "ab"], np.uint64)
    joined = np.array([False, True] * len(texts))
    buckets = {form_id(bucket) for bucket in buckets_of(keys, export.form_bits).tolist()}
    found = find_forms((documents[bucket]["data"] for bucket in buckets), keys, joined)
    expected = index.surface_forms(keys, joined)
    assert len(expected.articles), "the texts must name something"
    for name in ("names", "small", "capitals", "offsets", "articles", "sources", "links", "uses", "names_of"):
        assert getattr(found, name).tolist() == getattr(expected, name).tolist(), name
    for name in ("namesakes", "lengths", "kinds"):
        assert getattr(found, name).tolist() == getattr(expected, name).tolist(), name


@given(st.integers(0, 2**48 - 1), st.integers(0, 24))
def test_case_and_spaces_do_not_move_a_form(key: int, bits: int) -> None:
    keys = np.array([key, key & ~255, key | 255], np.uint64)
    every = np.concatenate([keys, keys ^ SMALL_WORD, keys ^ CAPITAL_WORD])
    assert len(np.unique(buckets_of(every, bits))) == 1


def query(weights: list[float]) -> Query:
    count = len(weights)
    ones = np.ones(count, np.int64)
    stats = TermStats(np.arange(count), ones, ones, ones, [f"t{place}" for place in range(count)])
    return Query(tuple(QueryTerm(f"t{place}", weight) for place, weight in enumerate(weights)), stats)


def test_a_weight_that_is_no_whole_number_stands_outside_the_boost() -> None:
    clauses = candidate_search(query([2.0, 0.25, 64.0]), 10, 100, 0.4)["query"]["bool"]["should"]
    boosts = [clauses[0]["term"]["terms"]["boost"]]
    boosts += [clause["function_score"]["query"]["term"]["terms"]["boost"] for clause in clauses[1:]]
    assert [clause["function_score"]["weight"] for clause in clauses[1:]] == [0.25, 64.0]
    expected = [weight * math.log(1 + 0.6 / 0.4 * 100 * 3 / 30) for weight in (2, 1, 1)]
    assert [as_lucene_scores(boost, 3, 30) for boost in boosts] == pytest.approx(expected, rel=2e-5)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: candidate_search(query([1.0] * (MOST_TERMS + 1)), 1, 1, 0.4), "found 1001 different terms"),
        (lambda: Layout(0, 1), "found 0 and 1, expected at least 1"),
        (lambda: Layout(1, -1), "found 1 and -1"),
    ],
)
def test_what_is_out_of_range(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        make()
