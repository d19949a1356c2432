"""Hand arithmetic on a collection of three sentences in two documents."""

from functools import cache
from math import log
from typing import Any

import numpy as np
import pytest

from tweetctx.index.first_pass import passage_scores
from tweetctx.scoring import Pool, parse_scorer
from tweetctx.scoring.relevance import ESTIMATES, LOG_ESTIMATES
from tweetctx.types import Query, QueryTerm

# cf: houston 3, sang 1, funeral 1, church 1, city 1, in 1, texas 1; |C| = 9.
SANG = ["houston", "sang", "houston"]
FUNERAL = ["funeral", "church"]
CITY = ["houston", "city", "in", "texas"]


@cache
def pool() -> Pool:
    """The collection; made in the first test, as compiled loops make it."""
    return Pool.from_documents([[SANG, FUNERAL], [CITY]])


def scores(spec: str, *query: str) -> list[float]:
    return [float(score) for score in parse_scorer(spec).score(query, pool())]


def approx(*expected: float) -> object:
    return pytest.approx(list(expected), rel=1e-12, abs=1e-14)


def test_first_pass() -> None:
    # "houston funeral houston": houston stands twice in the first document of 5 terms and once in the second of 4.
    found = passage_scores(
        np.array([[2, 1], [1, 0]]), np.array([5, 4]), np.array([3.0, 1.0]), 9, np.array([2.0, 1.0]), 0.4
    )
    assert found.tolist() == approx(
        2 * log(1 + 0.6 * (2 / 5) / (0.4 * (3 / 9))) + log(1 + 0.6 * (1 / 5) / (0.4 * (1 / 9))),
        2 * log(1 + 0.6 * (1 / 4) / (0.4 * (3 / 9))),
    )


def test_a_passage_without_a_query_term_scores_0() -> None:
    found = passage_scores(np.array([[0, 2]]), np.array([0, 4]), np.array([2.0]), 8, np.array([1.0]), 0.25)
    assert found.tolist() == approx(0.0, log(1 + 0.75 * (2 / 4) / (0.25 * (2 / 8))))


def test_jm() -> None:
    assert scores("jm(lam=0.4)", "houston", "funeral", "houston") == approx(
        2 * log(0.6 * 2 / 3 + 0.4 * 3 / 9) + log(0.4 * 1 / 9),
        2 * log(0.4 * 3 / 9) + log(0.6 * 1 / 2 + 0.4 * 1 / 9),
        2 * log(0.6 * 1 / 4 + 0.4 * 3 / 9) + log(0.4 * 1 / 9),
    )


def test_lam_weighs_the_collection() -> None:
    assert scores("jm(lam=1)", "houston") == approx(log(3 / 9), log(3 / 9), log(3 / 9))
    assert scores("jm(lam=0.1)", "texas") == approx(log(0.1 / 9), log(0.1 / 9), log(0.9 / 4 + 0.1 / 9))


def test_dcu_185_weighs_the_sentence_with_0_6() -> None:
    assert scores("dcu-185", "sang") == approx(log(0.6 / 3 + 0.4 / 9), log(0.4 / 9), log(0.4 / 9))


def test_unknown_words_are_dropped() -> None:
    assert scores("jm(lam=1)", "whitney", "houston", "rip") == approx(log(3 / 9), log(3 / 9), log(3 / 9))


def test_length_prior() -> None:
    assert scores("jm(lam=1, prior=length)", "city") == approx(
        log(1 / 9) + log(3), log(1 / 9) + log(2), log(1 / 9) + log(4)
    )


def test_importance_prior() -> None:
    assert scores("jm(lam=1, prior=importance)", "city") == approx(
        log(1 / 9) + 2 * log((2 / 5) / (3 / 9)) + log((1 / 5) / (1 / 9)),
        log(1 / 9) + 2 * log((1 / 5) / (1 / 9)),
        log(1 / 9) + log((1 / 4) / (3 / 9)) + 3 * log((1 / 4) / (1 / 9)),
    )


def test_prior_weight() -> None:
    assert scores("jm(lam=1, prior=length, prior_weight=0.25)", "city") == approx(
        log(1 / 9) + log(3) / 4, log(1 / 9) + log(2) / 4, log(1 / 9) + log(4) / 4
    )
    assert scores("jm(lam=1, prior=length, prior_weight=0)", "city") == approx(log(1 / 9), log(1 / 9), log(1 / 9))


