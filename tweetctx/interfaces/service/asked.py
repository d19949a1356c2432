"""A tweet in a request: its text, or the object of a platform."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from pydantic import Field, WrapValidator
from pydantic_core import PydanticCustomError

from tweetctx.errors import TweetError
from tweetctx.tweets import Post, read_post

_EXPECTED = "a text, or an object of a platform's interface"

PostObject = Annotated[
    dict[str, Any],
    Field(
        title="Post",
        description=(
            "A post as the interface of X (v1.1, v2 with `includes`, an archive), Mastodon, Bluesky or Telegram gives "
            "it: its text, author, date, the posts that it repeats, quotes and answers, and the pages that it links to "
            "are read"
        ),
        examples=[
            {"text": "This!", "quoted_status": {"text": "Apollo 11 has landed", "user": {"screen_name": "NASA"}}}
        ],
    ),
]


def text_or_post(text: Any) -> Any:
    """The type of a field that takes a text of some type, or an object of a platform, which it reads as a Post.

    The texts of a post, and of those that came with it, are checked like a text alone.
    """
    return Annotated[text, WrapValidator(_read, json_schema_input_type=text | PostObject)]


def text_of(tweet: str | Post) -> str:
    """The text of a tweet as it was asked for."""
    return tweet.text if isinstance(tweet, Post) else tweet


def _read(value: object, check: Callable[[object], str]) -> str | Post:
    if isinstance(value, str | Post):
        return check(value) if isinstance(value, str) else value
    if not isinstance(value, dict):
        raise PydanticCustomError("post_type", _EXPECTED)
    try:
        post = read_post(value)
    except TweetError as error:
        raise ValueError(str(error).removeprefix("tweet: ")) from None
    for text in _texts(post):
        check(text)
    return post


def _texts(post: Post) -> Iterator[str]:
    """Yields all texts of a post and of those that came with it."""
    yield post.text
    yield from (post.name, post.account, *post.pictures, *(page.text for page in post.pages))
    for other in (post.quoted, post.answered):
        if other:
            yield from _texts(other)
