"""The project's own sentence model, learned from sentences that people graded for tweets."""

from tweetctx.scoring.learned.scorer import LearnedSentences

__all__ = ["LearnedSentences"]
