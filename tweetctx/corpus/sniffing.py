"""The first bytes of a file's content, which tell its format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

from tweetctx.errors import CorpusError
from tweetctx.reading.compression import read_pieces

HEAD = 1 << 12  # bytes that tell a format
_BLANK = 1 << 16  # bytes of white space that a file may begin with
_LANGUAGE = 1 << 22  # bytes in which a language is looked for
_BOM = b"\xef\xbb\xbf"


def open_content(file: Path, on_read: Callable[[int], None]) -> tuple[bytes, Iterator[bytes]]:
    """Decompresses a file; returns its first bytes, without leading white space, and all of its content in pieces.

    A byte order mark is dropped from both. on_read: called with the number of stored bytes of each read. If the file
    cannot be read or its compression is damaged, CorpusError is raised after what could be read.
    """
    pieces = read_pieces(file, on_read, CorpusError)
    head = b""
    while len(head.removeprefix(_BOM).lstrip()) < HEAD and len(head) < _BLANK:
        try:
            piece = next(pieces, b"")
        except CorpusError as error:
            if not head:
                raise
            pieces = _failing(error)
            break
        if not piece:
            break
        head += piece
    head = head.removeprefix(_BOM)
    return head.lstrip(), chain([head], pieces)


def first_language(pieces: Iterator[bytes], pattern: re.Pattern[bytes]) -> str | None:
    """The language code that a pattern finds within the first megabytes of a file; None if there is none."""
    head = b""
    for piece in pieces:
        head += piece
        if (found := pattern.search(head)) or len(head) > _LANGUAGE:
            return found[1].decode() if found else None
    return None


def _failing(error: CorpusError) -> Iterator[bytes]:
    raise error
    yield
