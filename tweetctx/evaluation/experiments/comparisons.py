"""Whether models differ from baselines, when there are many of them."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tweetctx.evaluation.rankings import MEASURES
from tweetctx.evaluation.significance import compare
from tweetctx.ragged import Floats

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a model has more than a baseline, on one collection by one measure.

    p: of the two-tailed paired t-test over the queries. p_holm: corrected for all comparisons on the collection by
    the measure. Both are NaN, as is t, where the two differ by the same in all queries.
    """

    collection: str
    measure: str
    model: str
    baseline: str
    difference: float
    t: float
    p: float
    p_holm: float


def read_values(path: Path) -> Floats:
    """The values of a model by query, shape (Q, M), from a file that an experiment wrote."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [*csv.reader(file)][1:]
    return np.array([[float(value) for value in row[1:]] for row in rows])


def compare_with_baselines(collection: str, values: Mapping[str, Floats], baselines: Sequence[str]) -> list[Comparison]:
    """Compares all models with each baseline; values: by model, shape (Q, M), in the order of MEASURES."""
    found = []
    for column, measure in enumerate(MEASURES):
        pairs = [(model, baseline) for baseline in baselines for model in values if model != baseline]
        # The interval of `compare` is not asked for.
        tests = [compare(values[m][:, column], values[b][:, column], resamples=1) for m, b in pairs]
        corrected = holm([test.p for test in tests])
        found += [
            Comparison(collection, measure, model, baseline, test.mean, test.t, test.p, p)
            for (model, baseline), test, p in zip(pairs, tests, corrected, strict=True)
        ]
    return found


def holm(p: Sequence[float]) -> list[float]:
    """Holm's (1979) correction: the k-th smallest of n values times n − k + 1, at most 1, and never decreasing.

    NaN stands for no test; it stays and is not counted.
    """
    order = sorted((number for number, value in enumerate(p) if not math.isnan(value)), key=lambda number: p[number])
    corrected = [math.nan] * len(p)
    largest = 0.0
    for place, number in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - place) * p[number]))
        corrected[number] = largest
    return corrected
