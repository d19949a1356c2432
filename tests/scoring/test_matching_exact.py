"""The matching models against their second implementation in plain Python, and rank_bm25's against rank_bm25."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_matching import MATCHING, pool_bm25
from plain_models import PlainCollection
from properties import examples, one_in
from rank_bm25 import BM25L, BM25Okapi, BM25Plus
from scoring_cases import (
    DOCUMENTS,
    EDGES,
    POOL_MODELS,
    QUERIES,
    SEEDED,
    Documents,
    agree,
    model,
    plain_scores,
    spec_of,
)

from tweetctx.errors import ScorerError
from tweetctx.scoring import Pool, parse_scorer

# Every model inside its range and at the ends of it.
POINTS: list[tuple[str, dict[str, Any]]] = [
    ("tfisf", {}),
    ("tfisf", {"idf": "doc"}),
    ("tfisf", {"alpha": 0.6}),
    ("tfisf", {"alpha": 0.0, "idf": "doc"}),
    ("tfisf", {"alpha": 0.6, "context": "window"}),
    ("tfisf", {"alpha": 0.0, "context": "window", "window": 4, "idf": "doc"}),
    ("bm25", {}),
    ("bm25", {"k1": 0.0, "b": 0.0, "k3": 0.0}),
    ("bm25", {"k1": 2.0, "b": 1.0, "k3": 1000.0}),
    ("bm25", {"k1": 0.5, "b": 0.3, "k3": 8.0}),
    ("bm25f", {}),
    ("bm25f", {"k1": 0.0, "b": 1.0, "b_context": 1.0}),
    ("bm25f", {"k1": 3.0, "b": 0.2, "b_context": 0.9, "alpha": 0.0, "k3": 7.0}),
    ("bm25f", {"k1": 1.0, "b": 0.5, "b_context": 0.5, "alpha": 1.0}),
    ("bm25f", {"k1": 1.0, "b": 0.0, "b_context": 1.0, "alpha": 0.5, "context": "window"}),
    ("bm25f", {"k1": 1.0, "b": 1.0, "b_context": 0.4, "alpha": 0.1, "context": "window", "window": 6}),
]
NAMES = [spec_of(*point) for point in POINTS]
RANK_BM25 = {"okapi": BM25Okapi, "bm25l": BM25L, "bm25plus": BM25Plus}


def check(documents: Documents, query: list[str], name: str, parameters: dict[str, Any]) -> None:
    plain = PlainCollection(documents)
    found = parse_scorer(spec_of(name, parameters)).score(query, Pool.from_documents(documents))
    agree(found, plain_scores(plain, plain.query(query), name, parameters))


def texts(documents: Documents) -> list[list[str]]:
    return [sentence for document in documents for sentence in document]


@pytest.mark.parametrize("case", one_in(2, EDGES))
@pytest.mark.parametrize(("name", "parameters"), POINTS, ids=NAMES)
def test_edges(name: str, parameters: dict[str, Any], case: str) -> None:
    check(*EDGES[case], name, parameters)


@pytest.mark.parametrize("seed", ["seed 0", "seed 1"])
@pytest.mark.parametrize(("name", "parameters"), POINTS, ids=NAMES)
def test_text(name: str, parameters: dict[str, Any], seed: str) -> None:
    check(*SEEDED[seed], name, parameters)


@pytest.mark.parametrize("name", MATCHING)
@given(st.data(), DOCUMENTS, QUERIES)
@examples(80)
def test_any_collection(name: str, data: st.DataObject, documents: Documents, query: list[str]) -> None:
    check(documents, query, name, data.draw(model(name)))


def test_bm25f_by_hand() -> None:
    # N = 3, sf(a) = 2; avsl = 6/3, avcl = 6/2. In the second sentence c(a,s) = 1 of 1, c(a,d) = 3 of 4.
    pool = Pool.from_documents([[["a", "b", "a"], ["a"]], [["c", "d"]]])
    spec = "bm25f(k1=1.5, b=0.5, b_context=0.25, alpha=0.6, k3=2)"
    w = 0.6 * 1 / (0.5 + 0.5 * 1 / 2) + 0.4 * 3 / (0.75 + 0.25 * 4 / 3)
    expected = math.log((3 - 2 + 0.5) / (2 + 0.5)) * w / (1.5 + w) * 3 * 2 / (2 + 2)
    assert parse_scorer(spec).score(["a", "a"], pool)[1] == pytest.approx(expected, rel=1e-12)


def test_bm25f_counts_only_terms_of_the_sentence() -> None:
    pool = Pool.from_documents([[["a"], ["b", "c"], []], [["c"], ["d"], ["e"]]])
    scores = parse_scorer("bm25f(alpha=0)").score(["a"], pool).tolist()
    assert scores[0] > 0
    assert scores[1:] == [0.0, -math.inf, 0.0, 0.0, 0.0]


def test_tfmix_counts_the_terms_around_the_sentence_too() -> None:
    pool = Pool.from_documents([[["a"], ["b"], ["c"]], [["d"]]])
    rare = math.log(2) * math.log((4 + 1) / (0.5 + 1))
    own, beside = rare * math.log(1 + 1), rare * math.log(0.25 + 1)
    for context, expected in (("document", [own, beside, beside, 0]), ("window", [own, beside, 0, 0])):
        scores = parse_scorer(f"tfisf(alpha=0.75, context={context})").score(["a"], pool)
        assert scores.tolist() == pytest.approx(expected, rel=1e-12)


# rank_bm25


def by_library(documents: Documents, query: list[str], name: str, parameters: dict[str, Any]) -> list[float]:
    """rank_bm25 itself, over the words of the sentences that have any; the others score −inf."""
    sentences = texts(documents)
    scores = np.full(len(sentences), -np.inf)
    with_terms = [place for place, sentence in enumerate(sentences) if sentence]
    if with_terms:
        library = RANK_BM25[name]([sentences[place] for place in with_terms], **parameters)
        scores[with_terms] = library.get_scores(query)
    values: list[float] = scores.tolist()
    return values


def check_pool_model(documents: Documents, query: list[str], name: str, parameters: dict[str, Any]) -> None:
    plain = PlainCollection(documents)
    found = parse_scorer(spec_of(name, parameters)).score(query, Pool.from_documents(documents))
    agree(found, by_library(documents, query, name, parameters))
    agree(found, pool_bm25(texts(documents), plain.query(query), name, **parameters))


@pytest.mark.parametrize("case", [*EDGES, *SEEDED])
@pytest.mark.parametrize(
    "parameters", [{}, {"k1": 0.9, "b": 0.0}, {"k1": 2.0, "b": 1.0}], ids=["default", "b=0", "b=1"]
)
@pytest.mark.parametrize("name", POOL_MODELS)
def test_rank_bm25(name: str, parameters: dict[str, Any], case: str) -> None:
    documents, query = {**EDGES, **SEEDED}[case]
    check_pool_model(documents, query, name, parameters)


@pytest.mark.parametrize("name", POOL_MODELS)
@given(st.data(), DOCUMENTS, QUERIES)
@examples(50)
def test_rank_bm25_of_any_collection(name: str, data: st.DataObject, documents: Documents, query: list[str]) -> None:
    check_pool_model(documents, query, name, data.draw(model(name)))


@pytest.mark.parametrize("name", POOL_MODELS)
def test_without_saturation_rank_bm25_has_nothing_to_divide_by(name: str) -> None:
    with pytest.raises(ScorerError, match=f"{name}: k1: found 0, expected a number above 0"):
        parse_scorer(f"{name}(k1=0)")
