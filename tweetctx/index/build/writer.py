"""Writes the file of a segment from a segment buffer."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Self

import numpy as np

from tweetctx.index.build.inversion import invert
from tweetctx.index.build.numbering import Numbering
from tweetctx.index.build.segment_buffer import TEXTS, SegmentBuffer
from tweetctx.index.build.sizes import Size
from tweetctx.index.search.vocabulary import write_vocabulary
from tweetctx.index.storage.arrays import ArrayFileWriter
from tweetctx.index.storage.forward import ROWS, STRUCTURE
from tweetctx.index.storage.offsets import write_offsets
from tweetctx.index.storage.rows import RowsWriter
from tweetctx.index.storage.surfaces import write_surfaces
from tweetctx.index.storage.texts import BLOCK_BYTES, SAMPLE_BYTES, SMALL_BLOCK, TextsWriter, train_dictionary

BYTES_HELD = 512  # of memory for each term that is held
LEAST_HELD = 1 << 16
_SAMPLES = 3_000
_PATIENCE = 0.5  # seconds to wait for an abandoned compression


@dataclass(frozen=True, slots=True)
class Written:
    """A written segment. size: what it adds to the index; terms: how many it adds to the vocabulary."""

    path: Path
    size: Size
    terms: int


def write_segment(
    buffer: SegmentBuffer, path: Path, number: Callable[[int], Numbering], *, memory: int, prune_words: bool = False
) -> Written:
    """Writes the file of a segment.

    number: numbers the terms, given how many may be held at a time. memory: in bytes, besides the vocabulary.
    prune_words: whether to drop word pairs that occur once.
    """
    buffer.flush()
    held = max(memory // BYTES_HELD, LEAST_HELD)
    file = ArrayFileWriter(path)
    with _Compression(buffer, file) as compression:
        numbering = number(held)
        for name in ROWS:
            writer = RowsWriter(file, name)
            for rows in buffer.rows(name, held):
                writer.append(numbering.renumbered(rows))
            writer.close()
        for name in STRUCTURE:
            write_offsets(file, name, buffer.lengths(name))
        _write_numbers(file, numbering)
        size = invert(file, numbering.numbers, buffer.folder, held)
        for texts_writer in compression.result():
            texts_writer.close()
    _write_identifiers(buffer, file)
    buffer.words.write(file, pruned=prune_words)
    write_surfaces(buffer.folder, file, memory)
    file.close()
    return Written(path, size, len(numbering.new_terms))


def _write_numbers(file: ArrayFileWriter, numbering: Numbering) -> None:
    """Writes the vocabulary that the segment adds, and the numbers of its terms unless they are 0, 1, ..."""
    write_vocabulary(file, numbering.new_terms)
    numbers = numbering.numbers
    identical = np.array_equal(numbers, np.arange(len(numbers)))
    file.write("term_numbers", (np.empty(0) if identical else numbers).astype(np.uint32))


class _Compression:
    """Compresses all texts in a thread, which releases the interpreter's lock.

    If the block that uses it raises, the thread is abandoned: it stops after its current step. The longest, training a
    dictionary, takes seconds.
    """

    def __init__(self, buffer: SegmentBuffer, file: ArrayFileWriter) -> None:
        self._buffer, self._file = buffer, file
        self._made: Future[list[TextsWriter]] = Future()
        self._abandoned = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *about: object) -> None:
        if kind is not None:
            self._abandoned.set()
        self._thread.join(None if kind is None else _PATIENCE)

    def result(self) -> list[TextsWriter]:
        """Returns the writers of all texts, which the caller closes."""
        return self._made.result()

    def _run(self) -> None:
        try:
            self._made.set_result([self._compressed(name) for name in TEXTS])
        except BaseException as error:
            self._made.set_exception(error)

    def _compressed(self, name: str) -> TextsWriter:
        samples = self._buffer.samples(name, SAMPLE_BYTES, _SAMPLES)
        block = BLOCK_BYTES if name == "sentences" else SMALL_BLOCK
        writer = TextsWriter(self._file, name, train_dictionary(*samples), block)
        for some in self._buffer.texts(name):
            if self._abandoned.is_set():
                raise RuntimeError("nobody waits for it any more")
            writer.append(some)
        writer.finish()
        return writer


def _write_identifiers(buffer: SegmentBuffer, file: ArrayFileWriter) -> None:
    identifiers = (str(json.loads(text)[0]) for some in buffer.texts("articles") for text in some)
    keys = np.fromiter((identifier_key(identifier) for identifier in identifiers), np.uint32)
    order = np.argsort(keys, kind="stable")
    file.write("identifier_keys", keys[order])
    file.write("identifier_articles", order.astype(np.uint32))


def identifier_key(identifier: str) -> int:
    """Returns a hash of 32 bits by which the articles with an id are found."""
    return zlib.crc32(identifier.encode("utf-8", "replace"))
