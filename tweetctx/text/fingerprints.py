"""Hashes of words.

The fingerprint of the code points c_0 ... c_n-1 is Σ c_k·B^k mod 2^64, a polynomial hash (Karp and Rabin, 1987). Of
two different words of a vocabulary of millions, the probability of sharing one is below one in a million.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

Fingerprints = NDArray[np.uint64]

_BASE: Final = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio, odd
PAIR: Final = np.uint64(0xD1B54A32D192ED03)  # odd, and not a power of the other


def of_words(words: Sequence[str]) -> Fingerprints:
    """Returns the fingerprints of words, none of them empty, shape (words,)."""
    if not words:
        return np.empty(0, np.uint64)
    lengths = np.array([len(word) for word in words])
    starts = np.cumsum(lengths) - lengths
    columns = np.arange(int(lengths.sum())) - np.repeat(starts, lengths)
    fingerprints: Fingerprints = np.add.reduceat(
        code_points("".join(words)) * powers(int(lengths.max()))[columns], starts
    )
    return fingerprints


def of_pairs(first: Fingerprints, second: Fingerprints) -> Fingerprints:
    """Returns the fingerprints of word pairs, in the shape of both arguments."""
    return first * PAIR + second


def code_points(text: str) -> NDArray[np.uint64]:
    """Returns the code points of a text."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.uint64)


@lru_cache(maxsize=256)
def powers(count: int) -> NDArray[np.uint64]:
    """Returns B^0 ... B^(count - 1)."""
    result = np.full(count, _BASE, np.uint64)
    result[:1] = 1
    result = np.cumprod(result, dtype=np.uint64)
    result.flags.writeable = False
    return result
