"""JSON, a tweet or a page of tweets a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from tweetctx.errors import InputError
from tweetctx.reading.lines import read_lines
from tweetctx.reading.problems import Report
from tweetctx.tweets.topics.json_document import MAX_VALUE, read_json_document
from tweetctx.tweets.topics.topic import Located
from tweetctx.tweets.topics.tweet_objects import DECODER, TWEET, is_post, topic_of, tweets_of


def read_json_lines(pieces: Iterable[bytes], report: Report) -> Iterator[Located]:
    """Yields the topics of each line; a line or a tweet that is not one is reported and skipped."""
    for number, line in enumerate(read_lines(pieces), 1):
        if isinstance(line, str) and len(line) > MAX_VALUE:  # a long page is read tweet by tweet
            found = read_json_document([line.encode()], lambda error, at=number: report(error.at(at)))  # type: ignore[misc]
            yield from ((number, topic) for _, topic in found)
            continue
        try:
            tweets = list(_tweets(line))
        except InputError as error:
            report(error.at(number))
            continue
        for tweet in filter(is_post, tweets):
            try:
                topic = topic_of(tweet)
            except InputError as error:
                report(error.at(number))
            else:
                yield number, topic


def _tweets(line: str | InputError) -> Iterator[object]:
    if isinstance(line, InputError):
        raise line
    if not line or line.isspace():
        return
    try:
        value = DECODER.decode(line)
    except json.JSONDecodeError as error:
        raise InputError(f"no JSON ({error.msg}, column {error.colno})", TWEET) from None
    except (ValueError, RecursionError) as error:  # a number of too many digits, brackets nested too deeply
        raise InputError(f"no usable JSON ({error})", TWEET) from None
    yield from tweets_of(value)
