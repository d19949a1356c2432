"""The scores of a run, of contexts or of sentence rankings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from tweetctx.arrays.types import Floats
from tweetctx.evaluation.significance import Difference, compare, holm


def mean_of(values: Iterable[float]) -> float:
    """Returns the mean of the values that are defined; NaN if there are none."""
    defined = [value for value in values if not math.isnan(value)]
    return math.fsum(defined) / len(defined) if defined else math.nan


@dataclass(frozen=True, slots=True)
class RunScores:
    """The values of measures for a run, topic by topic.

    run: its name. topics: the ids of T topics. values: by measure, shape (T,), NaN where undefined. overall: measures
    of the whole run that are not means over topics. missing: topics that the run lacks, which get the worst value.
    unjudged: ids in the run without a judgement. left_out: topics that cannot distinguish runs, as their reference is
    empty or none of their sentences is relevant. about: descriptions of measures.
    """

    run: str
    topics: tuple[str, ...]
    values: Mapping[str, Floats]
    missing: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    overall: Mapping[str, float] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)

    def mean(self, measure: str) -> float:
        """Returns the mean of a measure over the topics where it is defined; NaN if there are none."""
        return mean_of(self.values[measure].tolist())

    def count(self, measure: str) -> int:
        """Returns for how many topics a measure is defined; for all, one of the run as a whole."""
        return len(self.topics) if measure in self.overall else int(np.count_nonzero(~np.isnan(self.values[measure])))

    @property
    def means(self) -> dict[str, float]:
        """The mean of every measure, then the measures of the run as a whole."""
        return {measure: self.mean(measure) for measure in self.values} | dict(self.overall)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences `run` − `other` in each measure, over the same topics.

    p_holm: by measure, p corrected by Holm's method for all comparisons that are made by that measure.
    """

    run: RunScores
    other: RunScores
    differences: Mapping[str, Difference]
    p_holm: Mapping[str, float]


def compare_runs(runs: Sequence[RunScores], seed: int = 0, *, all_pairs: bool = False) -> list[Comparison]:
    """Compares the first run with each of the others, or each run with all after it.

    All are measured against the same references. seed: of the bootstrap samples.
    """
    pairs = [(ours, theirs) for index, ours in enumerate(runs) for theirs in runs[index + 1 :]]
    pairs = pairs if all_pairs else pairs[: len(runs) - 1]
    compared = [
        {name: compare(values, theirs.values[name], seed=seed) for name, values in ours.values.items()}
        for ours, theirs in pairs
    ]
    corrected = {name: holm([one[name].p for one in compared]) for name in (runs[0].values if pairs else ())}
    return [
        Comparison(*pair, differences, {name: values[index] for name, values in corrected.items()})
        for index, (pair, differences) in enumerate(zip(pairs, compared, strict=True))
    ]
