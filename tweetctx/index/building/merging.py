"""Chooses and merges segments as an index grows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Final

import numpy as np

from tweetctx.arrays.ragged import Ragged, ranges
from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Ints
from tweetctx.index.building.numbering import merged_numbering
from tweetctx.index.building.segment_buffer import TEXTS, SegmentBuffer
from tweetctx.index.building.writer import Written, write_segment
from tweetctx.index.search.joining import open_segment
from tweetctx.index.search.segment import Segment
from tweetctx.index.search.vocabulary import StoredVocabulary
from tweetctx.index.storage.files import Change
from tweetctx.index.storage.forward import ROWS, STRUCTURE
from tweetctx.index.storage.manifest import entry_of
from tweetctx.index.storage.offsets import Offsets
from tweetctx.index.storage.sources import read_sources
from tweetctx.index.storage.stored_words import read_word_counts
from tweetctx.index.storage.surface_rows import NO_ARTICLE, Rows
from tweetctx.index.storage.texts import join_texts

SEGMENTS: Final = 10  # of an index, at most, after a change
_HELD: Final = 1 << 20  # terms held at a time

Entry = dict[str, Any]  # the fields of a segment in a manifest


def segment_entry(written: Written) -> Entry:
    """Returns the entry of a written segment in the manifest."""
    return {
        **entry_of(written.path),
        "articles": written.size.documents,
        "passages": written.size.passages,
        "sentences": written.size.sentences,
        "terms": written.terms,
        "removals": [],
    }


def merged(change: Change, segments: Sequence[Entry], memory: int) -> list[Entry]:
    """Merges neighbouring segments until there are at most SEGMENTS."""
    result = list(segments)
    while len(result) > SEGMENTS:
        first, last = best_run([live_bytes(segment) for segment in result])
        result[first:last] = [_merge(change, result[first:last], memory)]
    return result


def live_bytes(segment: Mapping[str, Any]) -> float:
    """Returns the size of a segment without its removed articles."""
    removed = sum(removal["articles"] for removal in segment["removals"])
    return float(segment["bytes"] * (1.0 - removed / max(segment["articles"], 1)))


def best_run(sizes: Sequence[float]) -> tuple[int, int]:
    """Chooses which neighbouring segments to merge: at least two, [first, last). sizes: of all segments, in order.

    The score is that of Lucene's TieredMergePolicy: the share of the largest segment, by which merging segments of the
    same size is best, times the size to the power of 0.05, which favours small ones. Only neighbours are merged, so
    that articles keep their order. A stream of N additions writes every article about log10(N) + 1 times.
    """
    runs = [
        (max(sizes[first:last]) / max(total, 1.0) * max(total, 1.0) ** 0.05, first, last)
        for first in range(len(sizes))
        for last in range(first + 2, len(sizes) + 1)
        for total in [sum(sizes[first:last])]
    ]
    _, first, last = min(runs)
    return first, last


def _merge(change: Change, entries: Sequence[Entry], memory: int) -> Entry:
    """Writes segments into one without removed articles; terms keep their numbers in the index."""
    segments = [open_segment(change.index, entry)[0] for entry in entries]
    term_numbers = [
        np.arange(len(segment.cf)) if segment.term_numbers is None else segment.term_numbers for segment in segments
    ]
    union = distinct(np.concatenate(term_numbers))
    new_terms = [term for segment in segments for term in StoredVocabulary(segment.file)]
    with closing(SegmentBuffer(change.new_path("buffer"))) as buffer:
        for segment in segments:
            copy_articles(segment, buffer, union)
        path = change.new_path("segment")
        numbering = partial(merged_numbering, buffer, new_terms, union)
        return segment_entry(write_segment(buffer, path, numbering, memory=memory))


def copy_articles(segment: Segment, buffer: SegmentBuffer, term_numbers: Ints) -> None:
    """Writes the articles of a segment into a buffer. term_numbers: the numbers in the index of its terms."""
    buffer.words.add(read_word_counts(segment.file))
    _copy_surfaces(segment, buffer)
    for articles in segment.forward.batches(_HELD):
        copy_rows(segment, articles[~np.isin(articles, segment.removed)], buffer, term_numbers)


def copy_rows(segment: Segment, articles: Ints, buffer: SegmentBuffer, term_numbers: Ints) -> None:
    """Writes the terms and texts of some articles into a buffer; term_numbers: as for `copy_articles`."""
    forward = segment.forward
    sections = _items(forward.article_sections, articles)
    passages = _items(forward.section_passages, sections)
    sentences = _items(forward.passage_sentences, passages)
    for name, chosen in zip(ROWS, (articles, sections, sentences), strict=True):
        rows: Ragged = getattr(forward, name).take(chosen)
        buffer.add_rows(name, Ragged(np.searchsorted(term_numbers, rows.values), rows.offsets))
    for name, chosen in zip(STRUCTURE, (articles, sections, passages), strict=True):
        first, last = getattr(forward, name).bounds(chosen)
        buffer.add_lengths(name, last - first)
    for name, chosen in zip(TEXTS, (sentences, sections, articles), strict=True):
        texts = (text for first, last in _runs(chosen) for text in getattr(segment, name).raw(first, last))
        buffer.add_texts(name, join_texts([*texts]))
    buffer.add_revisions(segment.revisions_of(articles))
    for first, last in _runs(articles):
        deque(read_sources(segment.articles, first, last), 0)  # an article without an id, title and url is damage
    buffer.articles += len(articles)


def _copy_surfaces(segment: Segment, buffer: SegmentBuffer) -> None:
    """Copies the tables about names; called before the articles are copied."""
    kept = np.setdiff1d(np.arange(segment.forward.articles), segment.removed)
    new_numbers = np.full(segment.forward.articles, -1, np.int64)
    new_numbers[kept] = buffer.articles + np.arange(len(kept))
    for name, column in (("surfaces", "article"), ("titles", "article"), ("anchors", "source")):
        for rows in segment.surfaces.rows(name):
            buffer.add_surfaces(name, renumbered(rows, column, new_numbers))
    for rows in segment.surfaces.rows("facts"):
        buffer.add_surfaces("facts", rows[kept])
    for rows in segment.surfaces.rows("written"):
        buffer.add_surfaces("written", rows)


def renumbered(rows: Rows, column: str, new_numbers: Ints) -> Rows:
    """Renumbers the articles of rows, and leaves out the rows of articles without a new number."""
    new = np.full(len(rows), NO_ARTICLE, np.int64)
    known = rows[column] != NO_ARTICLE
    new[known] = new_numbers[rows[column][known]]
    rows = rows[new >= 0]
    rows[column] = new[new >= 0]
    return rows


def _items(offsets: Offsets, rows: Ints) -> Ints:
    """Returns the items of some rows."""
    first, last = offsets.bounds(rows)
    return ranges(first, last - first)


def _runs(ids: Ints) -> Iterator[tuple[int, int]]:
    """Splits ascending ids into ranges [first, last) without gaps."""
    if len(ids):
        breaks = np.flatnonzero(np.diff(ids) > 1) + 1
        for run in np.split(ids, breaks):
            yield int(run[0]), int(run[-1]) + 1
