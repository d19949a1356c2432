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
    """Returns how the content of a file begins, without blank bytes, and all of it in pieces, decompressed.

    `on_read` gets how many stored bytes each read took. Both come without a byte order mark. Where the file cannot
    be read or its compression is damaged, the pieces raise CorpusError behind what could be read, if anything could.
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


def _failing(error: CorpusError) -> Iterator[bytes]:
    raise error
    yield
