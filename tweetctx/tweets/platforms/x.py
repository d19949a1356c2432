"""Tweets as Twitter and X give them.

API v1.1 (`full_text`, `extended_tweet`, `retweeted_status`, `quoted_status`), API v2 with its `includes`, and the same
flattened by twarc; the exports (`{"tweet": {...}}`); the web interface (`rest_id`, `legacy`, `note_tweet_results`); the
embedded tweet (`quoted_tweet`, `parent`); the search API of 2012 (`from_user`); and snscrape (`rawContent`, `content`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tweetctx.reading.objects import kind_of
from tweetctx.tweets.dates import day_of_id
from tweetctx.tweets.platforms.fields import (
    DEEPEST,
    Includes,
    NoTextError,
    Record,
    day_at,
    first_text,
    object_at,
    objects_at,
    text_at,
    value_at,
)
from tweetctx.tweets.records import LinkedPage, Post

TWEET = 'a tweet {"id", "text"}'
_REPEATS = re.compile(r"\s*(?:RT|MT)\s*@(\w+)", re.IGNORECASE)
# Where a long text stands whole: API v2, the web interface, the streams of v1.1.
_WHOLE = (
    ("note_tweet", "text"),
    ("note_tweet", "note_tweet_results", "result", "text"),
    ("extended_tweet", "full_text"),
)
_ENTITIES = (
    ("entities",),
    ("note_tweet", "entities"),
    ("note_tweet", "note_tweet_results", "result", "entity_set"),
    ("extended_tweet", "entities"),
)
_TEXTS = ("full_text", "text", "rawContent", "content")
_DATES = ("created_at", "createdAt", "timestamp", "date")
_IDS = ("id_str", "id", "rest_id")


def read_tweet(tweet: Record, includes: Includes, depth: int = 0) -> Post:
    """Returns a tweet as a post; of one that repeats another, the other. Raises InputError without a text."""
    tweet = _flattened(tweet)
    repeated = _referenced(tweet, "retweeted", includes, depth)
    if repeated is not None:
        return _repeated(tweet, repeated, includes)
    account, name = _author(tweet, includes)
    return Post(
        _text(tweet),
        account,
        name,
        day_at(tweet, *_DATES),
        quoted=_referenced(tweet, "quoted", includes, depth),
        answered=_referenced(tweet, "replied_to", includes, depth),
        pages=tuple(_pages(tweet)),
        pictures=tuple(_pictures(tweet, includes)),
        id=next((str(tweet[key]) for key in _IDS if tweet.get(key)), ""),
    )


def _flattened(tweet: Record) -> Record:
    """A tweet of the web interface in the form of API v1.1, and any other as it is."""
    if isinstance(inner := tweet.get("tweet"), dict) and ("legacy" in inner or "rest_id" in inner):
        tweet = inner  # one of limited visibility
    legacy = object_at(tweet, "legacy")
    return {**tweet, **legacy} if legacy else tweet


def _repeated(tweet: Record, repeated: Post, includes: Includes) -> Post:
    """The post that a tweet repeats, as that tweet; its text names the author if nothing else does.

    Its date may be told by its id, and is that of the repetition if nothing else is known.
    """
    named = _REPEATS.match(first_text(tweet, *_TEXTS))
    account = repeated.account or (named[1] if named else "")
    by, _ = _author(tweet, includes)
    day = repeated.created_at or day_of_id(repeated.id) or day_at(tweet, *_DATES)
    return replace(repeated, account=account, created_at=day, repeated_by=by)


def _text(tweet: Record) -> str:
    whole = next((text for path in _WHOLE if (text := text_at(tweet, *path))), "")
    if whole:
        return whole
    given = [key for key in _TEXTS if tweet.get(key) is not None]
    key = next((key for key in given if tweet[key] != ""), next(iter(given), "text"))
    if isinstance(tweet.get(key), str):
        return text_at(tweet, key)
    if key not in tweet:
        raise NoTextError('no "text"', TWEET)
    raise NoTextError(f'"{key}" that is {kind_of(tweet[key])}', "a string")


def _author(tweet: Record, includes: Includes) -> tuple[str, str]:
    """The account and the display name of the author."""
    shown = object_at(tweet, "core", "user_results", "result")  # in the web interface
    users = (
        object_at(tweet, "user"),
        object_at(tweet, "author"),
        object_at(shown, "core"),
        object_at(shown, "legacy"),
        includes.users.get(str(value_at(tweet, "author_id")), {}),
    )
    names = (
        (first_text(user, "screen_name", "username", "account"), first_text(user, "name", "displayname"))
        for user in users
    )
    account, name = next(((account, name) for account, name in names if account or name), ("", ""))
    if not account and not name:
        account = first_text(tweet, "from_user", "screen_name", "username", "user", "author", "account")
        name = first_text(tweet, "from_user_name", "name")
    account = account.strip().removeprefix("@")
    return ("", account) if " " in account and not name else (account, name)


def _referenced(tweet: Record, kind: str, includes: Includes, depth: int) -> Post | None:
    """The tweet that this one repeats, quotes or answers, if it is there and has a text."""
    if depth >= DEEPEST:
        return None
    for record in _records_of(tweet, kind, includes):
        try:
            return read_tweet(record, includes, depth + 1)
        except NoTextError:  # deleted, or of a protected account: what is left of it has no text
            continue
    return None


_EMBEDDED = {
    "retweeted": (
        ("retweeted_status",),
        ("retweeted_status_result", "result"),
        ("retweeted_tweet",),
        ("retweetedTweet",),
    ),
    "quoted": (("quoted_status",), ("quoted_status_result", "result"), ("quoted_tweet",), ("quotedTweet",)),
    "replied_to": (("in_reply_to_status",), ("in_reply_to_tweet",), ("parent",)),
}


def _records_of(tweet: Record, kind: str, includes: Includes) -> Iterator[Record]:
    yield from (record for path in _EMBEDDED[kind] if (record := object_at(tweet, *path)))
    for reference in objects_at(tweet, "referenced_tweets"):
        if reference.get("type") == kind:
            yield reference  # twarc puts the whole tweet here
            yield includes.tweets.get(str(reference.get("id")), {})


def _pages(tweet: Record) -> Iterator[LinkedPage]:
    """Yields the pages that a tweet links to, each title or, without one, each description once."""
    known = set[str]()
    for page in _described(tweet):
        name = page.title or page.description
        if name and name not in known:
            known.add(name)
            yield page


def _described(tweet: Record) -> Iterator[LinkedPage]:
    for path in _ENTITIES:
        for url in objects_at(tweet, *path, "urls"):
            address = first_text(url, "unwound_url", "expanded_url", "url")
            for record in (url, object_at(url, "unwound")):
                yield LinkedPage(text_at(record, "title"), text_at(record, "description"), address)
    for card in (object_at(tweet, "card"), object_at(tweet, "card", "legacy")):
        values = card.get("binding_values")
        named = {text_at(value, "key"): value.get("value") for value in objects_at(card, "binding_values")}
        texts = values if isinstance(values, dict) else named
        title, description = (text_at(texts, key, "string_value") for key in ("title", "description"))
        yield LinkedPage(title, description, text_at(texts, "card_url", "string_value"))


def _pictures(tweet: Record, includes: Includes) -> Iterator[str]:
    """Yields the alternative texts of a tweet's pictures, each once."""
    media = [
        *objects_at(tweet, "extended_entities", "media"),
        *objects_at(tweet, "extended_tweet", "extended_entities", "media"),
        *objects_at(tweet, "entities", "media"),
        *objects_at(tweet, "mediaDetails"),
        *objects_at(tweet, "attachments", "media"),
    ]
    keys = value_at(tweet, "attachments", "media_keys")
    media += [includes.media.get(str(key), {}) for key in (keys if isinstance(keys, list) else ())]
    yield from dict.fromkeys(text for one in media if (text := first_text(one, "ext_alt_text", "alt_text").strip()))