@pytest.mark.parametrize(
    ("terms", "houston", "funeral"),
    [
        ("uniform", 1, 1),
        ("idf", log(2 / 2), log(2 / 1)),
        ("icf", log(9 / 3), log(9 / 1)),
        ("isf", log(3 / 2), log(3 / 1)),
    ],
)
def test_term_weights(terms: str, houston: float, funeral: float) -> None:
    assert scores(f"jm(lam=0.5, terms={terms})", "houston", "funeral") == approx(
        houston * log(0.5 * 2 / 3 + 0.5 * 3 / 9) + funeral * log(0.5 * 1 / 9),
        houston * log(0.5 * 3 / 9) + funeral * log(0.5 * 1 / 2 + 0.5 * 1 / 9),
        houston * log(0.5 * 1 / 4 + 0.5 * 3 / 9) + funeral * log(0.5 * 1 / 9),
    )


def test_a_query_with_weights() -> None:
    query = Query((QueryTerm("texas", 2.5), QueryTerm("sang", 0.5)))
    assert parse_scorer("jm(lam=1)").score(query, pool()).tolist() == approx(*[3 * log(1 / 9)] * 3)


# The relevance models with lam = 1/2: P(w|D) = c(w,D)/2|D| + p(w)/2, from the documents D_1 of 5 and D_2 of 4 terms.
HOUSTON = ((2 / 5 + 3 / 9) / 2, (1 / 4 + 3 / 9) / 2)
FIRST = ((1 / 5 + 1 / 9) / 2, (0 + 1 / 9) / 2)  # sang, funeral and church: once in D_1
SECOND = ((0 + 1 / 9) / 2, (1 / 4 + 1 / 9) / 2)  # city, in and texas: once in D_2


def rm1_of_houston() -> tuple[float, float, float]:
    houston, first, second = (w[0] * HOUSTON[0] + w[1] * HOUSTON[1] for w in (HOUSTON, FIRST, SECOND))
    total = houston + 3 * first + 3 * second
    return houston / total, first / total, second / total


def rm2_of_houston_texas() -> tuple[float, float, float]:
    houston, first, second = (
        (w[0] * HOUSTON[0] + w[1] * HOUSTON[1]) * (w[0] * SECOND[0] + w[1] * SECOND[1])
        for w in (HOUSTON, FIRST, SECOND)
    )
    total = houston + 3 * first + 3 * second
    return houston / total, first / total, second / total


def test_rm1_word_model() -> None:
    houston, first, second = rm1_of_houston()
    assert scores("rlm(lam=0.5, estimate=rm1, rank=product)", "houston") == approx(
        2 * log(houston) + log(first), 2 * log(first), log(houston) + 3 * log(second)
    )


def test_rm1_multiplies_over_every_occurrence_of_a_query_term() -> None:
    likelihood = (HOUSTON[0] ** 2 * SECOND[0], HOUSTON[1] ** 2 * SECOND[1])
    houston, first, second = (w[0] * likelihood[0] + w[1] * likelihood[1] for w in (HOUSTON, FIRST, SECOND))
    total = houston + 3 * first + 3 * second
    assert scores("rlm(lam=0.5, estimate=rm1, rank=product)", "houston", "texas", "houston") == approx(
        2 * log(houston / total) + log(first / total),
        2 * log(first / total),
        log(houston / total) + 3 * log(second / total),
    )


def test_rm2_word_model() -> None:
    houston, first, second = rm2_of_houston_texas()
    assert scores("rlm(lam=0.5, estimate=rm2, rank=product)", "houston", "texas") == approx(
        2 * log(houston) + log(first), 2 * log(first), log(houston) + 3 * log(second)
    )


def test_rm1_with_a_query_too_unlikely_for_a_float() -> None:
    # "houston" a thousand times: 0.37^1000 in D_1 and 0.29^1000 in D_2, so that D_1 alone decides.
    assert scores("rlm(lam=0.5, estimate=rm1, rank=product)", *["houston"] * 1000) == approx(
        2 * log(HOUSTON[0]) + log(FIRST[0]), 2 * log(FIRST[0]), log(HOUSTON[0]) + 3 * log(SECOND[0])
    )


