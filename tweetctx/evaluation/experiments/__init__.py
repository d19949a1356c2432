"""Experiments: model families that are tuned on some topics and measured on others, as a file describes."""

from tweetctx.evaluation.experiments.configuration import Experiment, read_experiment
from tweetctx.evaluation.experiments.runner import ExperimentReport, run_experiment

__all__ = [
    "Experiment",
    "ExperimentReport",
    "read_experiment",
    "run_experiment",
]
