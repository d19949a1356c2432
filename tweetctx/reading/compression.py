"""Reads files in pieces, decompressed if their first bytes show a compression."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path

from tweetctx.errors import TweetctxError

BLOCK = 1 << 16  # bytes read from the file at a time
PIECE = 1 << 18  # bytes decompressed at a time
ZSTD_FEED = 1 << 11  # zstandard has no limit on output: 2 KiB can become 64 MiB, which is as much as we want to hold
XZ_MEMORY = 1 << 29  # `xz -9` needs 65 MiB; a file that asks for more than 512 is refused

SUFFIXES = (".gz", ".bz2", ".xz", ".zst")  # of compressed files

HEAD = 1 << 12  # bytes that tell most formats
_BLANK = 16  # times as many bytes of white space that a file may begin with
_BOM = b"\xef\xbb\xbf"

_DAMAGE = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)


class _Gzip:
    """zlib's decompressor with the interface of bz2's and lzma's: one stream, with bounded output per call."""

    def __init__(self) -> None:
        self._decoder = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._decoder.eof

    @property
    def needs_input(self) -> bool:
        return not self._decoder.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._decoder.unused_data

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        return self._decoder.decompress(self._decoder.unconsumed_tail + data, max_length)


class _Zstandard:
    """zstandard's decompressor of one frame with that interface; it feeds small inputs, as it has no max_length."""

    def __init__(self) -> None:
        import zstandard  # here, because most corpora do not need it

        self._decoder = zstandard.ZstdDecompressor().decompressobj()
        self._error = zstandard.ZstdError
        self._waiting = b""

    @property
    def eof(self) -> bool:
        return self._decoder.eof

    @property
    def needs_input(self) -> bool:
        return not self._waiting

    @property
    def unused_data(self) -> bytes:
        return self._decoder.unused_data + self._waiting

    def decompress(self, data: bytes, _max_length: int, /) -> bytes:
        data = self._waiting + data
        bite, self._waiting = data[:ZSTD_FEED], data[ZSTD_FEED:]
        try:
            return self._decoder.decompress(bite)
        except self._error as error:
            raise ValueError(str(error)) from error


_Decoder = bz2.BZ2Decompressor | lzma.LZMADecompressor | _Gzip | _Zstandard


def _method(head: bytes) -> tuple[str, Callable[[], _Decoder]] | None:
    if head.startswith(b"\x1f\x8b"):
        return "gzip", _Gzip
    if head.startswith(b"BZh"):
        return "bzip2", bz2.BZ2Decompressor
    if head.startswith(b"\xfd7zXZ\x00"):
        return "xz", partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memlimit=XZ_MEMORY)
    # The second is a skippable frame, with which pzstd begins its files.
    if head.startswith(b"\x28\xb5\x2f\xfd") or (head[1:4] == b"\x2a\x4d\x18" and 0x50 <= head[0] <= 0x5F):
        return "zstandard", _Zstandard
    return None


def read_pieces(path: Path, on_read: Callable[[int], None], failure: type[TweetctxError]) -> Iterator[bytes]:
    """Yields the content of a file in pieces, decompressed; gzip, bzip2, xz and zstandard are detected.

    All streams (members, frames) of a file are read. on_read: called with the number of stored bytes of each read.
    Raises `failure`, after what could be read, where the file cannot be read or its compression is damaged.
    """
    blocks = _blocks(path, on_read, failure)
    head = next(blocks, b"")
    method = _method(head)
    if method is None:
        yield from chain([head] if head else [], blocks)
    else:
        yield from _decompress(path, *method, chain([head], blocks), failure)


def open_content(
    path: Path, failure: type[TweetctxError], on_read: Callable[[int], None] = lambda _: None, most: int = HEAD
) -> tuple[bytes, Iterator[bytes]]:
    """Decompresses a file; returns its first bytes, without leading white space, and all of its content in pieces.

    The first bytes are all, or at least `most`. A byte order mark is dropped from both. on_read, failure: see
    `read_pieces`; the failure is raised after what could be read.
    """
    pieces = read_pieces(path, on_read, failure)
    head = b""
    while len(head.removeprefix(_BOM).lstrip()) < most and len(head) < _BLANK * most:
        try:
            piece = next(pieces, b"")
        except failure as error:
            if not head:
                raise
            pieces = _failing(error)
            break
        if not piece:
            break
        head += piece
    head = head.removeprefix(_BOM)
    return head.lstrip(), chain([head], pieces)


def _failing(error: TweetctxError) -> Iterator[bytes]:
    raise error
    yield


def _blocks(path: Path, on_read: Callable[[int], None], failure: type[TweetctxError]) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                on_read(len(block))
                yield block
    except OSError as error:
        raise failure(f"{path}: cannot be read ({error.strerror or error}); expected a readable file") from error


def _decompress(
    path: Path, name: str, new: Callable[[], _Decoder], blocks: Iterator[bytes], failure: type[TweetctxError]
) -> Iterator[bytes]:
    data = next(blocks)
    taken = len(data)
    while data:
        decoder = new()
        while not decoder.eof:
            if not data and decoder.needs_input:
                data = next(blocks, b"")
                taken += len(data)
            ended = not data and decoder.needs_input
            try:
                piece = decoder.decompress(data, PIECE)
            except _DAMAGE as error:
                raise failure(f"{path}: damaged at about byte {taken} ({error}); expected whole {name} data") from error
            if piece:
                yield piece
            elif ended and not decoder.eof:
                raise failure(f"{path}: truncated, it ends at byte {taken}; expected the rest of its {name} data")
            data = b""
        data = decoder.unused_data
        while not (data := data.lstrip(b"\0")):  # zeros may pad a stream
            data = next(blocks, b"")
            taken += len(data)
            if not data:
                break
