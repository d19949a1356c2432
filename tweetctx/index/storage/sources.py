"""Where the text of an article comes from: its id, title and address, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from tweetctx.arrays.types import Ints
from tweetctx.index.storage.texts import Texts


def read_sources(texts: Texts, first: int, last: int) -> Iterator[tuple[str, str, str]]:
    """The id, title and url of articles `first` to `last` (excluded)."""
    for article, text in enumerate(texts.raw(first, last), first):
        yield _read(texts, article, text)


def sources_at(texts: Texts, articles: Ints) -> Sequence[tuple[str, str, str]]:
    """The id, title and url of some articles."""
    written = texts.many(articles)
    try:
        rows: list[Any] = json.loads(f"[{','.join(written)}]")
    except (ValueError, RecursionError):
        rows = []
    if len(rows) == len(written) and all(map(_is_source, rows)):
        return rows
    return [_read(texts, article, text) for article, text in zip(articles.tolist(), written, strict=True)]


def _read(texts: Texts, article: int, text: str | bytes) -> tuple[str, str, str]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        row = None
    if not _is_source(row):
        raise texts.damage(f"holds a text that is not an article's id, title and url, {article}")
    identifier, title, url = row
    return identifier, title, url


def _is_source(row: Any) -> bool:
    return type(row) is list and [*map(type, row)] == [str, str, str]
