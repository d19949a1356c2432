"""The inner loops that write and read rows of terms, and find where they stand, compiled.

Import this late: it loads numba. As 32-bit numbers instead of varints, the terms of the sentences of 321,065 articles
would take 219 MB instead of 111, and the index would be 23 % larger.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Ints, i64
from tweetctx.index.storage.varints import LONGEST, read_varint, write_varint
from tweetctx.runtime.compiled import interpreted, njit

simd: Any = import_module(f"tweetctx.index.storage.{'plain_simd' if interpreted() else 'simd'}")

_LINE = 4 * simd.LINE  # bytes that a cache loads at a time
_LEAST_DECODED = 256
_AMISS, _FULL = -1, -2


@njit(nogil=True)
def encode(values: Ints, offsets: Ints) -> tuple[Ints, Ints]:
    """The bytes of rows, and where those of each end."""
    data = np.empty(LONGEST * (len(values) + len(offsets) - 1), np.uint8)
    ends = np.empty(len(offsets) - 1, np.int64)
    at = 0
    for row in range(len(offsets) - 1):
        at = write_varint(data, at, offsets[row + 1] - offsets[row])
        for i in range(offsets[row], offsets[row + 1]):
            at = write_varint(data, at, i64(values[i]))
        ends[row] = at
    return data[:at], ends


@njit(nogil=True)
def decode(sources: Any, group_bits: int) -> tuple[Ints, Ints]:
    """Rows of some sources; row i of the result has what each source has for it: terms, and where those of each begin.

    sources: of each the column of its bytes, `group_places` of its rows, and how many terms there are. No offsets are
    returned if a page was not checked, a row does not end within its groups, or a term is not below that number;
    nothing outside of the bytes is read.
    """
    offsets = np.zeros(sources[0][1].shape[1] + 1, np.int64)
    values: Ints = np.empty(_LEAST_DECODED + 64 * len(offsets), np.int64)
    n = _decode(sources, group_bits, values, offsets)
    while n == _FULL:
        values = np.empty(2 * len(values), np.int64)
        n = _decode(sources, group_bits, values, offsets)
    return values[: max(n, 0)], offsets if n >= 0 else offsets[:0]


@njit(nogil=True, allocates=False)
def _decode(sources: Any, group_bits: int, values: Ints, offsets: Ints) -> int:
    """Fills values and offsets; returns the number of values, or a negative number as `_decode_rows` does."""
    n = 0
    for column, ranges, _ in sources:
        _prefetch(column, ranges)
    for i in range(len(offsets) - 1):
        for column, ranges, terms in sources:
            n = _decode_rows(column, ranges, i, terms, group_bits, values, n, offsets[:0])
            if n < 0:
                return n
        offsets[i + 1] = n
    return n


@njit(nogil=True)
def decode_each(column: Any, ranges: Ints, terms: int, group_bits: int) -> tuple[Ints, Ints]:
    """Every row of some spans of one source, one row after the other: see `decode`."""
    offsets = np.zeros((ranges[1] - ranges[0]).sum() + 1, np.int64)
    values: Ints = np.empty(_LEAST_DECODED + 64 * len(offsets), np.int64)
    n = _decode_each(column, ranges, terms, group_bits, values, offsets)
    while n == _FULL:
        values = np.empty(2 * len(values), np.int64)
        n = _decode_each(column, ranges, terms, group_bits, values, offsets)
    return values[: max(n, 0)], offsets if n >= 0 else offsets[:0]


@njit(nogil=True, allocates=False)
def _decode_each(column: Any, ranges: Ints, terms: int, group_bits: int, values: Ints, offsets: Ints) -> int:
    row = n = 0
    _prefetch(column, ranges)
    for i in range(ranges.shape[1]):
        behind = row + ranges[1, i] - ranges[0, i]
        n = _decode_rows(column, ranges, i, terms, group_bits, values, n, offsets[row + 1 : behind + 1])
        if n < 0:
            return n
        row = behind
    return n


@njit(nogil=True, allocates=False)
def _prefetch(column: Any, ranges: Ints) -> None:
    """Prefetches the bytes of rows that lie apart, so that the processor does not wait for one after the other.

    The places of damaged rows may be anywhere, so that they are cut to the array.
    """
    size = len(column[0])
    for i in range(ranges.shape[1]):
        for at in range(min(max(ranges[2, i], 0), size), min(max(ranges[3, i], 0), size), _LINE):
            simd.prefetch(column[0], at)


@njit(nogil=True, allocates=False)
def _decode_rows(
    column: Any, ranges: Ints, pair: int, terms: int, group_bits: int, values: Ints, n: int, ends: Ints
) -> int:
    """Writes the terms of rows behind n values; returns how many values there are then.

    Returns _FULL if they are more than fit, and another negative number if something is amiss. ends: set to where those
    of each row end, unless it is empty.
    """
    data, checked, item_bits = column
    first, last, at, limit = ranges[0, pair], ranges[1, pair], ranges[2, pair], ranges[3, pair]
    if not _is_checked(at, limit, checked, item_bits, len(data)):
        return _AMISS
    for row in range(first >> group_bits << group_bits, last):
        length, at = read_varint(data, at, limit)
        if length > limit - at:
            return _AMISS
        if row < first:
            at = _behind(data, at, limit, length)
            continue
        if n + length > len(values):
            return _FULL
        largest = -1
        for i in range(n, n + length):
            values[i], at = read_varint(data, at, limit)
            largest = max(largest, values[i])
        n += length
        if at > limit or largest >= terms:
            return _AMISS
        if len(ends):
            ends[row - first] = n
    return n


@njit(nogil=True, allocates=False)
def _behind(data: Ints, at: int, limit: int, count: int) -> int:
    """The offset behind some varints."""
    while count and at < limit:
        count -= data[at] < 128
        at += 1
    return at + count


@njit(nogil=True)
def rows_of(bases: Ints, column: Any, stretch_bits: int, items: Ints) -> Ints:
    """The row in which each item stands: see Offsets.

    No rows if there is none for an item, or the page was not checked that says which.
    """
    steps, checked, item_bits = column
    rows = np.empty(len(items), np.int64)
    for i in range(len(items)):
        rows[i] = (np.searchsorted(bases, items[i], side="right") - 1) << stretch_bits
        simd.prefetch(steps, rows[i])
        simd.prefetch(steps, rows[i] + (1 << stretch_bits >> 1))
    for i in range(len(items)):
        low = rows[i]
        if low < 0 or not checked[low >> item_bits]:
            return rows[:0]
        high, step = min(low + (1 << stretch_bits), len(steps)), items[i] - bases[low >> stretch_bits]
        while low < high:
            middle = (low + high) >> 1
            if i64(steps[middle]) <= step:
                low = middle + 1
            else:
                high = middle
        rows[i] = low - 1
    return rows


@njit(nogil=True)
def begins(bases: Ints, column: Any, stretch_bits: int, rows: Ints) -> Ints:
    """The first item of each row: see Offsets; no items if some steps are not there or their pages were not checked."""
    steps, checked, item_bits = column
    items = np.empty(len(rows), np.int64)
    for i in range(len(rows)):
        row = rows[i]
        if row < 0 or row >= len(steps) or not checked[row >> item_bits]:
            return items[:0]
        items[i] = begin_of(bases, steps, stretch_bits, row)
    return items


@njit(nogil=True)
def bounds(bases: Ints, column: Any, stretch_bits: int, rows: Ints) -> tuple[Ints, Ints]:
    """The first item of each row, and the one past its last; none if a step is not there or was not checked."""
    steps, checked, item_bits = column
    first, last = np.empty(len(rows), np.int64), np.empty(len(rows), np.int64)
    for i in range(len(rows)):
        row = rows[i]
        if row < 0 or row >= len(steps) - 1 or not checked[row >> item_bits] or not checked[(row + 1) >> item_bits]:
            return first[:0], last[:0]
        first[i] = begin_of(bases, steps, stretch_bits, row)
        last[i] = begin_of(bases, steps, stretch_bits, row + 1)
    return first, last


@njit(nogil=True)
def group_places(bases: Ints, column: Any, stretch_bits: int, first: Ints, last: Ints, group_bits: int) -> Ints:
    """Rows [first, last), and where the groups of rows begin and end that they stand in, shape (4, n).

    bases, column, stretch_bits: the Offsets of groups; shape (4, 0) if some steps are not there or were not checked.
    """
    steps, checked, item_bits = column
    places = np.empty((4, len(first)), np.int64)
    for i in range(len(first)):
        begin, end = first[i] >> group_bits, (last[i] + (1 << group_bits) - 1) >> group_bits
        for group in (begin, end):
            if group < 0 or group >= len(steps) or not checked[group >> item_bits]:
                return np.empty((4, 0), np.int64)
        places[0, i], places[1, i] = first[i], last[i]
        places[2, i] = begin_of(bases, steps, stretch_bits, begin)
        places[3, i] = begin_of(bases, steps, stretch_bits, end)
    return places


@njit(nogil=True, allocates=False)
def begin_of(bases: Ints, steps: Ints, stretch_bits: int, row: int) -> int:
    """Where the items of a row begin: see Offsets."""
    return i64(bases[row >> stretch_bits]) + i64(steps[row])


@njit(nogil=True, allocates=False)
def _pages_of(begin: int, end: int, item_bits: int, size: int) -> tuple[int, int]:
    """The pages [first, last) of a range [begin, end); (−1, −1) if the range leaves [0, size)."""
    if begin < 0 or begin > size or end > size:
        return -1, -1
    if end <= begin:  # before `end - 1`, which may wrap around
        return 0, 0
    return begin >> item_bits, ((end - 1) >> item_bits) + 1


@njit(nogil=True, allocates=False)
def _is_checked(begin: int, end: int, checked: NDArray[np.bool_], item_bits: int, size: int) -> bool:
    """Whether a range [begin, end) lies in [0, size) and all its pages were checked."""
    first, last = _pages_of(begin, end, item_bits, size)
    for page in range(first, last):
        if not checked[page]:
            return False
    return first >= 0


@njit(nogil=True)
def ranges_are_checked(begins: Ints, ends: Ints, checked: NDArray[np.bool_], item_bits: int, size: int) -> bool:
    """Whether all ranges [begin, end) lie in [0, size) and all their pages were checked: see `unchecked`."""
    for i in range(len(begins)):  # noqa: SIM110 -- as compiled
        if not _is_checked(i64(begins[i]), i64(ends[i]), checked, item_bits, size):
            return False
    return True


@njit(nogil=True)
def offsets_are_checked(offsets: Ints, checked: NDArray[np.bool_], item_bits: int, size: int) -> bool:
    """The same for single offsets."""
    for i in range(len(offsets)):
        offset = i64(offsets[i])
        if offset < 0 or offset >= size or not checked[offset >> item_bits]:
            return False
    return True


@njit(nogil=True)
def unchecked(begins: Ints, ends: Ints, checked: NDArray[np.bool_], item_bits: int, size: int) -> Ints:
    """The pages of the ranges [begin, end) that were not checked, by range; −1 if a range leaves [0, size).

    item_bits: a page has 2^item_bits items.
    """
    count = 0
    pages = np.empty(len(begins), np.int64)
    for i in range(len(begins)):
        first, last = _pages_of(i64(begins[i]), i64(ends[i]), item_bits, size)
        if first < 0:
            return np.full(1, -1)
        for page in range(first, last):
            if checked[page]:
                continue
            if count == len(pages):
                pages = np.concatenate((pages, np.empty_like(pages)))
            pages[count] = page
            count += 1
    return pages[:count]
