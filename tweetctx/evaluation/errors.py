"""What can go wrong in an evaluation."""

from tweetctx.errors import TweetctxError


class EvaluationError(TweetctxError):
    """References cannot be read or do not fit a run, or a library that an evaluation needs is not installed."""


class ExperimentError(EvaluationError):
    """An experiment's file cannot be used, or its results cannot be written; the message names file and key."""
