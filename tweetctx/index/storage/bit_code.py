"""A code for small numbers that are frequent and large ones that are rare, near the entropy of what it is made for.

A number x from 0 is of class e = ⌊log₂(x + 1)⌋. It is written as the prefix code of its class, then the lowest e bits
of x + 1. A symbol is a class of one of three kinds of numbers: lengths of rows, terms, and distances back to a term.
The prefix codes are canonical Huffman codes of at most LONGEST bits, one for lengths and one for terms and distances.
Bits fill bytes from the lowest on; a prefix code begins with its highest bit, the rest of a number with its lowest.
"""

from __future__ import annotations

import heapq
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.ragged import Ints

LENGTH, TERM, DISTANCE = range(3)  # the kinds of numbers
CLASSES: Final = 33  # of lengths and terms, which are below 2³²
DISTANCE_CLASSES: Final = 10
FARTHEST: Final = (1 << DISTANCE_CLASSES) - 2  # the largest distance
LONGEST: Final = 11  # bits of a prefix code: what is looked up in a table of that size stays in the fastest cache
SYMBOLS: Final = 2 * CLASSES + DISTANCE_CLASSES

FIRST_SYMBOL: Final = np.array([0, CLASSES, 2 * CLASSES])  # by kind
_PREFIX_CODES: Final = (slice(0, CLASSES), slice(CLASSES, SYMBOLS))

# An entry of a table, from its lowest bits on: how many bits there are in all, how many of them are the prefix code,
# how many follow it, and the kind.
PREFIX_AT: Final = 6
CLASS_AT: Final = 10
KIND_AT: Final = 16

Bytes = NDArray[np.uint8]


def classes_of(numbers: Ints) -> NDArray[np.int64]:
    """The class of each number from 0 to 2³² − 1."""
    exponents: NDArray[np.int64] = np.frexp((numbers + 1).astype(np.float64))[1].astype(np.int64) - 1
    return exponents


def code_lengths(counts: Ints) -> Bytes:
    """The length of each symbol's prefix code, shape (SYMBOLS,), given how often each occurs.

    One that does not occur has a code too.
    """
    return np.concatenate([_huffman((counts[part] + 1).tolist()) for part in _PREFIX_CODES])


def _huffman(counts: list[int]) -> Bytes:
    """The lengths of a prefix code; where one is too long the counts are made more alike, until none is."""
    lengths = np.zeros(len(counts), np.uint8)
    heap = [(count, symbol, [symbol]) for symbol, count in enumerate(counts)]
    heapq.heapify(heap)
    while len(heap) > 1:
        (one, tie, low), (other, _, high) = heapq.heappop(heap), heapq.heappop(heap)
        lengths[low + high] += 1
        heapq.heappush(heap, (one + other, tie, low + high))
    if lengths.max() > LONGEST:
        return _huffman([count // 2 + 1 for count in counts])
    return lengths


def is_code(lengths: Ints) -> bool:
    """Whether prefix codes of these lengths can be told from each other, and leave no bits without a meaning."""
    if len(lengths) != SYMBOLS or lengths.min() < 1 or lengths.max() > LONGEST:
        return False
    return all(int((1 << LONGEST >> lengths[part].astype(np.int64)).sum()) == 1 << LONGEST for part in _PREFIX_CODES)


def prefix_codes(lengths: Ints) -> NDArray[np.int64]:
    """The prefix code of each symbol, its first bit lowest: among codes of one length they count up by symbol."""
    codes = np.zeros(SYMBOLS, np.int64)
    for part in _PREFIX_CODES:
        code, before = 0, 0
        for symbol in np.argsort(lengths[part], kind="stable") + part.start:
            length = int(lengths[symbol])
            code <<= length - before
            codes[symbol] = int(f"{code:0{length}b}"[::-1], 2)
            code, before = code + 1, length
    return codes


def tables(lengths: Ints) -> NDArray[np.uint32]:
    """By the next LONGEST bits, what is to be read: a length, or else a term or a distance; shape (2, 1 << LONGEST)."""
    found = np.zeros((2, 1 << LONGEST), np.uint32)
    for symbol, code in enumerate(prefix_codes(lengths).tolist()):
        kind = int(np.searchsorted(FIRST_SYMBOL, symbol, side="right")) - 1
        number_class, length = symbol - int(FIRST_SYMBOL[kind]), int(lengths[symbol])
        entry = length + number_class | length << PREFIX_AT | number_class << CLASS_AT | kind << KIND_AT
        found[int(kind != LENGTH), code :: 1 << length] = entry
    return found
