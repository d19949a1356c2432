"""The offsets of ragged rows (CSR): ascending numbers, in about two bytes each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Ints
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter, smallest
from tweetctx.index.storage.pages import row_kernels

STRETCH_BITS: Final = 6
STRETCH: Final = 1 << STRETCH_BITS  # offsets; the first of them is written in full, all as their distance from it
_HELD = 1 << 14  # stretches at a time
_TWO_BYTES = 1 << 8  # the least number that needs them
_LARGEST = 1 << 62  # no offset and no step is as large, so that their sums are numbers of 64 bits

Numbers = NDArray[np.int64]


def write_offsets(file: ArrayFileWriter, name: str, lengths: NDArray[np.integer[Any]]) -> None:
    """Writes the arrays of Offsets, given how many items each row has.

    Steps have two bytes, unless they need more: loops are compiled for their types, and a service that takes up a small
    change of a large index would compile them anew.
    """
    largest = total = 0
    for starts in _starts(lengths):
        largest, total = max(largest, int(_steps(starts).max())), int(starts[-1])
    bases = file.array(f"{name}.bases", smallest(total))
    steps = file.array(f"{name}.steps", smallest(max(largest, _TWO_BYTES)))
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
        self.bases = file.array(f"{name}.bases").astype(np.int64)  # one type, for which loops are compiled once
        self.steps = file.pages(f"{name}.steps", valid=partial(_ascend, self.bases))
        rows, bases = len(self.steps), self.bases
        ascend = bool(len(bases)) and not bases[0] and not (bases[1:] < bases[:-1]).any() and bases[-1] < _LARGEST
        if not ascend or len(bases) != -(-rows // STRETCH):
            raise file.damage(f"{name}.steps", f"does not fit {name}.bases")
        self.table = bases, self.steps.column, STRETCH_BITS  # as kernels read it
        self.total = int(bases[-1]) + self.steps.last()  # how many items there are

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.steps) - 1

    def begins(self, rows: Ints) -> Numbers:
        """The first item of each row; the number of items for the row one past the last."""
        flat = np.ascontiguousarray(rows, np.int64).ravel()
        result: Numbers = row_kernels().begins(*self.table, flat)
        if len(result) < len(flat):
            self.steps.need(flat, flat + 1)
            result = row_kernels().begins(*self.table, flat)
        return result.reshape(np.shape(rows))

    def bounds(self, rows: Ints) -> tuple[Ints, Ints]:
        """The first item of each row, and the one past its last."""
        flat = np.ascontiguousarray(rows, np.int64)
        result: tuple[Ints, Ints] = row_kernels().bounds(*self.table, flat)
        if len(result[0]) < len(flat):
            self.steps.need(flat, flat + 2)
            result = row_kernels().bounds(*self.table, flat)
        return result

    def items(self, row: int) -> range:
        """The items of a row."""
        first, last = self.begins(np.array([row, row + 1])).tolist()
        return range(first, last)

    def rows(self, items: Ints) -> Ints:
        """The row that each item stands in."""
        result: Ints = row_kernels().rows_of(*self.table, items)
        if len(result) < len(items):
            begins = (np.searchsorted(self.bases, items, side="right") - 1) << STRETCH_BITS
            self.steps.need(begins, np.minimum(begins + STRETCH, len(self.steps)))
            result = row_kernels().rows_of(*self.table, items)
        return result

    def group_places(self, first: Ints, last: Ints, group_bits: int) -> Ints:
        """The groups of ranges [first, last), where a row here is a group of 2^group_bits: see `row_kernels`."""
        result: Ints = row_kernels().group_places(*self.table, first, last, group_bits)
        if result.shape[1] < len(first):
            for groups in (first >> group_bits, last + (1 << group_bits) - 1 >> group_bits):
                self.steps.need(groups, groups + 1)
            result = row_kernels().group_places(*self.table, first, last, group_bits)
        return result


def _ascend(bases: Numbers, steps: NDArray[Any], first: int) -> bool:
    """Whether some offsets ascend, up to those that follow; without that a kernel would leave its arrays.

    steps: those from `first` on, which begins a stretch, to the end or to that of a stretch.
    """
    if steps.max(initial=0) >= _LARGEST:
        return False
    ascends = steps[1:] >= steps[:-1]
    ascends[STRETCH - 1 :: STRETCH] = True  # there the steps begin anew
    starts = bases[first >> STRETCH_BITS :][: -(-len(steps) // STRETCH) + 1]
    lasts = steps[STRETCH - 1 :: STRETCH][: len(starts) - 1].astype(np.int64)
    between = starts[1 : len(lasts) + 1] >= starts[: len(lasts)] + lasts
    return bool(ascends.all() and not steps[::STRETCH].any() and between.all())
