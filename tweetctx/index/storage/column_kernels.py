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
def empty_unchecked(column: Any, begins: Any, ends: Any, number: int, notes: Any) -> None:
    """Notes the unchecked pages of some ranges [begin, end) of array `number`; ends these ranges where they begin."""
    _, checked, item_bits = column
    for row in range(len(begins)):
        first, last = begins[row] >> item_bits, (ends[row] - 1) >> item_bits
        if begins[row] < ends[row]:
            for page in range(first, last + 1):
                if not checked[page]:
                    note(number, page, notes)
                    ends[row] = begins[row]


@njit(nogil=True, allocates=False)
def note(number: int, page: int, notes: Any) -> None:
    """Notes a page of an array, −1 for content that does not fit the arrays beside it, while there is room."""
    if notes[0, 0] < len(notes) - 1:
        notes[0, 0] += 1
        notes[notes[0, 0], 0], notes[notes[0, 0], 1] = number, page


@njit(nogil=True)
def read_counts(tables: Any, places: Any, notes: Any) -> Any:
    """The counts at some places, shape (tables, places); 0 at place −1.

    tables: of StoredCounts; notes: see above, the bytes of each table are the array of its number.
    """
    found = np.zeros((len(tables), len(places)), np.int64)
    for number in range(len(tables)):
        (small, checked, item_bits), large_places, large = tables[number]
        for row in range(len(places)):
            place = places[row]
            if place == -1:
                continue
            if place < 0 or place >= len(small):
                note(number, -1, notes)
            elif not checked[place >> item_bits]:
                note(number, place >> item_bits, notes)
            else:
                found[number, row] = count_at(small, large_places, large, place, number, notes)
    return found


@njit(nogil=True, allocates=False)
def count_at(small: Any, large_places: Any, large: Any, place: int, number: int, notes: Any) -> int:
    """The count at a place; notes one that should be among the large ones, and is not, as damage of array `number`."""
    count = i64(small[place])
    if count == LARGE_COUNT:
        own = np.searchsorted(large_places, place)
        if own == len(large_places) or np.int64(large_places[own]) != place:
            note(number, -1, notes)
            return 0
        count = i64(large[own])
    return count


@njit(nogil=True)
def lengths_of(table: Any, passages: Ints) -> Ints:
    """The length of each passage; −1 if it should be among those of long passages, and is not. table: of Lengths."""
    codes, long, in_full = table
    lengths = np.empty(len(passages), np.int64)
    for i in range(len(passages)):
        lengths[i] = codes[passages[i]]
        if lengths[i] >= EXACT:
            own = np.searchsorted(long, passages[i])
            lengths[i] = in_full[own] if own < len(long) and i64(long[own]) == passages[i] else -1
    return lengths


@njit(nogil=True)
def key_ranges(table: Any, first: Any, last: Any, notes: Any) -> Any:
    """For each pair of keys the places [begin, end) of the keys from one to the other, both included.

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
    # Keys are hashes, which lie evenly in a bucket: a search begins where a key should be. All these places are read
    # before the first search, so that the processor waits for many at a time.
    places, found = np.empty(len(first), np.int64), np.empty(len(first), np.uint32)
    for row in range(len(first)):
        places[row] = begins[row] + i64(u64(ends[row] - begins[row]) * (first[row] & u64(_LOW_BITS)) >> u64(32))
        if begins[row] < ends[row]:
            found[row] = lows[places[row]]
    for row in range(len(first)):
        begin, end, place = begins[row], ends[row], places[row]
        low, high = np.uint32(first[row] & u64(_LOW_BITS)), np.uint32(last[row] & u64(_LOW_BITS))
        if begin < end and found[row] < low:
            while place < end and lows[place] < low:
                place += 1
        else:
            while place > begin and lows[place - 1] >= low:
                place -= 1
        begins[row] = place
        while place < end and lows[place] <= high:
            place += 1
        ends[row] = place
    return begins, ends
