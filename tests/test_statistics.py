"""The statistics of terms, and the one place where a query meets the collection, in every engine."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_collection import write_articles

from tweetctx.index import Engine, build_index, open_index, remove_articles
from tweetctx.index.memory import MemoryEngine
from tweetctx.index.protocol import UNKNOWN
from tweetctx.types import Article, Query, QueryTerm, Section

DOCUMENTS = [[["houston", "sang", "houston"], ["houston", "sang"]], [["houston", "houston"], ["texas"]]]
GONE = "newark"  # stood in an article that was removed


def text(sentences: list[list[str]]) -> str:
    return " ".join(f"{' '.join(terms).capitalize()}!" for terms in sentences)


@pytest.fixture(scope="module", params=["memory", "embedded"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    if request.param == "memory":
        return MemoryEngine.from_documents(DOCUMENTS)
    folder = tmp_path_factory.mktemp("statistics")
    articles = [
        Article(str(number), "", "", (Section("", (text(sentences),)),))
        for number, sentences in enumerate([*DOCUMENTS, [[GONE]]])
    ]
    build_index(write_articles(folder / "a", articles), folder / "i", analyzer="plain", workers=1)
    remove_articles(folder / "i", ["2"])
    return open_index(folder / "i")


def terms(**expected: float) -> Query:
    return Query(tuple(QueryTerm(term, weight) for term, weight in expected.items()))


def test_counts_by_term(engine: Engine) -> None:
    stats = engine.stats
    assert (stats.cf["houston"], stats.df["houston"], stats.sf["houston"]) == (5, 2, 3)
    assert (stats.cf["sang"], stats.df["sang"], stats.sf["sang"]) == (2, 1, 2)
    assert (stats.cf["texas"], stats.df["texas"], stats.sf["texas"]) == (1, 1, 1)
    assert type(stats.cf["houston"]) is int


def test_the_size_of_the_collection(engine: Engine) -> None:
    for found in (engine.stats, engine.size):
        assert (found.collection_length, found.sentence_length) == (8, 8)
        assert (found.documents, found.passages, found.sentences) == (2, 2, 4)
    assert (engine.size.mean_document_length, engine.size.mean_sentence_length) == (4.0, 2.0)


def test_the_counts_of_a_term_that_does_not_occur_are_0_and_not_those_of_another(engine: Engine) -> None:
    for term in ("unknown", "Houston", "", GONE):
        assert (engine.stats.cf[term], engine.stats.df[term], engine.stats.sf[term]) == (0, 0, 0)
    found = engine.term_stats(["unknown", "texas", "Houston"])
    assert found.keys.tolist() == [UNKNOWN, engine.term_stats(["texas"]).keys[0], UNKNOWN]
    assert (found.cf.tolist(), found.df.tolist(), found.sf.tolist()) == ([0, 1, 0], [0, 1, 0], [0, 1, 0])
    assert UNKNOWN < 0


def test_statistics_by_term_are_those_by_key(engine: Engine) -> None:
    by_term = engine.term_stats(["texas", "houston", "sang", "houston"])
    by_key = engine.term_stats(by_term.keys)
    for found in (by_term, by_key):
        assert (found.cf.tolist(), found.df.tolist(), found.sf.tolist()) == ([1, 5, 2, 5], [1, 2, 1, 2], [1, 3, 2, 3])
        assert [*found.texts] == ["texas", "houston", "sang", "houston"]
    assert by_key.keys.tolist() == by_term.keys.tolist()
    assert by_term.keys[1] == by_term.keys[3]


@given(st.lists(st.text(max_size=3)))
def test_keys_and_terms_are_inverse(words: list[str]) -> None:
    engine = MemoryEngine.from_documents([[words]])
    keys = engine.term_stats(words).keys
    assert len(set(keys.tolist())) == len(set(words))
    assert [*engine.term_stats(keys).texts] == words
    assert engine.term_stats(keys).cf.tolist() == [words.count(word) for word in words]


def test_a_query_counts_its_terms_in_the_order_of_their_first_appearance(engine: Engine) -> None:
    query = engine.query(["texas", "houston", "texas", "sang", "houston", "texas"])
    assert query == terms(texas=3.0, houston=2.0, sang=1.0)
    assert [term.term for term in query.terms] == ["texas", "houston", "sang"]
    assert all(type(term.weight) is float for term in query.terms)
    assert query.weights.tolist() == [3.0, 2.0, 1.0]
    assert [*query.stats.texts] == ["texas", "houston", "sang"]
    assert query.stats.cf.tolist() == [1, 5, 2]
    assert query.stats.keys.tolist() == engine.term_stats(["texas", "houston", "sang"]).keys.tolist()


def test_a_query_drops_what_the_collection_does_not_contain(engine: Engine) -> None:
    """Unknown to the vocabulary, or in it and never counted."""
    query = engine.query(["whitney", "sang", GONE, "whitney", "houston", ""])
    assert query == terms(sang=1.0, houston=1.0)
    assert query.stats.cf.tolist() == [2, 5]


@pytest.mark.parametrize("words", [[], ["whitney"], [GONE, "rip"]])
def test_a_query_without_known_terms_is_empty_and_false(engine: Engine, words: list[str]) -> None:
    query = engine.query(words)
    assert query == Query(())
    assert not query
    assert query.stats.keys.tolist() == []
    assert query.stats.keys.dtype == np.int64
    assert engine.size.probability(query.stats.cf).tolist() == []
    assert query.weights.tolist() == []
    assert query.weights.dtype == np.float64


def test_a_query_with_a_term_is_true(engine: Engine) -> None:
    assert engine.query(["sang"])


def test_a_query_reads_its_terms_once(engine: Engine) -> None:
    assert engine.query(term for term in ("sang", "sang")) == terms(sang=2.0)


def test_a_query_made_by_hand_gets_its_statistics_and_keeps_its_weights(engine: Engine) -> None:
    query = engine.query(terms(sang=0.5, whitney=7.0, texas=3.0))
    assert query == terms(sang=0.5, texas=3.0)
    assert query.stats.cf.tolist() == [2, 1]
    assert engine.query(query) is query


def test_probability(engine: Engine) -> None:
    found = engine.size.probability(engine.term_stats(["houston", "texas", "sang"]).cf)
    assert found.dtype == np.float64
    assert found.tolist() == [5 / 8, 1 / 8, 2 / 8]
    assert found.sum() == 1.0


def test_probability_keeps_the_shape_of_the_counts(engine: Engine) -> None:
    assert engine.size.probability(np.array([[5, 2], [1, 0], [5, 5]])).tolist() == [
        [5 / 8, 2 / 8],
        [1 / 8, 0],
        [5 / 8] * 2,
    ]


def test_an_empty_collection_answers_the_empty_query() -> None:
    engine = MemoryEngine.from_documents([])
    query = engine.query(["houston"])
    assert query == Query(())
    assert engine.size.probability(query.stats.cf).tolist() == []
    assert len(engine.retrieve(query)) == 0
    assert (engine.size.documents, engine.size.collection_length) == (0, 0)
