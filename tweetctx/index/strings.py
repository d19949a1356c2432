"""Strings in a file, one after the other, found by their offsets."""

from __future__ import annotations

import mmap
from pathlib import Path

from tweetctx.errors import IndexDamagedError
from tweetctx.index.files import load_array
from tweetctx.index.statistics import UNKNOWN


class StringTable:
    """String i is the UTF-8 in bytes `[offsets[i], offsets[i + 1])` of a file, which is mapped, not read."""

    def __init__(self, text: Path, offsets: Path) -> None:
        self._path = text
        self._offsets = load_array(offsets)
        with text.open("rb") as file:
            empty = text.stat().st_size == 0  # which cannot be mapped
            self._bytes: mmap.mmap | bytes = b"" if empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, number: int) -> str:
        return self.between(number, number + 1)

    def between(self, begin: int, end: int) -> str:
        """Strings `begin` to `end` (excluded), joined."""
        try:
            return self._bytes[int(self._offsets[begin]) : int(self._offsets[end])].decode("utf-8")
        except UnicodeDecodeError as error:
            raise IndexDamagedError(f"{self._path}: damaged, expected UTF-8 ({error})") from error

    def raw(self, number: int) -> bytes:
        """String `number` as bytes."""
        return self._bytes[int(self._offsets[number]) : int(self._offsets[number + 1])]


class SortedVocabulary:
    """The terms of an index, numbered in the order of their UTF-8 bytes and found by bisection."""

    def __init__(self, table: StringTable) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table)

    def __contains__(self, term: object) -> bool:
        return isinstance(term, str) and self.number(term) != UNKNOWN

    def number(self, term: str) -> int:
        """The number of a term, or UNKNOWN."""
        wanted = term.encode("utf-8", "surrogatepass")
        low, high = 0, len(self._table)
        while low < high:
            middle = (low + high) // 2
            if self._table.raw(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self._table) and self._table.raw(low) == wanted else UNKNOWN

    def term(self, number: int) -> str:
        """The term of a number."""
        return self._table[number]
