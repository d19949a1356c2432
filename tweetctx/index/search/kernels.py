"""The inner loops of search, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Floats, Ints, i64, u64
from tweetctx.index.search.table_kernels import MARGIN, tables
from tweetctx.index.storage.column_kernels import lengths_of, note
from tweetctx.index.storage.layout import BLOCK
from tweetctx.index.storage.lengths import EXACT, SHARE_STEPS, SHARES
from tweetctx.index.storage.list_kernels import (
    BEHIND,
    BLOCKS_AT,
    POSTINGS,
    Block,
    Lists,
    Matches,
    block_with,
    find_lists,
    look_up,
    open_list,
    prefetch_blocks,
    read_block,
    rooms_for,
)
from tweetctx.index.storage.list_kernels import SIZE as LIST_SIZE
from tweetctx.index.storage.row_kernels import simd
from tweetctx.runtime.compiled import njit

MASK, STRIDE = simd.MASK, simd.STRIDE
REGION = 1 << 16  # passages whose scores are summed at a time: what is needed for them stays in the fastest cache
TOP = 65_535  # the largest sum
BIN_BITS = 6
BINS = (TOP >> BIN_BITS) + 1
_TINY = float(np.finfo(np.float64).tiny)
_BLOCKS, _LENGTHS = 2, 4  # their indexes in what is stored
_LAST_EXACT = int(SHARE_STEPS * np.log2(EXACT))  # the last code of a share whose length is known exactly


class Passages(NamedTuple):
    """The codes of the passages' lengths; which passages are deleted, shape (passages,), or (0,) if none is."""

    codes: Ints
    deleted: NDArray[np.bool_]


@njit(nogil=True)
def candidates(
    stored: Any, query: Any, size: int, lam: float, k: int, sums: Ints, first: int, last: int, notes: Ints
) -> tuple[Ints, Ints, Floats, Floats]:
    """Finds a few passages among which are the k with the best `passage_scores`, and what these are made of.

    Only passages in [first, last) count. Returns those found, ascending; and for each posting of a term in them the
    row of its passage, the weight of the term, and x of its score weight · ln(1 + x). Postings are in the order of
    the terms.

    stored: of a segment the table of the Offsets of its lists; the columns of the lists, their blocks and their peaks;
    the table of its Lengths; and its deleted passages, as `Passages` has them. query: the number of each term's list,
    out of range where there is none, cf(t) and c(t,q), each of shape (Q,). size: |C|. sums: REGION zeros, which are
    zeros again at the end. notes: see `column_kernels`; the arrays are numbered as in `stored`.
    """
    offsets, lists, blocks, peaks, lengths, deleted = stored
    rows, cf, weight = query
    here = np.flatnonzero((rows >= 0) & (rows < len(peaks[0])))
    weight, p = weight[here], cf[here] / np.float64(size)
    starts, shares = find_lists(offsets, lists, blocks, peaks, rows[here], notes)
    if notes[0, 0] or not len(here):
        return here[:0], here[:0], p[:0], p[:0]
    # Not below the smallest number, by which a division would be more than the largest.
    ratio = (1.0 - lam) / np.maximum(lam * p, _TINY)
    passages, rows_found, counts, ends = search_lists(
        lists[0], blocks[0], starts, lengths[0], deleted, ratio, weight, shares, k, sums, first, last
    )
    if not len(ends):
        note(_BLOCKS, -1, notes)
    weights, x = _parts(counts, ends, lengths_of(lengths, passages)[rows_found], p, weight, lam)
    if len(x) < len(rows_found):
        note(_LENGTHS, -1, notes)
    return passages, rows_found, weights, x


@njit(nogil=True, error_model="numpy")
def _parts(counts: Ints, ends: Ints, lengths: Ints, p: Floats, weight: Floats, lam: float) -> tuple[Floats, Floats]:
    """The weight of the term of each posting, and x of its score: see `candidates`; nothing where a length is unknown.

    counts, lengths: of each posting and its passage. ends: where the postings of each term end.
    """
    weights, x = np.empty(len(counts)), np.empty(len(counts))
    begin = 0
    for t in range(len(ends)):
        for i in range(begin, ends[t]):
            if lengths[i] < 0:
                return weights[:0], x[:0]
            weights[i], x[i] = weight[t], (1.0 - lam) * (counts[i] / max(lengths[i], 1)) / (lam * p[t])
        begin = ends[t]
    return weights, x


