"""The inner loops that read posting lists, compiled. Import this late: it loads numba.

`tweetctx.index.storage.layout` has the format.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tweetctx.arrays.types import Ints, i64, u64
from tweetctx.index.storage.column_kernels import empty_unchecked, note
from tweetctx.index.storage.layout import BLOCK, LANES, LARGE_EXCESS, WIDTH_BITS
from tweetctx.index.storage.row_kernels import begin_of, simd
from tweetctx.index.storage.varints import read_varint
from tweetctx.runtime.compiled import njit

BEHIND = 1 << 62  # behind every passage
_WRAPLESS = 25  # bits of gaps
_USUAL = 80  # words of a block


class Lists(NamedTuple):
    """The files of lists: `data`, bytes; `words`, and their bytes, `octets`."""

    data: Ints
    words: Ints
    octets: Ints


# What the head of a list holds: how many postings it has, the places of its tail and of its blocks, and their size.
POSTINGS, TAIL, BLOCKS_AT, SIZE = 0, 1, 2, 3


class Block(NamedTuple):
    """Room for a block or a tail: passages, their codes of tf/length, and a tail's counts, each of shape (BLOCK,)."""

    passages: Ints
    shares: Ints
    counts: Ints


class Matches(NamedTuple):
    """Room for the rows of the passages that hold a term, and for how often each holds it."""

    rows: Ints
    counts: Ints


@njit(nogil=True, allocates=False)
def open_list(data: Ints, start: int, head: Ints) -> bool:
    """Reads the head of a list; whether it is within the data, and its blocks have room for their headers."""
    n, at = read_varint(data, start, len(data))
    blocks_at, size = i64(0), i64(0)
    if n >= BLOCK:
        blocks_at, at = read_varint(data, at, len(data))
        size, at = read_varint(data, at, len(data))
    head[POSTINGS], head[TAIL], head[BLOCKS_AT], head[SIZE] = n, at, blocks_at, size
    return at <= len(data) and 2 * (n // BLOCK) <= size


@njit(nogil=True)
def find_lists(offsets: Any, lists: Any, blocks: Any, peaks: Any, rows: Ints, notes: Ints) -> tuple[Ints, Ints]:
    """Where some lists begin, and the codes of their largest tf/length.

    offsets: the table of the Offsets of the lists. lists, blocks, peaks: the columns of the files of bytes, of words,
    and of the codes. notes: see `column_kernels`; the steps of the Offsets are array 0, the columns arrays 1 to 3. What
    a search reads of the lists is checked, or noted.
    """
    begins, ends = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    bases, (steps, checked_steps, step_bits), stretch_bits = offsets
    codes, checked_codes, code_bits = peaks
    found = np.zeros(len(rows), np.uint8)
    for i in range(len(rows)):
        row = rows[i]
        if not checked_codes[row >> code_bits]:
            note(3, row >> code_bits, notes)
        elif not checked_steps[row >> step_bits]:
            note(0, row >> step_bits, notes)
        elif not checked_steps[(row + 1) >> step_bits]:
            note(0, (row + 1) >> step_bits, notes)
        else:
            begins[i] = begin_of(bases, steps, stretch_bits, row)
            ends[i] = begin_of(bases, steps, stretch_bits, row + 1)
            found[i] = codes[row]
    empty_unchecked(lists, begins, ends, 1, notes)
    first, last, head = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64), np.empty(4, np.int64)
    data, words = lists[0], len(blocks[0])
    for i in range(len(rows)):
        if begins[i] < ends[i] and open_list(data, begins[i], head) and head[SIZE]:
            if head[BLOCKS_AT] + head[SIZE] > words:
                note(2, -1, notes)
            else:
                first[i], last[i] = head[BLOCKS_AT], head[BLOCKS_AT] + head[SIZE]
    empty_unchecked(blocks, first, last, 2, notes)
    return begins, found


@njit(nogil=True)
def rooms_for(lists: int) -> Block:
    """Room for a block of each of some lists, in the rows of its arrays."""
    shape = (lists, BLOCK)
    return Block(np.empty(shape, np.uint32), np.empty(shape, np.uint8), np.empty(shape, np.int64))


