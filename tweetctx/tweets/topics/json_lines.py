"""JSON, a tweet or a page of tweets a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tweetctx.errors import InputError
from tweetctx.reading.lines import text_lines
from tweetctx.reading.objects import parse_json
from tweetctx.reading.problems import Report
from tweetctx.tweets.topics.json_document import MAX_VALUE, read_json_document
from tweetctx.tweets.topics.topic import Located
from tweetctx.tweets.topics.tweet_objects import DECODER, TWEET, topics_of


def read_json_lines(pieces: Iterable[bytes], report: Report) -> Iterator[Located]:
    """Yields the topics of each line; a line or a tweet that is not one is reported and skipped."""
    for number, line in enumerate(text_lines(pieces, report), 1):
        if len(line) > MAX_VALUE:  # a long page is read tweet by tweet
            found = read_json_document([line.encode()], lambda error, at=number: report(error.at(at)))  # type: ignore[misc]
            yield from ((number, topic) for _, topic in found)
        elif line.strip():
            try:
                value = parse_json(line, TWEET, DECODER.decode)
            except InputError as error:
                report(error.at(number))
            else:
                yield from topics_of(value, number, report)
