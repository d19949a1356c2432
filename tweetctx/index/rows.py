"""Rows of term numbers in a file: a row is its size in bytes, then its numbers, all of them varints.

Terms are numbered by their frequency, so that the numbers that occur most often take one byte and nearly all others
two. Every GROUP rows the place in the file is kept; from there on rows are found by their sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tweetctx.index.arrays import ArrayWriter, as_bytes, load_array
from tweetctx.index.paged import PagedFile, write_checksums
from tweetctx.index.postings import varints
from tweetctx.ragged import Ints, Ragged, ranges

GROUP_BITS = 5
GROUP = 1 << GROUP_BITS


class RowsWriter:
    """Writes the files of CodedRows."""

    def __init__(self, folder: Path, name: str) -> None:
        self._path = folder / f"{name}_terms.bin"
        self._file = self._path.open("wb")
        self._starts = ArrayWriter(folder / f"{name}_terms.starts.npy", np.int64)
        self._rows = self._size = 0

    def append(self, rows: Ragged) -> None:
        """Writes rows behind those already written."""
        numbers, sizes = varints(rows.values.astype(np.int64))
        ends = np.concatenate([[0], np.cumsum(sizes)])
        row_sizes = np.diff(ends[rows.offsets])
        heads, head_sizes = varints(row_sizes)
        whole = head_sizes + row_sizes
        starts = np.cumsum(whole) - whole
        out = np.empty(int(whole.sum()), np.uint8)
        out[ranges(starts, head_sizes)] = heads
        out[ranges(starts + head_sizes, row_sizes)] = numbers
        self._file.write(as_bytes(out))
        self._starts.append(self._size + starts[-self._rows % GROUP :: GROUP])
        self._rows += len(rows)
        self._size += len(out)

    def close(self) -> None:
        """Ends the files."""
        self._file.close()
        self._starts.append(np.array([self._size, self._rows], np.int64))
        self._starts.close()
        write_checksums(self._path)


@dataclass(frozen=True, slots=True)
class CodedRows:
    """The rows of a file. starts: where every GROUP-th row begins, and the size of the file."""

    file: PagedFile
    starts: Ints
    rows: int

    @classmethod
    def open(cls, folder: Path, name: str) -> CodedRows:
        """Opens what a RowsWriter wrote."""
        starts = load_array(folder / f"{name}_terms.starts.npy")
        return cls(PagedFile(folder / f"{name}_terms.bin"), starts[:-1], int(starts[-1]))

    def __len__(self) -> int:
        return self.rows

    def take(self, rows: Ints) -> Ragged:
        """The rows asked for, in the order asked for."""
        return self._decoded(rows, rows + 1)

    def spans(self, first: Ints, last: Ints) -> Ragged:
        """Rows `first` to `last` (excluded) joined into one row, for every pair."""
        return self._decoded(first, last)

    def places(self, rows: Ints) -> Ints:
        """Where rows begin in the file, in bytes and by a few rows too early."""
        places: Ints = self.starts[rows >> GROUP_BITS]
        return places

    def _decoded(self, first: Ints, last: Ints) -> Ragged:
        from tweetctx.index.row_kernels import decode

        self.file.need(self.starts[first >> GROUP_BITS], self.starts[-(-last >> GROUP_BITS)])
        values, offsets = decode(self.file.bytes, self.starts, first, last, GROUP_BITS)
        return Ragged(values, offsets)
