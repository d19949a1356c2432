"""Files that are too large to be read when an index is opened, checked page by page when they are first used."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import load_array, write_array
from tweetctx.ragged import Ints

PAGE_BITS = 16
PAGE = 1 << PAGE_BITS  # bytes


def write_checksums(path: Path) -> None:
    """Writes the CRC-32 of every page of a file beside it."""
    with path.open("rb") as file:
        sums = [zlib.crc32(page) for page in iter(lambda: file.read(PAGE), b"")]
    write_array(_beside(path), np.array(sums, np.uint32))


def _beside(path: Path) -> Path:
    return path.with_suffix(".pages.npy")


class PagedFile:
    """The bytes of a file, mapped. What is used of them is to be asked for with `need` first.

    A page is compared with its checksum once; whether it was is all that changes after opening, and two threads that
    find the same page unchecked check it twice.
    """

    def __init__(self, path: Path) -> None:
        """Maps a file; IndexDamagedError if its checksums are not as many as its pages."""
        self.path = path
        self._sums = load_array(_beside(path))
        size = path.stat().st_size
        if len(self._sums) != -(-size // PAGE):
            raise IndexDamagedError(f"{path}: damaged, found {size} bytes, expected {len(self._sums)} pages of {PAGE}")
        self.bytes: NDArray[np.uint8] = np.asarray(np.memmap(path, np.uint8, "r")) if size else np.empty(0, np.uint8)
        self._checked = np.zeros(len(self._sums), np.bool_)

    def view(self, dtype: type[np.generic]) -> NDArray[Any]:
        """The bytes as numbers; a rest that is too short for one is left out."""
        size = np.dtype(dtype).itemsize
        return self.bytes[: len(self.bytes) // size * size].view(dtype)

    def need(self, begins: Ints, ends: Ints) -> None:
        """Checks the pages of the ranges [begin, end), in bytes; IndexDamagedError for one that is not as written."""
        from tweetctx.index.storage.row_kernels import unchecked

        pages = unchecked(begins, ends, self._checked, PAGE_BITS)
        if len(pages) and (pages[0] < 0 or pages[-1] >= len(self._checked)):
            raise IndexDamagedError(f"{self.path}: damaged, its content does not fit the files beside it")
        for page in pages.tolist():
            self._check(page)

    def _check(self, page: int) -> None:
        if zlib.crc32(self.bytes[page << PAGE_BITS : page + 1 << PAGE_BITS].data) != self._sums[page]:
            raise IndexDamagedError(
                f"{self.path}: damaged, bytes {page << PAGE_BITS} to {page + 1 << PAGE_BITS} do not fit their checksum"
            )
        self._checked[page] = True
