"""What holds of the models of query likelihood and of matching whatever the collection."""

import math
import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from properties import examples
from scoring_cases import (
    ALL_SPECS,
    AMOUNT,
    CLASSES,
    COLLECTION_MODELS,
    DOCUMENTS,
    MATCHING_MODELS,
    OPTIONS,
    POOL_MODELS,
    QUERIES,
    SMOOTHING,
    UNIT,
    WINDOWS,
    Documents,
    Parameters,
    model,
    spec_of,
)

from tweetctx.errors import ScorerError
from tweetctx.scoring import Pool, Scorer, parse_scorer
from tweetctx.scoring.scorer import contributions

SENTENCES = st.lists(st.lists(st.sampled_from("aabbcde"), max_size=6), min_size=1, max_size=6)
WITHOUT_WINDOWS = [name for name in COLLECTION_MODELS if name != "4mm"]
SCORERS = ALL_SPECS.map(parse_scorer)

many = examples(40)


def texts(documents: Documents) -> list[list[str]]:
    return [sentence for document in documents for sentence in document]


def approx(values: object) -> object:
    return pytest.approx(values, rel=1e-9, abs=1e-11)


def scores(spec: str, query: list[str], pool: Pool) -> list[float]:
    values: list[float] = parse_scorer(spec).score(query, pool).tolist()
    return values


@pytest.mark.parametrize("name", SMOOTHING)
@given(st.data(), DOCUMENTS, CLASSES)
@many
def test_the_probabilities_of_a_sentence_sum_to_one(
    name: str, data: st.DataObject, documents: Documents, classes: dict[str, int | str]
) -> None:
    pool = Pool.from_documents(documents, classes=classes)
    spec = spec_of(name, data.draw(SMOOTHING[name]))
    vocabulary = sorted({word for sentence in texts(documents) for word in sentence})
    sums = np.sum([np.exp(scores(spec, [word], pool)) for word in vocabulary], axis=0) if vocabulary else []
    expected = [1.0 if sentence else 0.0 for sentence in texts(documents)] if vocabulary else []
    assert list(sums) == approx(expected)


# One model is another at the end of its range


@given(DOCUMENTS, QUERIES, st.integers(0, 1000), OPTIONS)
@many
def test_3mm_without_the_context_is_jm(documents: Documents, query: list[str], lam: int, options: Parameters) -> None:
    pool = Pool.from_documents(documents)
    other = spec_of("jm", {"lam": (1000 - lam) / 1000, **options})
    assert scores(spec_of("3mm", {"lam": lam / 1000, "gam": 0, **options}), query, pool) == approx(
        scores(other, query, pool)
    )


@given(DOCUMENTS, QUERIES, AMOUNT, OPTIONS)
@many
def test_2si_without_the_context_is_dir(documents: Documents, query: list[str], mu: float, options: Parameters) -> None:
    pool = Pool.from_documents(documents)
    inverted, dirichlet = spec_of("2s-i", {"lam": 0, "mu": mu, **options}), spec_of("dir", {"mu": mu, **options})
    assert scores(inverted, query, pool) == approx(scores(dirichlet, query, pool))


@given(SENTENCES, QUERIES, AMOUNT, OPTIONS)
@many
def test_2s_in_a_collection_of_one_document_is_dir(
    sentences: list[list[str]], query: list[str], mu: float, options: Parameters
) -> None:
    pool = Pool.from_documents([sentences])
    stages, dirichlet = spec_of("2s", {"lam": 0, "mu": mu, **options}), spec_of("dir", {"mu": mu, **options})
    assert scores(stages, query, pool) == approx(scores(dirichlet, query, pool))


@given(DOCUMENTS, QUERIES, UNIT, OPTIONS)
@many
def test_both_2s_without_mu_are_jm_and_a_mixture(
    documents: Documents, query: list[str], lam: float, options: Parameters
) -> None:
    pool = Pool.from_documents(documents)
    found = scores(spec_of("2s", {"lam": lam, "mu": 0, **options}), query, pool)
    assert found == approx(scores(spec_of("jm", {"lam": lam, **options}), query, pool))
    lam = round(lam, 3)
    found = scores(spec_of("2s-i", {"lam": lam, "mu": 0, **options}), query, pool)
    mixture = {"lam": round(1 - lam, 3), "gam": lam, **options}
    assert found == approx(scores(spec_of("3mm", mixture), query, pool))


