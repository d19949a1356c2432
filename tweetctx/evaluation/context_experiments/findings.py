"""What an experiment on contexts found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tweetctx.evaluation.context_experiments.configuration import ContextExperiment
from tweetctx.evaluation.context_experiments.laboratory import MEASURES
from tweetctx.evaluation.experiments.outcomes import Reading
from tweetctx.evaluation.experiments.tuning import Best
from tweetctx.ragged import Floats, Ints

TUNED = "held out"
ON_ALL = "best on all tweets, not held out"


@dataclass(frozen=True, slots=True)
class ContextExperimentReport:
    """What an experiment found.

    topics: the ids of T tweets. fold: of each, from 0. chosen: the best point for each fold, found on the others;
    on_all: found on all tweets. values: by model, the values of its contexts by MEASURES, shape (T, M); where
    parameters were chosen or a part was taken out of what was chosen, each tweet has those of its fold. worth: of
    each model and tweet, what the search made as large as it could, shape (T,). readings: what on_all is worth with
    another value of one parameter. tried: how many specs were measured.
    """

    folder: Path
    experiment: ContextExperiment
    topics: tuple[str, ...]
    fold: Ints
    chosen: tuple[Best, ...]
    on_all: Best
    values: Mapping[str, Floats]
    worth: Mapping[str, Floats]
    readings: tuple[Reading, ...]
    tried: int

    @property
    def spec(self) -> str:
        """The spec that is best on all tweets."""
        return self.experiment.template.spec(self.on_all.point)

    def mean(self, model: str, measure: str) -> float:
        """The mean of a measure over the tweets."""
        return float(self.values[model][:, MEASURES.index(measure)].mean())
