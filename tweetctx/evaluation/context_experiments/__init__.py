"""Experiments on contexts: a model's parameters tuned on tweets with references, by cross-validation."""

from tweetctx.evaluation.context_experiments.configuration import (
    ContextExperiment,
    is_context_experiment,
    read_context_experiment,
)
from tweetctx.evaluation.context_experiments.findings import ContextExperimentReport
from tweetctx.evaluation.context_experiments.runner import run_context_experiment

__all__ = [
    "ContextExperiment",
    "ContextExperimentReport",
    "is_context_experiment",
    "read_context_experiment",
    "run_context_experiment",
]
