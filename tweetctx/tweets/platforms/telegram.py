"""Messages of Telegram: of its export (`result.json`), of the Bot API (messages and updates), and of Telethon."""

from __future__ import annotations

from tweetctx.reading.objects import kind_of
from tweetctx.text.unicode import encodable
from tweetctx.tweets.platforms.fields import (
    DEEPEST,
    NOTHING,
    NoTextError,
    Record,
    day_at,
    first_text,
    object_at,
    objects_at,
    page_in,
    text_at,
)
from tweetctx.tweets.records import Post

UPDATES = (
    "message",
    "channel_post",
    "edited_message",
    "edited_channel_post",
    "business_message",
)  # what an update of the Bot API holds
_OF_TELEGRAM = ("message_id", "text_entities", "from_id", "date_unixtime", "forward_origin", "reply_to_message")


def is_message(record: Record) -> bool:
    """Whether an object is a message, or an update of the Bot API that holds one."""
    if any(key in record for key in _OF_TELEGRAM) or record.get("type") in ("message", "service"):
        return True
    return ("update_id" in record and bool(held(record))) or record.get("_") == "Message"


def held(record: Record) -> Record:
    """The message in an update; nothing in any other object."""
    return next((message for key in UPDATES if (message := object_at(record, key))), NOTHING)


def read_message(message: Record, depth: int = 0) -> Post:
    """Returns a message as a post; of one that was forwarded, author and date are those of the original."""
    message = held(message) or message
    origin = _origin(message)
    account, name = _author(origin) if origin else _author(message)
    by, by_name = _author(message)
    above = object_at(message, "reply_to_message") or object_at(message, "external_reply")
    return Post(
        _text(message),
        account,
        name,
        day_at(origin, "date") or day_at(message, "forward_date") or day_at(message, "date"),
        quoted=_quotation(message),
        answered=_nested(above, depth),
        repeated_by=(by or by_name) if origin else "",
        pages=page_in(object_at(message, "media", "webpage") or object_at(message, "webpage")),
    )


def _text(message: Record) -> str:
    for key in ("text", "caption", "message"):
        value = message.get(key)
        if isinstance(value, str) and (value or key != "text"):
            return encodable(value)
        if isinstance(value, list):
            if not all(isinstance(part, str | dict) for part in value):
                raise NoTextError(f'"{key}" that is {kind_of(value)}', "a string")
            texts = (part if isinstance(part, str) else text_at(part, "text") for part in value)
            return encodable("".join(texts))
    question = text_at(message, "poll", "question")
    if question:
        options = [text_at(option, "text") for option in [*objects_at(message, "poll", "options")]]
        return "\n".join([question, *filter(None, options)])
    if isinstance(message.get("text"), str):
        return ""
    if "text" in message:
        raise NoTextError(f'"text" that is {kind_of(message["text"])}', "a string")
    raise NoTextError('no "text"', "a message of Telegram")


def _origin(message: Record) -> Record:
    """Whom a message was forwarded from, as an object with the fields of a message."""
    origin = object_at(message, "forward_origin")
    if origin:
        sender = {
            "from": object_at(origin, "sender_user"),
            "chat": object_at(origin, "chat") or object_at(origin, "sender_chat"),
        }
        return {**sender, "sender_name": text_at(origin, "sender_user_name"), "date": origin.get("date")}
    chat, user = object_at(message, "forward_from_chat"), object_at(message, "forward_from")
    if chat or user:
        return {"from": user, "chat": chat}
    name = first_text(message, "forwarded_from", "forward_sender_name")
    return {"sender_name": name} if name else NOTHING


def _author(message: Record) -> tuple[str, str]:
    """Account and name of the sender; of a channel, those of the channel."""
    if name := first_text(message, "from", "sender_name", "actor"):
        return "", name
    for key in ("from", "sender_chat", "chat"):
        sender = object_at(message, key)
        whole = " ".join(filter(None, (text_at(sender, "first_name"), text_at(sender, "last_name"))))
        name = text_at(sender, "title") or whole
        if (name or text_at(sender, "username")) and text_at(sender, "type") != "private":
            return text_at(sender, "username"), name
    return "", text_at(message, "post_author")


def _nested(message: Record, depth: int) -> Post | None:
    if not message or depth >= DEEPEST:
        return None
    try:
        return read_message(message, depth + 1)
    except NoTextError:  # a picture, a sticker
        return None


def _quotation(message: Record) -> Post | None:
    """The part of the message above that a reply quotes."""
    text = text_at(message, "quote", "text")
    return Post(text) if text else None