@given(st.data(), DOCUMENTS, QUERIES, WINDOWS, OPTIONS)
@many
def test_4mm_without_window_or_document_is_3mm(
    data: st.DataObject, documents: Documents, query: list[str], n: int, options: Parameters
) -> None:
    pool = Pool.from_documents(documents)
    lam = data.draw(st.integers(0, 1000))
    gam = data.draw(st.integers(0, 1000 - lam)) / 1000
    shares = {"lam": lam / 1000, "gam": gam}
    near = spec_of("3mm", {**shares, "context": "window", "window": n, **options})
    assert scores(spec_of("4mm", {**shares, "eta": 0, "window": n, **options}), query, pool) == approx(
        scores(near, query, pool)
    )
    whole = spec_of("3mm", {**shares, **options})
    found = spec_of("4mm", {"lam": lam / 1000, "gam": 0, "eta": gam, "window": n, **options})
    assert scores(found, query, pool) == approx(scores(whole, query, pool))


@given(DOCUMENTS, QUERIES, AMOUNT, OPTIONS)
@many
def test_a_window_over_the_whole_document_is_the_document(
    documents: Documents, query: list[str], mu: float, options: Parameters
) -> None:
    pool = Pool.from_documents(documents)
    for name in ("2s", "2s-i"):
        shared = {"lam": 0.3, "mu": mu, **options}
        window = spec_of(name, {**shared, "context": "window", "window": 4})
        assert scores(window, query, pool) == approx(scores(spec_of(name, shared), query, pool))
    for name, one in (("tfisf", {"alpha": 0.3}), ("bm25f", {"alpha": 0.3, "b_context": 0})):
        window = spec_of(name, {**one, "context": "window", "window": 4})
        assume(name == "tfisf" or any(texts(documents)))
        assert scores(window, query, pool) == approx(scores(spec_of(name, one), query, pool))


@given(DOCUMENTS, QUERIES, UNIT, st.floats(0.1, 9.0), UNIT)
@many
def test_bm25f_without_the_context_is_bm25(
    documents: Documents, query: list[str], b: float, k1: float, b_context: float
) -> None:
    """But for the factor k1 + 1 of the first."""
    assume(any(texts(documents)))
    pool = Pool.from_documents(documents)
    fields = scores(f"bm25f(k1={k1}, b={b}, b_context={b_context}, alpha=1)", query, pool)
    assert [(k1 + 1) * score for score in fields] == approx(scores(f"bm25(k1={k1}, b={b})", query, pool))


@given(DOCUMENTS, QUERIES, WINDOWS)
@many
def test_tfmix_of_the_sentence_alone_is_tfisf(documents: Documents, query: list[str], n: int) -> None:
    pool = Pool.from_documents(documents)
    for context in ("document", "window"):
        mixed = scores(f"tfisf(alpha=1, context={context}, window={n})", query, pool)
        assert mixed == scores("tfisf", query, pool)


@given(DOCUMENTS, QUERIES, UNIT, WINDOWS)
@many
def test_where_every_sentence_is_a_document_idf_and_context_change_nothing(
    documents: Documents, query: list[str], alpha: float, n: int
) -> None:
    pool = Pool.from_documents([[sentence] for sentence in texts(documents)])
    doc = scores(f"tfisf(alpha={alpha}, idf=doc, window={n})", query, pool)
    assert doc == approx(scores("tfisf", query, pool))


# What the order is worth


@pytest.mark.parametrize("name", [*WITHOUT_WINDOWS, *POOL_MODELS])
@given(st.data(), DOCUMENTS, QUERIES, CLASSES, st.randoms(use_true_random=False))
@examples(20)
def test_the_order_of_sentences_orders_the_scores_and_nothing_else(
    name: str,
    data: st.DataObject,
    documents: Documents,
    query: list[str],
    classes: dict[str, int | str],
    rng: random.Random,
) -> None:
    assume(any(texts(documents)))
    parameters = {key: value for key, value in data.draw(model(name)).items() if key not in ("context", "window")}
    scorer = parse_scorer(spec_of(name, parameters))
    order = [rng.sample(range(len(document)), len(document)) for document in documents]
    shuffled = [[document[place] for place in places] for document, places in zip(documents, order, strict=True)]
    start = np.cumsum([0, *map(len, documents)]).tolist()
    flat = [start[number] + place for number, places in enumerate(order) for place in places]
    before = scorer.score(query, Pool.from_documents(documents, classes=classes)).tolist()
    after = scorer.score(query, Pool.from_documents(shuffled, classes=classes)).tolist()
    assert after == approx([before[place] for place in flat])


