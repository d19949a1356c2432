"""Readers of tweets as topics: text, columns, JSON, INEX, TREC, exports and APIs of platforms; plain or compressed.

>>> from tweetctx.tweets.topics import read_topics
>>> for topic in read_topics("tweets.js", on_error="skip"):  # doctest: +SKIP
...     print(topic.id, topic.text)
"""

from tweetctx.tweets.topics.topic import Topic
from tweetctx.tweets.topics.topic_files import Topics, read_topics

__all__ = ["Topic", "Topics", "read_topics"]
