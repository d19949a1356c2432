"""Rows of term numbers in a file of bits.

A row is its length, then its terms, in the code of `bit_code`. A text says again what it has said: a term that occurred
in the same group of rows before, and not too far away, is written as the distance back to there; 0 stands for the
distance that was written last in the group, 1 if none was, as where words are repeated together. A file has a code of
its own, made for its first rows. Groups of GROUP rows begin with a byte, and are read from there on.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import as_bytes, load_array, write_array
from tweetctx.index.storage.bit_code import (
    FIRST_SYMBOL,
    SYMBOLS,
    classes_of,
    code_lengths,
    is_code,
    prefix_codes,
    tables,
)
from tweetctx.index.storage.offsets import Offsets, write_offsets
from tweetctx.index.storage.paged import PagedFile, write_checksums
from tweetctx.ragged import Ints, Ragged, stacked

GROUP_BITS = 3
GROUP = 1 << GROUP_BITS
SAMPLE = 1 << 20  # numbers that a code is made for


class RowsWriter:
    """Writes the files of CodedRows. The same rows give the same files, however they are cut."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, f"{name}_terms"
        self._file = (folder / f"{self._name}.bin").open("wb")
        self._waiting: list[Ragged] = []
        self._terms_waiting = self._rows = 0
        self._code = np.empty(0, np.uint8)  # the lengths of its prefix codes, once they are known
        self._sizes: list[Ints] = []  # of groups, in bytes

    def append(self, rows: Ragged) -> None:
        """Writes rows behind those already written."""
        self._waiting.append(rows)
        self._rows += len(rows)
        self._terms_waiting += len(rows.values)
        if self._terms_waiting >= SAMPLE:
            self._write(GROUP)

    def close(self) -> None:
        """Ends the files."""
        self._write(1)
        self._file.write(bytes(_BEHIND + -self._file.tell() % 8))
        self._file.close()
        write_offsets(self._folder, f"{self._name}.starts", np.concatenate(self._sizes))
        write_array(self._folder / f"{self._name}.code.npy", np.append(self._rows, self._code).astype(np.int64))
        write_checksums(self._folder / f"{self._name}.bin")

    def _write(self, multiple: int) -> None:
        """Writes as many of the rows that wait as are a multiple of a number."""
        from tweetctx.index.storage.row_kernels import pack, stream

        rows = stacked(self._waiting)
        whole = len(rows) // multiple * multiple
        rest, rows = rows.part(whole, len(rows)), rows.part(0, whole)
        self._waiting, self._terms_waiting = [rest], len(rest.values)
        numbers, kinds = stream(rows.values, rows.offsets, GROUP_BITS)
        classes = classes_of(numbers)
        symbols = FIRST_SYMBOL[kinds] + classes
        groups = np.append((rows.offsets[:-1] + np.arange(len(rows)))[::GROUP], len(numbers))
        if not len(self._code):
            self._code = code_lengths(_counts(symbols, groups))
        bits = self._code[symbols] + classes
        data, sizes = pack(numbers, classes, prefix_codes(self._code)[symbols], bits, groups)
        self._file.write(as_bytes(data))
        self._sizes.append(sizes)


_BEHIND = 16  # bytes that a reader may look at behind the last row


def _counts(symbols: Ints, groups: Ints) -> Ints:
    """How often each symbol occurs in the groups that end before SAMPLE numbers."""
    end = groups[np.searchsorted(groups, SAMPLE, side="right") - 1]
    return np.bincount(symbols[:end], minlength=SYMBOLS)


@dataclass(frozen=True, slots=True)
class CodedRows:
    """The rows of a file. starts: where groups begin, in bytes; rows: how many there are; tables: of the code."""

    file: PagedFile
    starts: Offsets
    rows: int
    tables: NDArray[np.uint32]

    @classmethod
    def open(cls, folder: Path, name: str) -> CodedRows:
        """Opens what a RowsWriter wrote; IndexDamagedError if it is no such thing."""
        path = folder / f"{name}_terms"
        file, starts = PagedFile(path.with_suffix(".bin")), Offsets(folder, f"{name}_terms.starts")
        code = load_array(folder / f"{name}_terms.code.npy")
        rows = int(code[0]) if len(code) else 0
        size = starts.total + _BEHIND
        if not is_code(code[1:]) or len(starts) != -(-rows // GROUP) or len(file.bytes) != size + -size % 8:
            raise IndexDamagedError(f"{path}.bin: damaged, its content does not fit the files beside it")
        return cls(file, starts, rows, tables(code[1:]))

    def __len__(self) -> int:
        return self.rows

    def take(self, rows: Ints) -> Ragged:
        """The rows asked for, in the order asked for."""
        return self.spans(rows, rows + 1)

    def spans(self, first: Ints, last: Ints) -> Ragged:
        """Rows `first` to `last` (excluded) joined into one row, for every pair."""
        from tweetctx.index.storage.row_kernels import decode

        begins, ends = self.starts.begins(first >> GROUP_BITS), self.starts.begins(last + GROUP - 1 >> GROUP_BITS)
        self.file.need(begins, ends)
        values, offsets = decode(self.file.view(np.uint64), begins, ends, self.tables, first, last, GROUP_BITS)
        if len(offsets) <= len(first):
            raise IndexDamagedError(f"{self.file.path}: damaged, its rows do not end where they should")
        return Ragged(values, offsets)

    def places(self, rows: Ints) -> Ints:
        """Where rows begin in the file, in bytes and by a few rows too early."""
        return self.starts.begins(rows >> GROUP_BITS)
