"""Many short texts in a file, compressed in blocks of which only those that are wanted are read.

A block is a zstd frame: its texts in UTF-8, with END behind each. Where texts end can mostly be seen
from what they end with, so that this takes less room than their sizes would. All frames of a file share a dictionary,
without which blocks this small compress badly.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import zstandard
from numpy.typing import NDArray

from tweetctx.arrays.types import Ints
from tweetctx.errors import IndexDamagedError, counted
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter
from tweetctx.runtime.compiled import late

_kernels: Final = late("tweetctx.index.storage.text_kernels")
END = b"\xff"  # no byte of UTF-8
# Bytes of a block, at least. Small frames use the tables of the dictionary; larger ones have their own, which take more
# time to build than the texts to unpack. With 4 KB, a search with the texts of 100 passages takes 1.2 to 1.4 times as
# long, and an index 5 % less space.
BLOCK_BYTES = 768
LARGEST_BLOCK = 1 << 30  # bytes: one text can make a block as large as itself
LEVEL = 5  # level 7 takes 1.5 times as long, and 1.7 % less space for texts
# Greedy parsing, which the level has for large dictionaries alone; texts take less space with matches from 6 bytes on
# than from 5.
_PARSING = {"strategy": zstandard.STRATEGY_GREEDY, "min_match": 6}
DICTIONARY_SHARE = 64  # a dictionary is at most so small a part of the texts ...
LARGEST_DICTIONARY = 1 << 20  # ... and so many bytes
SAMPLE_BYTES = 8 << 10
LEAST_SAMPLES = 64
_BLOCKS_KEPT = 128  # when they are read ...
_BLOCKS_HELD = 4096  # ... and when they are written, by so many threads
_THREADS = 2


def train_dictionary(samples: Sequence[bytes], total: int) -> bytes:
    """A dictionary for texts of `total` bytes, of which these are samples; empty if they are too few for one."""
    size = min(LARGEST_DICTIONARY, total // DICTIONARY_SHARE)
    if len(samples) < LEAST_SAMPLES or size < 1 << 10:
        return b""
    return zstandard.train_dictionary(size, list(samples), level=LEVEL, k=128, d=8, steps=1).as_bytes()


def join_texts(texts: Sequence[bytes]) -> bytes:
    """Joins texts, each followed by END; ValueError if one contains END."""
    content = END.join([*texts, b""])
    if content.count(END) != len(texts):
        raise ValueError("a text holds a byte that UTF-8 has not")
    return content


def separated(content: bytes, sizes: NDArray[np.integer[Any]]) -> bytes:
    """Texts that stand one after the other, of so many bytes each, with END behind each."""
    return np.insert(np.frombuffer(content, np.uint8), np.cumsum(sizes), END[0]).tobytes()


class TextsWriter:
    """Writes the arrays of Texts."""

    def __init__(self, file: ArrayFileWriter, name: str, dictionary: bytes, block_bytes: int = BLOCK_BYTES) -> None:
        """block_bytes: of texts in a block, at least, but for the last."""
        self._block_bytes = block_bytes
        self._frames = file.array(f"{name}.frames", np.uint8, paged=True)
        self._blocks = file.array(f"{name}.blocks", np.int64)
        self._file, self._name, self._dictionary = file, name, dictionary
        parameters = zstandard.ZstdCompressionParameters.from_level(LEVEL, dict_size=len(dictionary), **_PARSING)
        known = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
        if known:  # prepared once, not for every call
            known.precompute_compress(compression_params=parameters)
        self._compressor = zstandard.ZstdCompressor(dict_data=known, compression_params=parameters)
        self._rest = b""
        self._full: list[bytes] = []
        self._texts = self._end = 0
        self._first: list[int] = []

    def append(self, content: bytes) -> None:
        """Appends texts. content: the texts, each followed by END."""
        content = self._rest + content
        ends = (np.flatnonzero(np.frombuffer(content, np.uint8) == END[0]) + 1).tolist()
        block = begin = 0  # the first text of a block, and where that begins
        while (last := bisect_left(ends, begin + self._block_bytes)) < len(ends):
            self._end_block(content[begin : (begin := ends[last])], last + 1 - block)
            block = last + 1
        self._rest = content[begin:]
        if len(self._full) >= _BLOCKS_HELD:
            self._compress()

    def finish(self) -> None:
        """Compresses the rest."""
        if self._rest:
            self._end_block(self._rest, self._rest.count(END))
        self._compress()
        self._blocks.append(np.array([self._end, self._texts], np.int64))

    def close(self) -> None:
        """Ends the arrays, which are finished."""
        self._blocks.close()
        self._frames.close()
        self._file.write(f"{self._name}.dictionary", np.frombuffer(self._dictionary, np.uint8))

    def _end_block(self, content: bytes, texts: int) -> None:
        self._full.append(content)
        self._first.append(self._texts)
        self._texts += texts

    def _compress(self) -> None:
        """Writes the blocks that are full."""
        if not self._full:
            return
        frames = self._compressor.multi_compress_to_buffer([*self._full], threads=_THREADS)
        compressed = [frames[index].tobytes() for index in range(len(frames))]
        begins = self._end + np.cumsum([0, *map(len, compressed)])
        self._blocks.append(np.column_stack([begins[:-1], self._first]).ravel())
        self._frames.append(np.frombuffer(b"".join(compressed), np.uint8))
        self._end = int(begins[-1])
        self._full.clear()
        self._first.clear()


class Texts:
    """Text i, and texts that follow each other."""

    def __init__(self, file: ArrayFile, name: str) -> None:
        self._frames = file.pages(f"{name}.frames", np.uint8)
        blocks = file.array(f"{name}.blocks", np.int64)
        self._begins, self._first = blocks[::2], blocks[1::2]
        if (
            not 0 < len(self._first) == len(self._begins)
            or self._begins[-1] != len(self._frames)
            or self._begins[0]
            or self._first[0]
            or (np.diff(self._begins) < 0).any()
            or (np.diff(self._first) < 0).any()
        ):
            raise file.damage(f"{name}.blocks", f"does not fit {name}.frames")
        self._blocks = blocks.reshape(-1, 2)
        dictionary = file.array(f"{name}.dictionary", np.uint8).tobytes()
        self._dictionary = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
        self._of_thread = threading.local()  # a decompressor serves one thread at a time

    def __len__(self) -> int:
        return int(self._first[-1])

    def __getitem__(self, index: int) -> str:
        return self.between(index, index + 1)

    def between(self, begin: int, end: int) -> str:
        """Texts `begin` to `end` (excluded), joined."""
        try:
            return b"".join(self.raw(begin, end)).decode()
        except UnicodeDecodeError as error:
            raise self.damage(f"holds a text that is not UTF-8, {begin} ({error})") from error

    def many(self, ids: Ints) -> list[str]:
        """Returns texts by id; decompresses each block once, however many of them it holds."""
        return self.spans(ids, ids + 1)

    def spans(self, first: Ints, last: Ints) -> list[str]:
        """Texts `first[i]` to `last[i]` (excluded, and above the first), joined; decompresses each block once."""
        if not len(first):
            return []
        if first.min() < 0 or last.max() > len(self):
            raise IndexError(f"texts: found {first.min()} to {last.max()}, expected 0 to {len(self)}")
        found = _kernels().find_blocks(self._blocks, first, last)
        contents = self._contents(found.blocks, found.begins, found.ends)
        content = b"".join(contents)
        ends = np.flatnonzero(np.frombuffer(content, np.uint8) == END[0])
        sizes = np.array([*map(len, contents)])
        starts, stops = _kernels().find_spans(found, sizes, ends, last - first).tolist()
        if not starts:
            for block in found.blocks.tolist():
                self._decompressed(block)  # raises the error of the block that is damaged
        try:
            return [content[start:stop].replace(END, b"").decode() for start, stop in zip(starts, stops, strict=True)]
        except UnicodeDecodeError as error:
            raise self.damage(f"holds a text that is not UTF-8 ({error})") from error

    def damage(self, problem: str) -> IndexDamagedError:
        """The error for texts that are not what was written."""
        return self._frames.damage(problem)

    def raw(self, begin: int, end: int) -> Iterator[bytes]:
        """Texts `begin` to `end` (excluded) as UTF-8."""
        block = int(self._first.searchsorted(begin, "right")) - 1
        while begin < end:
            first, last = int(self._first[block]), min(int(self._first[block + 1]), end)
            yield from self._read(block)[begin - first : last - first]
            begin, block = last, block + 1

    def _read(self, block: int) -> list[bytes]:
        """The texts of a block. Each thread caches the blocks that it read last."""
        last: dict[int, list[bytes]] = self._of_thread.__dict__.setdefault("blocks", {})
        if block not in last:
            if len(last) >= _BLOCKS_KEPT:
                del last[next(iter(last))]
            last[block] = self._decompressed(block)
        return last[block]

    def _decompressed(self, block: int) -> list[bytes]:
        begin, end = self._begins[block : block + 1], self._begins[block + 1 : block + 2]
        (content,) = self._contents(np.array([block]), begin, end)
        count = int(self._first[block + 1] - self._first[block])
        *texts, rest = content.split(END)
        if len(texts) != count or rest:
            raise self.damage(f"holds {counted(len(texts), 'text')} in block {block}, expected {count}")
        return texts

    def _contents(self, blocks: Ints, begins: Ints, ends: Ints) -> list[bytes]:
        """The bytes of blocks, of whose frames it is known where each begins and ends."""
        self._frames.need(begins, ends)
        stored, decompress = self._frames.values.data, self._decompressor().decompress
        frames = [stored[begin:end] for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
        sizes: list[int] = []
        contents: list[bytes] = []
        try:
            # A frame says how large its content is, and that much memory is asked for at once.
            sizes += map(zstandard.frame_content_size, frames)
            if max(sizes) > LARGEST_BLOCK:
                raise self.damage(f"holds a block of more than {LARGEST_BLOCK} bytes")
            contents += map(decompress, frames)
        except zstandard.ZstdError as error:
            if "memory" in str(error):
                raise MemoryError(str(error)) from error
            broken = blocks[len(contents) if len(sizes) == len(frames) else len(sizes)]
            raise self.damage(f"holds a block that does not decompress, {broken} ({error})") from error
        return contents

    def _decompressor(self) -> zstandard.ZstdDecompressor:
        if not hasattr(self._of_thread, "decompressor"):
            self._of_thread.decompressor = zstandard.ZstdDecompressor(dict_data=self._dictionary)
        decompressor: zstandard.ZstdDecompressor = self._of_thread.decompressor
        return decompressor
