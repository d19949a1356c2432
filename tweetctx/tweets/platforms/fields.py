"""Fields of platforms' JSON objects: a value of another type counts as missing, as interfaces change without notice.

A date that cannot be read is an error, since the context depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from tweetctx.errors import InputError
from tweetctx.reading.objects import kind_of
from tweetctx.text.unicode import encodable
from tweetctx.tweets.dates import EXPECTED, read_date
from tweetctx.tweets.records import LinkedPage

Record = Mapping[str, Any]

DEEPEST = 4  # posts within posts: one quotes another, which answers a third
NOTHING: Record = {}


class NoTextError(InputError):
    """A post has no text, for example because it was deleted."""


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
    return encodable(value) if isinstance(value, str) else ""


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


def page_in(record: Any, url: str = "url") -> tuple[LinkedPage, ...]:
    """The page that an object describes; none if it has neither title nor description. url: the key of its address."""
    page = LinkedPage(text_at(record, "title"), text_at(record, "description"), text_at(record, url))
    return (page,) if page.title or page.description else ()


def day_at(record: Any, *keys: str) -> date | None:
    """The date in the first of some fields that has one; None if all are missing or empty.

    Raises InputError, which names the first field that is there, if none has a date.
    """
    given = {key: value for key in keys if (value := value_at(record, key)) is not None and str(value).strip()}
    day = next((day for value in given.values() if (day := read_date(value))), None)
    if given and day is None:
        key, value = next(iter(given.items()))
        raise wrong_date(key, value)
    return day


def wrong_date(name: str, value: object) -> InputError:
    """Creates the error for a field or column whose value is not a date."""
    found = repr(value)[:80] if isinstance(value, str | int | float) else kind_of(value)
    return InputError(f'"{name}" that is {found}', EXPECTED)
