"""Topics from objects of JSON: of the platforms, of INEX and BEIR (`_id`), and our own."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tweetctx.errors import InputError
from tweetctx.reading.problems import Report
from tweetctx.tweets.platforms.bluesky import replies_in
from tweetctx.tweets.platforms.fields import NO_INCLUDES, Includes
from tweetctx.tweets.platforms.objects import WrittenNumber, items_of, post_of
from tweetctx.tweets.topics.topic import Located, Topic, make_topic

DECODER = json.JSONDecoder(parse_float=WrittenNumber)


def topics_of(value: object, line: int, report: Report, includes: Includes = NO_INCLUDES) -> Iterator[Located]:
    """Yields the topics of a value that stands on a line; reports values that are not tweets, and notices."""
    for record, beside in items_of(value, includes):
        for one in (record, *replies_in(record)):
            try:
                topic = topic_of(one, beside)
            except InputError as error:
                report(error.at(line))
            else:
                yield line, topic


def topic_of(value: object, includes: Includes = NO_INCLUDES) -> Topic:
    """Returns the topic of one tweet, without an id if it has none; raises InputError for others."""
    post = post_of(value, includes)
    return make_topic(post.id, post) if post.id else Topic("", post)
