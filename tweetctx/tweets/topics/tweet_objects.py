"""Tweets and posts as objects of JSON.

Ours, the old search API's (INEX), API v1.1's, API v2's and those of Twitter's exports; BEIR's queries (`_id`);
Mastodon's API and ActivityPub (`outbox.json`: `orderedItems` with an `object` that has `content` in HTML), Bluesky's
API (`feed` or `posts` with a `uri` and `record.text`) and records of a repository (`uri`, `value.text`), and Telegram's
export (`messages`, whose `text` is a string or a list of strings and of objects with `text`).
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from datetime import date

from tweetctx.errors import InputError
from tweetctx.reading.objects import kind_of
from tweetctx.reading.problems import Report
from tweetctx.tweets.dates import read_date
from tweetctx.tweets.topics.topic import Located, Topic, make_topic

TWEET = 'a tweet {"id", "text"}'
# Where pages of API v2, of the old search, of v1.1, of ActivityPub, of Telegram and of Bluesky hold their posts.
LISTS = ("data", "results", "statuses", "orderedItems", "messages", "feed", "posts")
_WRAPPERS = ("tweet", "object", "post")  # of Twitter's exports, of ActivityPub and of Bluesky's feeds
_RECORDS = ("record", "value")  # of Bluesky, within a post and in a repository
_DATES = ("created_at", "createdAt", "published", "date")  # of Twitter and Mastodon, Bluesky, ActivityPub, Telegram
_BREAK = re.compile(r"<(?:br|/p)\b[^<>]*>", re.IGNORECASE)
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>")


class _Written(float):
    """A number with a fraction or an exponent, with its text, since ids must not pass through float."""

    def __init__(self, written: str) -> None:
        self.written = written


DECODER = json.JSONDecoder(parse_float=_Written)


def topics_of(value: object, line: int, report: Report) -> Iterator[Located]:
    """Yields the topics of a value that stands on a line, and reports values that are not tweets."""
    for tweet in _tweets_of(value):
        # Boosts of ActivityPub and service messages of Telegram are not posts.
        if isinstance(tweet, dict) and tweet.get("type") in ("Announce", "service"):
            continue
        try:
            topic = topic_of(tweet)
        except InputError as error:
            report(error.at(line))
        else:
            yield line, topic


def _tweets_of(value: object) -> Iterator[object]:
    """Yields the tweets that a value holds: those of a list or of a page of results, or the value itself."""
    if isinstance(value, list):
        yield from value
        return
    held = _held(value) if isinstance(value, dict) else None
    if isinstance(held, list):
        yield from held
    else:
        yield value if held is None else held


def topic_of(value: object) -> Topic:
    """Returns the topic of one tweet, which an export wraps as {"tweet": {...}}; raises InputError for others."""
    if isinstance(value, dict):
        value = next((value[key] for key in _WRAPPERS if isinstance(value.get(key), dict)), value)
    if not isinstance(value, dict):
        raise InputError(f"JSON that is {kind_of(value)}", TWEET)
    return make_topic(_identifier(value), _text(value), _created_at(value))


def _held(page: dict[str, object]) -> object:
    if "text" in page or "full_text" in page or "content" in page:
        return None
    return next((page[key] for key in LISTS if isinstance(page.get(key), list | dict)), None)


def _identifier(tweet: dict[str, object]) -> str:
    key = next(
        (name for name in ("id_str", "id", "_id", "uri") if name in tweet and (name == "id" or tweet[name])), "id"
    )
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


def _created_at(tweet: dict[str, object]) -> date | None:
    """Returns the day on which a tweet was written; None if it has none in a known form."""
    holders = [tweet, *(record for name in _RECORDS if isinstance(record := tweet.get(name), dict))]
    found = (read_date(holder.get(key)) for holder in holders for key in _DATES)
    return next((day for day in found if day), None)


def _text(tweet: dict[str, object]) -> str:
    # In both APIs an object of its own has the whole text of a long tweet.
    for name, key in (("note_tweet", "text"), ("extended_tweet", "full_text")):
        whole = tweet.get(name)
        if isinstance(whole, dict) and isinstance(text := whole.get(key), str):
            return text
    for name in _RECORDS:
        record = tweet.get(name)
        if isinstance(record, dict) and isinstance(text := record.get("text"), str):
            return text
    if "text" not in tweet and isinstance(text := tweet.get("content"), str):
        return text_of_html(text)
    key = "full_text" if tweet.get("full_text") is not None else "text"
    text = tweet.get(key)
    if isinstance(text, list) and all(isinstance(part, str | dict) for part in text):
        return "".join(part if isinstance(part, str) else str(part.get("text", "")) for part in text)
    if isinstance(text, str):
        return text
    if key not in tweet:
        raise InputError('no "text"', TWEET)
    raise InputError(f'"{key}" that is {kind_of(text)}', "a string")


def text_of_html(text: str) -> str:
    """Returns the text of HTML as Mastodon writes it; paragraphs and breaks become spaces."""
    return html.unescape(_MARKUP.sub("", _BREAK.sub(" ", text))).strip()
