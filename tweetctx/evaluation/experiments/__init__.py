"""Experiments: models tuned on one collection of labelled sentences and measured on others, as a file describes it."""

from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments.configuration import Experiment, read_experiment
from tweetctx.evaluation.experiments.grids import DEFAULT_GRIDS, MODEL_GRIDS
from tweetctx.evaluation.experiments.runner import ExperimentProgress, ExperimentReport, run_experiment

__all__ = [
    "DEFAULT_GRIDS",
    "MODEL_GRIDS",
    "Experiment",
    "ExperimentError",
    "ExperimentProgress",
    "ExperimentReport",
    "read_experiment",
    "run_experiment",
]
