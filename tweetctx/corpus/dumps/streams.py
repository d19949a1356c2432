"""The streams of a bzip2 file, found by their magic number.

A multistream dump compresses every hundred pages independently, so that each stream can be read alone. The index
published beside it has their offsets, but it is not needed.
"""

from __future__ import annotations

import bz2
import re
from collections.abc import Iterator
from pathlib import Path

from tweetctx.errors import CorpusError

BLOCK = 1 << 20  # bytes read from the file at a time
PIECE = 1 << 18  # bytes decompressed at a time
NEAR = 1 << 24  # bytes in which the second stream begins where reading by streams is worth it

# Before the first block, or of a stream without one.
_MAGIC = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
_MAGIC_SIZE = 10


def stream_starts(path: Path, begin: int = 0, end: int | None = None) -> Iterator[int]:
    """Yields the offsets from `begin` on at which a stream may begin; false ones are possible, but very rare.

    Raises CorpusError if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            file.seek(begin)
            held, at = b"", begin
            while (end is None or at < end) and (block := file.read(BLOCK)):
                held += block
                for match in _MAGIC.finditer(held):
                    yield at + match.start()
                at += max(0, len(held) - (_MAGIC_SIZE - 1))
                held = held[-(_MAGIC_SIZE - 1) :]
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error.strerror or error}); expected a readable file") from error


def is_multistream(path: Path) -> bool:
    """Whether a file consists of bzip2 streams and the second begins with a page."""
    starts = stream_starts(path, 0, NEAR)
    if next(starts, None) != 0:
        return False
    for start in starts:
        try:
            first = next(Stream(path, start).pieces(), b"").lstrip()
        except StreamError:
            continue  # no stream
        if first:
            return first.startswith((b"<page", b"</mediawiki"))
    return False


def is_padding(path: Path, begin: int, end: int) -> bool:
    """Whether there are only zeros between two offsets of a file."""
    with path.open("rb") as file:
        file.seek(begin)
        while begin < end and (block := file.read(min(BLOCK, end - begin))):
            if block.strip(b"\0"):
                return False
            begin += len(block)
    return True


class StreamError(ValueError):
    """A damaged stream. whole: whether what was read of it is intact."""

    def __init__(self, found: str, *, whole: bool) -> None:
        super().__init__(found)
        self.found = found
        self.whole = whole


class Stream:
    """One stream of a file. end: the offset after it, once it is read."""

    def __init__(self, path: Path, start: int) -> None:
        self._path = path
        self._start = start
        self.end = start

    def pieces(self) -> Iterator[bytes]:
        """Yields the content in pieces; raises StreamError if it is damaged."""
        decoder = bz2.BZ2Decompressor()
        with self._path.open("rb") as file:
            file.seek(self._start)
            while not decoder.eof:
                data = file.read(PIECE) if decoder.needs_input else b""
                if decoder.needs_input and not data:
                    raise StreamError(f"the end of the file, at byte {file.tell()}, inside it", whole=True)
                try:
                    piece = decoder.decompress(data, PIECE)
                except (OSError, ValueError) as error:
                    raise StreamError(f"damage ({error})", whole=False) from None
                if piece:
                    yield piece
            self.end = file.tell() - len(decoder.unused_data)
