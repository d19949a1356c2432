"""Search in a KeyTable, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.compiled import njit
from tweetctx.index.storage.constants import i64, u64
from tweetctx.index.storage.page_kernels import empty_unchecked

_LAST: Final = (1 << 16) - 1  # the last bucket
_LOW_BITS: Final = (1 << 32) - 1


@njit(nogil=True)
def key_ranges(table: Any, first: Any, last: Any, notes: Any) -> Any:
    """For each pair of keys the places [begin, end) of the keys from one to the other, both included.

    None for a pair whose pages are not checked. table: of KeyTable. notes: see `page_kernels`; the keys are array 0.
    """
    buckets, column = table
    lows = column[0]
    begins, ends = np.empty(len(first), np.int64), np.empty(len(first), np.int64)
    for row in range(len(first)):
        begins[row], ends[row] = buckets[_bucket(first[row])], buckets[_bucket(last[row]) + 1]
    empty_unchecked(column, begins, ends, 0, notes)
    for row in range(len(first)):
        begin, end = begins[row], ends[row]
        if _is_too_large(first[row]):
            begin = end
        begin = _place(lows, begin, min(end, i64(buckets[_bucket(first[row]) + 1])), _low(first[row]))
        if begin < end:
            end = _end(buckets, lows, begin, end, last[row])
        begins[row], ends[row] = begin, max(begin, end)
    return begins, ends


@njit(nogil=True)
def _place(lows: Any, begin: int, end: int, low: Any) -> Any:
    """The first place in [begin, end) whose key is not below one; `end` if there is none."""
    while begin < end:
        middle = (begin + end) // 2
        if lows[middle] < low:
            begin = middle + 1
        else:
            end = middle
    return begin


@njit(nogil=True)
def _end(buckets: Any, lows: Any, begin: int, end: int, last: Any) -> Any:
    """The place behind the last key that is not above one, in [begin, end), which ends with its bucket."""
    if _is_too_large(last):
        return end
    place = _place(lows, max(begin, i64(buckets[_bucket(last)])), end, _low(last))
    while place < end and lows[place] == _low(last):
        place += 1
    return place


@njit(nogil=True)
def _low(key: Any) -> Any:
    """The bits of a key that its bucket stores."""
    return np.uint32(key & u64(_LOW_BITS))


@njit(nogil=True)
def _bucket(key: Any) -> Any:
    """The bucket of a key, or the last one for a key of more bits."""
    return min(i64(key >> u64(32)), _LAST)


@njit(nogil=True)
def _is_too_large(key: Any) -> Any:
    """Whether a key has more bits than those in a table."""
    return i64(key >> u64(32)) > _LAST
