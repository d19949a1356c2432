"""The functions of `simd` in numpy, for loops that are not compiled."""

from __future__ import annotations

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.index.storage.layout import BLOCK, LANES

MASK = 64
STRIDE = 256
LINE = 16


def unpack_passages(words: Ints, at: int, width: int, before: int, passages: Ints) -> None:
    """Unpacks the BLOCK passages of a block."""
    i = np.arange(BLOCK)
    bit = i // LANES * width
    word, shift = at + (bit >> 5) * LANES + i % LANES, (bit & 31).astype(np.uint64)
    following = np.minimum(word + LANES, at + LANES * width - 1)  # of a gap that ends in its word, nothing is taken
    both = words[word].astype(np.uint64) | words[following].astype(np.uint64) << np.uint64(32)
    gaps = both >> shift & np.uint64((1 << width) - 1)
    passages[:BLOCK] = before + np.cumsum(gaps.astype(np.int64) + 1)


def reaches(values: Ints, first: int, least: int) -> bool:
    """Whether any of STRIDE numbers from values[first] on is not below `least`."""
    return bool(values[first : first + STRIDE].max() >= least)


def reaching(values: Ints, first: int, least: int) -> int:
    """Which of MASK numbers from values[first] on are not below `least`, the first in the lowest bit."""
    offsets = np.flatnonzero(values[first : first + MASK] >= least)
    return sum(1 << i for i in offsets.tolist())


def clear(values: Ints, first: int) -> None:
    """Sets STRIDE numbers from values[first] on to 0."""
    values[first : first + STRIDE] = 0


def prefetch(words: Ints, at: int) -> None:
    """Does nothing: interpreted code prefetches no cache lines."""


def lowest_bit(mask: int) -> int:
    """The index of the lowest bit of a number that is not 0."""
    return (int(mask) & -int(mask)).bit_length() - 1
