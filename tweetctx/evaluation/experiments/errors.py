"""What can go wrong in an experiment."""

from tweetctx.evaluation.errors import EvaluationError


class ExperimentError(EvaluationError):
    """An experiment's file cannot be used, or its results cannot be written; the message names file and key."""
