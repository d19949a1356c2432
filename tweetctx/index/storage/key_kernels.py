"""Search in a KeyTable, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.compiled import njit
from tweetctx.index.storage.constants import i64, u64
from tweetctx.index.storage.page_kernels import empty_unchecked

_LAST: Final = (1 << 16) - 1  # the last bucket
_LOWS: Final = 1 << 32  # how many keys a bucket can have


@njit(nogil=True)
def key_ranges(table: Any, first: Any, last: Any, notes: Any) -> Any:
    """For each pair of keys the places [begin, end) of the keys from one to the other, both included.

    None for a pair whose pages are not checked. table: of KeyTable. notes: see `page_kernels`; the keys are array 0.
    """
    buckets, column = table
    lows = column[0]
    begins, ends, middles = (
        np.empty(len(first), np.int64),
        np.empty(len(first), np.int64),
        np.empty(len(first), np.int64),
    )
    for row in range(len(first)):
        bucket = _bucket(first[row])
        begins[row], middles[row], ends[row] = buckets[bucket], buckets[bucket + 1], buckets[_bucket(last[row]) + 1]
    empty_unchecked(column, begins, ends, 0, notes)
    # Keys are hashes: one has about the place in its bucket that its lower bits have among all. These places are read
    # before any search begins, because reads that do not wait for each other take less time together.
    guesses, found = np.empty(len(first), np.int64), np.zeros(len(first), np.uint32)
    for row in range(len(first)):
        middles[row] = min(middles[row], ends[row])
        guesses[row] = begins[row] + i64((middles[row] - begins[row]) * (_low(first[row]) / _LOWS))
        if begins[row] < middles[row]:
            found[row] = lows[guesses[row]]
    for row in range(len(first)):
        begin, end = begins[row], ends[row]
        if begin < middles[row]:
            begin, middle = _around(lows, begin, middles[row], _low(first[row]), guesses[row], found[row])
            begin = _place(lows, begin, middle, _low(first[row]))
        if _is_too_large(first[row]):
            begin = end
        if begin < end:
            end = _end(buckets, lows, begin, end, last[row])
        begins[row], ends[row] = begin, max(begin, end)
    return begins, ends


@njit(nogil=True)
def _around(lows: Any, begin: int, end: int, low: Any, guess: int, found: Any) -> Any:
    """Narrows a search in [begin, end) down by steps that double, from a guess on and the key found there."""
    step = 4
    if found < low:
        begin = guess + 1
        while guess + step < end and lows[guess + step] < low:
            begin = guess + step + 1
            step *= 2
        return begin, min(guess + step, end)
    end = guess
    while guess - step >= begin and lows[guess - step] >= low:
        end = guess - step
        step *= 2
    return max(guess - step + 1, begin), end


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
    """What a key is in its bucket."""
    return np.uint32(key & u64(_LOWS - 1))


@njit(nogil=True)
def _bucket(key: Any) -> Any:
    """The bucket of a key, or the last one for a key of more bits."""
    return min(i64(key >> u64(32)), _LAST)


@njit(nogil=True)
def _is_too_large(key: Any) -> Any:
    """Whether a key has more bits than those in a table."""
    return i64(key >> u64(32)) > _LAST
