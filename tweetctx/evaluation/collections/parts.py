"""What the readers of labelled sentences share: files as text, checked values, and documents without repetition."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tweetctx.errors import CollectionError, InputError
from tweetctx.evaluation.collections.collection import LabelledQuery, SentenceCollection
from tweetctx.reading.compression import read_pieces
from tweetctx.reading.kinds import kind_of
from tweetctx.reading.objects import is_dense


def read_bytes(path: Path) -> bytes:
    """A file as a whole, decompressed; CollectionError if it cannot be read."""
    return b"".join(read_pieces(path, lambda _size: None, CollectionError))


def read_text(path: Path) -> str:
    """A file as text; CollectionError names the line that is not UTF-8."""
    content = read_bytes(path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise CollectionError(f"{path}, line {line}: found {error.reason}, expected text in UTF-8") from None


def read_json(path: Path) -> Any:
    """A file as one value of JSON; CollectionError names the line where it is none."""
    try:
        text = read_text(path)
        if is_dense(text):
            raise CollectionError(f"{path}: found {len(text)} characters of very short values, expected a collection")
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise CollectionError(f"{path}, line {error.lineno}: found broken JSON ({error}), expected JSON") from None
    except (ValueError, RecursionError) as error:  # numbers of too many digits, brackets nested too deeply
        raise CollectionError(f"{path}: found JSON that cannot be read ({error}), expected JSON") from None


@contextmanager
def located(place: str) -> Iterator[None]:
    """Turns an InputError into a CollectionError that begins with its place."""
    try:
        yield
    except InputError as error:
        raise CollectionError(f"{place}: found {error.found}, expected {error.expected}") from None


def value_of(record: Any, key: str, kind: type[Any]) -> Any:
    """The value of a key of an object, if it is of that kind; a flaw otherwise. A boolean is no number."""
    if not isinstance(record, dict):
        raise InputError(kind_of(record), f'an object with "{key}"')
    value = record.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(f'{kind_of(value)} as "{key}"', kind_of(kind()))
    return value


def strings_of(record: Any, key: str) -> tuple[str, ...]:
    """A list of strings in an object; a flaw if it is none or empty."""
    values = value_of(record, key, list)
    if not values or not all(isinstance(value, str) for value in values):
        raise InputError(f'"{key}" without sentences or with something that is no string', "a list of strings")
    return tuple(values)


def places_of(record: Any, key: str, count: int) -> list[int]:
    """A list of places in an object, each from 0 and below `count`; a flaw if one is not."""
    places: list[Any] = value_of(record, key, list)
    for place in places:
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < count:
            raise InputError(f'{place!r} in "{key}"', f"the places of {count} sentences, 0 to {count - 1}")
    return places


def one_token(text: str) -> str:
    """A name without spaces, as TREC's files need it; a flaw if nothing is left."""
    token = "_".join(text.split())
    if not token:
        raise InputError("an empty id", "one of at least one character")
    return token


class CollectionBuilder:
    """A collection in the making; a document that comes again with the same sentences is one document."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rows: dict[tuple[str, tuple[str, ...], tuple[str, ...]], int] = {}
        self._queries: dict[str, LabelledQuery] = {}

    def document(self, identifier: str, sentences: Sequence[str], own_ids: Sequence[str] = ()) -> int:
        """The row of a document."""
        return self._rows.setdefault((identifier, tuple(sentences), tuple(own_ids)), len(self._rows))

    def query(self, query: LabelledQuery) -> None:
        """Adds a query; a flaw if its id was there before."""
        if query.id in self._queries:
            raise InputError(f"the query {query.id} a second time", "each id once")
        self._queries[query.id] = query

    def build(self, path: Path) -> SentenceCollection:
        """The collection; CollectionError if it has no queries."""
        if not self._queries:
            raise CollectionError(f"{path}: found no queries, expected at least one")
        ids, documents, own_ids = (tuple(column) for column in zip(*self._rows, strict=True))
        return SentenceCollection(
            self._name, ids, documents, tuple(self._queries.values()), own_ids if any(own_ids) else ()
        )
