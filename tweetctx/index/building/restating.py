"""Writes articles of an index anew with other redirects; their texts, and all else, stay as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Final

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.index.building.merging import Entry, copy_rows, renumbered, segment_entry
from tweetctx.index.building.numbering import merged_numbering
from tweetctx.index.building.removals import article_texts
from tweetctx.index.building.segment_buffer import SegmentBuffer
from tweetctx.index.building.sizes import Size
from tweetctx.index.building.surface_reader import SurfaceReader, redirect_rows, title_rows
from tweetctx.index.building.writer import write_segment
from tweetctx.index.search.segment import Segment
from tweetctx.index.storage.files import Change
from tweetctx.index.storage.surface_rows import NO_ARTICLE
from tweetctx.index.surface_forms import FormSource

_ARTICLES: Final = 1 << 12  # copied at a time
_OTHERS: Final = ~int(FormSource.REDIRECT) & 0xFFFF

Redirects = Mapping[int, Sequence[str]]  # the titles that lead to an article, by its number in its segment


def restated_segment(
    change: Change,
    segments: Sequence[Segment],
    redirects: Sequence[Redirects],
    reader: SurfaceReader,
    terms: int,
    memory: int,
) -> tuple[Entry, Size] | None:
    """Writes a segment of the articles that are named, and returns its entry and its size; None if none is.

    redirects: of articles of each segment. terms: how many the index has; they keep their numbers. The words of these
    articles stay counted in the segments that they come from.
    """
    if not any(redirects):
        return None
    term_numbers = np.arange(terms)
    with closing(SegmentBuffer(change.new_path("buffer"))) as buffer:
        for segment, titles_of in zip(segments, redirects, strict=True):
            if titles_of:
                articles = np.array(sorted(titles_of), np.int64)
                _write_surfaces(segment, articles, titles_of, buffer, reader)
                for at in range(0, len(articles), _ARTICLES):
                    copy_rows(segment, articles[at : at + _ARTICLES], buffer, term_numbers)
        path = change.new_path("segment")
        written = write_segment(buffer, path, partial(merged_numbering, buffer, [], term_numbers), memory=memory)
    return segment_entry(written), written.size


def _write_surfaces(
    segment: Segment, articles: Ints, redirects: Redirects, buffer: SegmentBuffer, reader: SurfaceReader
) -> None:
    """Writes the tables about names of some articles; called before the articles are copied."""
    new_numbers = np.full(segment.forward.articles, -1, np.int64)
    new_numbers[articles] = buffer.articles + np.arange(len(articles))
    for rows in segment.surfaces.rows("surfaces"):
        kept = renumbered(rows, "article", new_numbers)
        kept["source"] &= _OTHERS
        buffer.add_surfaces("surfaces", kept[kept["source"] > 0])
    for rows in segment.surfaces.rows("anchors"):
        buffer.add_surfaces("anchors", renumbered(rows[rows["source"] != NO_ARTICLE], "source", new_numbers))
    for rows in segment.surfaces.rows("facts"):
        buffer.add_surfaces("facts", rows[articles])
    for at in range(0, len(articles), _ARTICLES):
        buffer.add_surfaces("written", reader.written_in(article_texts(segment, articles[at : at + _ARTICLES])))
    titles = [source.title for source in segment.sources(articles)]
    names = [redirects[article] for article in articles.tolist()]
    for name, rows in (("titles", title_rows([*zip(titles, names, strict=True)])), ("surfaces", redirect_rows(names))):
        rows["article"] += buffer.articles
        buffer.add_surfaces(name, rows)
