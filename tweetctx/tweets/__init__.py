"""What a tweet is: the words that a search for it is made of."""

from tweetctx.tweets.normalizer import Rules, normalize
from tweetctx.tweets.word_breaker import WordBreaker

__all__ = ["Rules", "WordBreaker", "normalize"]
