"""Measures of sentence rankings: by hand, against ir_measures, and where they are not defined."""

import math
from fractions import Fraction
from typing import Any

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.arrays.types import Floats
from tweetctx.errors import ParameterError
from tweetctx.evaluation import errors
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.evaluation.rankings import RankedLabels
from tweetctx.evaluation.scores import RunScores
from tweetctx.evaluation.sentences import MEASURES, evaluate_run
from tweetctx.runs.trec import Judgement, RunEntry, ranking

# Labels from the first rank on, and AP, R-precision, P@10, RR by hand.
BY_HAND = [
    ("1", (1, 1, Fraction(1, 10), 1)),
    ("01", (Fraction(1, 2), 0, Fraction(1, 10), Fraction(1, 2))),
    ("1010", ((1 + Fraction(2, 3)) / 2, Fraction(1, 2), Fraction(2, 10), 1)),
    ("0111", ((Fraction(1, 2) + Fraction(2, 3) + Fraction(3, 4)) / 3, Fraction(2, 3), Fraction(3, 10), Fraction(1, 2))),
    ("00000000001", (Fraction(1, 11), 0, 0, Fraction(1, 11))),
    ("000000000110", ((Fraction(1, 10) + Fraction(2, 11)) / 2, 0, Fraction(1, 10), Fraction(1, 10))),
    ("111111111111", (1, 1, 1, 1)),
]


def measures_of(scores: Floats, relevant: Any) -> tuple[float, ...]:
    """AP, R-precision, P@10 and RR of one ranking in memory."""
    return tuple(RankedLabels([relevant]).measures(scores)[0].tolist())


def matrix(found: RunScores) -> Floats:
    """The values of a run, a row a query."""
    return np.stack([*found.values.values()], axis=1)


@pytest.mark.parametrize(("labels", "expected"), BY_HAND)
def test_by_hand(labels: str, expected: tuple[Fraction, ...]) -> None:
    scores = -np.arange(len(labels), dtype=np.float64)
    relevant = np.array([label == "1" for label in labels])
    assert measures_of(scores, relevant) == pytest.approx([float(value) for value in expected])
    docnos = [f"d{number}" for number in range(len(labels))]
    found = evaluate_run("run", ranking("q", docnos, scores), labelled("q", docnos, relevant))
    assert [*matrix(found)[0]] == pytest.approx([float(value) for value in expected])


def labelled(query: str, docnos: list[str], relevant: Any) -> list[Judgement]:
    return [Judgement(query, docno, int(label)) for docno, label in zip(docnos, relevant, strict=True)]


def test_ties_go_to_the_earlier_sentence_in_memory_and_to_the_later_docno_in_trec_eval() -> None:
    scores, relevant = np.array([1.0, 1.0, -math.inf, -math.inf]), np.array([True, False, True, False])
    assert measures_of(scores, relevant)[0] == pytest.approx((1 + 2 / 3) / 2)
    docnos = ["d0", "d1", "d2", "d3"]
    found = evaluate_run("run", ranking("q", docnos, scores), labelled("q", docnos, relevant), ["AP"])
    assert found.means["AP"] == pytest.approx((1 / 2 + 2 / 4) / 2)  # d1, d0, d3, d2
    ranks = ranking("q", docnos, scores, ranks_as_scores=True)
    assert evaluate_run("run", ranks, labelled("q", docnos, relevant), ["AP"]).means["AP"] == pytest.approx(
        (1 + 2 / 3) / 2
    )


def test_trec_eval_holds_scores_in_single_precision() -> None:
    run = [RunEntry("q", "d0", 1.0), RunEntry("q", "d1", 1.0 - 1e-12)]
    assert evaluate_run("run", run, [Judgement("q", "d0", 1)], ["AP"]).means == {"AP": 0.5}


@given(st.data())
def test_memory_agrees_with_trec_eval_on_distinct_scores(data: st.DataObject) -> None:
    run, judged, expected = [], [], []
    for query in "abc":
        relevant = data.draw(st.lists(st.booleans(), min_size=1, max_size=40))
        scores = np.array(data.draw(st.permutations(range(len(relevant)))), dtype=np.float64) / 8
        docnos = [f"d:{number}" for number in range(len(relevant))]
        run += list(ranking(query, docnos, scores))
        judged += labelled(query, docnos, relevant)
        if any(relevant):
            expected.append(measures_of(scores, np.array(relevant)))
    if expected:
        found = evaluate_run("run", run, judged)
        np.testing.assert_allclose(matrix(found), np.array(expected), rtol=1e-12)
        assert len(found.left_out) == 3 - len(expected)
        own = [Judgement(*j) for j in judged if j.query in found.topics]
        measures = [ir_measures.parse_measure(name) for name in MEASURES]
        theirs = ir_measures.calc_aggregate(
            measures,
            [ir_measures.Qrel(*j) for j in own],
            [ir_measures.ScoredDoc(*entry) for entry in run],
        )
        assert found.means == pytest.approx({str(measure): value for measure, value in theirs.items()})


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 20)), min_size=1, max_size=30))
def test_measures_are_shares_and_depend_on_order_alone(ranked: list[tuple[bool, int]]) -> None:
    labels = np.array([True, *(label for label, _ in ranked)])
    scores = np.array([10, *(score for _, score in ranked)], dtype=np.float64)
    found = measures_of(scores, labels)
    assert all(0 <= value <= 1 for value in found)
    assert found == measures_of(np.exp(scores) - 7, labels)
    assert measures_of(labels.astype(np.float64), labels)[:2] == (1.0, 1.0)


