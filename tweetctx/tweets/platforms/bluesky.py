"""Posts of Bluesky: views of its API (`feed`, `posts`, `thread`), and records of a repository (`uri`, `value`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tweetctx.tweets.platforms.fields import (
    DEEPEST,
    NOTHING,
    NoTextError,
    Record,
    day_at,
    object_at,
    objects_at,
    page_in,
    text_at,
)
from tweetctx.tweets.records import Post

_RECORDS = ("record", "value")  # of a view, and of a repository or a post that is quoted


def is_post(record: Record) -> bool:
    """Whether an object is a view of a post, one of a feed or thread, or a record of a repository."""
    held = object_at(record, "post") or record
    if text_at(held, "$type") == "app.bsky.feed.post":
        return True
    return any(isinstance(object_at(held, name).get("text"), str) for name in _RECORDS)


def read_view(view: Record, depth: int = 0) -> Post:
    """Returns a view as a post. Raises InputError for one without a text, such as one that was deleted."""
    post = object_at(view, "post") or view
    record = next((held for name in _RECORDS if (held := object_at(post, name))), post)
    if not isinstance(record.get("text"), str):
        raise NoTextError('no "text"', "a post of Bluesky")
    author = object_at(post, "author")
    answered = object_at(view, "reply", "parent") or object_at(view, "parent")
    embeds = [*_embeds(post), *_embeds(record)]
    result = Post(
        text_at(record, "text"),
        text_at(author, "handle"),
        text_at(author, "displayName"),
        day_at({**post, **record}, "createdAt", "indexedAt"),
        quoted=next((quoted for embed in embeds if (quoted := _quoted(embed, depth))), None),
        answered=_nested(answered, depth),
        pages=tuple(dict.fromkeys(page for embed in embeds for page in page_in(object_at(embed, "external"), "uri"))),
        pictures=tuple(dict.fromkeys(text for embed in embeds for text in _pictures(embed))),
    )
    by = object_at(view, "reason", "by")
    return replace(result, repeated_by=text_at(by, "handle")) if by else result


def replies_in(thread: object) -> Iterator[Record]:
    """Yields the replies below the post of a thread, each before its own replies, as views that answer another."""
    top = object_at(thread, "thread") or (thread if isinstance(thread, Mapping) else NOTHING)
    views = [{**view, "parent": top} for view in reversed(objects_at(top, "replies"))]
    while views:
        view = views.pop()
        if is_post(view):  # none that is deleted or blocked
            yield view
        views += ({**reply, "parent": view} for reply in reversed(objects_at(view, "replies")))


def _embeds(record: Record) -> Iterator[Record]:
    """Yields what is embedded in a post: each embed, and the media beside one that quotes."""
    for embed in [object_at(record, "embed"), *objects_at(record, "embeds")]:
        yield embed
        yield object_at(embed, "media")


def _quoted(embed: Record, depth: int) -> Post | None:
    record = object_at(embed, "record")
    return _nested(object_at(record, "record") or record, depth)


def _nested(view: Record, depth: int) -> Post | None:
    if not view or depth >= DEEPEST:
        return None
    try:
        return read_view(view, depth + 1)
    except NoTextError:  # deleted or blocked, or a list, a feed or a starter pack
        return None


def _pictures(embed: Record) -> Iterator[str]:
    video = embed if "playlist" in embed or "video" in embed else NOTHING
    for picture in [*objects_at(embed, "images"), video]:
        if text := text_at(picture, "alt").strip():
            yield text
