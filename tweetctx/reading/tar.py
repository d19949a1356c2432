"""Reads the regular files of a tar archive from a stream; nothing is ever written.

A member is only a name and bytes, so paths and links in an archive have no effect. No more than one block of a header
is held, whatever sizes it gives, unlike with the standard library's reader, which only parses the headers here.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tweetctx.errors import TweetctxError

BLOCK = 512
_REGULAR = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE)
_LONGEST_PAX = 1 << 20  # bytes of a record about the next member that are looked at
_SIZE = re.compile(rb"(?:^|\n)\d+ size=(\d{1,18})\n")


def is_tar(start: bytes) -> bool:
    """Whether a file that begins with these bytes is a tar archive, POSIX or GNU."""
    return start[257:262] == b"ustar"


class TarReader:
    """Reads an archive once; `members` yields each file's name and pieces, to be read before the next file."""

    def __init__(self, path: Path, pieces: Iterable[bytes], failure: type[TweetctxError]) -> None:
        self._path = path
        self._pieces = iter(pieces)
        self._failure = failure
        self._held = b""
        self._offset = 0  # bytes of the archive before what is held

    def members(self) -> Iterator[tuple[str, Iterator[bytes]]]:
        """Yields the regular files; raises `failure` after what could be read of a truncated or damaged archive."""
        size: int | None = None  # of the next member, where a record before it tells
        while (header := self._take_block()).strip(b"\0"):
            member = self._parse(header)
            length = member.size
            if member.type == tarfile.XHDTYPE and length <= _LONGEST_PAX:
                match = _SIZE.search(b"".join(self._content(length)))
                size = int(match[1]) if match else None
                continue
            length, size = length if size is None else size, None
            content = self._content(length)
            if member.type in _REGULAR:
                yield member.name, content
            for _ in content:  # what was not read
                pass
        for _ in self._pieces:  # the sum of a compressed archive stands at its end
            pass

    def _content(self, length: int) -> Iterator[bytes]:
        padding = -length % BLOCK
        while length:
            piece = self._take(length)
            length -= len(piece)
            yield piece
        while padding:
            padding -= len(self._take(padding))

    def _take_block(self) -> bytes:
        """The next block; empty if the archive ends without its two final blank blocks."""
        block = b""
        while len(block) < BLOCK:
            if not block and not self._fill():
                return b""
            block += self._take(BLOCK - len(block))
        return block

    def _take(self, most: int) -> bytes:
        """Up to so many bytes, at least one."""
        if not self._fill():
            raise self._failure(
                f"{self._path}: truncated, the tar ends at byte {self._offset}; expected the rest of it"
            )
        taken, self._held = self._held[:most], self._held[most:]
        self._offset += len(taken)
        return taken

    def _fill(self) -> bool:
        while not self._held and (piece := next(self._pieces, None)) is not None:
            self._held = piece
        return bool(self._held)

    def _parse(self, header: bytes) -> tarfile.TarInfo:
        problem = "a negative size"
        try:
            member = tarfile.TarInfo.frombuf(header, "utf-8", "replace")
            if member.size >= 0:
                return member
        except tarfile.HeaderError as error:
            problem = str(error)
        message = f"damaged, found a broken header ({problem}) at byte {self._offset - BLOCK} of the tar"
        raise self._failure(f"{self._path}: {message}; expected a whole archive")
