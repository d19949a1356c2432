"""Tweets as objects of JSON: ours, the old search API's (INEX), API v1.1's, API v2's and those of exports."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tweetctx.errors import InputError
from tweetctx.reading.kinds import kind_of
from tweetctx.tweets.topics.topic import make_topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tweetctx.tweets.topics.topic import Topic

TWEET = 'a tweet {"id", "text"}'
LISTS = ("data", "results", "statuses")  # where pages of API v2, of the old search and of v1.1's hold their tweets


class _Written(float):
    """A number with a fraction or an exponent, and how it was written: ids never go through float."""

    def __init__(self, written: str) -> None:
        self.written = written


DECODER = json.JSONDecoder(parse_float=_Written)


def tweets_of(value: object) -> Iterator[object]:
    """Yield the tweets that a value holds: those of a list or of a page of results, or the value itself."""
    if isinstance(value, list):
        yield from value
        return
    held = _held(value) if isinstance(value, dict) else None
    if isinstance(held, list):
        yield from held
    else:
        yield value if held is None else held


def topic_of(value: object) -> Topic:
    """Return the topic of one tweet, which an export wraps as {"tweet": {...}}; raises InputError where it is none."""
    if isinstance(value, dict) and isinstance(value.get("tweet"), dict):
        value = value["tweet"]
    if not isinstance(value, dict):
        raise InputError(f"JSON that is {kind_of(value)}", TWEET)
    return make_topic(_identifier(value), _text(value))


def _held(page: dict[str, object]) -> object:
    if "text" in page or "full_text" in page:
        return None
    return next((page[key] for key in LISTS if isinstance(page.get(key), list | dict)), None)


def _identifier(tweet: dict[str, object]) -> str:
    key = "id_str" if tweet.get("id_str") else "id"
    value = tweet.get(key)
    if isinstance(value, str):
        return value
    if isinstance(value, _Written):
        return value.written
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if key not in tweet:
        raise InputError('no "id"', TWEET)
    raise InputError(f'"{key}" that is {"NaN" if isinstance(value, float) else kind_of(value)}', "a string or a number")


def _text(tweet: dict[str, object]) -> str:
    # In both APIs the text of a long tweet stands whole in an object of its own.
    for name, key in (("note_tweet", "text"), ("extended_tweet", "full_text")):
        whole = tweet.get(name)
        if isinstance(whole, dict) and isinstance(text := whole.get(key), str):
            return text
    key = "full_text" if tweet.get("full_text") is not None else "text"
    text = tweet.get(key)
    if isinstance(text, str):
        return text
    if key not in tweet:
        raise InputError('no "text"', TWEET)
    raise InputError(f'"{key}" that is {kind_of(text)}', "a string")
