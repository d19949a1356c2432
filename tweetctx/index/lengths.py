"""The lengths of passages as codes of one byte, exact for nearly all of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tweetctx.ragged import Floats, Ints

CODES = 256
EXACT = 192  # a code below it is the length itself; from it on, a code stands for lengths in steps of a tenth


def _code_lengths() -> Floats:
    lengths = np.arange(CODES, dtype=np.float64)
    lengths[EXACT:] = np.floor(EXACT * 1.1 ** np.arange(CODES - EXACT))
    return lengths


CODE_LENGTHS = _code_lengths()  # the smallest length that each code stands for


def length_codes(lengths: Ints) -> NDArray[np.uint8]:
    """The code of each length."""
    codes: NDArray[np.uint8] = (np.searchsorted(CODE_LENGTHS, lengths, side="right") - 1).astype(np.uint8)
    return codes


_PEAK_STEP = 16  # codes a halving


def peak_codes(shares: Floats) -> NDArray[np.uint8]:
    """Codes of the largest tf/length of some terms, each above 0 and at most 1, such that none is decoded too small."""
    codes: NDArray[np.uint8] = np.floor(-np.log2(shares) * _PEAK_STEP).clip(0, CODES - 1).astype(np.uint8)
    return codes


_PEAKS = 2.0 ** (-np.arange(CODES) / _PEAK_STEP)


def peaks_of(codes: Ints) -> Floats:
    """What the codes stand for."""
    peaks: Floats = _PEAKS[codes]
    return peaks