@pytest.mark.parametrize("name", [*COLLECTION_MODELS, *POOL_MODELS])
@given(st.data(), DOCUMENTS, QUERIES, CLASSES, st.randoms(use_true_random=False))
@examples(20)
def test_the_order_of_documents_orders_the_scores_and_nothing_else(
    name: str,
    data: st.DataObject,
    documents: Documents,
    query: list[str],
    classes: dict[str, int | str],
    rng: random.Random,
) -> None:
    assume(any(texts(documents)))
    scorer = parse_scorer(spec_of(name, data.draw(model(name))))
    order = rng.sample(range(len(documents)), len(documents))
    start = np.cumsum([0, *map(len, documents)]).tolist()
    flat = [place for number in order for place in range(start[number], start[number + 1])]
    before = scorer.score(query, Pool.from_documents(documents, classes=classes)).tolist()
    after = scorer.score(query, Pool.from_documents([documents[n] for n in order], classes=classes)).tolist()
    assert after == approx([before[place] for place in flat])


# Specs and explanations


@given(SCORERS)
@examples(200)
def test_the_text_of_a_scorer_gives_the_scorer(scorer: Scorer) -> None:
    again = parse_scorer(str(scorer))
    assert (again, hash(again), str(again)) == (scorer, hash(scorer), str(scorer))


@given(SCORERS, DOCUMENTS, QUERIES, CLASSES)
@examples(100)
def test_explanations_sum_to_the_score(
    scorer: Scorer, documents: Documents, query: list[str], classes: dict[str, int | str]
) -> None:
    assume(any(texts(documents)))
    pool = Pool.from_documents(documents, classes=classes)
    explained = [
        math.fsum(value for _, value in contributions(scorer, query, pool, number)) for number in range(len(pool))
    ]
    assert explained == approx(scorer.score(query, pool).tolist())


@pytest.mark.parametrize("name", [*MATCHING_MODELS, *POOL_MODELS, "3mm", "class"])
def test_an_explanation_names_the_query_terms_and_the_prior(name: str) -> None:
    pool = Pool.from_documents([[["a", "b"]], [["b", "c"]]])
    assert [term for term, _ in contributions(parse_scorer(name), ["c", "?", "a", "c"], pool, 0)] == ["c", "a"]
    if name in SMOOTHING:
        parts = contributions(parse_scorer(f"{name}(prior=length)"), ["c", "?", "a", "c"], pool, 0)
        assert [term for term, _ in parts] == ["c", "a", "(prior)"]
        assert parts[-1][1] == pytest.approx(math.log(2))


@given(SCORERS, DOCUMENTS, QUERIES)
@examples(60)
def test_a_repeated_scoring_gives_the_same_bytes(scorer: Scorer, documents: Documents, query: list[str]) -> None:
    assume(any(texts(documents)))
    first, second = Pool.from_documents(documents), Pool.from_documents(documents)
    once = scorer.score(query, first)
    assert once.dtype == np.float64
    assert once.shape == (len(texts(documents)),)
    assert not np.isnan(once).any()
    assert once.tobytes() == scorer.score(query, first).tobytes() == scorer.score(query, second).tobytes()


@pytest.mark.parametrize("window", [7, 2**31, 2**63 - 1, 10**20])
@pytest.mark.parametrize("model", ["3mm(lam=0.3, gam=0.3{})", "4mm(lam=0.3, gam=0.3, eta=0{})", "bm25f(alpha=0.3{})"])
def test_a_window_may_be_larger_than_any_document(model: str, window: int) -> None:
    pool = Pool.from_documents([[["a", "b"], ["b"]], [["a"], ["c", "d"], ["d"]]])
    context = "" if model.startswith("4mm") else ", context=window"
    whole = model.format("").replace("4mm", "3mm").replace(", eta=0", "")
    found = scores(model.format(f"{context}, window={window}"), ["a", "d"], pool)
    assert found == approx(scores(whole, ["a", "d"], pool))


def test_the_message_shows_the_weights_as_they_were_found() -> None:
    with pytest.raises(ScorerError) as caught:
        parse_scorer("3mm(lam=0.5, gam=0.5000001)")
    assert str(caught.value) == "3mm: lam+gam: found lam=0.5, gam=0.5000001, expected a sum of at most 1"
