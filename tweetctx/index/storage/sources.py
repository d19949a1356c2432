"""Where the text of an article comes from: its id, title and address, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

from tweetctx.arrays.types import Ints
from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.short_texts import ShortTexts

_Source = tuple[str, str, str]  # an id, a title and a url


def read_sources(texts: ShortTexts, first: int, last: int) -> Iterator[_Source]:
    """The id, title and url of articles `first` to `last` (excluded)."""
    for article, text in enumerate(texts.raw(first, last), first):
        yield _read(texts, article, text)


def sources_at(texts: ShortTexts, articles: Ints) -> list[_Source]:
    """The id, title and url of some articles."""
    written = texts.many(articles)
    try:
        sources = json.loads(f"[{','.join(written)}]")  # all at once, which takes less time
    except (ValueError, RecursionError):
        sources = []
    if len(sources) == len(written) and _are_sources(sources):
        return [(identifier, title, url) for identifier, title, url in sources]
    return [_read(texts, article, text) for article, text in zip(articles.tolist(), written, strict=True)]


def _read(texts: ShortTexts, article: int, text: str | bytes) -> _Source:
    try:
        source = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _damage(texts, article) from error
    if not _are_sources([source]):
        raise _damage(texts, article)
    identifier, title, url = source
    return identifier, title, url


def _are_sources(values: list[Any]) -> bool:
    if not {*map(type, values)} <= {list} or not {*map(len, values)} <= {3}:
        return False
    return {*map(type, chain.from_iterable(values))} <= {str}


def _damage(texts: ShortTexts, article: int) -> IndexDamagedError:
    return texts.damage(f"holds a text that is not an article's id, title and url, {article}")
