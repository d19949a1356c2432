"""Significance tests of the difference of two runs over the same topics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tweetctx.arrays.types import Floats
from tweetctx.errors import ParameterError
from tweetctx.evaluation.errors import load

RESAMPLES = 10_000
ALPHA = 0.05
CONFIDENCE = 0.95
_DRAWN = 1 << 20  # topics drawn at a time: 8 MB
_SAME = 1e-12  # of the largest value: what rounding may leave of a difference


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two runs by one measure.

    topics: n, the number with a value in both. mean: of the n differences. t, p: the two-sided paired t-test with n − 1
    degrees of freedom, not corrected for the number of comparisons. low, high: the percentile bootstrap interval of
    the mean. Undefined values are NaN.
    """

    topics: int
    mean: float
    t: float
    p: float
    low: float
    high: float


def compare(ours: Floats, theirs: Floats, *, resamples: int = RESAMPLES, seed: int = 0) -> Difference:
    """Compares values by topic, `ours` − `theirs`, each of shape (topics,) and in the same order.

    Topics where either value is NaN are left out. The t-test (Student 1908) is not defined for fewer than two topics
    and where the differences do not vary. The interval of 95 % (Efron 1979) lies between the 2.5th and the 97.5th
    percentile of the means of `resamples` samples of n topics with replacement; the same seed gives the same interval.
    Differences of up to a trillionth of the largest value are rounding errors, and count as none.
    Raises ParameterError for a single resample or fewer than none (0 leaves the interval out), and for other shapes.
    """
    if resamples < 0 or resamples == 1:
        raise ParameterError(f"resamples: found {resamples}, expected at least 2, or 0")
    if ours.shape != theirs.shape:
        raise ParameterError(f"values: found shapes {ours.shape} and {theirs.shape}, expected the same topics")
    differences = ours - theirs
    kept = ~np.isnan(differences)
    differences = differences[kept]
    n = len(differences)
    if not n:
        return Difference(0, *[math.nan] * 5)
    rounding = _SAME * np.abs([ours[kept], theirs[kept]]).max()
    mean = float(differences.mean())
    if np.ptp(differences) <= rounding:
        mean = mean if abs(mean) > rounding else 0.0
        return Difference(n, mean, math.nan, math.nan, mean, mean)
    stats = load("scipy.stats")
    test = stats.ttest_1samp(differences, 0)
    if not resamples:
        return Difference(n, mean, float(test.statistic), float(test.pvalue), math.nan, math.nan)
    options = {"n_resamples": resamples, "batch": max(1, _DRAWN // n), "method": "percentile"}
    interval = stats.bootstrap(
        (differences,), np.mean, confidence_level=CONFIDENCE, rng=np.random.default_rng(seed), **options
    ).confidence_interval
    return Difference(n, mean, float(test.statistic), float(test.pvalue), float(interval.low), float(interval.high))


def holm(p: Sequence[float]) -> list[float]:
    """Returns Holm's (1979) correction: the k-th smallest of n values times n − k + 1, at most 1, never decreasing.

    NaN stands for no test; it stays and is not counted.
    """
    order = sorted((index for index, value in enumerate(p) if not math.isnan(value)), key=lambda index: p[index])
    corrected = [math.nan] * len(p)
    largest = 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - rank) * p[index]))
        corrected[index] = largest
    return corrected
