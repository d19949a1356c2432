"""Many short texts in a file, compressed in blocks of which only those that are wanted are read.

A block is a zstd frame with a checksum: its texts in UTF-8, with END behind each. Where texts end can mostly be seen
from what they end with, so that this takes less room than their sizes would. All frames of a file share a dictionary,
without which blocks this small compress badly.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import zstandard
from numpy.typing import NDArray

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import ArrayWriter, load_array, write_array

END = b"\xff"  # no byte of UTF-8
BLOCK_BYTES = 32 << 10
LEVEL = 7
DICTIONARY_SHARE = 64  # a dictionary is at most so small a part of the texts ...
LARGEST_DICTIONARY = 1 << 20  # ... and so many bytes
SAMPLE_BYTES = 8 << 10
LEAST_SAMPLES = 64
_BLOCKS_KEPT = 32  # when they are read ...
_BLOCKS_HELD = 256  # ... and when they are written, by so many threads
_THREADS = 2


def train_dictionary(samples: Sequence[bytes], total: int) -> bytes:
    """A dictionary for texts of `total` bytes, of which these are samples; empty if they are too few for one."""
    size = min(LARGEST_DICTIONARY, total // DICTIONARY_SHARE)
    if len(samples) < LEAST_SAMPLES or size < 1 << 10:
        return b""
    return zstandard.train_dictionary(size, list(samples), level=LEVEL, k=128, d=8, steps=1).as_bytes()


def joined(texts: Sequence[bytes]) -> bytes:
    """Texts with END behind each."""
    return END.join([*texts, b""])


def separated(content: bytes, sizes: NDArray[np.integer[Any]]) -> bytes:
    """Texts that stand one after the other, of so many bytes each, with END behind each."""
    return np.insert(np.frombuffer(content, np.uint8), np.cumsum(sizes), END[0]).tobytes()


class TextsWriter:
    """Writes the files of Texts."""

    def __init__(self, folder: Path, name: str, dictionary: bytes) -> None:
        self._file = (folder / f"{name}.bin").open("wb")
        self._blocks = ArrayWriter(folder / f"{name}.blocks.npy", np.int64)
        write_array(folder / f"{name}.dictionary.npy", np.frombuffer(dictionary, np.uint8))
        known = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
        self._compressor = zstandard.ZstdCompressor(LEVEL, dict_data=known, write_checksum=True)
        self._waiting: list[bytes] = []
        self._full: list[bytes] = []
        self._size = self._texts = self._place = 0
        self._first: list[int] = []

    def append(self, texts: Sequence[bytes]) -> None:
        """Writes texts behind those already written."""
        for text in texts:
            self._waiting.append(text)
            self._size += len(text)
            if self._size >= BLOCK_BYTES:
                self._end_block()
        if len(self._full) >= _BLOCKS_HELD:
            self._compress()

    def close(self) -> None:
        """Ends the files."""
        if self._waiting:
            self._end_block()
        self._compress()
        self._blocks.append(np.array([self._place, self._texts], np.int64))
        self._blocks.close()
        self._file.close()

    def _end_block(self) -> None:
        content = joined(self._waiting)
        if content.count(END) != len(self._waiting):
            raise ValueError("a text holds a byte that UTF-8 has not")
        self._full.append(content)
        self._first.append(self._texts)
        self._texts += len(self._waiting)
        self._waiting.clear()
        self._size = 0

    def _compress(self) -> None:
        """Writes the blocks that are full."""
        if not self._full:
            return
        frames = self._compressor.multi_compress_to_buffer([*self._full], threads=_THREADS)
        for number, first in enumerate(self._first):
            self._blocks.append(np.array([self._place, first], np.int64))
            self._file.write(frames[number].tobytes())
            self._place += len(frames[number])
        self._full.clear()
        self._first.clear()


class Texts:
    """Text i of a file, and texts that follow each other."""

    def __init__(self, folder: Path, name: str) -> None:
        self._path = folder / f"{name}.bin"
        blocks = load_array(folder / f"{name}.blocks.npy").reshape(-1, 2)
        self._places, self._first = blocks[:, 0], np.ascontiguousarray(blocks[:, 1])
        size = self._path.stat().st_size
        if not len(blocks) or self._places[-1] != size:
            raise IndexDamagedError(f"{self._path}: damaged, found {size} bytes, expected those of its blocks")
        self._bytes: NDArray[np.uint8] = np.memmap(self._path, np.uint8, "r") if size else np.empty(0, np.uint8)
        dictionary = load_array(folder / f"{name}.dictionary.npy").tobytes()
        self._dictionary = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
        self._of_thread = threading.local()  # a decompressor serves one thread at a time

    def __len__(self) -> int:
        return int(self._first[-1])

    def __getitem__(self, number: int) -> str:
        return self.between(number, number + 1)

    def between(self, begin: int, end: int) -> str:
        """Texts `begin` to `end` (excluded), joined."""
        return b"".join(self.raw(begin, end)).decode()

    def raw(self, begin: int, end: int) -> Iterator[bytes]:
        """Texts `begin` to `end` (excluded) as UTF-8."""
        block = int(np.searchsorted(self._first, begin, side="right")) - 1
        while begin < end:
            first, last = int(self._first[block]), min(int(self._first[block + 1]), end)
            bounds, texts = self._read(block)
            for before, behind in pairwise(bounds[begin - first : last - first + 1].tolist()):
                yield texts[before + 1 : behind]
            begin, block = last, block + 1

    def _read(self, block: int) -> tuple[NDArray[np.int64], bytes]:
        """The places of END in a block, the first before its begin, and its content; a thread keeps those read last."""
        last: dict[int, tuple[NDArray[np.int64], bytes]] = self._of_thread.__dict__.setdefault("blocks", {})
        if block not in last:
            if len(last) >= _BLOCKS_KEPT:
                del last[next(iter(last))]
            last[block] = self._decompressed(block)
        return last[block]

    def _decompressed(self, block: int) -> tuple[NDArray[np.int64], bytes]:
        frame = self._bytes[int(self._places[block]) : int(self._places[block + 1])]
        try:
            content = self._decompressor().decompress(frame.tobytes())
        except zstandard.ZstdError as error:
            raise IndexDamagedError(f"{self._path}: damaged, block {block} does not decompress ({error})") from error
        count = int(self._first[block + 1] - self._first[block])
        ends = np.flatnonzero(np.frombuffer(content, np.uint8) == END[0])
        if len(ends) != count:
            raise IndexDamagedError(f"{self._path}: damaged, block {block} holds {len(ends)} texts, expected {count}")
        return np.append(-1, ends), content

    def _decompressor(self) -> zstandard.ZstdDecompressor:
        if not hasattr(self._of_thread, "decompressor"):
            self._of_thread.decompressor = zstandard.ZstdDecompressor(dict_data=self._dictionary)
        decompressor: zstandard.ZstdDecompressor = self._of_thread.decompressor
        return decompressor
