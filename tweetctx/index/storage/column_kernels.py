"""Checked reading of stored columns in loops: counts, lengths and keys. Import this late: it loads numba.

A column is a mapped array, which of its pages were checked, and by how many bits an offset is more than its page. Notes
are rows of the number of an array and an unchecked page in it; how many there are stands in the first row.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.arrays.types import Ints, i64, u64
from tweetctx.index.storage.layout import LARGE_COUNT
from tweetctx.index.storage.lengths import EXACT
from tweetctx.runtime.compiled import njit

_LAST: Final = (1 << 16) - 1  # the last bucket of a KeyTable
_LOW_BITS: Final = (1 << 32) - 1


@njit(nogil=True, allocates=False)
def empty_unchecked(column: Any, begins: Any, ends: Any, array: int, notes: Any) -> None:
    """Notes the unchecked pages of some ranges [begin, end) of an array; ends these ranges where they begin."""
    _, checked, item_bits = column
    for row in range(len(begins)):
        first, last = begins[row] >> item_bits, (ends[row] - 1) >> item_bits
        if begins[row] < ends[row]:
            for page in range(first, last + 1):
                if not checked[page]:
                    note(array, page, notes)
                    ends[row] = begins[row]


@njit(nogil=True, allocates=False)
def note(array: int, page: int, notes: Any) -> None:
    """Notes a page of an array, −1 for content that does not fit the arrays beside it, while there is room."""
    if notes[0, 0] < len(notes) - 1:
        notes[0, 0] += 1
        notes[notes[0, 0], 0], notes[notes[0, 0], 1] = array, page


@njit(nogil=True)
def read_counts(tables: Any, offsets: Any, notes: Any) -> Any:
    """The counts at some offsets, shape (tables, offsets); 0 at offset −1.

    tables: of StoredCounts; notes: see above, the bytes of table i are array i.
    """
    found = np.zeros((len(tables), len(offsets)), np.int64)
    for array in range(len(tables)):
        (small, checked, item_bits), large_at, large = tables[array]
        for row in range(len(offsets)):
            offset = offsets[row]
            if offset == -1:
                continue
            if offset < 0 or offset >= len(small):
                note(array, -1, notes)
            elif not checked[offset >> item_bits]:
                note(array, offset >> item_bits, notes)
            else:
                found[array, row] = count_at(small, large_at, large, offset, array, notes)
    return found


@njit(nogil=True, allocates=False)
def count_at(small: Any, large_at: Any, large: Any, offset: int, array: int, notes: Any) -> int:
    """The count at an offset; notes one that should be among the large ones, and is not, as damage of an array."""
    count = i64(small[offset])
    if count == LARGE_COUNT:
        index = np.searchsorted(large_at, offset)
        if index == len(large_at) or np.int64(large_at[index]) != offset:
            note(array, -1, notes)
            return 0
        count = i64(large[index])
    return count


@njit(nogil=True)
def lengths_of(table: Any, passages: Ints) -> Ints:
    """The length of each passage; −1 if it should be among those of long passages, and is not. table: of Lengths."""
    codes, long, in_full = table
    lengths = np.empty(len(passages), np.int64)
    for i in range(len(passages)):
        lengths[i] = codes[passages[i]]
        if lengths[i] >= EXACT:
            index = np.searchsorted(long, passages[i])
            lengths[i] = in_full[index] if index < len(long) and i64(long[index]) == passages[i] else -1
    return lengths


@njit(nogil=True)
def key_ranges(table: Any, first: Any, last: Any, notes: Any) -> Any:
    """For each pair of keys the offsets [begin, end) of the keys from one to the other, both included.

    The keys of a pair differ in the lower 32 bits alone, so that they share a bucket. None for a pair whose pages are
    not checked. table: of KeyTable. notes: see above; the keys are array 0.
    """
    buckets, column = table
    lows = column[0]
    begins, ends = np.zeros(len(first), np.int64), np.zeros(len(first), np.int64)
    for row in range(len(first)):
        bucket = i64(first[row] >> u64(32))
        if bucket <= _LAST:  # no table has keys of more bits
            begins[row], ends[row] = buckets[bucket], buckets[bucket + 1]
    empty_unchecked(column, begins, ends, 0, notes)
    # Keys are hashes, which lie evenly in a bucket: a search begins where a key should be. All these offsets are read
    # before the first search, so that the processor waits for many at a time.
    guesses, found = np.empty(len(first), np.int64), np.empty(len(first), np.uint32)
    for row in range(len(first)):
        guesses[row] = begins[row] + i64(u64(ends[row] - begins[row]) * (first[row] & u64(_LOW_BITS)) >> u64(32))
        if begins[row] < ends[row]:
            found[row] = lows[guesses[row]]
    for row in range(len(first)):
        begin, end, at = begins[row], ends[row], guesses[row]
        low, high = np.uint32(first[row] & u64(_LOW_BITS)), np.uint32(last[row] & u64(_LOW_BITS))
        if begin < end and found[row] < low:
            while at < end and lows[at] < low:
                at += 1
        else:
            while at > begin and lows[at - 1] >= low:
                at -= 1
        begins[row] = at
        while at < end and lows[at] <= high:
            at += 1
        ends[row] = at
    return begins, ends
