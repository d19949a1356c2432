"""The inner loops of search, compiled. Import this late: it loads numba."""

from __future__ import annotations

import numpy as np
from numba import njit

from tweetctx.ragged import Floats, Ints

BLOCK = 1 << 16  # passages whose scores are summed at a time: half a megabyte, which stays in the cache
TABLE_COUNTS = 4  # a term that occurs up to 4 times in a passage ...
TABLE_LENGTHS = 512  # ... of fewer than 512 terms is scored without a logarithm


@njit(cache=True, nogil=True)
def best_passages(
    passages: Ints,
    counts: Ints,
    starts: Ints,
    ends: Ints,
    lengths: Ints,
    ratio: Floats,
    weight: Floats,
    k: int,
) -> tuple[Ints, Floats]:
    """The k passages with the largest Σ_t weight_t · ln(1 + ratio_t · (tf/length)), in no order.

    Term t's postings are `passages[starts[t]:ends[t]]`, ascending, with `counts` beside them; lengths has shape (P,).
    Terms are added in the order given, block of passages by block. Among equal scores the earlier passage stays.
    """
    terms = len(starts)
    table = np.empty((terms, TABLE_COUNTS, TABLE_LENGTHS))
    tabled = np.zeros(terms, np.bool_)
    for t in range(terms):
        if ends[t] - starts[t] > TABLE_COUNTS * TABLE_LENGTHS:
            tabled[t] = True
            for count in range(1, TABLE_COUNTS + 1):
                for length in range(1, TABLE_LENGTHS):
                    table[t, count - 1, length] = weight[t] * np.log1p(ratio[t] * (count / length))
    cursor = starts.copy()
    sums = np.zeros(min(BLOCK, len(lengths)))
    heap_scores = np.empty(k)
    heap_passages = np.empty(k, np.int64)
    size = 0
    for begin in range(0, len(lengths), BLOCK):
        end = min(begin + BLOCK, len(lengths))
        touched = False
        for t in range(terms):
            i = cursor[t]
            while i < ends[t] and passages[i] < end:
                d = np.int64(passages[i])
                if d < begin:
                    raise ValueError("postings do not ascend")
                c = np.int64(counts[i])
                n = np.int64(lengths[d])
                if tabled[t] and c <= TABLE_COUNTS and n < TABLE_LENGTHS:
                    sums[d - begin] += table[t, c - 1, n]
                else:
                    sums[d - begin] += weight[t] * np.log1p(ratio[t] * (c / n))
                touched = True
                i += 1
            cursor[t] = i
        if touched:
            for place in range(end - begin):
                score = sums[place]
                if score > 0.0:
                    sums[place] = 0.0
                    if size < k:
                        heap_scores[size] = score
                        heap_passages[size] = begin + place
                        size += 1
                        _sift_up(heap_scores, heap_passages, size - 1)
                    elif score > heap_scores[0]:
                        heap_scores[0] = score
                        heap_passages[0] = begin + place
                        _sift_down(heap_scores, heap_passages, size)
    return heap_passages[:size], heap_scores[:size]


@njit(cache=True, nogil=True)
def _worse(scores: Floats, passages: Ints, a: int, b: int) -> bool:
    """Whether entry a ranks behind entry b: a smaller score, or the same score and a later passage."""
    return bool(scores[a] < scores[b] or (scores[a] == scores[b] and passages[a] > passages[b]))


@njit(cache=True, nogil=True)
def _swap(scores: Floats, passages: Ints, a: int, b: int) -> None:
    scores[a], scores[b] = scores[b], scores[a]
    passages[a], passages[b] = passages[b], passages[a]


@njit(cache=True, nogil=True)
def _sift_up(scores: Floats, passages: Ints, child: int) -> None:
    while child > 0:
        parent = (child - 1) // 2
        if not _worse(scores, passages, child, parent):
            break
        _swap(scores, passages, child, parent)
        child = parent


@njit(cache=True, nogil=True)
def _sift_down(scores: Floats, passages: Ints, size: int) -> None:
    parent = 0
    while True:
        child = 2 * parent + 1
        if child >= size:
            break
        if child + 1 < size and _worse(scores, passages, child + 1, child):
            child += 1
        if not _worse(scores, passages, child, parent):
            break
        _swap(scores, passages, child, parent)
        parent = child
