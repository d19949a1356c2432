"""Changes an index: each change is written beside the old files and replaces them in one step."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tweetctx.corpus.dumps.collecting import collected_pages
from tweetctx.errors import IndexAccessError, ParameterError
from tweetctx.index.building.merging import Entry, copy_articles, merged, segment_entry
from tweetctx.index.building.numbering import numbering
from tweetctx.index.building.removals import find_articles, identifiers, remove_from, repeated_articles
from tweetctx.index.building.segment_buffer import SegmentBuffer
from tweetctx.index.building.sizes import DEFAULT_MEMORY, Size
from tweetctx.index.building.writer import write_segment
from tweetctx.index.search.joining import open_segment
from tweetctx.index.search.vocabulary import LayeredVocabulary, StoredVocabulary
from tweetctx.index.storage.files import Change
from tweetctx.index.storage.manifest import open_file, read_manifest
from tweetctx.index.storage.origin import origin_to_json
from tweetctx.index.storage.wiki_pages import write_wiki_pages
from tweetctx.specs import Range
from tweetctx.text.analyzer import AnalyzerConfig
from tweetctx.types import Origin

LEAST_MEMORY = 64
_MEMORY = Range(LEAST_MEMORY, whole=True)
# The part of a manifest that says how an index was built; an index that is not of a dump has no pages of a wiki.
_DESCRIPTION = ("analyzer", "spacy_model", "origin", "wiki_pages")


def held_bytes(memory: int) -> int:
    """Converts megabytes to bytes; ParameterError for too few, and for no whole number."""
    if memory not in _MEMORY:
        raise ParameterError(f"memory: found {memory!r:.80}, expected megabytes from {LEAST_MEMORY}")
    return int(memory) << 20


def check_model(index: Path, spacy_model: str | None) -> None:
    """Raises ParameterError for another spaCy pipeline than the one that an index was built with."""
    if spacy_model != (expected := read_manifest(index)["spacy_model"]):
        raise ParameterError(f"spacy_model: found {spacy_model!r}, expected {expected!r}, which {index} was built with")


@contextmanager
def changing(index: Path, *, build: bool = False) -> Iterator[Change]:
    """Opens a change, which is undone if the block raises; errors of the file system name the index.

    build: the index need not exist, and a buffer that an interrupted build can continue is kept.
    """
    if not build:
        read_manifest(index)
    try:
        change = Change(index)
    except OSError as error:
        raise IndexAccessError(
            f"{index}: cannot be changed ({error.strerror or error}); the index is unchanged"
        ) from error
    try:
        yield change
    except (OSError, MemoryError) as error:
        reason = getattr(error, "strerror", None) or str(error) or "out of memory"
        if change.published:
            raise IndexAccessError(
                f"{index}: was changed, but the disk has not confirmed it ({reason}); "
                "after a failure of power it may be as it was before"
            ) from error
        change.discard(keep_buffer=build)
        raise IndexAccessError(f"{index}: cannot be written ({reason}); the index is unchanged") from error
    except BaseException:
        if not change.published:
            change.discard(keep_buffer=build)
        raise


def publish_build(
    change: Change,
    buffer: SegmentBuffer,
    description: Mapping[str, Any],
    phrases: int,
    memory: int,
    listed: frozenset[str] = frozenset(),
) -> int:
    """Replaces the index by a buffer. description: how it was built, for the manifest.

    phrases: how many frequent bigrams become terms. listed: those that do, if it has any.

    Of several articles with one id the last is kept; returns how many are dropped.
    """
    number_terms = partial(numbering, buffer, None, phrases, listed=listed)
    written = write_segment(buffer, change.new_path("segment"), number_terms, memory=memory, prune_words=True)
    entry = segment_entry(written)
    earlier = repeated_articles(open_file(change.index, entry))
    segments, removed = _without(change, description, [entry], [earlier])
    _publish(change, description, written.size - removed, segments)
    return len(earlier)


def keep_wiki_pages(change: Change, scratch: Path, day: str | None, *, lists: bool, tables: bool) -> dict[str, Any]:
    """Writes what updates need of the wiki whose dump was read, and returns the entry of it for the manifest.

    scratch: the folder in which that reading kept what it had collected. day: of the dump. Returns nothing if it read
    no dump.
    """
    if (collected := collected_pages(scratch)) is None:
        return {}
    entry = write_wiki_pages(change.new_path("wiki"), collected.redirects, collected.templates)
    return {"wiki_pages": {**entry, "base": collected.base, "lists": lists, "tables": tables, "compared": day}}


def publish_addition(change: Change, buffer: SegmentBuffer, memory: int, origin: Origin) -> tuple[int, int, int]:
    """Adds a buffer's articles to an index; an article with the id of one that is there replaces it.

    origin: of the index after the addition.
    Of several with one id in the buffer the last is kept. Returns how many were added, how many of them replaced one,
    and how many were dropped.
    The cost is proportional to what is added, plus that of merging segments of similar size now and then.
    """
    old = read_manifest(change.index)
    old["origin"] = origin_to_json(origin)
    return publish_update(change, old, old["segments"], Size.from_manifest(old), buffer, None, (), memory)


def publish_update(
    change: Change,
    description: Mapping[str, Any],
    segments: Sequence[Entry],
    size: Size,
    buffer: SegmentBuffer,
    restated: tuple[Entry, Size] | None,
    gone: Collection[str],
    memory: int,
) -> tuple[int, int, int]:
    """Replaces an index by one with some articles added, some restated, and some removed.

    description: as for `publish_build`. segments, size: of the index before. buffer: articles that are added, in place
    of those with their ids. restated: the segment of articles that replace those with their ids, and its size. gone:
    the ids of articles that are removed, in the buffer too. Returns how many ids these articles have together, how many
    articles of the index have one of them, and how many of the buffer were dropped.
    """
    config = AnalyzerConfig.from_json(description["analyzer"])
    new: list[Entry] = []
    wanted = set(gone)
    if restated:
        new.append(restated[0])
        size += restated[1]
        wanted.update(identifiers(open_file(change.index, restated[0])))
    earlier: list[list[int]] = [[] for _ in new]
    if buffer.articles:
        vocabulary = LayeredVocabulary([StoredVocabulary(open_file(change.index, entry)) for entry in segments])
        number_terms = partial(numbering, buffer, vocabulary, config.phrases)
        written = write_segment(buffer, change.new_path("segment"), number_terms, memory=memory)
        new.append(segment_entry(written))
        size += written.size
        file = open_file(change.index, new[-1])
        earlier.append(sorted({*repeated_articles(file), *find_articles(change.index, new[-1], gone)}))
        wanted.update(identifiers(file))
    before = [[*find_articles(change.index, entry, wanted)] for entry in segments]
    kept, removed = _without(change, description, [*segments, *new], [*before, *earlier])
    _publish(change, description, size - removed, merged(change, kept, memory))
    return len(wanted), sum(map(len, before)), sum(map(len, earlier))


def remove_articles(index: Path, identifiers: Sequence[str]) -> int:
    """Removes articles from an index in a folder: see `tweetctx.index.engines.remove_articles`."""
    with changing(index) as change:
        old = read_manifest(change.index)
        wanted = dict.fromkeys(identifiers)
        matches = [find_articles(change.index, entry, wanted) for entry in old["segments"]]
        missing = [
            identifier for identifier in wanted if not any(identifier in by_article.values() for by_article in matches)
        ]
        if missing:
            raise IndexAccessError(f"{index}: found no article with the id {missing[0]!r}; nothing was removed")
        segments, removed = _without(change, old, old["segments"], [[*by_article] for by_article in matches])
        _publish(change, old, Size.from_manifest(old) - removed, segments)
        return sum(map(len, matches))


def compact_index(index: Path, memory: int = DEFAULT_MEMORY) -> int:
    """Merges the segments of an index in a folder: see `tweetctx.index.engines.compact_index`."""
    with changing(index) as change:
        old = read_manifest(change.index)
        segments = [open_segment(change.index, entry)[0] for entry in old["segments"]]
        vocabulary = LayeredVocabulary([StoredVocabulary(segment.file) for segment in segments])
        with closing(SegmentBuffer(change.new_path("buffer"))) as buffer:
            buffer.number(vocabulary)
            for segment in segments:
                copy_articles(segment, buffer, np.arange(len(vocabulary)))
            publish_build(change, buffer, old, 0, held_bytes(memory))
        return Size.from_manifest(old).documents


def _without(
    change: Change, description: Mapping[str, Any], segments: Sequence[Entry], gone: Sequence[Sequence[int]]
) -> tuple[list[Entry], Size]:
    """Returns segments without some articles of each, and the size of these articles together."""
    config = AnalyzerConfig.from_json(description["analyzer"])
    kept, size = [], Size()
    for entry, articles in zip(segments, gone, strict=True):
        removed = Size()
        if articles:
            entry, removed = remove_from(change, entry, np.array(articles, np.int64), config)
        kept.append(entry)
        size += removed
    return kept, size


def _publish(change: Change, description: Mapping[str, Any], size: Size, segments: Sequence[Entry]) -> None:
    made = {name: description[name] for name in _DESCRIPTION if name in description}
    change.publish({**made, **size.to_manifest(), "segments": segments})
