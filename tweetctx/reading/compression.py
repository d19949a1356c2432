"""Reads files in pieces, decompressed if their first bytes show a compression."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path

from tweetctx.errors import TweetctxError

BLOCK = 1 << 16  # bytes read from the file at a time
PIECE = 1 << 18  # bytes decompressed at a time
ZSTD_FEED = 1 << 11  # zstandard has no limit on output: 2 KiB can become 64 MiB, which is as much as we want to hold
BZIP2_BLOCK = 9 * 100_000 // 5 * 259  # bytes that a block can hold: each run of up to 259 equal ones is stored as 5
XZ_MEMORY = 1 << 29  # `xz -9` needs 65 MiB; a file that asks for more than 512 is refused

SUFFIXES = (".gz", ".bz2", ".xz", ".zst")  # of compressed files

HEAD = 1 << 12  # bytes that tell most formats
_SHOWN = 16 << 20  # stored bytes in which damage is looked for
_BLANK = 16  # times as many bytes of white space that a file may begin with
_BOM = b"\xef\xbb\xbf"

_DAMAGE = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)


class _Bzip2:
    """Decompresses bzip2 and returns a block only after its checksum was checked; `bz2` alone returns it before."""

    def __init__(self) -> None:
        self._decoder = bz2.BZ2Decompressor()
        self._held: deque[bytes] = deque()
        self._size = 0  # of what is held

    @property
    def eof(self) -> bool:
        return self._decoder.eof

    @property
    def needs_input(self) -> bool:
        return self._decoder.needs_input

    @property
    def unused_data(self) -> bytes:
        return self._decoder.unused_data

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        # While it gives a block out it takes no input, and it checks the block before it takes the next byte.
        fed = bool(data) or not self._decoder.needs_input
        piece = self._decoder.decompress(data, max_length)
        checked = self._release(0) if fed and self._decoder.needs_input else b""
        while piece:
            self._held.append(piece)
            self._size += len(piece)
            piece = b"" if fed else self._decoder.decompress(b"", max_length)
        return checked + self._release(BZIP2_BLOCK if fed and not self._decoder.eof else 0)

    def _release(self, keep: int) -> bytes:
        """What is held, but for the last bytes, at least so many."""
        released = []
        while self._held and self._size - len(self._held[0]) >= keep:
            released.append(self._held.popleft())
            self._size -= len(released[-1])
        return b"".join(released)


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


_Decoder = _Bzip2 | lzma.LZMADecompressor | _Gzip | _Zstandard


def _method(head: bytes) -> tuple[str, Callable[[], _Decoder]] | None:
    if head.startswith(b"\x1f\x8b"):
        return "gzip", _Gzip
    if head.startswith(b"BZh"):
        return "bzip2", _Bzip2
    if head.startswith(b"\xfd7zXZ\x00"):
        return "xz", partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memlimit=XZ_MEMORY)
    # The second is a skippable frame, with which pzstd begins its files.
    if head.startswith(b"\x28\xb5\x2f\xfd") or (head[1:4] == b"\x2a\x4d\x18" and 0x50 <= head[0] <= 0x5F):
        return "zstandard", _Zstandard
    return None


def read_pieces(path: Path, on_read: Callable[[int], None], failure: type[TweetctxError]) -> Iterator[bytes]:
    """Yields the content of a file in pieces, decompressed; gzip, bzip2, xz and zstandard are detected.

    All streams (members, frames) of a file are read. on_read: called with the number of stored bytes of each read.
    Raises `failure`, after what could be read, where the file cannot be read or its compression is damaged. bzip2 is
    checked block by block, so that what could be read is right; the others have their checksum at the end.
    """
    blocks = _blocks(path, on_read, failure)
    head = next(blocks, b"")
    method = _method(head)
    if method is None:
        yield from chain([head] if head else [], blocks)
    else:
        yield from _decompress(path, *method, chain([head], blocks), failure)


def check_compression(path: Path, read: int, failure: type[TweetctxError]) -> None:
    """Raises `failure` if broken content may come from damaged compression, which then shows soon after it.

    read: how many stored bytes of the file have been read.
    """
    before = 0

    def count(size: int) -> None:
        nonlocal before
        before += size

    pieces = _blocks(path, count, failure)
    head = next(pieces, b"")
    method = _method(head)
    if method and method[1] is not _Bzip2:
        for _ in _decompress(path, *method, chain([head], pieces), failure):
            if before > read + _SHOWN:
                return


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
                doubt = "" if new is _Bzip2 else ", and what was read of it before may be wrong"
                found = f"{path}: damaged at about byte {taken} ({error}){doubt}"
                raise failure(f"{found}; expected whole {name} data") from error
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
