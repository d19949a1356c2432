"""Search in a KeyTable, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.arrays.types import i64, u64
from tweetctx.index.storage.page_kernels import empty_unchecked
from tweetctx.runtime.compiled import njit

_LAST: Final = (1 << 16) - 1  # the last bucket
_LOW_BITS: Final = (1 << 32) - 1


@njit(nogil=True)
def key_ranges(table: Any, first: Any, last: Any, notes: Any) -> Any:
    """For each pair of keys the places [begin, end) of the keys from one to the other, both included.

    The keys of a pair differ in the lower 32 bits alone, so that they share a bucket. None for a pair whose pages are
    not checked. table: of KeyTable. notes: see `page_kernels`; the keys are array 0.
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
