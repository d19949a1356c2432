"""A topic: a tweet that was read from a file, and its id."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from tweetctx.errors import InputError
from tweetctx.reading.problems import Report

_SURROGATE = re.compile("[\ud800-\udfff]")
_SEPARATOR = re.compile("[\t\r\n]")


@dataclass(frozen=True, slots=True)
class Topic:
    """A tweet with the id that its file gives it; in plain text that is the number of its line, from 1.

    created_at: when it was written, if the file says so.
    """

    id: str
    text: str
    created_at: date | None = None


Located = tuple[int, Topic]  # a topic and the line, from 1, on which it begins
Reader = Callable[[Iterable[bytes], Report], Iterator[Located]]


def make_topic(identifier: str, text: str, created_at: date | None = None) -> Topic:
    """Returns a topic; lone surrogates, which no encoding can write, become U+FFFD.

    Raises InputError for an id that is empty, or that would break the lines and columns of a run.
    """
    if not identifier.strip():
        raise InputError("an empty id", "an id")
    if _SEPARATOR.search(identifier):
        raise InputError(f"the id {identifier!r}", "an id without tabs and line breaks")
    return Topic(_SURROGATE.sub("\ufffd", identifier), _SURROGATE.sub("\ufffd", text), created_at)
