"""Search in a KeyTable, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.compiled import njit

_LAST: Final = (1 << 16) - 1  # the last bucket


@njit()
def _place(buckets: Any, lows: Any, key: Any, behind: bool) -> Any:
    """The first place whose key is not below `key`, or, with `behind`, the first whose key is above it."""
    bucket = key >> np.uint64(32)
    if bucket > np.uint64(_LAST):
        return np.int64(len(lows))
    low = np.uint32(key & np.uint64(0xFFFFFFFF))
    begin, end = np.int64(buckets[bucket]), np.int64(buckets[bucket + np.uint64(1)])
    while begin < end:
        middle = (begin + end) // 2
        if lows[middle] < low or (behind and lows[middle] == low):
            begin = middle + 1
        else:
            end = middle
    return begin


@njit()
def _bucket(key: Any) -> Any:
    """The bucket of a key, or the last one for a key of more bits."""
    bucket = np.int64(key >> np.uint64(32))
    return bucket if bucket < _LAST else np.int64(_LAST)


@njit(nogil=True)
def bucket_ranges(buckets: Any, first: Any, last: Any) -> Any:
    """For each pair of keys the places [begin, end) of the buckets from that of one to that of the other."""
    begins, ends = np.empty(len(first), np.int64), np.empty(len(first), np.int64)
    for row in range(len(first)):
        begins[row], ends[row] = buckets[_bucket(first[row])], buckets[_bucket(last[row]) + 1]
    return begins, ends


@njit(nogil=True)
def key_ranges(buckets: Any, lows: Any, first: Any, last: Any) -> Any:
    """For each pair of keys the places [begin, end) of the keys from one to the other, both included."""
    begins, ends = np.empty(len(first), np.int64), np.empty(len(first), np.int64)
    for row in range(len(first)):
        begins[row] = _place(buckets, lows, first[row], False)
        ends[row] = max(begins[row], _place(buckets, lows, last[row], True))
    return begins, ends
