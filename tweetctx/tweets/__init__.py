"""Tweets, and the words of the queries made from them."""

from tweetctx.tweets.normalizer import Rules, normalize
from tweetctx.tweets.word_breaker import WordBreaker

__all__ = ["Rules", "WordBreaker", "normalize"]