def test_rm2_with_a_query_too_unlikely_for_a_float() -> None:
    # The most likely word, "houston", has all of the probability, and the others 1000 times their distance to it.
    houston, first, second = (log(w[0] * HOUSTON[0] + w[1] * HOUSTON[1]) for w in (HOUSTON, FIRST, SECOND))
    assert scores("rlm(lam=0.5, estimate=rm2, rank=product)", *["houston"] * 1000) == approx(
        1000 * (first - houston), 2000 * (first - houston), 3000 * (second - houston)
    )


def test_rank_mean() -> None:
    houston, first, second = rm1_of_houston()
    assert scores("rlm(lam=0.5, estimate=rm1, rank=mean)", "houston") == approx(
        (2 * log(houston) + log(first)) / 3, log(first), (log(houston) + 3 * log(second)) / 4
    )


def test_rm2_and_mean() -> None:
    lam = 0.4
    sang = (0.6 / 5 + lam / 9, 0.6 * 0 + lam / 9)
    houston = (0.6 * 2 / 5 + lam * 3 / 9, 0.6 / 4 + lam * 3 / 9)
    city = (0.6 * 0 + lam / 9, 0.6 / 4 + lam / 9)
    joint = [w[0] * houston[0] + w[1] * houston[1] for w in (houston, sang, city)]
    total = joint[0] + 3 * joint[1] + 3 * joint[2]
    assert scores("rlm(estimate=rm2, rank=mean)", "houston") == approx(
        (2 * log(joint[0] / total) + log(joint[1] / total)) / 3,
        log(joint[1] / total),
        (log(joint[0] / total) + 3 * log(joint[2] / total)) / 4,
    )


def test_rank_kl() -> None:
    houston, first, second = rm1_of_houston()
    rare = 0.5 * 1 / 9
    assert scores("rlm(lam=0.5, estimate=rm1, rank=kl)", "houston") == approx(
        -houston * log(houston / (0.5 * 2 / 3 + 0.5 * 3 / 9))
        - first * log(first / (0.5 * 1 / 3 + rare))
        - 2 * first * log(first / rare)
        - 3 * second * log(second / rare),
        -houston * log(houston / (0.5 * 3 / 9))
        - first * log(first / rare)
        - 2 * first * log(first / (0.5 * 1 / 2 + rare))
        - 3 * second * log(second / rare),
        -houston * log(houston / (0.5 * 1 / 4 + 0.5 * 3 / 9))
        - 3 * first * log(first / rare)
        - 3 * second * log(second / (0.5 * 1 / 4 + rare)),
    )


# With R = 1 and the query "texas", D_2 alone says what is relevant: its four words share P(w|R).
TEXAS_HOUSTON = (1 / 4 + 3 / 9) / 2
TEXAS_OTHER = (1 / 4 + 1 / 9) / 2
TEXAS_TOTAL = TEXAS_HOUSTON + 3 * TEXAS_OTHER


@pytest.mark.parametrize("estimate", ["rm1", "rm2"])
def test_a_word_outside_the_passages_takes_the_same_expression_and_divisor(estimate: str) -> None:
    outside = log((1 / 9) / 2 / TEXAS_TOTAL)
    assert scores(f"rlm(R=1, lam=0.5, estimate={estimate}, rank=product)", "texas") == approx(
        2 * log(TEXAS_HOUSTON / TEXAS_TOTAL) + outside,
        2 * outside,
        log(TEXAS_HOUSTON / TEXAS_TOTAL) + 3 * log(TEXAS_OTHER / TEXAS_TOTAL),
    )


@pytest.mark.parametrize("estimate", ["rm1", "rm2"])
def test_kl_sums_over_the_words_of_the_passages(estimate: str) -> None:
    houston, other = TEXAS_HOUSTON / TEXAS_TOTAL, TEXAS_OTHER / TEXAS_TOTAL
    rare = 0.5 * 1 / 9
    assert scores(f"rlm(R=1, lam=0.5, estimate={estimate}, rank=kl)", "texas") == approx(
        -houston * log(houston / (0.5 * 2 / 3 + 0.5 * 3 / 9)) - 3 * other * log(other / rare),
        -houston * log(houston / (0.5 * 3 / 9)) - 3 * other * log(other / rare),
        -houston * log(houston / (0.5 * 1 / 4 + 0.5 * 3 / 9)) - 3 * other * log(other / (0.5 * 1 / 4 + rare)),
    )


