"""Posts as they are typed or piped, a line each: texts, and objects of JSON, which may go on over several lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tweetctx.errors import InputError
from tweetctx.reading.objects import open_brackets, parse_json
from tweetctx.reading.problems import Report
from tweetctx.tweets.platforms.objects import items_of, post_of
from tweetctx.tweets.platforms.x import TWEET
from tweetctx.tweets.records import Post
from tweetctx.tweets.topics.topic_formats import begins_json
from tweetctx.tweets.topics.tweet_objects import DECODER

Located = tuple[int, Post]  # a post, and the line, from 1, on which it begins


def read_post_lines(lines: Iterable[str], report: Report) -> Iterator[Located]:
    """Yields the posts in some lines as soon as each is whole; reports objects that are no posts, and broken ones.

    A line that begins as an object or as a list of objects is JSON, with the lines after it up to its last bracket:
    one post as a platform gives it, a list of posts, or a page of results. Blank lines behind JSON are ignored. Any
    other line is the text of a post.
    """
    numbered = enumerate(lines, 1)
    after_json = False
    for number, line in numbered:
        if begins_json(line.lstrip()):
            after_json = True
            yield from _posts_in(_whole(line, numbered), number, report)
        elif not after_json or line.strip():
            after_json = False
            yield number, Post(line)


def _whole(line: str, following: Iterator[tuple[int, str]]) -> str:
    """A line with the following ones up to the one that closes all brackets, or that breaks off in a string."""
    lines, depth = [line], open_brackets(line)
    while depth and depth > 0 and (more := next(following, None)):
        lines.append(more[1])
        opened = open_brackets(more[1])
        depth = None if opened is None else depth + opened
    return "\n".join(lines)


def _posts_in(text: str, number: int, report: Report) -> Iterator[Located]:
    """Yields the posts in a text of JSON that begins on a line."""
    try:
        items = [*items_of(parse_json(text, TWEET, DECODER.decode))]
    except InputError as error:
        report(error.at(number + (error.place - 1 if isinstance(error.place, int) else 0)))
        return
    for item in items:
        try:
            post = post_of(*item)
        except InputError as error:
            report(error.at(number))
        else:
            yield number, post
