"""What a tweet is: the words that a search for it is made of."""

from tweetctx.tweets.normalizer import normalize

__all__ = ["normalize"]
