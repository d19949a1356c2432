"""Differences of runs: the t-test by hand and by scipy, the bootstrap by what must hold."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.errors import ParameterError
from tweetctx.evaluation import significance
from tweetctx.evaluation.significance import Difference, compare

stats = pytest.importorskip("scipy.stats")
VALUES = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=30)


def test_the_t_test_by_hand() -> None:
    # Differences 1, 2, 3: mean 2, standard deviation 1, t = 2 / (1/√3) with two degrees of freedom, for which the
    # distribution is 1/2 + t/(2√(2 + t²)).
    found = compare(np.array([2.0, 3.0, 5.0]), np.array([1.0, 1.0, 2.0]))
    t = 2 * math.sqrt(3)
    assert (found.topics, found.mean) == (3, 2)
    assert found.t == pytest.approx(t)
    assert found.p == pytest.approx(2 * (1 / 2 - t / (2 * math.sqrt(2 + t * t))))


def test_the_t_test_is_scipys() -> None:
    ours, theirs = np.random.default_rng(5).uniform(size=(2, 80))
    found = compare(ours, theirs)
    expected = stats.ttest_rel(ours, theirs)
    assert (found.t, found.p) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-12)


def test_topics_without_a_value_are_left_out() -> None:
    ours, theirs = np.array([1.0, math.nan, 0.5, 0.25]), np.array([0.5, 0.5, math.nan, 0.5])
    assert compare(ours, theirs) == compare(ours[[0, 3]], theirs[[0, 3]])
    assert compare(ours, theirs).topics == 2


def test_what_is_not_defined() -> None:
    nothing = compare(np.array([math.nan]), np.array([1.0]))
    assert nothing.topics == 0
    assert all(math.isnan(value) for value in (nothing.mean, nothing.t, nothing.p, nothing.low, nothing.high))
    for ours, theirs in (([0.5], [0.25]), ([0.5, 0.75], [0.25, 0.5]), ([0.5, 0.5], [0.5, 0.5])):
        found = compare(np.array(ours), np.array(theirs))
        assert math.isnan(found.t)
        assert math.isnan(found.p)
        assert found.low == found.mean == found.high


def test_differences_that_rounding_alone_makes_are_none() -> None:
    theirs = np.full(4, 0.3)
    ours = theirs + np.array([1, 2, 1, 1]) * 5.6e-17
    assert (ours != theirs).all()
    difference = compare(ours, theirs)
    assert (difference.topics, difference.mean, difference.low, difference.high) == (4, 0.0, 0.0, 0.0)
    assert math.isnan(difference.t)
    assert math.isnan(difference.p)


def test_differences_that_vary_by_rounding_alone_do_not_vary() -> None:
    base = np.linspace(0, 1, 50)
    assert math.isnan(compare(base + 0.1, base).t)


def test_the_bootstrap_is_deterministic() -> None:
    ours, theirs = np.random.default_rng(1).uniform(size=(2, 40))
    assert compare(ours, theirs, seed=3) == compare(ours, theirs, seed=3)
    assert compare(ours, theirs, seed=3).low != compare(ours, theirs, seed=4).low


def test_the_bootstrap_is_near_the_normal_interval_of_a_large_sample() -> None:
    ours = np.random.default_rng(2).normal(0.3, 1, 2000)
    found = compare(ours, np.zeros(2000))
    half = 1.959964 * ours.std() / math.sqrt(2000)
    assert (found.low, found.high) == pytest.approx((ours.mean() - half, ours.mean() + half), abs=0.05 * half)


def test_the_bootstrap_of_two_topics_by_hand() -> None:
    # The mean is 0 or 1 once in four samples each, so both lie within 95 %.
    found = compare(np.array([0.0, 1.0]), np.zeros(2))
    assert (found.low, found.high) == (0, 1)


def test_many_topics_are_resampled_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = np.random.default_rng(3).uniform(size=30)
    whole = compare(ours, np.zeros(30), resamples=1000)
    monkeypatch.setattr(significance, "_DRAWN", 7)  # less than a resample
    pieces = compare(ours, np.zeros(30), resamples=1000)
    assert (pieces.low, pieces.high) == pytest.approx((whole.low, whole.high), abs=0.03)


def test_without_resamples_there_is_no_interval() -> None:
    ours, theirs = np.random.default_rng(4).uniform(size=(2, 9))
    found, whole = compare(ours, theirs, resamples=0), compare(ours, theirs)
    assert (found.mean, found.t, found.p) == (whole.mean, whole.t, whole.p)
    assert math.isnan(found.low)
    assert math.isnan(found.high)


@given(VALUES)
def test_swapping_runs_changes_the_sign(pairs: list[tuple[float, float]]) -> None:
    ours, theirs = np.array(pairs).T
    there, back = compare(ours, theirs, resamples=50), compare(theirs, ours, resamples=50)
    turned = Difference(back.topics, -back.mean, -back.t, back.p, -back.high, -back.low)
    for name in ("topics", "mean", "t", "p", "low", "high"):
        assert getattr(there, name) == pytest.approx(getattr(turned, name), nan_ok=True, abs=1e-12)
    assert there.low <= there.high


def test_wrong_arguments() -> None:
    for resamples in (-1, 1):
        with pytest.raises(ParameterError, match=f"resamples: found {resamples}, expected at least 2, or 0"):
            compare(np.zeros(2), np.zeros(2), resamples=resamples)
    with pytest.raises(ParameterError, match=r"found shapes \(2,\) and \(3,\)"):
        compare(np.zeros(2), np.zeros(3))