@njit(nogil=True)
def search_lists(
    data: Ints,
    words: Ints,
    starts: Ints,
    codes: Ints,
    deleted: NDArray[np.bool_],
    ratio: Floats,
    weight: Floats,
    peaks: Ints,
    k: int,
    sums: Ints,
    first: int,
    last: int,
) -> tuple[Ints, Ints, Ints, Ints]:
    """Finds a few passages among which are the k with the largest Σ_t weight_t · ln(1 + ratio_t · tf/length).

    Only passages in [first, last) count. Returns those found, ascending; the rows in these of the postings of one
    term after the other, and their counts; and where those of each term end, shape (terms,), or (0,) if the lists are
    not as they were written.

    starts: where the terms' lists begin, fewer than TOP / 2 of them; peaks: the code of the largest tf/length of each.
    sums: REGION zeros, which are zeros again at the end, unless the lists are not as they were written.

    Scores are summed as whole numbers, in units that are chosen such that no sum exceeds TOP. They are rounded up, and
    tf/length to what its code stands for. So no passage's sum is too small, and none is too large by more than `slack`,
    unless its length is only known roughly. A histogram of the sums so far gives a threshold that k passages are sure
    to reach.
    """
    terms, passages = len(starts), Passages(codes, deleted)
    lists = Lists(data, words, words.view(np.uint8))
    weight = weight * ((TOP - 2.0 * terms) / (weight * np.log1p(ratio * SHARES[peaks])).sum())
    nothing = np.empty(0, np.int64)
    cursors = Cursors(np.empty((terms, 4), np.int64), np.zeros((terms, 4), np.int64), rooms_for(terms))
    if not _open(lists, starts, first, len(codes), cursors):
        return nothing, nothing, nothing, nothing
    scores = tables(ratio, weight, peaks)
    slack = _slack(scores, peaks)
    kept = _nothing(4 * max(k, STRIDE))
    for begin in range(first, last, REGION):
        size = min(REGION, last - begin)
        if not _add_region(lists, begin, begin + size, len(codes), cursors, scores, sums):
            return nothing, nothing, nothing, nothing
        gathered = 0
        while gathered < size:
            gathered = _gather(sums, gathered, size, begin, passages, slack, k, kept)
            if gathered < size:
                kept = _with_room(kept)
    chosen = kept.passages[: _forget(kept)]
    postings = Matches(np.empty(terms * len(chosen), np.int64), np.empty(terms * len(chosen), np.int64))
    ends = np.empty(terms, np.int64)
    if not _look_up(lists, chosen, cursors, np.empty(BLOCK, np.uint32), postings, ends):
        return nothing, nothing, nothing, nothing
    return chosen, postings.rows[: ends[-1]], postings.counts[: ends[-1]], ends


class Cursors(NamedTuple):
    """Where a search stands in each list: its head, its state, and the block or tail that was read last.

    heads, states: shape (terms, 4). rooms: arrays of shape (terms, BLOCK).
    """

    heads: Ints
    states: Ints
    rooms: Block


# The fields of a cursor: the number of the next block, the offset in the current one, its size, and the passage at that
# offset.
FOLLOWING, OFFSET, SIZE, NEXT = 0, 1, 2, 3


@njit(nogil=True, allocates=False)
def _open(lists: Lists, starts: Ints, first: int, passages: int, cursors: Cursors) -> bool:
    """Opens lists, and enters each at the first passage that is not before `first`; False as for `_advance`."""
    for t in range(len(starts)):
        head, cursor = cursors.heads[t], cursors.states[t]
        block = Block(cursors.rooms.passages[t], cursors.rooms.shares[t], cursors.rooms.counts[t])
        if not open_list(lists.data, starts[t], head) or head[BLOCKS_AT] + head[LIST_SIZE] > len(lists.words):
            return False
        cursor[FOLLOWING] = block_with(lists, head, i64(0), first)
        if not _advance(lists, head, block, cursor, passages):
            return False
        if cursor[NEXT] < first:
            cursor[OFFSET] = _first_from(block.passages, i64(0), cursor[SIZE], first)
            cursor[NEXT] = i64(block.passages[cursor[OFFSET]]) if cursor[OFFSET] < cursor[SIZE] else BEHIND
    return True