def test_what_is_left_out_and_what_counts_as_zero() -> None:
    qrels = [Judgement("a", "d", 1), Judgement("b", "d", 0), Judgement("c", "d", 1), Judgement("e", "d", -1)]
    run = [RunEntry("a", "d", 1.0), RunEntry("b", "d", 1.0), RunEntry("z", "d", 1.0)]
    found = evaluate_run("run", run, qrels, ["P@1", "AP", "P@1"])
    assert [*found.values] == ["P@1", "AP"]
    assert found.topics == ("a", "c")
    assert matrix(found).tolist() == [[1.0, 1.0], [0.0, 0.0]]
    assert found.means == {"P@1": 0.5, "AP": 0.5}
    assert (found.left_out, found.missing, found.unjudged) == (("b", "e"), ("c",), ("z",))


@pytest.mark.parametrize(("name", "value"), [("R@1", 0.5), ("Success@1", 1.0), ("nDCG", 1.0), ("AP@1", 0.5)])
def test_other_measures(name: str, value: float) -> None:
    run = [RunEntry("q", "a", 2.0), RunEntry("q", "b", 1.0)]
    assert evaluate_run("run", run, labelled("q", ["a", "b"], [1, 1]), [name]).means == {name: pytest.approx(value)}


@pytest.mark.parametrize("name", ["MAP", "P", "P@0", "P@-1", "P@1.5", "", "AP(x=1)", "P@99999999999999999999", "RR@3"])
def test_measures_that_are_none(name: str) -> None:
    with pytest.raises(ParameterError, match=r"measures: found .*, expected AP, Rprec, RR"):
        evaluate_run("run", [RunEntry("q", "a", 1.0)], [Judgement("q", "a", 1)], [name])
    with pytest.raises(ParameterError, match="measures: found none"):
        evaluate_run("run", [RunEntry("q", "a", 1.0)], [Judgement("q", "a", 1)], [])


def test_nothing_to_measure() -> None:
    with pytest.raises(EvaluationError, match="qrels: found no relevant sentence for 1 query"):
        evaluate_run("run", [], [Judgement("q", "a", 0)])
    with pytest.raises(EvaluationError, match="qrels: found no judgements, expected one at least"):
        evaluate_run("run", [], [])
    with pytest.raises(EvaluationError, match="run: found none of the queries of the qrels, expected some, such as q"):
        evaluate_run("run", [RunEntry("z", "a", 1.0)], [Judgement("q", "a", 1)])


@pytest.mark.parametrize(
    ("scores", "relevant", "message"),
    [
        ([1.0, 2.0], [False, False], "found no relevant sentence"),
        ([], [], "found no relevant sentence"),
        ([1.0, math.nan], [True, False], "scores: found nan"),
        ([1.0], [True, False], r"scores: found shape \(1,\), expected \(2,\)"),
    ],
)
def test_rankings_without_measures(scores: list[float], relevant: list[bool], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        measures_of(np.array(scores, dtype=np.float64), np.array(relevant, dtype=bool))


def test_a_missing_library_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(errors, "import_module", missing)
    with pytest.raises(EvaluationError, match=r'ir_measures.*pip install "\.\[eval\]"'):
        evaluate_run("run", [RunEntry("q", "a", 1.0)], [Judgement("q", "a", 1)])
    assert measures_of(np.array([1.0]), np.array([True])) == (1.0, 1.0, 0.1, 1.0)


def test_a_sentence_twice_and_a_score_that_is_no_number() -> None:
    twice = [RunEntry("q", "a", 1.0), RunEntry("q", "a", 0.5)]
    with pytest.raises(EvaluationError, match="run: found a a second time for the query q, expected it once"):
        evaluate_run("run", twice, [Judgement("q", "a", 1)])
    with pytest.raises(EvaluationError, match="qrels: found a a second time for the query q"):
        evaluate_run("run", twice[:1], [Judgement("q", "a", 1)] * 2)
    with pytest.raises(EvaluationError, match="qrels: found the relevance -1000001 of a for the query q"):
        evaluate_run("run", twice[:1], [Judgement("q", "a", -1_000_001)])
    with pytest.raises(EvaluationError, match="run: found nan as the score of a for the query q, expected a number"):
        evaluate_run("run", [RunEntry("q", "a", math.nan)], [Judgement("q", "a", 1)])
