"""What holds of every model whatever the collection."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from tweetctx.scoring import Pool, Scorer, parse_scorer
from tweetctx.scoring.scorer import contributions
from tweetctx.types import Query, QueryTerm

Documents = list[list[list[str]]]

WORDS = st.sampled_from("aaaabbbccdefg")
DOCUMENTS = st.lists(st.lists(st.lists(WORDS, max_size=5), max_size=4), min_size=1, max_size=6)
QUERIES = st.lists(st.one_of(WORDS, st.just("?")), max_size=5)
LAMBDAS = st.floats(1e-9, 1.0)
WEIGHTS = st.floats(0.01, 8.0)

JM = st.builds(
    "jm(lam={}, prior={}, prior_weight={}, terms={})".format,
    LAMBDAS,
    st.sampled_from(["uniform", "importance", "length"]),
    st.floats(0.0, 20.0),
    st.sampled_from(["uniform", "idf", "icf", "isf"]),
)
JM_UNIFORM = st.builds("jm(lam={}, terms={})".format, LAMBDAS, st.sampled_from(["uniform", "idf", "icf", "isf"]))
ESTIMATES = st.sampled_from(["rm1", "rm2"])
RANKS = st.sampled_from(["product", "mean", "kl"])
RLM = st.builds("rlm(R={}, lam={}, estimate={}, rank={})".format, st.integers(1, 8), LAMBDAS, ESTIMATES, RANKS)
TOPICS = st.builds("K={}, seed={}".format, st.integers(1, 4), st.integers(0, 9))
TRLM = st.builds(
    "trlm(R={}, lam={}, estimate={}, rank={}, {})".format, st.integers(1, 8), LAMBDAS, ESTIMATES, RANKS, TOPICS
)
SCORERS = st.one_of(JM, RLM, TRLM).map(parse_scorer)

many = examples(70)
some = examples(40)


def approx(values: object) -> object:
    return pytest.approx(values, rel=1e-9, abs=1e-11)


def texts(documents: Documents) -> list[list[str]]:
    return [sentence for document in documents for sentence in document]


@given(DOCUMENTS, LAMBDAS)
@many
def test_the_probabilities_of_a_sentence_model_sum_to_one(documents: Documents, lam: float) -> None:
    pool = Pool.from_documents(documents)
    scorer = parse_scorer(f"jm(lam={lam})")
    vocabulary = sorted({word for sentence in texts(documents) for word in sentence})
    columns = [np.exp(scorer.score([word], pool)) for word in vocabulary]
    expected = [1.0 if sentence else 0.0 for sentence in texts(documents)]
    assert np.sum(columns, axis=0).tolist() == approx(expected) if vocabulary else not any(expected)


@given(
    st.lists(st.lists(WORDS, min_size=1, max_size=9), min_size=1, max_size=6),
    QUERIES,
    st.integers(1, 8),
    st.builds("lam={}, estimate={}".format, LAMBDAS, ESTIMATES),
    st.one_of(st.just("rlm({})"), st.builds("trlm({{}}, {})".format, TOPICS)),
)
@many
def test_the_relevance_of_the_words_of_the_passages_sums_to_one(
    bags: list[list[str]], terms: list[str], passages: int, options: str, model: str
) -> None:
    """In a pool whose sentences are single words, rank=product scores each with ln P(w|R)."""
    pool = Pool.from_documents([[[word] for word in bag] for bag in bags])
    query = pool.query(terms)
    words = {int(number) for row in pool.best_passages(query, passages) for number in row}
    scores = parse_scorer(model.format(f"R={passages}, {options}, rank=product")).score(query, pool)
    of_word = dict(zip(pool.sentences.values.tolist(), scores.tolist(), strict=True))
    assert math.fsum(math.exp(of_word[word]) for word in words) == approx(1.0 if words else 0.0)


@given(DOCUMENTS, QUERIES, SCORERS)
@many
def test_explanations_sum_to_the_score(documents: Documents, query: list[str], scorer: Scorer) -> None:
    pool = Pool.from_documents(documents)
    scores = scorer.score(query, pool)
    explained = [
        math.fsum(value for _, value in contributions(scorer, query, pool, number)) if sentence else -math.inf
        for number, sentence in enumerate(texts(documents))
    ]
    assert explained == approx(scores.tolist())


@given(DOCUMENTS, QUERIES, st.one_of(RLM, TRLM).map(parse_scorer))
@some
def test_explanations_name_each_word_once_and_the_largest_first(
    documents: Documents, query: list[str], scorer: Scorer
) -> None:
    pool = Pool.from_documents(documents)
    for number, sentence in enumerate(texts(documents)):
        if sentence:
            parts = contributions(scorer, query, pool, number)
            assert len({word for word, _ in parts}) == len(parts)
            sizes = [abs(value) for _, value in parts]
            assert sizes == sorted(sizes, reverse=True)


def test_an_explanation_names_the_query_terms_and_the_prior() -> None:
    pool = Pool.from_documents([[["a", "b"]], [["b", "c"]]])
    query = ["c", "?", "a", "c"]
    assert [name for name, _ in contributions(parse_scorer("jm"), query, pool, 0)] == ["c", "a"]
    assert [name for name, _ in contributions(parse_scorer("jm(prior=length)"), query, pool, 0)] == [
        "c",
        "a",
        "(prior)",
    ]


@given(DOCUMENTS, QUERIES, SCORERS)
@many
def test_only_sentences_without_terms_have_no_finite_score(
    documents: Documents, query: list[str], scorer: Scorer
) -> None:
    scores = scorer.score(query, Pool.from_documents(documents))
    assert scores.shape == (len(texts(documents)),)
    for sentence, score in zip(texts(documents), scores.tolist(), strict=True):
        assert math.isfinite(score) if sentence else score == -math.inf


@given(DOCUMENTS, QUERIES, st.one_of(JM, RLM).map(parse_scorer), st.randoms(use_true_random=False))
@many
def test_the_order_of_sentences_orders_the_scores_and_nothing_else(
    documents: Documents, query: list[str], scorer: Scorer, rng: random.Random
) -> None:
    order = [rng.sample(range(len(document)), len(document)) for document in documents]
    shuffled = [[document[place] for place in places] for document, places in zip(documents, order, strict=True)]
    start = np.cumsum([0, *map(len, documents)]).tolist()
    flat = [start[number] + place for number, places in enumerate(order) for place in places]
    scores = scorer.score(query, Pool.from_documents(documents)).tolist()
    assert scorer.score(query, Pool.from_documents(shuffled)).tolist() == approx([scores[place] for place in flat])


@given(DOCUMENTS, QUERIES, JM, LAMBDAS, ESTIMATES, RANKS)
@some
def test_the_order_of_the_words_in_a_query_does_not_matter(
    documents: Documents, query: list[str], jm: str, lam: float, estimate: str, rank: str
) -> None:
    pool = Pool.from_documents(documents)
    for spec in (jm, f"rlm(R=9, lam={lam}, estimate={estimate}, rank={rank})"):
        scorer = parse_scorer(spec)
        assert scorer.score(query[::-1], pool).tolist() == approx(scorer.score(query, pool).tolist())


@given(DOCUMENTS, st.dictionaries(WORDS, WEIGHTS, max_size=5), JM_UNIFORM)
@some
def test_twice_the_weights_twice_the_score(documents: Documents, weights: dict[str, float], spec: str) -> None:
    pool, scorer = Pool.from_documents(documents), parse_scorer(spec)
    known = {word: weight for word, weight in weights.items() if pool.engine.stats.cf[word]}
    once = scorer.score(Query(tuple(QueryTerm(word, weight) for word, weight in known.items())), pool)
    twice = scorer.score(Query(tuple(QueryTerm(word, 2 * weight) for word, weight in known.items())), pool)
    assert twice.tolist() == (2 * once).tolist()


@given(DOCUMENTS, QUERIES, SCORERS)
@many
def test_a_weight_is_a_number_of_repetitions(documents: Documents, query: list[str], scorer: Scorer) -> None:
    pool = Pool.from_documents(documents)
    known = [word for word in dict.fromkeys(query) if pool.engine.stats.cf[word]]
    weighted = Query(tuple(QueryTerm(word, float(query.count(word))) for word in known))
    assert scorer.score(weighted, pool).tolist() == scorer.score(query, pool).tolist()
    assert scorer.score([*sorted(query, key=query.index)], pool).tolist() == scorer.score(query, pool).tolist()


@given(DOCUMENTS, QUERIES, SCORERS)
@some
def test_equal_sentences_of_a_document_have_equal_scores(
    documents: Documents, query: list[str], scorer: Scorer
) -> None:
    twice = [[sentence for sentence in document for _ in range(2)] for document in documents]
    scores = scorer.score(query, Pool.from_documents(twice)).tolist()
    assert scores[::2] == scores[1::2]


@given(DOCUMENTS, QUERIES, JM)
@some
def test_jm_with_no_weight_on_the_prior_is_jm_without_one(documents: Documents, query: list[str], spec: str) -> None:
    pool = Pool.from_documents(documents)
    head, _, tail = spec.partition("prior_weight=")
    unweighted = f"{head}prior_weight=0,{tail.partition(',')[2]}"
    plain = unweighted.replace("importance", "uniform").replace("length", "uniform")
    assert parse_scorer(unweighted).score(query, pool).tolist() == parse_scorer(plain).score(query, pool).tolist()


@given(DOCUMENTS, QUERIES, st.sampled_from(["product", "mean", "kl"]))
@some
def test_with_the_collection_alone_the_query_says_nothing(documents: Documents, query: list[str], rank: str) -> None:
    """At lam = 1, P(w|R) of rm1 is p(w) over the words of the passages, whatever P(w|D) is estimated from."""
    pool = Pool.from_documents(documents)
    spec = f"(R=9, lam=1, estimate=rm1, rank={rank})"
    found = parse_scorer("rlm" + spec).score(query, pool).tolist()
    assert found == approx(parse_scorer("trlm" + spec).score(query, pool).tolist())


def test_a_scorer_leaves_its_pool_and_query_alone() -> None:
    pool = Pool.from_documents([[["a", "b"], ["c", "a"]], [["c"]]])
    arrays = [pool.sentences.values, pool.sentences.offsets, pool.document_of, pool.numbers]
    before = [array.tolist() for array in arrays]
    query = ["a", "c", "?"]
    for spec in ("jm(prior=importance)", "rlm", "trlm"):
        parse_scorer(spec).score(query, pool)
    assert [array.tolist() for array in arrays] == before
    assert query == ["a", "c", "?"]
