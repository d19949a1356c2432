"""One post, however it is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tweetctx.errors import InputError, TweetError
from tweetctx.tweets.platforms.objects import items_of, post_of
from tweetctx.tweets.records import Post

_EXPECTED = "a text, a Post, or a platform's JSON object"


def read_post(given: str | Post | Mapping[str, Any]) -> Post:
    """Returns a post from a text, from a Post, or from an object of X, Mastodon, Bluesky or Telegram.

    An object may be a page of the platform's interface that holds a single post, such as one of API v2 with `includes`.
    Raises TweetError for anything else.
    """
    if isinstance(given, Post):
        return given
    if isinstance(given, str):
        return Post(given)
    if not isinstance(given, Mapping):
        raise TweetError(f"tweet: found {type(given).__name__}, expected {_EXPECTED}")
    items = list(items_of(dict(given)))
    if len(items) != 1:
        raise TweetError(f"tweet: found {len(items)} posts, expected one")
    try:
        return post_of(*items[0])
    except InputError as error:
        raise TweetError(f"tweet: found {error.found}, expected {error.expected}") from None