@njit(nogil=True, allocates=False, inlined=True)
def read_block(lists: Lists, head: Ints, index: int, block: Block) -> int:
    """Reads a block of a list, or its tail, whose index is behind theirs; returns how many postings it has.

    −1 for one that leaves the list, or whose passages do not ascend up to the last that its header names. The head is
    one for which `open_list` found no fault.
    """
    if index == head[POSTINGS] // BLOCK:
        return _read_tail(lists, head, block)
    at, width = _gaps_of(lists, head, index)
    behind = at + LANES * width
    if behind + BLOCK // 4 >= head[BLOCKS_AT] + head[SIZE]:
        return -1
    last = _last_before(lists, head, index)
    _unpack(lists, at, width, last, block.passages)
    if not _ascend(block.passages, width, last, i64(lists.words[head[BLOCKS_AT] + 2 * index])):
        return -1
    for i in range(BLOCK):
        block.shares[i] = lists.octets[u64(4 * behind + i)]
    return BLOCK


@njit(nogil=True, allocates=False, inlined=True)
def prefetch_blocks(lists: Lists, head: Ints, index: int, blocks: int) -> None:
    """Prefetches about so many blocks of a list from a index on, and the headers of later ones.

    A search reads a few blocks of each list in turn, which a processor does not foresee.
    """
    if index < head[POSTINGS] // BLOCK:
        at, _ = _gaps_of(lists, head, index)
        for line in range(at, at + (blocks + 1) * _USUAL, simd.LINE):
            simd.prefetch(lists.words, line)
        simd.prefetch(lists.words, head[BLOCKS_AT] + 2 * index + simd.LINE)


@njit(nogil=True, allocates=False, inlined=True)
def _unpack(lists: Lists, at: int, width: int, before: int, passages: Ints) -> None:
    """Unpacks the passages of a block, whose gaps stand from word `at` on, behind the passage before it."""
    if width:
        simd.unpack_passages(lists.words, at, width, before, passages)
    else:
        for i in range(BLOCK):
            passages[i] = before + 1 + i


@njit(nogil=True, allocates=False)
def _ascend(passages: Ints, width: int, before: int, last: int) -> bool:
    """Whether passages, unpacked from gaps of some width, ascend from behind one passage to another.

    They can fall only where a sum of 32 bits wraps around. BLOCK distances of at most 2^_WRAPLESS are at most 2^32
    together, so that their sum wraps around only where it ends at or before `before`.
    """
    if before >= last or i64(passages[BLOCK - 1]) != last:
        return False
    falls = 0
    for i in range(BLOCK - 1 if width > _WRAPLESS else 0):
        falls += passages[i + 1] <= passages[i]
    return falls == 0 and i64(passages[0]) > before


@njit(nogil=True, allocates=False)
def _last_before(lists: Lists, head: Ints, index: int) -> int:
    """The last passage before a block."""
    return i64(lists.words[head[BLOCKS_AT] + 2 * index - 2]) if index else i64(-1)


