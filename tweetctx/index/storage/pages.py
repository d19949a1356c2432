"""Arrays of which a page is checked when it is first read, so that opening an index takes no pass over its files."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Ints
from tweetctx.errors import IndexDamagedError
from tweetctx.runtime.compiled import late

row_kernels: Final = late("tweetctx.index.storage.row_kernels")
PAGE_BITS: Final = 16
PAGE: Final = 1 << PAGE_BITS  # bytes
ONE_PAGE: Final = 62  # the bits of a page that holds any array
_NOTES: Final = 256  # unchecked pages that a kernel notes at a time

# Whether the values of a page, the first of which has some offset in the array, are such as the format allows.
Valid = Callable[[NDArray[Any], int], bool]


class PagedArray:
    """A mapped array. Before its `values` are read, `need`, `at` or `whole` checks the pages that they stand in.

    A page is compared with its checksum once, and its values with what the format allows. Which pages were checked is
    all that changes after opening; two threads that find the same page unchecked check it twice.
    """

    def __init__(
        self,
        values: NDArray[Any],
        sums: Ints,
        page_bits: int,
        damage: Callable[[str], IndexDamagedError],
        valid: Valid | None = None,
    ) -> None:
        """sums: the CRC-32 of each page of 2^page_bits bytes. damage: the error for content with some problem."""
        self.values, self.damage = values, damage
        self._bytes, self._sums, self._valid = values.view(np.uint8), sums, valid
        self._page_bits = page_bits
        self._item_bits = page_bits - values.itemsize.bit_length() + 1  # a page has so many items
        self._checked = np.zeros(len(sums), np.bool_)
        self._is_whole = not len(sums)
        self.column = values, self._checked, self._item_bits  # as kernels read it

    def __len__(self) -> int:
        return len(self.values)

    def trust(self) -> PagedArray:
        """Marks all pages as checked: this process has just written them."""
        self._checked[:] = self._is_whole = True
        return self

    def need(self, begins: Ints, ends: Ints) -> None:
        """Checks the pages of the ranges [begin, end); IndexDamagedError for one that is not as written."""
        kernels, size = row_kernels(), len(self.values)
        if not kernels.ranges_are_checked(begins, ends, self._checked, self._item_bits, size):
            self.check_pages(kernels.unchecked(begins, ends, self._checked, self._item_bits, size).tolist())

    def last(self) -> int:
        """The last value."""
        if not self._is_whole:
            self._check(len(self._sums) - 1)
        return int(self.values[-1])

    def at(self, offsets: Ints) -> NDArray[Any]:
        """The values at some offsets, in their shape."""
        if not self._is_whole:
            begins = np.ascontiguousarray(offsets, np.int64).ravel()
            if not row_kernels().offsets_are_checked(begins, self._checked, self._item_bits, len(self.values)):
                self.need(begins, begins + 1)
        try:
            return self.values[offsets]
        except IndexError as error:
            raise self.damage("does not fit the arrays beside it") from error

    def whole(self) -> NDArray[Any]:
        """All values."""
        if not self._is_whole:
            for page in np.flatnonzero(~self._checked).tolist():
                self._check(page)
            self._is_whole = True
        return self.values

    def altered(self) -> bool:
        """Whether any page is not as it was written."""
        return not all(self._fits(page) for page in range(len(self._sums)))

    def check_pages(self, pages: Iterable[int]) -> None:
        """Checks some pages; IndexDamagedError for one that is not as written, or a negative number."""
        for page in sorted(set(pages)):
            if page < 0:
                raise self.damage("does not fit the arrays beside it")
            self._check(page)
        self._is_whole = bool(self._checked.all())

    def _check(self, page: int) -> None:
        if not self._fits(page):
            raise self.damage(f"does not fit its checksum from byte {page << self._page_bits} on")
        first = page << self._item_bits
        if self._valid and not self._valid(self.values[first : page + 1 << self._item_bits], first):
            raise self.damage("does not fit the arrays beside it")
        self._checked[page] = True

    def _fits(self, page: int) -> bool:
        content = self._bytes[page << self._page_bits : page + 1 << self._page_bits]
        return zlib.crc32(content.data) == int(self._sums[page])


def read_checked(kernel: Callable[..., Any], arrays: Sequence[PagedArray], *arguments: Any) -> Any:
    """What a kernel finds when all pages that it reads are checked.

    It reads the `column` of some arrays, and notes the pages that are not checked in its last argument: see
    `column_kernels`. Those are checked, and it starts again.
    """
    while True:
        notes = np.empty((_NOTES + 1, 2), np.int64)
        notes[0, 0] = 0
        result = kernel(*arguments, notes)
        if not notes[0, 0]:
            return result
        noted = notes[1 : notes[0, 0] + 1].tolist()
        for index, array in enumerate(arrays):
            array.check_pages(page for owner, page in noted if owner == index)
