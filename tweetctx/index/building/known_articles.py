"""Finds the articles of an index by their ids and titles, while an update changes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from tweetctx.index.building.removals import keyed_articles
from tweetctx.index.building.writer import identifier_key
from tweetctx.index.search.segment import Segment
from tweetctx.index.storage.sources import read_sources
from tweetctx.text.names.keys import title_keys
from tweetctx.types import Source

_READ = 1 << 16  # ids read at a time


class KnownArticle(NamedTuple):
    """An article of an index: the index of its segment, its number there, and its source."""

    segment: int
    article: int
    source: Source


class KnownArticles:
    """The articles of an index that are not removed."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        self._keyed = [keyed_articles(segment.file)[:2] for segment in segments]

    def with_id(self, identifier: str) -> Source | None:
        """Returns the source of the article with this id; None if there is none."""
        key = np.uint32(identifier_key(identifier))
        for index, (keys, articles) in enumerate(self._keyed):
            first, end = np.searchsorted(keys, key), np.searchsorted(keys, key, "right")
            for article in articles[first:end].tolist():
                source = self._source(index, article)
                if source is not None and source.article_id == identifier:
                    return source
        return None

    def titled(self, titles: Collection[str]) -> Iterator[KnownArticle]:
        """Yields the articles with these titles."""
        wanted = title_keys(sorted(titles))
        for index, segment in enumerate(self._segments):
            for rows in segment.surfaces.rows("titles"):
                for article in sorted(set(rows["article"][np.isin(rows["key"], wanted)].tolist())):
                    source = self._source(index, article)
                    if source is not None and source.title in titles:
                        yield KnownArticle(index, article, source)

    def every(self) -> Iterator[Source]:
        """Yields the sources of all articles."""
        for segment in self._segments:
            gone = set(segment.removed.tolist())
            for first in range(0, segment.forward.articles, _READ):
                articles = np.arange(first, min(first + _READ, segment.forward.articles))
                revisions = segment.revisions_of(articles).tolist()
                sources = read_sources(segment.articles, first, first + len(articles))
                for article, fields, revision in zip(articles.tolist(), sources, revisions, strict=True):
                    if article not in gone:
                        yield Source(*fields, revision)

    def _source(self, index: int, article: int) -> Source | None:
        """The source of an article; None if that is removed."""
        segment = self._segments[index]
        at = int(np.searchsorted(segment.removed, article))
        if at < len(segment.removed) and segment.removed[at] == article:
            return None
        return segment.source(article)
