"""What can go wrong in an evaluation."""

from tweetctx.errors import TweetctxError


class EvaluationError(TweetctxError):
    """References cannot be read or fit no run, or a library that an evaluation needs is not installed."""
