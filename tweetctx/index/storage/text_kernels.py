"""Finds the blocks of texts in one loop, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.runtime.compiled import njit


class FoundBlocks(NamedTuple):
    """The B blocks that hold S spans of texts, each once, ascending.

    blocks, begins, ends: the number of each block, and the bytes of its frame, shape (B,). stops: how many texts the
    blocks up to each hold together, shape (B,). firsts: how many of these texts precede each span, shape (S,).
    """

    blocks: Ints
    begins: Ints
    ends: Ints
    stops: Ints
    firsts: Ints


@njit(nogil=True)
def find_blocks(table: Ints, first: Ints, last: Ints) -> FoundBlocks:
    """Finds the blocks of the texts `first[i]` to `last[i]` (excluded, and above the first).

    table: where the frame of each block begins, and its first text, shape (blocks + 1, 2).
    """
    opening, behind = np.empty(len(first), np.int64), np.empty(len(first), np.int64)
    for span in range(len(first)):
        low, high = 0, len(table) - 1
        while high - low > 1:
            middle = (low + high) >> 1
            if table[middle, 1] <= first[span]:
                low = middle
            else:
                high = middle
        opening[span] = low
        while low < len(table) - 1 and table[low, 1] < last[span]:
            low += 1
        behind[span] = low
    every, at = np.empty((behind - opening).sum(), np.int64), 0
    for span in range(len(first)):
        for block in range(opening[span], behind[span]):
            every[at] = block
            at += 1
    every.sort()
    count = 0
    for at in range(len(every)):
        if not at or every[at] != every[at - 1]:
            every[count] = every[at]
            count += 1
    blocks = every[:count]
    begins, ends, stops = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    total = 0
    for at in range(count):
        begins[at], ends[at] = table[blocks[at], 0], table[blocks[at] + 1, 0]
        total += table[blocks[at] + 1, 1] - table[blocks[at], 1]
        stops[at] = total
    firsts = np.empty(len(first), np.int64)
    for span in range(len(first)):
        at = np.searchsorted(blocks, opening[span])
        size = table[opening[span] + 1, 1] - table[opening[span], 1]
        firsts[span] = stops[at] - size + first[span] - table[opening[span], 1]
    return FoundBlocks(blocks, begins, ends, stops, firsts)


@njit(nogil=True)
def find_spans(found: FoundBlocks, sizes: Ints, ends: Ints, counts: Ints) -> Ints:
    """Where the spans of `find_blocks` begin and end in the joined content of its blocks, shape (2, S).

    sizes: the bytes of each block. ends: the offsets of all bytes END. counts: how many texts each span has. Shape
    (2, 0) if a block has other texts than it should.
    """
    spans, at = np.zeros((2, len(counts)), np.int64), 0
    for block in range(len(sizes)):
        at += sizes[block]
        stop = found.stops[block]
        if stop < 1 or stop > len(ends) or ends[stop - 1] != at - 1:
            return spans[:, :0]
    if found.stops[-1] != len(ends):
        return spans[:, :0]
    for span in range(len(counts)):
        first = found.firsts[span]
        if first:
            spans[0, span] = ends[first - 1] + 1
        spans[1, span] = ends[first + counts[span] - 1]
    return spans
