"""Posts of Mastodon and the Fediverse: statuses of Mastodon's API, and objects of ActivityPub (`outbox.json`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tweetctx.errors import InputError
from tweetctx.tweets.platforms.fields import (
    DEEPEST,
    Record,
    day_at,
    first_text,
    object_at,
    objects_at,
    page_in,
    text_at,
)
from tweetctx.tweets.platforms.markup import is_html, text_of_html
from tweetctx.tweets.records import Post

BOOST: Final = "Announce"  # the type of a boost in ActivityPub, whose object is the status

_OF_STATUSES: Final = frozenset(
    {"uri", "attributedTo", "published", "spoiler_text", "media_attachments", "contentMap", "@context"}
)


def is_status(record: Record) -> bool:
    """Whether an object is a status, a boost of one, or an object of ActivityPub with content.

    A `content` that is no HTML makes none: other tables of posts call their texts so, too.
    """
    if _boosted(record):
        return True
    content = record.get("content")
    if "text" in record or not isinstance(content, str):
        return False
    return not _OF_STATUSES.isdisjoint(record) or bool(object_at(record, "account") or is_html(content))


def read_status(status: Record, depth: int = 0) -> Post:
    """Returns a status as a post; of a boost, the status that is boosted."""
    account, name = _author(status)
    boosted = _boosted(status)
    if boosted and depth < DEEPEST:
        return replace(read_status(boosted, depth + 1), repeated_by=account)
    return Post(
        _text(status),
        account,
        name,
        day_at(status, "created_at", "published"),
        quoted=_nested(object_at(status, "quote", "quoted_status") or object_at(status, "quote"), depth),
        answered=_nested(object_at(status, "in_reply_to") or object_at(status, "inReplyTo"), depth),
        pages=page_in(object_at(status, "card")),
        pictures=tuple(_pictures(status)),
    )


def _boosted(status: Record) -> Record:
    return object_at(status, "object" if status.get("type") == BOOST else "reblog")


def _text(status: Record) -> str:
    """The text below its content warning or title, which the author wrote too, and the choices of a poll."""
    if "content" not in status:
        raise InputError('no "content"', "a status")
    above = text_of_html(first_text(status, "spoiler_text", "summary"))
    polled = [*objects_at(status, "oneOf"), *objects_at(status, "anyOf")]
    title = text_at(status, "name") if status.get("type") in ("Article", "Page", "Event", "Video") else ""
    choices = [first_text(choice, "title", "name") for choice in [*objects_at(status, "poll", "options"), *polled]]
    paragraphs = (title, above, text_of_html(text_at(status, "content")), *choices)
    return "\n".join(filter(None, (_without_emojis(paragraph, status) for paragraph in paragraphs)))


def _without_emojis(text: str, record: Record) -> str:
    """A text without the short codes of its server's own emojis, such as :blobcat:, which an object lists."""
    codes = {f":{text_at(one, 'shortcode')}:" for one in objects_at(record, "emojis")}
    codes |= {text_at(one, "name") for one in objects_at(record, "tag") if one.get("type") == "Emoji"}
    for code in codes:
        if len(code) > 2 and code in text:
            text = " ".join(text.replace(code, " ").split())
    return text


def _author(status: Record) -> tuple[str, str]:
    account = object_at(status, "account") or object_at(status, "attributedTo") or object_at(status, "actor")
    if account:
        name = _without_emojis(first_text(account, "display_name", "name"), account)
        return first_text(account, "acct", "username", "preferredUsername"), name
    address = first_text(status, "attributedTo", "actor")  # https://example.org/users/name or /@name
    return address.rstrip("/").rpartition("/")[2].removeprefix("@"), ""


def _nested(status: Record, depth: int) -> Post | None:
    return read_status(status, depth + 1) if isinstance(status.get("content"), str) and depth < DEEPEST else None


def _pictures(status: Record) -> Iterator[str]:
    texts = [text_at(one, "description") for one in objects_at(status, "media_attachments")]
    texts += [first_text(one, "name", "summary") for one in objects_at(status, "attachment")]
    yield from dict.fromkeys(text.strip() for text in texts if text.strip())
