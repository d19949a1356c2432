"""What a tweet is: the words that a search for it is made of."""

from tweetctx.tweets.normalizer import Rules, normalize

__all__ = ["Rules", "normalize"]
