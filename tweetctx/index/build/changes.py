"""What changes an index: each change is made beside what is there, and then takes its place in one step."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from tweetctx.errors import IndexAccessError, ParameterError
from tweetctx.index.build.draft import TEXTS, Draft
from tweetctx.index.build.inversion import Counts, counts_of
from tweetctx.index.build.state import write_state
from tweetctx.index.build.writer import write_segment
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.search.segment import Segment
from tweetctx.index.storage.files import Change, read_manifest
from tweetctx.index.storage.forward import ROWS
from tweetctx.index.storage.offsets import Offsets
from tweetctx.index.storage.texts import joined
from tweetctx.index.storage.words import WordCountsWriter
from tweetctx.ragged import Ints, ranges

DEFAULT_MEMORY = 1024  # megabytes
LEAST_MEMORY = 64
_HELD = 1 << 20  # terms held at a time
_ARTICLES = 1 << 12  # looked at at a time


def held_bytes(memory: int) -> int:
    """Megabytes as bytes; ParameterError for too few."""
    if memory < LEAST_MEMORY:
        raise ParameterError(f"memory: found {memory}, expected megabytes from {LEAST_MEMORY}")
    return memory << 20


@contextmanager
def changing(index: Path, *, build: bool = False) -> Iterator[Change]:
    """A change that is undone if it does not end; an error of the file system names the index.

    build: there need not be an index yet, and a draft that has come anywhere is kept.
    """
    if not build:
        read_manifest(index)
    change = Change(index)
    try:
        yield change
    except OSError as error:
        change.discard(keep_draft=build)
        raise IndexAccessError(f"{index}: cannot be written ({error.strerror or error}); it is as it was") from error
    except BaseException:
        change.discard(keep_draft=build)
        raise


def publish_build(change: Change, draft: Draft, description: Mapping[str, Any], phrases: int, memory: int) -> None:
    """Makes a draft the whole index. description: what the manifest says of how it was made."""
    folder = change.new_folder("segment")
    written = write_segment(draft, folder, [], phrases=phrases, memory=memory)
    segment = Segment(folder, np.empty(0, np.int64))
    _publish(change, description, written.new_terms, written.counts, [(folder.name, segment)], draft.words)


def publish_addition(change: Change, draft: Draft, memory: int) -> tuple[int, int]:
    """Adds a draft's articles to an index; an article with the id of one that is there replaces it.

    Of several with one id in the draft the last is taken. Returns how many were added, and how many of them replaced.
    """
    old = EmbeddedIndex(change.index)
    known = list(old.vocabulary)
    folder = change.new_folder("segment")
    written = write_segment(draft, folder, known, phrases=old.analyzer.config.phrases, memory=memory)
    new = Segment(folder, np.empty(0, np.int64))
    last = {identifier: number for number, identifier in enumerate(_identifiers(new))}
    own = np.ones(new.forward.articles, np.bool_)
    own[list(last.values())] = False
    gone = [_joined(segment.removed, _places(segment, last)) for segment in old.segments]
    replaced = sum(len(places) - len(segment.removed) for places, segment in zip(gone, old.segments, strict=True))
    terms = known + written.new_terms
    counts = _counts(old) + written.counts
    counts = _without(counts, new, np.flatnonzero(own), len(terms))
    segments = [(folder.name, Segment(folder, np.flatnonzero(own)))] if last else []
    _publish_with(change, old, terms, counts, gone, segments, draft.words)
    return len(last), replaced


def remove_articles(index: str | Path, identifiers: Sequence[str]) -> int:
    """Removes the articles with these ids and returns how many they were.

    IndexAccessError, and no change, if there is none with one of the ids.
    """
    with changing(Path(index)) as change:
        old = EmbeddedIndex(change.index)
        wanted = dict.fromkeys(identifiers, 0)
        places = [_places(segment, wanted) for segment in old.segments]
        pairs = [(segment, place) for segment, own in zip(old.segments, places, strict=True) for place in own.tolist()]
        found = {_identifier(segment, place) for segment, place in pairs}
        missing = [identifier for identifier in wanted if identifier not in found]
        if missing:
            raise IndexAccessError(f"{index}: found no article with the id {missing[0]!r}; nothing was removed")
        gone = [_joined(segment.removed, own) for segment, own in zip(old.segments, places, strict=True)]
        _publish_with(change, old, list(old.vocabulary), _counts(old), gone, [], WordCountsWriter())
        return len(pairs)


def compact_index(index: str | Path, *, memory: int = DEFAULT_MEMORY) -> int:
    """Writes the articles of an index into one segment, without what was removed; returns how many there are.

    memory: megabytes that are held at a time, about, besides the vocabulary.
    """
    with changing(Path(index)) as change, ExitStack() as stack:
        old = EmbeddedIndex(change.index)
        draft = Draft(change.new_folder("draft"))
        stack.callback(draft.close)
        draft.number(old.vocabulary)
        for segment in old.segments:
            for articles in segment.forward.parts(_HELD):
                _copy(segment, articles[~np.isin(articles, segment.removed)], draft)
        draft.words.add(old.words)
        publish_build(change, draft, _description(old), 0, held_bytes(memory))
        return old.size.documents


def _copy(segment: Segment, articles: Ints, draft: Draft) -> None:
    """Writes some articles of a segment into a draft."""
    forward = segment.forward
    sections = _parts(forward.article_sections, articles)
    names = _parts(forward.article_names, articles)
    passages = _parts(forward.section_passages, sections)
    sentences = _parts(forward.passage_sentences, passages)
    for name, rows, chosen in zip(
        ROWS,
        (forward.titles, forward.names, forward.headings, forward.sentences),
        (articles, names, sections, sentences),
        strict=True,
    ):
        draft.add_rows(name, rows.take(chosen))
    for name, offsets, chosen in (
        ("article_sections", forward.article_sections, articles),
        ("article_names", forward.article_names, articles),
        ("section_passages", forward.section_passages, sections),
        ("passage_sentences", forward.passage_sentences, passages),
    ):
        first, last = offsets.bounds(chosen)
        draft.add_lengths(name, last - first)
    draft.add_qualified(segment.qualified[names])
    for name, texts, chosen in zip(
        TEXTS,
        (segment.sentences, segment.headings, segment.articles),
        (sentences, sections, articles),
        strict=True,
    ):
        found = [text for first, last in _runs(chosen) for text in texts.raw(first, last)]
        draft.add_texts(name, joined(found))


def _parts(offsets: Offsets, wholes: Ints) -> Ints:
    """The parts of some wholes."""
    first, last = offsets.bounds(wholes)
    return ranges(first, last - first)


def _runs(numbers: Ints) -> Iterator[tuple[int, int]]:
    """Numbers that ascend, as ranges [first, last) without a gap."""
    if len(numbers):
        breaks = np.flatnonzero(np.diff(numbers) > 1) + 1
        for part in np.split(numbers, breaks):
            yield int(part[0]), int(part[-1]) + 1


def _identifier(segment: Segment, article: int) -> str:
    return str(json.loads(segment.articles[article])[0])


def _identifiers(segment: Segment) -> Iterator[str]:
    return (str(json.loads(text)[0]) for text in segment.articles.raw(0, segment.forward.articles))


def _places(segment: Segment, wanted: Mapping[str, int]) -> Ints:
    """The articles of a segment that were not removed and have one of the ids."""
    places = (place for place, identifier in enumerate(_identifiers(segment)) if identifier in wanted)
    return np.setdiff1d(np.fromiter(places, np.int64), segment.removed)


def _joined(one: Ints, other: Ints) -> Ints:
    return np.union1d(one, other).astype(np.int64)


def _description(old: EmbeddedIndex) -> dict[str, Any]:
    made = ("format", "version", "checksum", "files", "state", "segments", "counts", "windows")
    return {key: value for key, value in old.manifest.items() if key not in made}


def _counts(old: EmbeddedIndex) -> Counts:
    cf, df, sf = (counts.astype(np.int64) for counts in (old.cf, old.df, old.sf))
    return Counts(cf, df, sf, old.size.sentence_length, tuple(old.manifest["windows"]))


def _without(counts: Counts, segment: Segment, articles: Ints, terms: int) -> Counts:
    """Counts less those of some articles."""
    for begin in range(0, len(articles), _ARTICLES):
        counts -= counts_of(segment.forward, articles[begin : begin + _ARTICLES], terms)
    return counts


def _publish_with(
    change: Change,
    old: EmbeddedIndex,
    terms: Sequence[bytes],
    counts: Counts,
    gone: Sequence[Ints],
    added: Sequence[tuple[str, Segment]],
    words: WordCountsWriter,
) -> None:
    """Publishes the segments of an index, less some articles of each, with others behind them."""
    kept = []
    for size, segment, removed in zip(old.manifest["segments"], old.segments, gone, strict=True):
        counts = _without(counts, segment, np.setdiff1d(removed, segment.removed), len(terms))
        if len(removed) < segment.forward.articles:
            kept.append((size["name"], Segment(change.index / size["name"], removed)))
    words.add(old.words)
    _publish(change, _description(old), terms, counts, [*kept, *added], words)


def _publish(
    change: Change,
    description: Mapping[str, Any],
    terms: Sequence[bytes],
    counts: Counts,
    segments: Sequence[tuple[str, Segment]],
    words: WordCountsWriter,
) -> None:
    state = change.new_folder("state")
    write_state(state, terms, counts, [segment for _, segment in segments])
    words.write(state)
    sizes = [
        {
            "name": name,
            "articles": segment.forward.articles,
            "passages": segment.forward.passages,
            "sentences": len(segment.forward.sentences),
        }
        for name, segment in segments
    ]
    live = [_live(segment) for _, segment in segments]
    documents, passages, sentences = (sum(numbers) for numbers in zip(*live, strict=True)) if live else (0, 0, 0)
    change.publish(
        {
            **description,
            "counts": {
                "documents": documents,
                "passages": passages,
                "sentences": sentences,
                "terms": int(np.count_nonzero(counts.cf)),
                "collection_length": int(counts.cf.sum()),
                "sentence_length": counts.sentence_length,
            },
            "windows": list(counts.windows),
            "segments": sizes,
            "state": state.name,
        }
    )


def _live(segment: Segment) -> tuple[int, int, int]:
    """How many articles, passages and sentences of a segment were not removed."""
    forward = segment.forward
    first, last = forward.article_passages(segment.removed)
    first_sentence, last_sentence = forward.article_sentences(segment.removed)
    return (
        forward.articles - len(segment.removed),
        forward.passages - int((last - first).sum()),
        len(forward.sentences) - int((last_sentence - first_sentence).sum()),
    )
