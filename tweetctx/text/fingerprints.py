"""Hashes of words, computed for all spans of a text at once.

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
_INVERSE: Final = pow(_BASE, -1, 2**64)
_PAIR: Final = np.uint64(0xD1B54A32D192ED03)  # odd, and not a power of the other


def of_words(words: Sequence[str]) -> Fingerprints:
    """Returns the fingerprints of words, none of them empty, shape (words,)."""
    if not words:
        return np.empty(0, np.uint64)
    lengths = np.array([len(word) for word in words])
    starts = np.cumsum(lengths) - lengths
    places = np.arange(int(lengths.sum())) - np.repeat(starts, lengths)
    fingerprints: Fingerprints = np.add.reduceat(_codes("".join(words)) * _powers(int(lengths.max()))[places], starts)
    return fingerprints


def of_spans(text: str, begins: NDArray[np.int64], ends: NDArray[np.int64]) -> Fingerprints:
    """Returns the fingerprints of spans of a text, none of them empty, in the shape of `begins` and `ends`."""
    until = np.zeros(len(text) + 1, np.uint64)
    np.cumsum(_codes(text) * _powers(len(text)), out=until[1:])
    # The difference is Σ c_k·B^k over positions in the text; divided by B^begin, over positions in the span.
    fingerprints: Fingerprints = (until[ends] - until[begins]) * _powers(len(text), _INVERSE)[begins]
    return fingerprints


def of_pairs(first: Fingerprints, second: Fingerprints) -> Fingerprints:
    """Returns the fingerprints of word pairs, in the shape of both arguments."""
    return first * _PAIR + second


def _codes(text: str) -> Fingerprints:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.uint64)


@lru_cache(maxsize=256)
def _powers(number: int, base: int = _BASE) -> Fingerprints:
    """Returns base^0 ... base^(number - 1)."""
    powers = np.full(number, base, np.uint64)
    powers[:1] = 1
    powers = np.cumprod(powers, dtype=np.uint64)
    powers.flags.writeable = False
    return powers
