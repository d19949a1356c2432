"""The lengths of passages: codes of one byte, exact for nearly all of them, and the few others in full."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Floats, Ints
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter, smallest

CODES = 256
EXACT = 192  # a code below it is the length itself; from it on, a code stands for lengths in steps of a tenth


# The smallest length that each code stands for.
CODE_LENGTHS: Floats = np.concatenate([np.arange(EXACT), np.floor(EXACT * 1.1 ** np.arange(CODES - EXACT))])


def length_codes(lengths: Ints) -> NDArray[np.uint8]:
    """The code of each length."""
    codes: NDArray[np.uint8] = (np.searchsorted(CODE_LENGTHS, lengths, side="right") - 1).astype(np.uint8)
    return codes


def write_lengths(file: ArrayFileWriter, lengths: Ints) -> NDArray[np.uint8]:
    """Writes the arrays of Lengths; returns the codes."""
    codes = length_codes(lengths)
    long = np.flatnonzero(codes >= EXACT)
    in_full = lengths[long].astype(smallest(int(lengths.max(initial=0))))
    for name, values in (("codes", codes), ("long", long.astype(np.uint32)), ("long_lengths", in_full)):
        file.write(f"passage_{name}", values)
    return codes


class Lengths:
    """The lengths of passages. codes: of all of them, shape (passages,). table: as kernels read it."""

    def __init__(self, file: ArrayFile) -> None:
        """Opens what `write_lengths` wrote; IndexDamagedError if its arrays do not fit together."""
        self.codes = file.pages("passage_codes", np.uint8)
        long, in_full = (file.array(f"passage_{name}") for name in ("long", "long_lengths"))
        if len(long) != len(in_full):
            raise file.damage("passage_long", "does not fit passage_long_lengths")
        # Of one type, for which loops are compiled once.
        self.table = self.codes.values, long.astype(np.int64), in_full.astype(np.int64)


SHARE_STEPS = 24  # codes a halving
SHARES: Floats = 2.0 ** (-np.arange(CODES) / SHARE_STEPS)  # the largest tf/length that each code stands for


def share_codes(counts: Ints, codes: Ints) -> NDArray[np.uint8]:
    """The code of each tf/length: the last that stands for no smaller one. counts: tf; codes: of the lengths.

    A length that is not known exactly counts as the smallest that its code stands for.
    """
    steps = counts / np.maximum(CODE_LENGTHS[codes], counts)
    np.log2(steps, out=steps)
    steps *= -SHARE_STEPS
    result: NDArray[np.uint8] = steps.clip(0, CODES - 1, out=steps).astype(np.uint8)
    return result
