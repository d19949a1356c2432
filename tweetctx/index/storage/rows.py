"""Rows of term numbers, as bytes.

A row is its length, then its terms, each as a varint. Groups of GROUP rows are found by their offsets, and read from
there on. Term numbers ascend with rarity, so that most take one byte or two. (A prefix code with references to earlier
terms of a group took 24 of 432 MB less, 5.6 % of the index of 321,065 articles, and 500 lines more.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tweetctx.arrays.ragged import Ragged, stacked
from tweetctx.arrays.types import Ints
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter
from tweetctx.index.storage.offsets import Offsets, write_offsets
from tweetctx.index.storage.pages import PagedArray, row_kernels

GROUP_BITS = 3
GROUP = 1 << GROUP_BITS
_WAITING = 1 << 20  # terms that are written at a time


class RowsWriter:
    """Writes the arrays of StoredRows. The same rows give the same arrays, however they are cut."""

    def __init__(self, file: ArrayFileWriter, name: str) -> None:
        self._file, self._name = file, f"{name}_terms"
        self._bytes = file.array(self._name, np.uint8, paged=True)
        self._waiting: list[Ragged] = []
        self._terms_waiting = self._rows = 0
        self._sizes: list[Ints] = [np.empty(0, np.int64)]  # of groups, in bytes

    def append(self, rows: Ragged) -> None:
        """Writes rows behind those already written."""
        self._waiting.append(rows)
        self._rows += len(rows)
        self._terms_waiting += len(rows.values)
        if self._terms_waiting >= _WAITING:
            self._write(GROUP)

    def close(self) -> None:
        """Ends the arrays."""
        self._write(1)
        self._bytes.close()
        write_offsets(self._file, f"{self._name}.starts", np.concatenate(self._sizes))
        self._file.write(f"{self._name}.rows", np.array([self._rows], np.int64))

    def _write(self, multiple: int) -> None:
        """Writes as many of the rows that wait as are a multiple of a number."""
        rows = stacked(self._waiting)
        whole = len(rows) // multiple * multiple
        rest, rows = rows.part(whole, len(rows)), rows.part(0, whole)
        self._waiting, self._terms_waiting = [rest], len(rest.values)
        data, ends = row_kernels().encode(rows.values, rows.offsets)
        self._bytes.append(data)
        if len(ends):
            self._sizes.append(np.diff(np.append(ends[GROUP - 1 : -1 : GROUP], ends[-1]), prepend=0))


@dataclass(frozen=True, slots=True)
class StoredRows:
    """Rows of term numbers.

    content: the bytes; starts: where groups begin in them; rows: how many there are. terms: how many terms the segment
    has; term_numbers: those in the index, shape (terms,), or None where they are 0, 1, ...
    """

    content: PagedArray
    starts: Offsets
    rows: int
    terms: int
    term_numbers: Ints | None

    @classmethod
    def open(cls, file: ArrayFile, name: str, terms: int, term_numbers: Ints | None) -> StoredRows:
        """Opens what a RowsWriter wrote; IndexDamagedError if it is no such thing."""
        name = f"{name}_terms"
        content, starts = file.pages(name, np.uint8), Offsets(file, f"{name}.starts")
        rows = file.array(f"{name}.rows", np.int64)
        if len(rows) != 1 or len(starts) != -(-int(rows[0]) // GROUP) or starts.total != len(content):
            raise file.damage(name, "does not fit the arrays beside it")
        return cls(content, starts, int(rows[0]), terms, term_numbers)

    def __len__(self) -> int:
        return self.rows

    @property
    def table(self) -> tuple[Any, Any, int]:
        """What kernels read: the column of bytes, the offsets of the groups, and the number of terms."""
        return self.content.column, self.starts.table, self.terms

    def take(self, rows: Ints) -> Ragged:
        """The rows asked for, in the order asked for."""
        return self.spans(rows, rows + 1)

    def spans(self, first: Ints, last: Ints) -> Ragged:
        """Rows `first` to `last` (excluded) joined into one row, for every pair."""
        return joined_spans((self, first, last))

    def each(self, first: Ints, last: Ints) -> Ragged:
        """The rows from each `first` up to `last` (excluded), one after the other."""
        source = column, ranges, terms = self._source(first, last)
        values, offsets = row_kernels().decode_each(column, ranges, terms, GROUP_BITS)
        if not len(offsets):
            self._check(source)
            values, offsets = row_kernels().decode_each(column, ranges, terms, GROUP_BITS)
        return Ragged(self.numbered(values), offsets)

    def numbered(self, terms: Ints) -> Ints:
        """The numbers in the index of terms of the segment."""
        return terms if self.term_numbers is None else self.term_numbers[terms].astype(np.int64)

    def offsets_of(self, rows: Ints) -> Ints:
        """Where rows begin, in bytes and by a few rows too early."""
        return self.starts.begins(rows >> GROUP_BITS)

    def _source(self, first: Ints, last: Ints) -> tuple[Any, Ints, int]:
        """Rows `first` to `last`, as `decode` reads them."""
        return self.content.column, self.starts.group_places(first, last, GROUP_BITS), self.terms

    def _check(self, source: tuple[Any, Ints, int]) -> None:
        """IndexDamagedError if what `decode` would read is not as it was written."""
        _, ranges, _ = source
        self.content.need(ranges[2], ranges[3])
        if not len(row_kernels().decode((source,), GROUP_BITS)[1]):
            raise self.content.damage("holds rows that are not as they were written")


def joined_spans(*spans: tuple[StoredRows, Ints, Ints]) -> Ragged:
    """Rows `first` to `last` (excluded) of each span joined into one row, for every pair, of which all have as many.

    The spans are of one segment.
    """
    sources = tuple(rows._source(first, last) for rows, first, last in spans)
    values, offsets = row_kernels().decode(sources, GROUP_BITS)
    if not len(offsets):
        for (rows, _, _), source in zip(spans, sources, strict=True):
            rows._check(source)
        values, offsets = row_kernels().decode(sources, GROUP_BITS)
    return Ragged(spans[0][0].numbered(values), offsets)
