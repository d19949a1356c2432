"""The inner loops that write and read rows of terms, and find their places, compiled.

Import this late: it loads numba.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tweetctx.index.storage.bit_code import CLASS_AT, DISTANCE, FARTHEST, KIND_AT, LENGTH, PREFIX_AT, TERM
from tweetctx.index.storage.casts import L, U
from tweetctx.ragged import Ints

_SLOT_BITS = 14
_HASH = np.uint64(0x9E3779B97F4A7C15)
_RING = 1 << 10  # terms that a distance reaches
_LEAST_DECODED = 256
_LINE = 8  # words that memory brings at a time


@njit(cache=True, nogil=True)
def stream(values: Ints, offsets: Ints, group_bits: int) -> tuple[Ints, Ints]:
    """The numbers that are written for rows which begin with a group, and the kind of each."""
    out = np.empty(len(values) + len(offsets) - 1, np.int64)
    kinds = np.empty(len(out), np.uint8)
    seen = np.zeros(1 << _SLOT_BITS, np.int64)  # by a hash: 1 + the place of the last term that has it
    begin, before, n = 0, 1, 0
    for row in range(len(offsets) - 1):
        if row & (1 << group_bits) - 1 == 0:
            begin, before = offsets[row], 1
        out[n], kinds[n] = offsets[row + 1] - offsets[row], LENGTH
        n += 1
        for i in range(offsets[row], offsets[row + 1]):
            slot = U(values[i]) * _HASH >> U(64 - _SLOT_BITS)
            distance, seen[slot] = i + 1 - seen[slot], i + 1
            if distance <= min(i - begin, FARTHEST) and values[i - distance] == values[i]:
                out[n], kinds[n] = 0 if distance == before else distance, DISTANCE
                before = distance
            else:
                out[n], kinds[n] = values[i], TERM
            n += 1
    return out, kinds


@njit(cache=True, nogil=True)
def pack(numbers: Ints, classes: Ints, codes: Ints, sizes: Ints, groups: Ints) -> tuple[Ints, Ints]:
    """The bytes of numbers, and how many each group has.

    codes: the prefix code of each number; sizes: its bits in all; groups: where they begin, and where the last ends.
    """
    group_sizes = np.empty(len(groups) - 1, np.int64)
    for group in range(len(groups) - 1):
        group_sizes[group] = (sizes[groups[group] : groups[group + 1]].sum() + 7) // 8
    out = np.empty(group_sizes.sum(), np.uint8)
    n = 0
    for group in range(len(groups) - 1):
        waiting, used = U(0), 0
        for i in range(groups[group], groups[group + 1]):
            rest = U(numbers[i] + 1) & (U(1) << U(classes[i])) - U(1)
            waiting |= (U(codes[i]) | rest << U(sizes[i] - classes[i])) << U(used)
            used += sizes[i]
            while used >= 8:
                out[n] = waiting & U(255)
                waiting, used, n = waiting >> U(8), used - 8, n + 1
        if used:
            out[n] = waiting
            n += 1
    return out, group_sizes


@njit(cache=True, nogil=True)
def decode(
    words: Ints, begins: Ints, ends: Ints, tables: Ints, first: Ints, last: Ints, group_bits: int
) -> tuple[Ints, Ints]:
    """Rows `first[i]` to `last[i]` (excluded) joined, for every i: their numbers, and where those of each begin.

    begins, ends: of the groups that they stand in, in bytes. Nothing behind `words` is read, whatever they hold; no
    offsets are returned if they do not hold what they should.
    """
    values: Ints = np.empty(_LEAST_DECODED + 64 * len(first), np.int64)
    offsets = np.zeros(len(first) + 1, np.int64)
    seen = np.zeros(_RING, np.int64)
    state = np.zeros(3, np.int64)
    seen[0] = _touched(words, begins)
    lengths, terms = tables[0], tables[1]
    row, n = 0, 0
    for i in range(len(first)):
        if last[i] > first[i] and (first[i] < row or first[i] >> group_bits > row - 1 >> group_bits):
            row, state[AT] = first[i] >> group_bits << group_bits, 8 * begins[i]
        limit = min(8 * L(ends[i]), 64 * (L(len(words)) - 1))
        while row < last[i] and last[i] > first[i]:
            if row & (1 << group_bits) - 1 == 0:
                state[AT], state[BEFORE] = state[AT] + 7 >> 3 << 3, 1
            length = _length(words, lengths, state, limit)
            if length > limit - state[AT]:
                return values, offsets[:0]
            if n + length > len(values):
                values = np.concatenate((values[:n], np.empty(n + length, np.int64)))
            kept = row >= first[i]
            _terms(words, terms, state, limit, length, seen, values, n, kept)
            n += length if kept else 0
            row += 1
        offsets[i + 1] = n
        if last[i] > first[i] and state[AT] > limit:
            return values, offsets[:0]
    return values[:n], offsets


# What the state of a decoding holds: the bit that it is at, how many terms there were, and the distance read last.
AT, COUNT, BEFORE = 0, 1, 2


@njit(cache=True, nogil=True)
def _touched(words: Ints, begins: Ints) -> int:
    """Looks at the places that are read next: memory brings them side by side, not one after the other."""
    found, end = U(0), U(len(words) - 1)
    for i in range(len(begins)):
        word = U(begins[i]) >> U(3)
        found |= words[min(word, end)] | words[min(word + U(_LINE), end)]
    return L(found >> U(1))


@njit(cache=True, nogil=True)
def _length(words: Ints, table: Ints, state: Ints, limit: int) -> int:
    """Reads the length of a row; more than there are bits where it begins behind the limit."""
    at = state[AT]
    if not 0 <= at < limit:
        return limit + 1
    w, shift = U(at >> 6), U(at & 63)
    window = words[w] >> shift | words[w + U(1)] << U(1) << U(63) - shift
    entry = U(table[window & U(len(table) - 1)])
    state[AT] += L(entry & U(63))
    return _rest(window, entry)


@njit(cache=True, nogil=True)
def _terms(
    words: Ints, table: Ints, state: Ints, limit: int, length: int, seen: Ints, values: Ints, n: int, kept: bool
) -> None:
    """Reads the terms of a row; where they end behind the limit, so does the state.

    seen: the last terms, those that are not kept among them.
    """
    at, count, before = state[AT], state[COUNT], state[BEFORE]
    for i in range(length):
        if at >= limit:
            at = limit + 1
            break
        w, shift = U(at >> 6), U(at & 63)
        window = words[w] >> shift | words[w + U(1)] << U(1) << U(63) - shift
        entry = U(table[window & U(len(table) - 1)])
        at += L(entry & U(63))
        number = _rest(window, entry)
        if entry >> U(KIND_AT) == DISTANCE:
            before = number or before
            number = seen[U(count - before) & U(_RING - 1)]
        seen[U(count) & U(_RING - 1)] = number
        count += 1
        if kept:
            values[U(n + i)] = number
    state[AT], state[COUNT], state[BEFORE] = at, count, before


@njit(cache=True, nogil=True)
def _rest(window: Any, entry: Any) -> int:
    """The number whose code a window begins with, which a table knows."""
    highest = U(1) << (entry >> U(CLASS_AT) & U(63))
    return L((highest | window >> (entry >> U(PREFIX_AT) & U(15)) & highest - U(1)) - U(1))


@njit(cache=True, nogil=True)
def wholes(bases: Ints, steps: Ints, stretch_bits: int, parts: Ints) -> Ints:
    """The last whole that does not begin behind a part, for each part: see Offsets."""
    found = np.empty(len(parts), np.int64)
    for i in range(len(parts)):
        low, high = 0, len(steps)
        while low < high:
            middle = (low + high) >> 1
            if begin_of(bases, steps, stretch_bits, middle) <= parts[i]:
                low = middle + 1
            else:
                high = middle
        found[i] = low - 1
    return found


@njit(cache=True, nogil=True)
def bounds(bases: Ints, steps: Ints, stretch_bits: int, wholes: Ints) -> tuple[Ints, Ints]:
    """The first part of each whole, and the one behind its last: see Offsets."""
    begins, ends = np.empty(len(wholes), np.int64), np.empty(len(wholes), np.int64)
    for i in range(len(wholes)):
        begins[i] = begin_of(bases, steps, stretch_bits, wholes[i])
        ends[i] = begin_of(bases, steps, stretch_bits, wholes[i] + 1)
    return begins, ends


@njit(cache=True, nogil=True)
def begin_of(bases: Ints, steps: Ints, stretch_bits: int, whole: int) -> int:
    """Where the parts of a whole begin: see Offsets."""
    return L(bases[whole >> stretch_bits]) + L(steps[whole])


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
