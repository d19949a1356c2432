"""The offsets of ragged rows (CSR): ascending numbers, in about two bytes each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter, smallest
from tweetctx.ragged import Ints

STRETCH_BITS: Final = 6
STRETCH: Final = 1 << STRETCH_BITS  # offsets; the first of them is written in full, all as their distance from it
_HELD = 1 << 14  # stretches at a time

Numbers = NDArray[np.int64]


def write_offsets(file: ArrayFileWriter, name: str, lengths: NDArray[np.integer[Any]]) -> None:
    """Writes the arrays of Offsets, given how many items each row has."""
    largest = total = 0
    for starts in _starts(lengths):
        largest, total = max(largest, int(_steps(starts).max())), int(starts[-1])
    bases = file.array(f"{name}.bases", smallest(total))
    steps = file.array(f"{name}.steps", smallest(largest))
    for starts in _starts(lengths):
        bases.append(starts[::STRETCH])
        steps.append(_steps(starts))
    bases.close()
    steps.close()


def _starts(lengths: NDArray[np.integer[Any]]) -> Iterator[Numbers]:
    """Where the items of each row begin, and where the last row ends, some at a time."""
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
    """Row i holds the items from `begins(i)` up to `begins(i + 1)`, excluded."""

    def __init__(self, file: ArrayFile, name: str) -> None:
        """Opens what `write_offsets` wrote; IndexDamagedError if it is no such thing."""
        self.bases, self.steps = file.array(f"{name}.bases"), file.array(f"{name}.steps")
        if not self._ascend():
            raise file.damage(f"{name}.steps", f"does not fit {name}.bases")

    def _ascend(self) -> bool:
        """Whether the offsets begin with 0 and ascend, without which a kernel would leave its arrays."""
        if not len(self.steps) or len(self.bases) != -(-len(self.steps) // STRETCH) or self.bases[0]:
            return False
        ascends = self.steps[1:] >= self.steps[:-1]
        ascends[STRETCH - 1 :: STRETCH] = True  # there the steps begin anew
        last = self.steps[STRETCH - 1 :: STRETCH][: len(self.bases) - 1].astype(np.int64)
        between = self.bases[1:].astype(np.int64) >= self.bases[:-1].astype(np.int64) + last
        return bool(ascends.all() and not self.steps[::STRETCH].any() and between.all())

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.steps) - 1

    @property
    def total(self) -> int:
        """How many items there are."""
        return int(self.bases[-1]) + int(self.steps[-1])

    def begins(self, rows: Ints) -> Numbers:
        """The first item of each row; the number of items for the row one past the last."""
        found: Numbers = np.add(self.bases[rows >> STRETCH_BITS], self.steps[rows], dtype=np.int64)
        return found

    def bounds(self, rows: Ints) -> tuple[Ints, Ints]:
        """The first item of each row, and the one past its last."""
        from tweetctx.index.storage.row_kernels import bounds

        return bounds(self.bases, self.steps, STRETCH_BITS, rows)

    def items(self, row: int) -> range:
        """The items of a row."""
        first, last = (int(self.bases[place >> STRETCH_BITS]) + int(self.steps[place]) for place in (row, row + 1))
        return range(first, last)

    def rows(self, items: Ints) -> Ints:
        """The row that each item stands in."""
        from tweetctx.index.storage.row_kernels import rows_of

        return rows_of(self.bases, self.steps, STRETCH_BITS, items)
