"""Kernels that read columns of which not all pages were checked yet."""

import zlib
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.column_kernels import empty_unchecked, note
from tweetctx.index.storage.pages import PagedArray, read_checked

PAGE_BITS = 4  # 16 bytes: 2 values


def paged(values: NDArray[np.uint64], damaged: int | None = None) -> PagedArray:
    """An array of small pages; the checksum of one of them may be wrong."""
    pages = values.tobytes()
    sums = [zlib.crc32(pages[at : at + 16]) ^ (at >> PAGE_BITS == damaged) for at in range(0, len(pages), 16)]
    return PagedArray(values, np.array(sums), PAGE_BITS, IndexDamagedError)


def total(column: Any, begins: Any, ends: Any, notes: Any) -> int:
    """The sum of the values in some ranges whose pages were checked."""
    ends = ends.copy()
    empty_unchecked(column, begins, ends, 0, notes)
    return sum(int(column[0][begin:end].sum()) for begin, end in zip(begins, ends, strict=True))


def test_more_pages_than_can_be_noted_at_once() -> None:
    values = np.arange(2000, dtype=np.uint64)
    array = paged(values)
    begins, ends = np.array([0, 5, 1999, 2000]), np.array([2000, 5, 2000, 2000])
    assert read_checked(total, [array], array.column, begins, ends) == values.sum() + 1999


def test_pages_that_are_not_read_are_not_checked() -> None:
    array = paged(np.arange(20, dtype=np.uint64), damaged=3)
    assert read_checked(total, [array], array.column, np.array([0, 8]), np.array([6, 20])) == 15 + sum(range(8, 20))
    with pytest.raises(IndexDamagedError, match="checksum from byte 48 on"):
        read_checked(total, [array], array.column, np.array([5]), np.array([7]))


def test_what_a_kernel_finds_wrong_is_damage_of_its_array() -> None:
    def find_wrong(notes: Any) -> None:
        note(1, -1, notes)

    one, other = paged(np.arange(4, dtype=np.uint64)), paged(np.arange(4, dtype=np.uint64))
    other.damage = lambda problem: IndexDamagedError(f"the other {problem}")
    with pytest.raises(IndexDamagedError, match="the other does not fit the arrays beside it"):
        read_checked(find_wrong, [one, other])