@njit(nogil=True, allocates=False)
def _add_region(lists: Lists, begin: int, end: int, passages: int, cursors: Cursors, scores: Ints, sums: Ints) -> bool:
    """Adds the scores of all postings of the passages in [begin, end) to the sums; False as for `_advance`."""
    for t in range(len(scores)):
        head, cursor = cursors.heads[t], cursors.states[t]
        block = Block(cursors.rooms.passages[t], cursors.rooms.shares[t], cursors.rooms.counts[t])
        before = cursor[FOLLOWING]
        while cursor[NEXT] < end:
            stop = _first_from(block.passages, cursor[OFFSET], cursor[SIZE], end)
            _add(block, cursor[OFFSET], stop, begin, scores[t], sums)
            if stop == cursor[SIZE]:
                if not _advance(lists, head, block, cursor, passages):
                    return False
            else:
                cursor[OFFSET], cursor[NEXT] = stop, i64(block.passages[stop])
        # What the next region needs is loaded while the other lists of this one are added.
        prefetch_blocks(lists, head, cursor[FOLLOWING], cursor[FOLLOWING] - before)
    return True


@njit(nogil=True, allocates=False)
def _look_up(lists: Lists, wanted: Ints, cursors: Cursors, room: Ints, postings: Matches, ends: Ints) -> bool:
    """Finds the postings of passages in all lists; False if these are not as they were written: see `look_up`.

    ends: set to how many are found up to each list.
    """
    n = i64(0)
    for t in range(len(ends)):
        tail = Block(cursors.rooms.passages[t], cursors.rooms.shares[t], cursors.rooms.counts[t])
        n = look_up(lists, cursors.heads[t], wanted, tail, room, postings, n)
        if n < 0:
            return False
        ends[t] = n
    return True


@njit(nogil=True, allocates=False, inlined=True)
def _advance(lists: Lists, head: Ints, block: Block, cursor: Ints, passages: int) -> bool:
    """Reads the next block; False if its passages are out of range or do not follow those before."""
    size = 0
    if cursor[FOLLOWING] <= head[POSTINGS] // BLOCK:
        size = read_block(lists, head, cursor[FOLLOWING], block)
        if size < 0 or (size and i64(block.passages[size - 1]) >= passages):
            return False
    cursor[FOLLOWING] += 1
    cursor[OFFSET], cursor[SIZE] = 0, size
    cursor[NEXT] = i64(block.passages[0]) if size else BEHIND
    return True


@njit(nogil=True, allocates=False)
def _first_from(passages: Ints, low: int, high: int, end: int) -> int:
    """The offset in [low, high) of the first passage that is not before `end`; `high` if there is none."""
    if i64(passages[high - 1]) < end:
        return high
    while low < high:
        middle = (low + high) >> 1
        if i64(passages[middle]) < end:
            low = middle + 1
        else:
            high = middle
    return low


@njit(nogil=True, allocates=False)
def _slack(scores: Ints, first: Ints) -> int:
    """By how much a sum can be too large for a passage whose length is known exactly.

    Of each term a unit, MARGIN, and the largest step between the scores of two codes of tf/length from `first` on.
    """
    slack = int(len(scores) * MARGIN) + 1
    for t in range(len(scores)):
        largest = 0
        for code in range(i64(first[t]), _LAST_EXACT + 1):
            largest = max(largest, i64(scores[t, code]) - i64(scores[t, code + 1]))
        slack += 1 + largest
    return slack


@njit(nogil=True, allocates=False, inlined=True)
def _add(block: Block, first: int, last: int, begin: int, scores: Ints, sums: Ints) -> None:
    """Adds the scores of some postings of a block to the sums of the region that begins at `begin`."""
    for i in range(first, last):
        sums[u64(block.passages[u64(i)]) - u64(begin)] += scores[u64(block.shares[u64(i)])]


