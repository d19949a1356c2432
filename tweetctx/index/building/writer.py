"""Writes the file of a segment from a segment buffer."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import numpy as np

from tweetctx.index.building.inversion import invert
from tweetctx.index.building.numbering import Numbering
from tweetctx.index.building.segment_buffer import TEXTS, SegmentBuffer
from tweetctx.index.building.sizes import Size
from tweetctx.index.search.vocabulary import write_vocabulary
from tweetctx.index.storage.arrays import ArrayFileWriter
from tweetctx.index.storage.forward import ROWS, STRUCTURE
from tweetctx.index.storage.offsets import write_offsets
from tweetctx.index.storage.rows import RowsWriter
from tweetctx.index.storage.short_texts import ShortTextsWriter
from tweetctx.index.storage.surfaces import Writer, write_surfaces
from tweetctx.index.storage.texts import END, SAMPLE_BYTES, TextsWriter, train_dictionary

BYTES_HELD = 512  # of memory for each term that is held while rows are written ...
BYTES_INVERTED = 128  # ... and while they are inverted, whose time grows with the square of the number of parts
LEAST_HELD = 1 << 16
_SAMPLES = 3_000
_PATIENCE = 0.5  # seconds to wait for an abandoned thread


@dataclass(frozen=True, slots=True)
class Written:
    """A written segment. size: what it adds to the index; terms: how many it adds to the vocabulary."""

    path: Path
    size: Size
    terms: int


def write_segment(
    buffer: SegmentBuffer,
    path: Path,
    number_terms: Callable[[int], Numbering],
    *,
    memory: int,
    prune_words: bool = False,
) -> Written:
    """Writes the file of a segment.

    number_terms: numbers the terms, given how many may be held at a time. memory: in bytes, besides the vocabulary.
    prune_words: whether to drop word pairs that occur once.
    """
    buffer.finish()
    held = max(memory // BYTES_HELD, LEAST_HELD)
    file = ArrayFileWriter(path)
    with _beside(buffer, file, memory // 2) as beside:
        numbering = number_terms(held)
        for name in ROWS:
            writer = RowsWriter(file, name)
            for rows in buffer.rows(name, held):
                writer.append(numbering.renumbered(rows))
            writer.close()
        for name in STRUCTURE:
            write_offsets(file, name, buffer.lengths(name))
        _write_numbers(file, numbering)
        term_numbers, terms = numbering.term_numbers, len(numbering.new_terms)
        del numbering  # with its terms
        size = invert(file, term_numbers, buffer.folder, max(memory // BYTES_INVERTED, LEAST_HELD))
        texts, surfaces = beside.result()
    for texts_writer in texts:
        texts_writer.close()
    _write_identifiers(buffer, file)
    file.write("revisions", buffer.revisions())
    buffer.words.write(file, pruned=prune_words)
    for surfaces_writer in surfaces:
        surfaces_writer.close()
    file.close()
    return Written(path, size, terms)


def _write_numbers(file: ArrayFileWriter, numbering: Numbering) -> None:
    """Writes the vocabulary that the segment adds, and the numbers of its terms unless they are 0, 1, ..."""
    write_vocabulary(file, numbering.new_terms)
    term_numbers = numbering.term_numbers
    identical = np.array_equal(term_numbers, np.arange(len(term_numbers)))
    file.write("term_numbers", (np.empty(0) if identical else term_numbers).astype(np.uint32))


@contextmanager
def _beside(
    buffer: SegmentBuffer, file: ArrayFileWriter, memory: int
) -> Iterator[Future[tuple[list[TextsWriter | ShortTextsWriter], list[Writer]]]]:
    """Writes all texts and what is known of names in a thread while the block runs.

    Yields a future of their writers, which the caller closes. If the block raises, the thread stops after its current
    step. The longest step, training a dictionary, takes seconds, of which _PATIENCE are awaited.
    """
    abandoned = Event()

    def written(name: str) -> TextsWriter | ShortTextsWriter:
        writer: TextsWriter | ShortTextsWriter
        if name == "sentences":
            samples = buffer.samples(name, SAMPLE_BYTES, _SAMPLES)
            writer = TextsWriter(file, name, train_dictionary(*samples))
        else:
            writer = ShortTextsWriter(file, name)
        for some in buffer.texts(name):
            if abandoned.is_set():
                raise CancelledError
            writer.append(some)
        writer.finish()
        return writer

    pool = ThreadPoolExecutor(1)
    future = pool.submit(lambda: ([written(name) for name in TEXTS], write_surfaces(buffer.folder, file, memory)))
    pool.shutdown(wait=False)  # no more work comes
    try:
        yield future
    except BaseException:
        abandoned.set()
        wait([future], _PATIENCE)
        raise


def _write_identifiers(buffer: SegmentBuffer, file: ArrayFileWriter) -> None:
    texts = (text.decode() for some in buffer.texts("articles") for text in some.split(END)[:-1])
    identifiers = (str(json.loads(text)[0]) for text in texts)
    keys = np.fromiter((identifier_key(identifier) for identifier in identifiers), np.uint32)
    order = np.argsort(keys, kind="stable")
    file.write("identifier_keys", keys[order])
    file.write("identifier_articles", order.astype(np.uint32))


def identifier_key(identifier: str) -> int:
    """Returns a hash of 32 bits by which the articles with an id are found."""
    return zlib.crc32(identifier.encode("utf-8", "replace"))
