"""Where the parts of each whole begin: numbers that ascend, in two or so bytes each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import ArrayWriter, load_array, smallest
from tweetctx.ragged import Ints

STRETCH_BITS: Final = 6
STRETCH: Final = 1 << STRETCH_BITS  # offsets; the first of them is written in full, all as their distance from it
_HELD = 1 << 14  # stretches at a time

Numbers = NDArray[np.int64]


def write_offsets(folder: Path, name: str, lengths: NDArray[np.integer[Any]]) -> None:
    """Writes the files of Offsets, given how many parts each whole has."""
    largest = total = 0
    for starts in _starts(lengths):
        largest, total = max(largest, int(_steps(starts).max())), int(starts[-1])
    bases = ArrayWriter(folder / f"{name}.bases.npy", smallest(total))
    steps = ArrayWriter(folder / f"{name}.steps.npy", smallest(largest))
    for starts in _starts(lengths):
        bases.append(starts[::STRETCH])
        steps.append(_steps(starts))
    bases.close()
    steps.close()


def _starts(lengths: NDArray[np.integer[Any]]) -> Iterator[Numbers]:
    """Where the parts of each whole begin, and the end of the last, some at a time."""
    end, held = 0, _HELD * STRETCH
    for begin in range(0, len(lengths) + 1, held):
        some = lengths[begin : begin + held].astype(np.int64)
        if begin + held > len(lengths):
            some = np.append(some, 0)
        ends = end + np.cumsum(some)
        yield ends - some
        end = int(ends[-1])


def _steps(starts: Numbers) -> Numbers:
    return starts - np.repeat(starts[::STRETCH], STRETCH)[: len(starts)]


class Offsets:
    """Whole i holds the parts from `begins(i)` up to `begins(i + 1)`, excluded."""

    def __init__(self, folder: Path, name: str) -> None:
        """Opens what `write_offsets` wrote; IndexDamagedError if it is no such thing."""
        self.bases, self.steps = load_array(folder / f"{name}.bases.npy"), load_array(folder / f"{name}.steps.npy")
        if not len(self.steps) or len(self.bases) != -(-len(self.steps) // STRETCH) or self.bases[0] or self.steps[0]:
            raise IndexDamagedError(f"{folder / name}.steps.npy: damaged, its content does not fit {name}.bases.npy")

    def __len__(self) -> int:
        """How many wholes there are."""
        return len(self.steps) - 1

    @property
    def total(self) -> int:
        """How many parts there are."""
        return int(self.bases[-1]) + int(self.steps[-1])

    def begins(self, wholes: Ints) -> Numbers:
        """The first part of each whole; where the parts end, for the number behind the last whole."""
        found: Numbers = np.add(self.bases[wholes >> STRETCH_BITS], self.steps[wholes], dtype=np.int64)
        return found

    def bounds(self, wholes: Ints) -> tuple[Ints, Ints]:
        """The first part of each whole, and the one behind its last."""
        from tweetctx.index.storage.row_kernels import bounds

        return bounds(self.bases, self.steps, STRETCH_BITS, wholes)

    def parts(self, whole: int) -> range:
        """The parts of a whole."""
        first, last = (int(self.bases[place >> STRETCH_BITS]) + int(self.steps[place]) for place in (whole, whole + 1))
        return range(first, last)

    def wholes(self, parts: Ints) -> Ints:
        """The whole that each part stands in."""
        from tweetctx.index.storage.row_kernels import wholes

        return wholes(self.bases, self.steps, STRETCH_BITS, parts)