@pytest.mark.parametrize("estimate", ["rm1", "rm2"])
@pytest.mark.parametrize("lam", ["1e-120", "1e-310", "5e-324"])  # lam/9 is then 0 for a float
def test_a_collection_of_almost_no_weight(estimate: str, lam: str) -> None:
    """P(w|D_2) is 1/4 for each of its words, and lam·p(w) for the others."""
    inside, rare, houston = log(1 / 4), log(float(lam)) - log(9), log(float(lam)) - log(3)
    assert scores(f"rlm(R=1, lam={lam}, estimate={estimate}, rank=product)", "texas") == approx(
        2 * inside + rare, 2 * rare, 4 * inside
    )
    assert scores(f"rlm(R=1, lam={lam}, estimate={estimate}, rank=kl)", "texas") == approx(
        -(inside - log(2 / 3)) / 4 - 3 * (inside - rare) / 4, -(inside - houston) / 4 - 3 * (inside - rare) / 4, 0
    )
    scorer: Any = parse_scorer(f"rlm(R=1, lam={lam}, estimate={estimate})")
    (_, weight), *others = scorer.explain(["texas"], pool(), 1)
    assert weight == pytest.approx(-(inside - rare) / 4, rel=1e-12)
    assert len(others) == 3


@pytest.mark.parametrize("estimate", ESTIMATES)
def test_estimates_of_logarithms_are_those_of_probabilities(estimate: str) -> None:
    p_w, p_q, weight = (
        np.array([[0.2, 0.3, 0.5], [0.6, 0.1, 0.3]]),
        np.array([[0.2, 0.5], [0.6, 0.3]]),
        np.array([2.0, 1.0]),
    )
    found, expected = LOG_ESTIMATES[estimate](np.log(p_w), np.log(p_q), weight), ESTIMATES[estimate](p_w, p_q, weight)
    assert (found - found[0]).tolist() == approx(*(expected - expected[0]))  # neither is normalized


def test_rm1_with_a_query_term_outside_the_passages() -> None:
    # R = 1 takes D_2, which has "texas"; "funeral" is then as likely as the collection has it, whatever the word.
    assert scores("rlm(R=1, lam=0.5, estimate=rm1, rank=mean)", "texas", "texas", "funeral") == approx(
        *scores("rlm(R=1, lam=0.5, estimate=rm1, rank=mean)", "texas")
    )


@pytest.mark.parametrize("estimate", ["rm1", "rm2"])
@pytest.mark.parametrize("rank", ["product", "mean", "kl"])
def test_one_topic_is_one_passage(estimate: str, rank: str) -> None:
    """With K = 1, φ is the smoothed counts of all R passages together, and θ is 1: p(w|D) = (c(w) + β)/(n + Wβ)."""
    spec = f"trlm(K=1, lam=0.5, estimate={estimate}, rank={rank})"
    p_w = {"houston": ((3 + 0.1) / (9 + 7 * 0.1) + 3 / 9) / 2, "other": ((1 + 0.1) / (9 + 7 * 0.1) + 1 / 9) / 2}
    # Both passages give the same P(w|D); the query adds the same factor to every word, for rm2 once a query term.
    total = p_w["houston"] + 6 * p_w["other"]
    houston, other = p_w["houston"] / total, p_w["other"] / total
    rare = 0.5 * 1 / 9
    by_hand = {
        "product": (2 * log(houston) + log(other), 2 * log(other), log(houston) + 3 * log(other)),
        "mean": ((2 * log(houston) + log(other)) / 3, log(other), (log(houston) + 3 * log(other)) / 4),
        "kl": (
            -houston * log(houston / (0.5 * 2 / 3 + 0.5 * 3 / 9))
            - other * log(other / (0.5 * 1 / 3 + rare))
            - 5 * other * log(other / rare),
            -houston * log(houston / (0.5 * 3 / 9))
            - 2 * other * log(other / (0.5 * 1 / 2 + rare))
            - 4 * other * log(other / rare),
            -houston * log(houston / (0.5 * 1 / 4 + 0.5 * 3 / 9))
            - 3 * other * log(other / (0.5 * 1 / 4 + rare))
            - 3 * other * log(other / rare),
        ),
    }
    assert scores(spec, "houston") == pytest.approx(by_hand[rank], rel=1e-9)
