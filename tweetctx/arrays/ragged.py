"""Rows of different lengths in two flat arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Floats, Ints
from tweetctx.runtime.compiled import late

_kernels: Final = late("tweetctx.arrays.ragged_kernels")


@dataclass(frozen=True, slots=True)
class Ragged:
    """Row i is `values[offsets[i]:offsets[i + 1]]`.

    values: any shape (n,); offsets: integers, shape (rows + 1,), beginning with 0.
    """

    values: Ints
    offsets: Ints

    @classmethod
    def from_rows(cls, rows: Iterable[Sequence[int]]) -> Ragged:
        """Gathers rows of integers."""
        lists = [list(row) for row in rows]
        offsets = offsets_of(np.array([len(row) for row in lists], np.int64))
        return cls(np.array([value for row in lists for value in row], np.int64), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> Ints:
        return self.values[self.offsets[row] : self.offsets[row + 1]]

    def __iter__(self) -> Iterator[Ints]:
        return (self[row] for row in range(len(self)))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of values in each row."""
        return (self.offsets[1:] - self.offsets[:-1]).astype(np.int64, copy=False)

    @property
    def row_of_value(self) -> NDArray[np.int64]:
        """The row of each value."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def take(self, rows: Ints) -> Ragged:
        """Some rows, in the given order, as a copy."""
        return Ragged(*_kernels().take_rows(self.values, self.offsets, rows))

    def part(self, first: int, last: int) -> Ragged:
        """Rows `first` to `last` (excluded), without copying the values."""
        offsets = self.offsets[first : last + 1]
        return Ragged(self.values[offsets[0] : offsets[-1]], offsets - offsets[0])

    def counts_of(self, wanted: Ints) -> Floats:
        """How often each of Q distinct values occurs in each row, shape (Q, rows)."""
        counts: Floats = _kernels().count_wanted(self.values, self.offsets, wanted)
        return counts

    def distinct(self) -> NDArray[np.int64]:
        """The number of different values in each row."""
        counts: NDArray[np.int64] = _kernels().count_distinct(self.values, self.offsets)
        return counts


def offsets_of(lengths: Ints) -> NDArray[np.int64]:
    """Where rows of some lengths begin, and where the last one ends."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.add.accumulate(lengths, out=offsets[1:])
    return offsets


def pair_keys(rows: Ints, values: Ints) -> NDArray[np.int64]:
    """One number for each pair of a row and a value from 0 to 2**32 - 1; ascends by row, then by value."""
    return (rows.astype(np.int64) << 32) | values


def spans(rows: Ragged, first: Ints, last: Ints) -> Ragged:
    """Joins rows `first` to `last` (excluded) into one row, for every pair."""
    starts = rows.offsets[first]
    return gather(rows.values, starts, rows.offsets[last] - starts)


def chunks(sizes: Ints, limit: int) -> Iterator[tuple[int, int]]:
    """Cuts rows of these sizes into runs `[first, last)` of at most `limit` together, or of a single larger row."""
    ends = np.cumsum(sizes, dtype=np.int64)
    first, done = 0, 0
    while first < len(ends):
        last = max(int(np.searchsorted(ends, done + limit, side="right")), first + 1)
        yield first, last
        first, done = last, int(ends[last - 1])


def ranges(starts: Ints, lengths: Ints) -> NDArray[np.int64]:
    """The integers of `[start, start + length)` for every pair, concatenated."""
    ends = np.cumsum(lengths, dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    first: NDArray[np.int64] = starts.astype(np.int64) - (ends - lengths)
    return np.arange(total, dtype=np.int64) + np.repeat(first, lengths)


def gather(values: Ints, starts: Ints, lengths: Ints) -> Ragged:
    """Copies one slice of `values` for each start and length into a row of its own."""
    return Ragged(values[ranges(starts, lengths)], offsets_of(lengths))


def concatenate_rows(parts: Sequence[Ragged]) -> Ragged:
    """Row i of the result is row i of every part, one after the other; all parts have the same number of rows."""
    lengths = [part.lengths for part in parts]
    offsets = offsets_of(sum(lengths, np.zeros(len(parts[0]), np.int64)))
    values = np.empty(int(offsets[-1]), np.result_type(*(part.values for part in parts)))
    begins = offsets[:-1]
    for part, part_lengths in zip(parts, lengths, strict=True):
        values[ranges(begins, part_lengths)] = part.values
        begins = begins + part_lengths
    return Ragged(values, offsets)


def stacked(parts: Sequence[Ragged]) -> Ragged:
    """The rows of all parts, one part after the other."""
    ends, size = list[Ints]([np.zeros(1, np.int64)]), 0
    for part in parts:
        ends.append(part.offsets[1:] + size)
        size += len(part.values)
    values = np.concatenate([np.empty(0, np.int64), *(part.values for part in parts)])
    return Ragged(values, np.concatenate(ends))
