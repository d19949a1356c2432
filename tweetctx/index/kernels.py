"""The inner loops of search, compiled. Import this late: it loads numba.

Numbers that index arrays without a sign are written `U(...)`: a compiler need not ask whether they are negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tweetctx.index.lengths import CODES, EXACT
from tweetctx.index.postings import BLOCK, LANES, LARGE, PLACE_BITS, WIDTH_BITS
from tweetctx.index.row_kernels import varint
from tweetctx.ragged import Floats, Ints

U = cast("Callable[[Any], Any]", np.uint64)
L = cast("Callable[[Any], int]", np.int64)

REGION = 1 << 16  # passages whose scores are summed at a time: what is needed for them stays in the fastest cache
STRIDE = 64  # sums that are compared with the threshold at a time
TOP = 65_535  # the largest sum
BIN_BITS = 6
BINS = (TOP >> BIN_BITS) + 1
TABLE_COUNTS = 3  # up to so many occurrences in a passage, scores are looked up
LONG_LIST = 512  # postings from which on a table is worth its making


@njit(cache=True, nogil=True)
def candidates(
    data: Ints,
    words: Ints,
    starts: Ints,
    codes: Ints,
    code_lengths: Floats,
    ratio: Floats,
    weight: Floats,
    peaks: Floats,
    k: int,
    deleted: NDArray[np.bool_],
    sums: Ints,
) -> tuple[Ints, Ints]:
    """A few passages, ascending, that the k with the largest Σ_t weight_t · ln(1 + ratio_t · tf/length) are among.

    And how often each term occurs in each of them, shape (terms, passages).

    data, words, starts: the terms' postings; peaks: for each the largest tf/length. codes: of the passages' lengths.
    deleted: shape (passages,) or (0,). sums: REGION zeros, which they are again in the end.

    Scores are summed as whole numbers, in units that are chosen such that no sum exceeds TOP, and rounded up. So no
    passage's sum is too small, and none is too large by more than a unit a term, unless its length is only known
    roughly. A histogram of the sums so far gives a threshold that k passages are sure to reach.
    """
    terms = len(starts)
    halves = words.view(np.uint16)
    unit = (TOP - 2.0 * terms) / (weight * np.log1p(ratio * peaks)).sum()
    weight = weight * unit
    heads, cursors = np.empty((terms, 4), np.int64), np.zeros((terms, 5), np.int64)
    tables = np.empty((terms, TABLE_COUNTS * CODES), np.uint16)
    buffers = np.empty((terms, 3, BLOCK + 1), np.uint32)
    for t in range(terms):
        _open(data, starts[t], heads[t])
        if heads[t, 0] >= LONG_LIST:
            _tabulate(tables[t], ratio[t], weight[t], code_lengths)
        _advance(data, words, halves, heads[t], buffers[t], cursors[t])
    found: Ints = np.empty(4 * k, np.int64)
    found_sums: Ints = np.empty(4 * k, np.int64)
    state, bins = np.zeros(4, np.int64), np.zeros(BINS + 1, np.int64)
    state[THRESHOLD] = 1
    for begin in range(0, len(codes), REGION):
        end = min(begin + REGION, len(codes))
        for t in range(terms):
            while cursors[t, NEXT] < end:
                last = _first_from(buffers, t, cursors[t, PLACE], cursors[t, SIZE], end)
                if heads[t, 0] >= LONG_LIST:
                    _add_tabled(
                        buffers, cursors, t, last, begin, tables, ratio[t], weight[t], codes, code_lengths, sums
                    )
                else:
                    _add(buffers, cursors, t, last, begin, ratio[t], weight[t], codes, code_lengths, sums)
                if last == cursors[t, SIZE]:
                    _advance(data, words, halves, heads[t], buffers[t], cursors[t])
                else:
                    cursors[t, PLACE], cursors[t, NEXT] = last, L(buffers[t, 0, last])
        found, found_sums = _gather(sums, begin, codes, deleted, terms, k, state, bins, found, found_sums)
        sums[:] = 0
    size = _forget(found[: state[FOUND]], found_sums[: state[FOUND]], state[THRESHOLD])
    tf = np.zeros((terms, size), np.int64)
    for t in range(terms):
        _look_up(data, words, halves, heads[t], found[:size], tf[t], buffers[t])
    return found[:size], tf


# What the state of a search holds: how many passages were found, the bin from which on at least k of the sums counted
# stand (0 as long as there are fewer), how many do, and the threshold.
FOUND, EDGE, ABOVE, THRESHOLD = 0, 1, 2, 3


@njit(cache=True, nogil=True)
def _gather(
    sums: Ints,
    begin: int,
    codes: Ints,
    deleted: NDArray[np.bool_],
    terms: int,
    k: int,
    state: Ints,
    bins: Ints,
    found: Ints,
    found_sums: Ints,
) -> tuple[Ints, Ints]:
    """Finds the passages of a region whose sums reach the threshold, which rises as they are found."""
    for first in range(0, REGION, STRIDE):
        if not _any_from(sums[first : first + STRIDE], state[THRESHOLD]):
            continue
        for place in range(first, first + STRIDE):
            total, passage = L(sums[place]), begin + place
            if total < state[THRESHOLD] or (len(deleted) and deleted[passage]):
                continue
            if state[FOUND] == len(found):
                state[FOUND] = _forget(found, found_sums, state[THRESHOLD])
                if 2 * state[FOUND] > len(found):
                    found, found_sums = _doubled(found), _doubled(found_sums)
            found[state[FOUND]], found_sums[state[FOUND]] = passage, total
            state[FOUND] += 1
            if codes[passage] < EXACT:
                _raise_threshold(total >> BIN_BITS, terms, k, state, bins)
    return found, found_sums


@njit(cache=True, nogil=True)
def _raise_threshold(own: int, terms: int, k: int, state: Ints, bins: Ints) -> None:
    """Counts a sum in its bin. Those in a bin are at least its beginning, and at most a unit a term too large."""
    bins[own] += 1
    if own < state[EDGE]:
        return
    state[ABOVE] += 1
    while state[ABOVE] - bins[state[EDGE]] >= k:
        state[ABOVE] -= bins[state[EDGE]]
        state[EDGE] += 1
    state[THRESHOLD] = max(state[THRESHOLD], (state[EDGE] << BIN_BITS) - terms - 1)


@njit(cache=True, nogil=True)
def _add_tabled(
    buffers: Ints,
    cursors: Ints,
    t: int,
    last: int,
    begin: int,
    tables: Ints,
    ratio: float,
    weight: float,
    codes: Ints,
    code_lengths: Floats,
    sums: Ints,
) -> None:
    """Adds the postings of a block that come before place `last` to the sums of the region that begins at `begin`."""
    for i in range(cursors[t, PLACE], last):
        passage = U(buffers[U(t), U(0), U(i)])
        sums[passage - U(begin)] += tables[U(t), U(codes[passage])]
    i = cursors[t, MANY]
    while L(buffers[t, 1, i]) < last:
        passage, count = U(buffers[t, 0, buffers[t, 1, i]]), L(buffers[t, 2, i])
        code = U(codes[passage])
        if count <= TABLE_COUNTS:
            more = L(tables[U(t), U((count - 1) * CODES) + code])
        else:
            more = _score(ratio, weight, count, code_lengths[code])
        sums[passage - U(begin)] += np.uint16(more - L(tables[U(t), code]))
        i += 1
    cursors[t, MANY] = i


@njit(cache=True, nogil=True)
def _add(
    buffers: Ints,
    cursors: Ints,
    t: int,
    last: int,
    begin: int,
    ratio: float,
    weight: float,
    codes: Ints,
    code_lengths: Floats,
    sums: Ints,
) -> None:
    """The same for a list that is too short for a table."""
    many = cursors[t, MANY]
    for i in range(cursors[t, PLACE], last):
        passage, count = U(buffers[t, 0, i]), 1
        if L(buffers[t, 1, many]) == i:
            count = L(buffers[t, 2, many])
            many += 1
        sums[passage - U(begin)] += np.uint16(_score(ratio, weight, count, code_lengths[codes[passage]]))
    cursors[t, MANY] = many


@njit(cache=True, nogil=True)
def extents(data: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """Where the blocks of lists begin and end in their file, in bytes."""
    begin, end = np.empty(len(starts), np.int64), np.empty(len(starts), np.int64)
    head = np.empty(4, np.int64)
    for t in range(len(starts)):
        _open(data, starts[t], head)
        begin[t], end[t] = 4 * head[1], 4 * (head[1] + head[3])
    return begin, end


# What a cursor holds: the number of the block that follows, the place in the present one, its size, and the passage
# at that place.
FOLLOWING, PLACE, SIZE, NEXT, MANY = 0, 1, 2, 3, 4
_END = 1 << 62


@njit(cache=True, nogil=True)
def _open(data: Ints, start: int, head: Ints) -> None:
    """How many postings a list has, the place of its blocks and that of its tail, and the size of the blocks."""
    n, at = varint(data, start)
    place, size = 0, 0
    if n >= BLOCK:
        place, at = varint(data, at)
        size, at = varint(data, at)
    head[0], head[1], head[2], head[3] = n, place, at, size


@njit(cache=True, nogil=True)
def _unpack(words: Ints, at: int, width: int, out: Ints) -> None:
    """BLOCK numbers of some bits each, from word `at` on. Reads come before writes, so that they can be one each."""
    if width == 0:
        out[:BLOCK] = 0
        return
    mask = np.uint32((U(1) << U(width)) - U(1))
    for row in range(BLOCK // LANES):
        bit = row * width
        i = U(at + (bit >> 5) * LANES)
        shift = np.uint32(bit & 31)
        a, b, c, d = words[i], words[i + U(1)], words[i + U(2)], words[i + U(3)]
        if shift + width > 32:
            left = np.uint32(32) - shift
            e, f, g, h = words[i + U(4)], words[i + U(5)], words[i + U(6)], words[i + U(7)]
            a, b, c, d = a >> shift | e << left, b >> shift | f << left, c >> shift | g << left, d >> shift | h << left
        else:
            a, b, c, d = a >> shift, b >> shift, c >> shift, d >> shift
        o = U(row * LANES)
        out[o], out[o + U(1)], out[o + U(2)], out[o + U(3)] = a & mask, b & mask, c & mask, d & mask


@njit(cache=True, nogil=True)
def _load(data: Ints, words: Ints, halves: Ints, head: Ints, block: int, buffer: Ints) -> int:
    """A block of a list, or its tail: passages and counts less 1, into two rows; returns how many."""
    passages, places, counts = buffer[0], buffer[1], buffer[2]
    blocks = head[0] // BLOCK
    last = L(words[head[1] + 2 * block - 2]) if block else L(-1)
    many = 0
    if block == blocks:
        size, at = head[0] % BLOCK, head[2]
        for i in range(size):
            value, at = varint(data, at)
            last += (value >> 1) + 1
            passages[i] = last
            if value & 1:
                value, at = varint(data, at)
                places[many], counts[many] = i, value + 2
                many += 1
        places[many] = BLOCK
        return int(size)
    meta = L(words[head[1] + 2 * block + 1])
    width = meta & (1 << WIDTH_BITS) - 1
    at = head[1] + 2 * blocks + (meta >> WIDTH_BITS)
    _unpack(words, at, width, passages)
    for i in range(BLOCK):
        last += L(passages[U(i)]) + 1
        passages[U(i)] = last
    _load_many(words, halves, head, block, buffer)
    return BLOCK


@njit(cache=True, nogil=True)
def _load_many(words: Ints, halves: Ints, head: Ints, block: int, buffer: Ints) -> None:
    """The places and counts of those postings of a block that count more than 1, into two rows."""
    places, counts = buffer[1], buffer[2]
    meta = L(words[head[1] + 2 * block + 1])
    at = 2 * (head[1] + 2 * (head[0] // BLOCK) + (meta >> WIDTH_BITS) + LANES * (meta & (1 << WIDTH_BITS) - 1))
    many = L(halves[at])
    for i in range(many):
        at += 1
        half = L(halves[at])
        count = half >> PLACE_BITS
        if count == LARGE:
            count = L(halves[at + 1]) | L(halves[at + 2]) << 16
            at += 2
        places[i], counts[i] = half & BLOCK - 1, count + 2
    places[many] = BLOCK


@njit(cache=True, nogil=True)
def _advance(data: Ints, words: Ints, halves: Ints, head: Ints, buffer: Ints, cursor: Ints) -> None:
    """Loads the block that follows."""
    size = 0
    if cursor[FOLLOWING] <= head[0] // BLOCK:
        size = _load(data, words, halves, head, cursor[FOLLOWING], buffer)
    cursor[FOLLOWING] += 1
    cursor[PLACE], cursor[SIZE], cursor[MANY] = 0, size, 0
    cursor[NEXT] = L(buffer[0, 0]) if size else _END


@njit(cache=True, nogil=True)
def _score(ratio: float, weight: float, count: int, length: float) -> int:
    """What a term that occurs `count` times adds to a sum: rounded up, so that a sum is never too small."""
    return L(weight * np.log(1.0 + ratio * (count / max(length, np.float64(count))))) + 1


@njit(cache=True, nogil=True)
def _tabulate(table: Ints, ratio: float, weight: float, code_lengths: Floats) -> None:
    for count in range(TABLE_COUNTS):
        for code in range(CODES):
            table[count * CODES + code] = _score(ratio, weight, count + 1, code_lengths[code])


@njit(cache=True, nogil=True)
def _first_from(buffers: Ints, t: int, low: int, high: int, end: int) -> int:
    """The place in [low, high) of the first passage that is not before `end`; `high` if there is none."""
    if L(buffers[t, 0, high - 1]) < end:
        return high
    while low < high:
        middle = (low + high) >> 1
        if L(buffers[t, 0, middle]) < end:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def _any_from(values: Ints, threshold: int) -> bool:
    """Whether one of STRIDE values is not below the threshold, without a branch for each."""
    found, least = np.uint16(0), np.uint16(threshold)
    for i in range(STRIDE):
        found |= np.uint16(values[i] >= least)
    return bool(found)


@njit(cache=True, nogil=True)
def _forget(found: Ints, sums: Ints, threshold: int) -> int:
    """Moves what reaches the threshold to the front; returns how many do."""
    size = 0
    for i in range(len(found)):
        if sums[i] >= threshold:
            found[size], sums[size] = found[i], sums[i]
            size += 1
    return size


@njit(cache=True, nogil=True)
def _doubled(values: Ints) -> Ints:
    return np.concatenate((values, np.empty_like(values)))


@njit(cache=True, nogil=True)
def _block_of(words: Ints, head: Ints, block: int, passage: int) -> int:
    """The first block from `block` on that does not end before a passage; if there is none, the tail."""
    low, step, blocks = block, 1, head[0] // BLOCK
    while low + step <= blocks and L(words[head[1] + 2 * (low + step - 1)]) < passage:
        low += step
        step *= 2
    high = min(low + step - 1, blocks)
    while low < high:
        middle = (low + high) // 2
        if L(words[head[1] + 2 * middle]) < passage:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def _look_up(data: Ints, words: Ints, halves: Ints, head: Ints, wanted: Ints, counts: Ints, buffer: Ints) -> None:
    """How often a term occurs in passages that ascend."""
    blocks = head[0] // BLOCK
    block, place, size, many, passage = -1, 0, 0, 0, L(-1)
    for i in range(len(wanted)):
        if block < 0 or (block < blocks and L(words[head[1] + 2 * block]) < wanted[i]):
            block = _block_of(words, head, block + 1, wanted[i])
            place, many = -1, -1
            if block < blocks:
                size = BLOCK
                passage = L(words[head[1] + 2 * block - 2]) if block else L(-1)
                meta = L(words[head[1] + 2 * block + 1])
                _unpack(words, head[1] + 2 * blocks + (meta >> WIDTH_BITS), meta & (1 << WIDTH_BITS) - 1, buffer[0])
            else:
                size, many = _load(data, words, halves, head, block, buffer), 0
                passage = L(-1)
        if block < blocks:
            while passage < wanted[i]:
                place += 1
                passage += L(buffer[0, place]) + 1
        else:
            while passage < wanted[i] and place < size:
                place += 1
                passage = L(buffer[0, place]) if place < size else _END
        if passage == wanted[i]:
            if many < 0:
                _load_many(words, halves, head, block, buffer)
                many = 0
            while L(buffer[1, many]) < place:
                many += 1
            counts[i] = L(buffer[2, many]) if L(buffer[1, many]) == place else 1
