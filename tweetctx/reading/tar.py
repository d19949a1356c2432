"""Reads the regular files of a tar archive from a stream; nothing is ever written.

A member is only a name and bytes, so paths and links in an archive have no effect. No more than one block of a header
is held, whatever sizes it gives. Format: POSIX.1-2017, pax, "ustar Interchange Format"; GNU's numbers of 8
GiB and more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from tweetctx.errors import TweetctxError

BLOCK = 512
_REGULAR = (b"0", b"\0", b"7")
_PAX = b"x"
_LONGEST_PAX = 1 << 20  # bytes of a record about the next member that are looked at
_OCTAL = re.compile(rb"[0-7]+")
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
        self._place = 0  # bytes of the archive before what is held

    def members(self) -> Iterator[tuple[str, Iterator[bytes]]]:
        """Yields the regular files; raises `failure` after what could be read of a truncated or damaged archive."""
        size: int | None = None  # of the next member, where a record before it tells
        while (header := self._take_block()).strip(b"\0"):
            self._check(header)
            length, kind = self._number(header[124:136]), header[156:157]
            if kind == _PAX and length <= _LONGEST_PAX:
                found = _SIZE.search(b"".join(self._content(length)))
                size = int(found[1]) if found else None
                continue
            length, size = length if size is None else size, None
            content = self._content(length)
            if kind in _REGULAR:
                yield _name(header), content
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
            raise self._failure(f"{self._path}: truncated, the tar ends at byte {self._place}; expected the rest of it")
        taken, self._held = self._held[:most], self._held[most:]
        self._place += len(taken)
        return taken

    def _fill(self) -> bool:
        while not self._held and (piece := next(self._pieces, None)) is not None:
            self._held = piece
        return bool(self._held)

    def _check(self, header: bytes) -> None:
        """Checks the sum of a header's bytes, in which those of the sum itself count as spaces."""
        found = sum(header) - sum(header[148:156]) + 8 * ord(" ")
        if self._number(header[148:156]) != found:
            self._refuse("a header with a wrong sum")

    def _number(self, field: bytes) -> int:
        if field[0] == 0x80:  # GNU's: the other bytes are the number
            return int.from_bytes(field[1:], "big")
        digits = field.strip(b" \0") or b"0"
        if not _OCTAL.fullmatch(digits):
            self._refuse("a header without numbers")
        return int(digits, 8)

    def _refuse(self, found: str) -> NoReturn:
        place = self._place - BLOCK
        raise self._failure(
            f"{self._path}: damaged, found {found} at byte {place} of the tar; expected a whole archive"
        )


def _name(header: bytes) -> str:
    """The name in the header, without the folders in its prefix and the rest of a long name."""
    return header[:100].split(b"\0")[0].decode(errors="replace")
