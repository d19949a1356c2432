"""Whether two runs differ over the topics they share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tweetctx.errors import ParameterError
from tweetctx.evaluation.libraries import load
from tweetctx.ragged import Floats

RESAMPLES = 10_000
ALPHA = 0.05
CONFIDENCE = 0.95
_BLOCK = 1 << 20  # topics drawn at once: 8 MB of them
_SAME = 1e-12  # relative spread below which differences vary by rounding alone


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two runs by one measure.

    topics: n, how many have a value in both. mean: of the n differences. t, p: the two-sided paired t-test with n − 1
    degrees of freedom, not corrected for the number of comparisons. low, high: the percentile bootstrap interval of
    the mean. What is not defined is NaN.
    """

    topics: int
    mean: float
    t: float
    p: float
    low: float
    high: float


def compare(ours: Floats, theirs: Floats, *, resamples: int = RESAMPLES, seed: int = 0) -> Difference:
    """The difference `ours` − `theirs` of values by topic, each of shape (topics,) and in the same order.

    Topics where either value is NaN are left out. The t-test (Student 1908; `scipy.stats.ttest_rel`) is not defined
    for fewer than two topics and where the differences do not vary. The interval of 95 % (Efron 1979) lies between
    the 2.5th and the 97.5th percentile of the means of `resamples` samples of n topics with replacement; the same
    seed gives the same interval. Raises ParameterError if there is no resample or the shapes differ.
    """
    if resamples < 1:
        raise ParameterError(f"resamples: found {resamples}, expected at least 1")
    if ours.shape != theirs.shape:
        raise ParameterError(f"values: found shapes {ours.shape} and {theirs.shape}, expected the same topics")
    differences = (ours - theirs)[~np.isnan(ours - theirs)]
    if not len(differences):
        return Difference(0, *[math.nan] * 5)
    t, p = _t_test(differences)
    low, high = _interval(differences, resamples, seed)
    return Difference(len(differences), float(differences.mean()), t, p, low, high)


def _t_test(differences: Floats) -> tuple[float, float]:
    if len(differences) < 2 or np.ptp(differences) <= _SAME * np.abs(differences).max():
        return math.nan, math.nan
    result = load("scipy.stats").ttest_rel(differences, np.zeros_like(differences))
    return float(result.statistic), float(result.pvalue)


def _interval(differences: Floats, resamples: int, seed: int) -> tuple[float, float]:
    generator = np.random.default_rng(seed)
    n = len(differences)
    rows = max(1, _BLOCK // n)
    means = np.concatenate(
        [
            differences[generator.integers(n, size=(min(rows, resamples - first), n))].mean(axis=1)
            for first in range(0, resamples, rows)
        ]
    )
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)


def holm(p: Sequence[float]) -> list[float]:
    """Returns Holm's (1979) correction: the k-th smallest of n values times n − k + 1, at most 1, never decreasing.

    NaN stands for no test; it stays and is not counted.
    """
    order = sorted((number for number, value in enumerate(p) if not math.isnan(value)), key=lambda number: p[number])
    corrected = [math.nan] * len(p)
    largest = 0.0
    for place, number in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - place) * p[number]))
        corrected[number] = largest
    return corrected