@njit(nogil=True, allocates=False)
def _gaps_of(lists: Lists, head: Ints, index: int) -> tuple[int, int]:
    """The word from which on the gaps of a block stand, and their width."""
    meta = i64(lists.words[head[BLOCKS_AT] + 2 * index + 1])
    return head[BLOCKS_AT] + 2 * (head[POSTINGS] // BLOCK) + (meta >> WIDTH_BITS), meta & (1 << WIDTH_BITS) - 1


@njit(nogil=True, allocates=False)
def _read_tail(lists: Lists, head: Ints, block: Block) -> int:
    at, last = head[TAIL], _last_before(lists, head, head[POSTINGS] // BLOCK)
    size = head[POSTINGS] % BLOCK
    for i in range(size):
        gap, count, at = _read_posting(lists.data, at)
        last += gap
        if at >= len(lists.data) or last >> 32:
            return -1
        block.passages[i], block.shares[i], block.counts[i] = last, lists.data[at], count
        at += 1
    return i64(size)


@njit(nogil=True, allocates=False, inlined=True)
def _read_posting(data: Ints, at: int) -> tuple[int, int, int]:
    """The distance of a posting of a tail from the one before, its count, and the place of its code."""
    value, at = read_varint(data, at, len(data))
    count = i64(1)
    if value & 1:
        more, at = read_varint(data, at, len(data))
        count = more + 2
    return (value >> 1) + 1, count, at


@njit(nogil=True, allocates=False)
def look_up(lists: Lists, head: Ints, wanted: Ints, tail: Block, room: Ints, found: Matches, n: int) -> int:
    """Finds a term in passages that ascend: their places among those wanted, and its counts, behind n that were found.

    tail: what was read of the list's tail, if any of the passages stands behind its blocks. room: for the passages of
    a block. Returns how many were found then; −1 if the counts are not as they were written. The head is one for which
    `open_list` found no fault.
    """
    blocks, index, last, behind = head[POSTINGS] // BLOCK, i64(0), i64(-1), i64(0)
    end = head[BLOCKS_AT] + head[SIZE]
    for i in range(len(wanted)):
        passage = i64(wanted[i])
        if passage > last:
            index = block_with(lists, head, index, passage)
            if index == blocks:
                return _look_up_in_tail(tail, head[POSTINGS] % BLOCK, wanted, i, found, n)
            at, width = _gaps_of(lists, head, index)
            last, behind = i64(lists.words[head[BLOCKS_AT] + 2 * index]), at + LANES * width
            if behind + BLOCK // 4 >= end:
                return -1
            _unpack(lists, at, width, _last_before(lists, head, index), room)
        offset = _lower_bound(room, passage)
        if i64(room[offset]) == passage:
            count = _count_of(lists.octets, 4 * behind + BLOCK, 4 * end, offset)
            if not count:
                return -1
            found.rows[n], found.counts[n] = i, count
            n += 1
    return n


@njit(nogil=True, allocates=False)
def _lower_bound(passages: Ints, passage: int) -> int:
    """The offset of the first of BLOCK ascending passages that is at least `passage`; the last one is."""
    offset, half = i64(0), BLOCK // 2
    while half:
        offset += half * (i64(passages[offset + half - 1]) < passage)
        half //= 2
    return offset


@njit(nogil=True, allocates=False)
def _count_of(octets: Ints, at: int, end: int, offset: int) -> int:
    """The count of a posting of a block whose counts stand from byte `at` on; 0 if they do not end before `end`."""
    twos, more = at + 2 + i64(octets[at]), i64(octets[at + 1])
    if twos + 2 * more > end:
        return 0
    for i in range(at + 2, twos):
        if octets[i] == offset:
            return 2
    at = twos
    for _ in range(more):
        is_it, count = octets[at] == offset, i64(octets[at + 1]) + 3
        at += 2
        if count == LARGE_EXCESS + 3:
            if at + 4 > end:
                return 0
            for shift in range(0, 32, 8):
                count += i64(octets[at]) << shift
                at += 1
        if at > end:
            return 0
        if is_it:
            return count
    return 1


@njit(nogil=True, allocates=False)
def _look_up_in_tail(tail: Block, size: int, wanted: Ints, first: int, found: Matches, n: int) -> int:
    """Finds the passages from wanted[first] on in a tail of some size: see `look_up`."""
    offset = 0
    for i in range(first, len(wanted)):
        while offset < size and tail.passages[offset] < wanted[i]:
            offset += 1
        if offset < size and tail.passages[offset] == wanted[i]:
            found.rows[n], found.counts[n] = i, tail.counts[offset]
            n += 1
    return n


@njit(nogil=True, allocates=False)
def block_with(lists: Lists, head: Ints, first: int, passage: int) -> int:
    """The first block from `first` on that does not end before a passage; if there is none, the tail."""
    low, step, blocks = first, 1, head[POSTINGS] // BLOCK
    while low + step <= blocks and i64(lists.words[head[BLOCKS_AT] + 2 * (low + step - 1)]) < passage:
        low += step
        step *= 2
    high = min(low + step - 1, blocks)
    while low < high:
        middle = (low + high) // 2
        if i64(lists.words[head[BLOCKS_AT] + 2 * middle]) < passage:
            low = middle + 1
        else:
            high = middle
    return low
