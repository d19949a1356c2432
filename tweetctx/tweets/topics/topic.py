"""A topic: a tweet that was read from a file, and its id."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from tweetctx.errors import InputError
from tweetctx.reading.problems import Report
from tweetctx.text.unicode import encodable
from tweetctx.tweets.records import Post

_SEPARATOR = re.compile("[\t\r\n]")


@dataclass(frozen=True, slots=True, init=False)
class Topic:
    """A post with the id that its file gives it.

    Without one, it is its place among the tweets read, from 1; in plain text, the number of its line.
    """

    id: str
    post: Post

    def __init__(self, id: str, text: str | Post, created_at: date | None = None) -> None:  # noqa: A002
        """Takes a whole post, or its text and when it was written."""
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "post", Post(text, created_at=created_at) if isinstance(text, str) else text)

    @property
    def text(self) -> str:
        """The text of the post."""
        return self.post.text

    @property
    def created_at(self) -> date | None:
        """When the post was written, if the file says so."""
        return self.post.created_at


Located = tuple[int, Topic]  # a topic, its id empty if it has none, and the line, from 1, on which it begins
Reader = Callable[[Iterable[bytes], Report], Iterator[Located]]


def make_topic(identifier: str, post: str | Post) -> Topic:
    """Returns a topic; lone surrogates, which no encoding can write, become U+FFFD.

    Raises InputError for an id that is empty, or that would break the lines and columns of a run.
    """
    if not identifier.strip():
        raise InputError("an empty id", "an id")
    if _SEPARATOR.search(identifier):
        raise InputError(f"the id {identifier!r}", "an id without tabs and line breaks")
    identifier = encodable(identifier)
    whole = Post(encodable(post)) if isinstance(post, str) else post
    return Topic(identifier, whole if whole.id else replace(whole, id=identifier))