class Kept(NamedTuple):
    """The passages kept so far, their sums, the number of sums counted in each bin, and the state: see below."""

    passages: Ints
    sums: Ints
    bins: Ints
    state: Ints


# The fields of the state: how many passages are kept; the highest bin such that it and those above it count at least
# k sums (0 while there are fewer); how many sums they count; the threshold.
SIZE_KEPT, EDGE, ABOVE, THRESHOLD = 0, 1, 2, 3


@njit(nogil=True)
def _nothing(room: int) -> Kept:
    """Room for some passages, of which none is kept so far."""
    passages, sums = np.empty(room, np.int64), np.empty(room, np.int64)
    kept = Kept(passages, sums, np.zeros(BINS + 1, np.int64), np.zeros(4, np.int64))
    kept.state[THRESHOLD] = 1
    return kept


@njit(nogil=True, allocates=False)
def _gather(sums: Ints, first: int, size: int, begin: int, passages: Passages, slack: int, k: int, kept: Kept) -> int:
    """Finds those passages of a region whose sums reach the threshold, which rises with them, and clears the sums.

    From offset `first` of the region on up to `size`; returns the offset from which on there was no room for more, or
    `size`.
    """
    state = kept.state
    for stride in range(first, size, STRIDE):
        if simd.reaches(sums, stride, state[THRESHOLD]):
            if state[SIZE_KEPT] + STRIDE > len(kept.passages):
                return stride
            for offset in range(stride, stride + STRIDE, MASK):
                _take(simd.reaching(sums, offset, state[THRESHOLD]), sums, offset, begin, passages, slack, k, kept)
        simd.clear(sums, stride)
    return size


@njit(nogil=True, allocates=False)
def _take(mask: int, sums: Ints, offset: int, begin: int, passages: Passages, slack: int, k: int, kept: Kept) -> None:
    """Takes the passages of a mask whose sums reach the threshold even as it rises."""
    state = kept.state
    while mask:
        at = offset + i64(simd.lowest_bit(mask))
        mask &= mask - u64(1)
        total, passage = i64(sums[at]), begin + at
        if total < state[THRESHOLD] or (len(passages.deleted) and passages.deleted[passage]):
            continue
        kept.passages[state[SIZE_KEPT]], kept.sums[state[SIZE_KEPT]] = passage, total
        state[SIZE_KEPT] += 1
        if passages.codes[passage] < EXACT:
            _raise_threshold(total >> BIN_BITS, slack, k, kept.bins, state)


@njit(nogil=True, allocates=False)
def _raise_threshold(bin_of_sum: int, slack: int, k: int, bins: Ints, state: Ints) -> None:
    """Counts a sum in its bin, whose sums are too large by at most `slack`."""
    bins[bin_of_sum] += 1
    if bin_of_sum < state[EDGE]:
        return
    state[ABOVE] += 1
    while state[ABOVE] - bins[state[EDGE]] >= k:
        state[ABOVE] -= bins[state[EDGE]]
        state[EDGE] += 1
    state[THRESHOLD] = max(state[THRESHOLD], (state[EDGE] << BIN_BITS) - slack)


@njit(nogil=True)
def _with_room(kept: Kept) -> Kept:
    """Forgets what no longer reaches the threshold; takes more room if that is not much."""
    size = _forget(kept)
    kept.state[SIZE_KEPT] = size
    if 2 * size <= len(kept.passages):
        return kept
    passages, sums = np.empty(2 * len(kept.passages), np.int64), np.empty(2 * len(kept.sums), np.int64)
    passages[:size], sums[:size] = kept.passages[:size], kept.sums[:size]
    return Kept(passages, sums, kept.bins, kept.state)


@njit(nogil=True, allocates=False)
def _forget(kept: Kept) -> int:
    """Moves what reaches the threshold to the front; returns how many do."""
    size = 0
    for i in range(kept.state[SIZE_KEPT]):
        if kept.sums[i] >= kept.state[THRESHOLD]:
            kept.passages[size], kept.sums[size] = kept.passages[i], kept.sums[i]
            size += 1
    return size
