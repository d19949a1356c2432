"""The inner loops that write posting lists, compiled. Import this late: it loads numba.

`tweetctx.index.storage.layout` has the format.
"""

from __future__ import annotations

import numpy as np

from tweetctx.arrays.types import Ints, i64
from tweetctx.index.storage.layout import BLOCK, LANES, LARGE_EXCESS, WIDTH_BITS
from tweetctx.index.storage.varints import LONGEST, write_varint
from tweetctx.runtime.compiled import njit


@njit(nogil=True)
def write_lists(passages: Ints, counts: Ints, shares: Ints, lengths: Ints, base: int) -> tuple[Ints, Ints, Ints]:
    """The bytes of some lists, one after the other, how many each has, and the words of all their blocks.

    passages, counts, shares: of all postings, shape (n,), the passages of a list ascending, counts from 1, and the
    `share_codes`. lengths: how many postings each list has, shape (lists,). base: where in the file of words the words
    will stand.
    """
    tails = int((lengths % BLOCK).sum())
    data = np.empty(3 * LONGEST * len(lengths) + (2 * LONGEST + 1) * tails, np.uint8)
    sizes = np.empty(len(lengths), np.int64)
    widths, sizes_of_bytes = _measure_blocks(passages, counts, lengths)
    words = np.zeros(2 * len(widths) + int((LANES * widths + sizes_of_bytes).sum()), np.uint32)
    octets = words.view(np.uint8)
    at = written = first = block = 0
    for i in range(len(lengths)):
        begin, list_at, blocks = at, written, lengths[i] // BLOCK
        body = written + 2 * blocks
        for index in range(blocks):
            words[list_at + 2 * index] = passages[first + BLOCK - 1]
            words[list_at + 2 * index + 1] = (written - list_at) << WIDTH_BITS | widths[block]
            _pack(passages, first, _before(passages, first, index), widths[block], words, body)
            behind = 4 * (body + LANES * widths[block])
            octets[behind : behind + BLOCK] = shares[first : first + BLOCK]
            _write_counts(counts, first, octets, behind + BLOCK)
            size = LANES * widths[block] + sizes_of_bytes[block]
            written, body, first, block = written + size, body + size, first + BLOCK, block + 1
        written = body
        at = write_varint(data, at, lengths[i])
        if blocks:
            at = write_varint(data, at, base + list_at)
            at = write_varint(data, at, written - list_at)
        tail = lengths[i] % BLOCK
        at = _write_tail(passages, counts, shares, first, tail, _before(passages, first, blocks), data, at)
        first += tail
        sizes[i] = at - begin
    return data[:at], sizes, words


@njit(nogil=True)
def _before(passages: Ints, first: int, index: int) -> int:
    """The last passage before block `index` of a list."""
    return i64(passages[first - 1]) if index else i64(-1)


@njit(nogil=True)
def _measure_blocks(passages: Ints, counts: Ints, lengths: Ints) -> tuple[Ints, Ints]:
    """How many bits each block's largest gap needs, and how many words the block's codes and counts take."""
    blocks = int((lengths // BLOCK).sum())
    widths, sizes = np.empty(blocks, np.int64), np.empty(blocks, np.int64)
    first = block = 0
    for length in lengths:
        for index in range(length // BLOCK):
            before, largest, size = _before(passages, first, index), i64(0), BLOCK + 2
            for i in range(first, first + BLOCK):
                passage, count = i64(passages[i]), i64(counts[i])
                largest = max(largest, passage - before - 1)
                before = passage
                size += int(count > 1) + int(count > 2) + 4 * int(count >= LARGE_EXCESS + 3)
            widths[block] = 0
            while largest >> widths[block]:
                widths[block] += 1
            sizes[block] = (size + 3) // 4
            first, block = first + BLOCK, block + 1
        first += length % BLOCK
    return widths, sizes


@njit(nogil=True)
def _pack(passages: Ints, first: int, before: int, width: int, words: Ints, at: int) -> None:
    """Writes the gaps of a block from word `at` on, which is 0 as yet; gaps that take no bits need no words."""
    if not width:
        return
    for i in range(BLOCK):
        passage = i64(passages[first + i])
        gap, bit = passage - before - 1, i // LANES * width
        before = passage
        word, shift = at + (bit >> 5) * LANES + i % LANES, bit & 31
        words[word] |= np.uint32((gap << shift) & 0xFFFFFFFF)
        if shift + width > 32:
            words[word + LANES] |= np.uint32(gap >> (32 - shift))


@njit(nogil=True)
def _write_counts(counts: Ints, first: int, octets: Ints, at: int) -> None:
    """Writes the counts of a block from byte `at` on."""
    head, at = at, at + 2
    twos = more = 0
    for offset in range(BLOCK):
        if counts[first + offset] == 2:
            octets[at] = offset
            twos, at = twos + 1, at + 1
    for offset in range(BLOCK):
        count = i64(counts[first + offset]) - 3
        if count < 0:
            continue
        octets[at], octets[at + 1] = offset, min(count, LARGE_EXCESS)
        more, at = more + 1, at + 2
        if count >= LARGE_EXCESS:
            for shift in range(0, 32, 8):
                octets[at] = (count - LARGE_EXCESS) >> shift & 255
                at += 1
    octets[head], octets[head + 1] = twos, more


@njit(nogil=True)
def _write_tail(
    passages: Ints, counts: Ints, shares: Ints, first: int, size: int, before: int, data: Ints, at: int
) -> int:
    for i in range(first, first + size):
        passage, count = i64(passages[i]), i64(counts[i])
        at = write_varint(data, at, 2 * (passage - before - 1) + (count > 1))
        if count > 1:
            at = write_varint(data, at, count - 2)
        data[at] = shares[i]
        at += 1
        before = passage
    return at
