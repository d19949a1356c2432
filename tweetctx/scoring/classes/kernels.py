"""Compiled loops of the clustering. Import this late: it loads numba.

With D(x, y) = f(x + y) − f(x) − f(y) and f(n) = n ln n, merging classes a and b of n(i, j) bigrams loses

    T · L(a, b) = D(nl(a), nl(b)) + D(nr(a), nr(b)) − gain(a, b)
    gain(a, b)  = Σ_{j ≠ a, b} (D(n(a, j), n(b, j)) + D(n(j, a), n(j, b)))
                  + f(n(a, a) + n(a, b) + n(b, a) + n(b, b)) − f(n(a, a)) − f(n(a, b)) − f(n(b, a)) − f(n(b, b))

of average mutual information, nl and nr being the sums of rows and columns and T the sum of all. This is L_k(i, j) of
Brown et al. (1992), section 3, in counts: q_k and s_k come apart into the f of cells, of which a step changes one row
and one column, and the f of margins, which are quick to compute anew. So a step takes O(C²), the paper's bound, and as
D is 0 where one of its arguments is, it touches only classes that were seen beside the changed one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Floats
from tweetctx.runtime.compiled import njit

Counts = NDArray[np.int64]

TABLE = 1 << 16  # n ln n is looked up below this, half a megabyte, and computed above
TIE = 1e-12  # nats; losses closer than this differ by rounding


class Window(NamedTuple):
    """The classes among which two are merged, each in a slot; K = C + 1 slots. A free slot holds zeros.

    counts: n(i, j), and its transpose, shape (K, K). lefts, rights: nl and nr, shape (K,).
    gain: gain(i, j) for i < j, shape (K, K). heads: the most frequent word of each slot's class, shape (K,).
    slots: the slot of each word that has entered, else −1, shape (W,). table: f(n) of small n.
    """

    counts: Counts
    transpose: Counts
    lefts: Counts
    rights: Counts
    gain: Floats
    heads: Counts
    slots: Counts
    table: Floats


def empty_window(size: int, words: int) -> Window:
    """A window of `size` free slots for `words` words."""
    n = np.arange(TABLE, dtype=np.float64)
    square, row = (size, size), (size,)
    return Window(
        np.zeros(square, np.int64),
        np.zeros(square, np.int64),
        np.zeros(row, np.int64),
        np.zeros(row, np.int64),
        np.zeros(square),
        np.full(row, -1, np.int64),
        np.full(words, -1, np.int64),
        n * np.log(np.maximum(n, 1.0)),
    )


@njit(nogil=True)
def enter(window: Window, word: int, slot: int, left: Counts, right: Counts, counts: Counts) -> None:
    """Puts a word into a free slot.

    left, right, counts: the bigrams of this word with itself and with words that have entered, shape (B,).
    """
    window.slots[word] = slot
    window.heads[slot] = word
    for k in range(len(counts)):
        i, j = window.slots[left[k]], window.slots[right[k]]
        window.counts[i, j] += counts[k]
        window.transpose[j, i] += counts[k]
        window.lefts[i] += counts[k]
        window.rights[j] += counts[k]
    _add_line(window, _without(window.transpose[slot], slot, slot), 1.0)
    _add_line(window, _without(window.counts[slot], slot, slot), 1.0)
    _renew(window, slot)


@njit(nogil=True)
def best_pair(window: Window) -> tuple[int, int, float]:
    """Returns the two slots whose merge loses least, the one with the more frequent head first, and the loss in nats.

    Of equal losses the pair whose first head, then whose second head, is the most frequent wins.
    """
    size = len(window.heads)
    total = max(window.lefts.sum(), 1)
    f_left, f_right = _f_of(window, window.lefts), _f_of(window, window.rights)
    least = np.full(size, np.inf)
    for i in range(size - 1):
        for j in range(i + 1, size):
            least[i] = min(least[i], _loss(window, i, j, f_left, f_right))
    limit = least.min() + TIE * total
    first, second = -1, -1
    for i in range(size - 1):
        if least[i] > limit:
            continue
        for j in range(i + 1, size):
            if _loss(window, i, j, f_left, f_right) <= limit:
                a, b = (i, j) if window.heads[i] < window.heads[j] else (j, i)
                if first < 0 or (window.heads[a], window.heads[b]) < (window.heads[first], window.heads[second]):
                    first, second = a, b
    return first, second, _loss(window, min(first, second), max(first, second), f_left, f_right) / total


@njit(nogil=True)
def merge(window: Window, a: int, b: int) -> None:
    """Merges two classes into slot a, and frees slot b."""
    for matrix in (window.counts, window.transpose):
        _add_line(window, _without(matrix[a], a, b), -1.0)
        _add_line(window, _without(matrix[b], a, b), -1.0)
        _add_line(window, _without(matrix[a] + matrix[b], a, b), 1.0)
    for matrix in (window.counts, window.transpose):
        matrix[a] += matrix[b]
        matrix[b] = 0
        matrix[:, a] += matrix[:, b]
        matrix[:, b] = 0
    for margin in (window.lefts, window.rights):
        margin[a] += margin[b]
        margin[b] = 0
    for word in range(len(window.slots)):
        if window.slots[word] == b:
            window.slots[word] = a
    window.heads[b] = -1
    _renew(window, a)


@njit(nogil=True)
def _f(table: Floats, n: int) -> float:
    """n ln n."""
    return float(table[n]) if n < TABLE else n * np.log(n)


@njit(nogil=True)
def _f_of(window: Window, counts: Counts) -> Floats:
    found = np.empty(len(counts))
    for i in range(len(counts)):
        found[i] = _f(window.table, counts[i])
    return found


@njit(nogil=True)
def _loss(window: Window, i: int, j: int, f_left: Floats, f_right: Floats) -> float:
    """T · L(i, j) for i < j."""
    left = _f(window.table, window.lefts[i] + window.lefts[j]) - f_left[i] - f_left[j]
    right = _f(window.table, window.rights[i] + window.rights[j]) - f_right[i] - f_right[j]
    return float(left + right - window.gain[i, j])


@njit(nogil=True)
def _without(line: Counts, a: int, b: int) -> Counts:
    copy = line.copy()
    copy[a] = copy[b] = 0
    return copy


@njit(nogil=True)
def _add_line(window: Window, line: Counts, sign: float) -> None:
    """Adds sign · D(line[i], line[j]) to the gain of every pair; the line is one class's row or column."""
    seen = np.flatnonzero(line)
    n = line[seen]
    f = _f_of(window, n)
    for k in range(len(seen)):
        row = window.gain[seen[k]]
        for m in range(k + 1, len(seen)):
            row[seen[m]] += sign * (_f(window.table, n[k] + n[m]) - f[k] - f[m])


@njit(nogil=True)
def _renew(window: Window, slot: int) -> None:
    """Computes the gain of every pair that the slot is in."""
    n, table = window.counts, window.table
    sums = np.zeros(len(window.heads))
    for matrix in (window.counts, window.transpose):
        line = matrix[slot]
        for other in range(len(sums)):
            sums[other] += _shared(table, line, matrix[other], slot, other)
    for other in range(len(sums)):
        if other != slot:
            a, b, c, d = n[slot, slot], n[slot, other], n[other, slot], n[other, other]
            block = _f(table, a + b + c + d) - _f(table, a) - _f(table, b) - _f(table, c) - _f(table, d)
            window.gain[min(slot, other), max(slot, other)] = sums[other] + block


@njit(nogil=True)
def _shared(table: Floats, line: Counts, other_line: Counts, slot: int, other: int) -> float:
    """Σ D(line[j], other_line[j]) over j that is neither of the two."""
    total = 0.0
    for j in range(len(line)):
        x, y = line[j], other_line[j]
        if x > 0 and y > 0 and j != slot and j != other:
            total += _f(table, x + y) - _f(table, x) - _f(table, y)
    return total
