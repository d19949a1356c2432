"""The inner loops that read posting lists, compiled. Import this late: it loads numba.

`tweetctx.index.storage.postings` has the format.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from tweetctx.compiled import interpreted, njit
from tweetctx.index.storage.constants import i64
from tweetctx.index.storage.postings import BLOCK, LANES, LARGE, WIDTH_BITS
from tweetctx.index.storage.varints import read_varint
from tweetctx.ragged import Ints

vectors: Any = import_module(f"tweetctx.index.storage.{'plain_vectors' if interpreted() else 'vectors'}")

BEHIND = 1 << 62  # behind every passage
SMALL = 4  # the largest count that is kept beside a posting
_WRAPLESS = 25  # bits of gaps


class Lists(NamedTuple):
    """The files of lists: `data`, bytes; `words`, and their bytes, `octets`."""

    data: Ints
    words: Ints
    octets: Ints


# What the head of a list holds: how many postings it has, the places of its tail and of its blocks, and their size.
POSTINGS, TAIL, PLACE, SIZE = 0, 1, 2, 3


class Block(NamedTuple):
    """Room for what is read of a block or of a tail.

    passages: of each posting, shape (BLOCK,). above: its count less 1, SMALL − 1 for all larger ones, shape (BLOCK,).
    places, counts: of the postings whose count is more than SMALL, ascending, shape (BLOCK + 1,), and behind them the
    place BLOCK.
    """

    passages: Ints
    above: Ints
    places: Ints
    counts: Ints


@njit(nogil=True, allocates=False)
def open_list(data: Ints, start: int, head: Ints) -> bool:
    """Reads the head of a list; whether it is within the data, and its blocks have room for their headers."""
    n, at = read_varint(data, start, len(data))
    place, size = i64(0), i64(0)
    if n >= BLOCK:
        place, at = read_varint(data, at, len(data))
        size, at = read_varint(data, at, len(data))
    head[POSTINGS], head[TAIL], head[PLACE], head[SIZE] = n, at, place, size
    return at <= len(data) and 2 * (n // BLOCK) <= size


@njit(nogil=True)
def extents(data: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """Where the blocks of those lists that have some begin and end among the words."""
    begin, end, size = np.empty(len(starts), np.int64), np.empty(len(starts), np.int64), 0
    head = np.empty(4, np.int64)
    for start in starts:
        open_list(data, start, head)
        if head[SIZE]:
            begin[size], end[size] = head[PLACE], head[PLACE] + head[SIZE]
            size += 1
    return begin[:size], end[:size]


@njit(nogil=True)
def rooms_for(lists: int) -> Block:
    """Room for a block of each of some lists, in the rows of its arrays."""
    passages, above = np.empty((lists, BLOCK), np.uint32), np.empty((lists, BLOCK), np.uint8)
    return Block(passages, above, np.empty((lists, BLOCK + 1), np.uint8), np.empty((lists, BLOCK + 1), np.uint32))


@njit(nogil=True)
def block_of(rooms: Block, number: int) -> Block:
    """The room of one of the lists."""
    return Block(rooms.passages[number], rooms.above[number], rooms.places[number], rooms.counts[number])


@njit(nogil=True, allocates=False, inlined=True)
def read_block(lists: Lists, head: Ints, number: int, block: Block) -> int:
    """Reads a block of a list, or its tail, whose number is behind theirs; returns how many postings it has.

    −1 for one that leaves the list, or whose passages do not ascend up to the last that its header names. The head is
    one for which `open_list` and `extents` found no fault.
    """
    if number == head[POSTINGS] // BLOCK:
        return _read_tail(lists, head, block)
    at, width = _gaps_of(lists, head, number)
    last = _last_before(lists, head, number)
    end = head[PLACE] + head[SIZE]
    if at + LANES * width >= end:
        return -1
    if width:
        vectors.unpack_passages(lists.words, at, width, last, block.passages)
    else:
        for i in range(BLOCK):
            block.passages[i] = last + 1 + i
    if not _ascend(block.passages, width, last, i64(lists.words[head[PLACE] + 2 * number])):
        return -1
    return BLOCK if _read_counts(lists.octets, 4 * (at + LANES * width), 4 * end, block) else -1


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
def _last_before(lists: Lists, head: Ints, number: int) -> int:
    """The last passage before a block."""
    return i64(lists.words[head[PLACE] + 2 * number - 2]) if number else i64(-1)


@njit(nogil=True, allocates=False)
def _gaps_of(lists: Lists, head: Ints, number: int) -> tuple[int, int]:
    """The word from which on the gaps of a block stand, and their width."""
    meta = i64(lists.words[head[PLACE] + 2 * number + 1])
    return head[PLACE] + 2 * (head[POSTINGS] // BLOCK) + (meta >> WIDTH_BITS), meta & (1 << WIDTH_BITS) - 1


@njit(nogil=True, allocates=False, inlined=True)
def _read_counts(octets: Ints, at: int, end: int, block: Block) -> bool:
    """Reads the counts of a block, which stand from byte `at` on; whether they stand before `end`."""
    twos, more = i64(octets[at]), i64(octets[at + 1])
    if twos + more > BLOCK or at + 2 + twos + 2 * more > end:
        return False
    at += 2
    for i in range(BLOCK):
        block.above[i] = 0
    for i in range(at, at + twos):
        block.above[i64(octets[i]) & BLOCK - 1] = 1
    at, large = at + twos, 0
    for _ in range(more):
        place = i64(octets[at]) & BLOCK - 1
        if octets[at + 1] == LARGE and at + 6 > end:
            return False
        count, at = _count_at(octets, at + 1)
        if at > end:
            return False
        large = _set_count(block, place, count, large)
    block.places[large] = BLOCK
    return True


@njit(nogil=True, allocates=False)
def _set_count(block: Block, place: int, count: int, large: int) -> int:
    """Sets a count of a block in which so many are more than SMALL; returns how many then are."""
    block.above[place] = min(count, SMALL) - 1
    if count <= SMALL:
        return large
    block.places[large], block.counts[large] = place, count
    return large + 1


@njit(nogil=True, allocates=False)
def _count_at(octets: Ints, at: int) -> tuple[int, int]:
    """A count of at least 3, and the place behind it."""
    count = i64(octets[at]) + 3
    if count < LARGE + 3:
        return count, at + 1
    return count + (
        i64(octets[at + 1]) | i64(octets[at + 2]) << 8 | i64(octets[at + 3]) << 16 | i64(octets[at + 4]) << 24
    ), at + 5


@njit(nogil=True, allocates=False)
def _read_tail(lists: Lists, head: Ints, block: Block) -> int:
    at, last, large = head[TAIL], _last_before(lists, head, head[POSTINGS] // BLOCK), 0
    size = head[POSTINGS] % BLOCK
    for i in range(size):
        value, at = read_varint(lists.data, at, len(lists.data))
        last, count = last + (value >> 1) + 1, i64(1)
        if value & 1:
            more, at = read_varint(lists.data, at, len(lists.data))
            count = more + 2
        large = _set_count(block, i, count, large)
        if at > len(lists.data) or last >> 32:
            return -1
        block.passages[i] = last
    block.places[large] = BLOCK
    return i64(size)


@njit(nogil=True, allocates=False)
def look_up(lists: Lists, head: Ints, wanted: Ints, counts: Ints, block: Block) -> None:
    """Sets how often a term occurs in passages that ascend, where it does."""
    blocks = head[POSTINGS] // BLOCK
    number = 0
    for i in range(len(wanted)):
        passage = i64(wanted[i])
        number = _block_with(lists, head, number, passage)
        if number == blocks:
            _look_up_in_tail(block, _read_tail(lists, head, block), wanted[i:], counts[i:])
            return
        at, width = _gaps_of(lists, head, number)
        last = _last_before(lists, head, number)
        place = vectors.place_of_passage(lists.words, at, width, last, passage) if width else passage - last - 1
        if place >= 0:
            counts[i] = _count_of(lists.octets, 4 * (at + LANES * width), place)


@njit(nogil=True, allocates=False)
def _count_of(octets: Ints, at: int, place: int) -> int:
    """The count of a posting of a block whose counts stand from byte `at` on."""
    twos, more = at + 2 + i64(octets[at]), i64(octets[at + 1])
    for i in range(at + 2, twos):
        if octets[i] == place:
            return 2
    at = twos
    for _ in range(more):
        is_it = octets[at] == place
        count, at = _count_at(octets, at + 1)
        if is_it:
            return count
    return 1


@njit(nogil=True, allocates=False)
def _look_up_in_tail(tail: Block, size: int, wanted: Ints, counts: Ints) -> None:
    place = large = 0
    for i in range(len(wanted)):
        while place < size and i64(tail.passages[place]) < wanted[i]:
            place += 1
        if place < size and i64(tail.passages[place]) == wanted[i]:
            while i64(tail.places[large]) < place:
                large += 1
            counts[i] = tail.counts[large] if i64(tail.places[large]) == place else i64(tail.above[place]) + 1


@njit(nogil=True, allocates=False)
def _block_with(lists: Lists, head: Ints, first: int, passage: int) -> int:
    """The first block from `first` on that does not end before a passage; if there is none, the tail."""
    low, step, blocks = first, 1, head[POSTINGS] // BLOCK
    while low + step <= blocks and i64(lists.words[head[PLACE] + 2 * (low + step - 1)]) < passage:
        low += step
        step *= 2
    high = min(low + step - 1, blocks)
    while low < high:
        middle = (low + high) // 2
        if i64(lists.words[head[PLACE] + 2 * middle]) < passage:
            low = middle + 1
        else:
            high = middle
    return low
