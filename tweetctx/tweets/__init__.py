"""Tweets, and the words of the queries made from them."""

from tweetctx.tweets.normalizer import Rules, normalize
from tweetctx.tweets.platforms.objects import read_post
from tweetctx.tweets.records import EvidenceText, LinkedPage, Post, Tweet
from tweetctx.tweets.word_breaker import WordBreaker

__all__ = ["EvidenceText", "LinkedPage", "Post", "Rules", "Tweet", "WordBreaker", "normalize", "read_post"]
