"""Fields of platforms' JSON objects: a value of another type counts as missing, as interfaces change without notice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tweetctx.tweets.surrogates import without_surrogates

Record = Mapping[str, Any]

DEEPEST = 4  # posts within posts: one quotes another, which answers a third
NOTHING: Record = {}


class Includes(NamedTuple):
    """The objects that a page of API v2 holds beside its posts, by their ids (media by their keys)."""

    tweets: Mapping[str, Record] = NOTHING
    users: Mapping[str, Record] = NOTHING
    media: Mapping[str, Record] = NOTHING


NO_INCLUDES = Includes()


def value_at(record: Any, *path: str) -> Any:
    """The value at the end of a path of keys; None if one is missing."""
    for key in path:
        record = record.get(key) if isinstance(record, Mapping) else None
    return record


def text_at(record: Any, *path: str) -> str:
    """The text at the end of a path; empty if there is none. Lone surrogates become U+FFFD."""
    value = value_at(record, *path)
    return without_surrogates(value) if isinstance(value, str) else ""


def object_at(record: Any, *path: str) -> Record:
    """The object at the end of a path; an empty one if there is none."""
    value = value_at(record, *path)
    return value if isinstance(value, Mapping) else NOTHING


def objects_at(record: Any, *path: str) -> list[Record]:
    """The objects in the list at the end of a path."""
    value = value_at(record, *path)
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def first_text(record: Any, *keys: str) -> str:
    """The first text that is not empty under some keys."""
    return next((text for key in keys if (text := text_at(record, key))), "")
