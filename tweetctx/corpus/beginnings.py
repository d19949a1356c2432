"""How the content of a file begins, by which its format is known."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from tweetctx.errors import CorpusError
from tweetctx.reading.compression import read_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

HEAD = 1 << 12  # bytes that tell a format
_BLANK = 1 << 16  # bytes of white space that a file may begin with
_BOM = b"\xef\xbb\xbf"


def open_content(file: Path, on_read: Callable[[int], None]) -> tuple[bytes, Iterator[bytes]]:
    """Return how the content of a file begins, without blank bytes, and all of it in pieces, decompressed.

    `on_read` is told how many stored bytes each read took. Both come without a byte order mark. Raises CorpusError,
    as the pieces do, where the file cannot be read or its compression is damaged.
    """
    pieces = read_pieces(file, on_read, CorpusError)
    head = b""
    while len(head.removeprefix(_BOM).lstrip()) < HEAD and len(head) < _BLANK:
        piece = next(pieces, b"")
        if not piece:
            break
        head += piece
    head = head.removeprefix(_BOM)
    return head.lstrip(), chain([head], pieces)
