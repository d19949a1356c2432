"""Where the text of an article comes from: its id, title and address, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tweetctx.arrays.types import Ints
from tweetctx.index.storage.texts import Texts


def read_sources(texts: Texts, first: int, last: int) -> Iterator[tuple[str, str, str]]:
    """The id, title and url of articles `first` to `last` (excluded)."""
    for article, text in enumerate(texts.raw(first, last), first):
        yield _read(texts, article, text)


def sources_at(texts: Texts, articles: Ints) -> Iterator[tuple[str, str, str]]:
    """The id, title and url of some articles."""
    for article, text in zip(articles.tolist(), texts.many(articles), strict=True):
        yield _read(texts, article, text)


def _read(texts: Texts, article: int, text: str | bytes) -> tuple[str, str, str]:
    try:
        identifier, title, url = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise texts.damage(f"holds a text that is not an article's id, title and url, {article}") from error
    if not (isinstance(identifier, str) and isinstance(title, str) and isinstance(url, str)):
        raise texts.damage(f"holds a text that is not an article's id, title and url, {article}")
    return identifier, title, url
