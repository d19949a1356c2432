"""The inner loops that read rows of terms, compiled. Import this late: it loads numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tweetctx.ragged import Ints

L = cast("Callable[[Any], int]", np.int64)


@njit(cache=True, nogil=True)
def decode(data: Ints, starts: Ints, first: Ints, last: Ints, group_bits: int) -> tuple[Ints, Ints]:
    """Rows `first[i]` to `last[i]` (excluded) joined, for every i: their numbers, and where those of each begin."""
    begin, end = np.empty(len(first), np.int64), np.empty(len(first), np.int64)
    size = 0
    for i in range(len(first)):
        begin[i], end[i] = 0, 0
        if last[i] > first[i]:  # else nothing is read: there may be nothing behind the last row
            begin[i] = _place(data, starts, first[i], group_bits)
            end[i] = _place(data, starts, last[i], group_bits) if last[i] > first[i] + 1 else _behind(data, begin[i])
        size += end[i] - begin[i]
    values = np.empty(size, np.int64)
    offsets = np.zeros(len(first) + 1, np.int64)
    n = 0
    for i in range(len(first)):
        at = begin[i]
        while at < end[i]:
            length, at = varint(data, at)
            behind = at + length
            while at < behind:
                values[n], at = varint(data, at)
                n += 1
        offsets[i + 1] = n
    return values[:n], offsets


@njit(cache=True, nogil=True)
def _place(data: Ints, starts: Ints, row: int, group_bits: int) -> int:
    """Where a row begins."""
    at = L(starts[row >> group_bits])
    for _ in range(row & (1 << group_bits) - 1):
        at = _behind(data, at)
    return at


@njit(cache=True, nogil=True)
def _behind(data: Ints, at: int) -> int:
    """Where the row that begins at a place ends."""
    length, at = varint(data, at)
    return at + length


@njit(cache=True, nogil=True)
def varint(data: Ints, at: int) -> tuple[int, int]:
    """The number that stands at a place, and the place behind it."""
    value, shift = 0, 0
    while True:
        byte = L(data[at])
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


@njit(cache=True, nogil=True)
def unchecked(begins: Ints, ends: Ints, checked: NDArray[np.bool_], page_bits: int) -> Ints:
    """The pages of the ranges [begin, end) that were not checked, or are not there, ascending."""
    count = 0
    pages = np.empty(len(begins), np.int64)
    for i in range(len(begins)):
        for page in range(begins[i] >> page_bits, ((ends[i] - 1) >> page_bits) + 1):
            if 0 <= page < len(checked) and checked[page]:
                continue
            if count == len(pages):
                pages = np.concatenate((pages, np.empty_like(pages)))
            pages[count] = page
            count += 1
    return np.unique(pages[:count])
