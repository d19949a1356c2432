"""The terms of an index: strings one behind the other, numbered in this order, found by hashing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

import numpy as np

from tweetctx.errors import IndexDamagedError
from tweetctx.index.arrays import load_array, write_array
from tweetctx.index.statistics import UNKNOWN
from tweetctx.ragged import Ints

_FILLED = 0.75  # of the slots of a table, at most


def write_vocabulary(folder: Path, terms: Sequence[bytes]) -> None:
    """Writes the files of a StoredVocabulary."""
    from tweetctx.index.vocabulary_kernels import EMPTY, fill

    data = np.frombuffer(b"".join(terms), np.uint8)
    ends = np.cumsum([len(term) for term in terms], dtype=np.uint32)
    slots = np.full(int(len(terms) / _FILLED) + 1, EMPTY, np.uint32)
    fill(data, ends, slots)
    for name, values in (("terms", data), ("terms.ends", ends), ("terms.slots", slots)):
        write_array(folder / f"{name}.npy", values)


class StoredVocabulary:
    """A vocabulary in files, which are mapped, not read."""

    def __init__(self, folder: Path) -> None:
        self._bytes = load_array(folder / "terms.npy")
        self._ends = load_array(folder / "terms.ends.npy")
        self._slots = load_array(folder / "terms.slots.npy")
        if len(self._slots) <= len(self._ends) or (len(self._ends) and self._ends[-1] != len(self._bytes)):
            raise IndexDamagedError(
                f"{folder / 'terms.ends.npy'}: damaged, its content does not fit the files beside it"
            )

    def __len__(self) -> int:
        return len(self._ends)

    def __contains__(self, term: object) -> bool:
        return isinstance(term, str) and self.number(term) != UNKNOWN

    def __iter__(self) -> Iterator[bytes]:
        return (self._raw(number) for number in range(len(self)))

    def number(self, term: str) -> int:
        """The number of a term, or UNKNOWN."""
        return int(self.numbers([term])[0])

    def numbers(self, terms: Sequence[str]) -> Ints:
        """The number of each term, or UNKNOWN, shape (terms,)."""
        from tweetctx.index.vocabulary_kernels import find

        wanted = [term.encode("utf-8", "surrogatepass") for term in terms]
        ends = np.array([*accumulate(map(len, wanted))], np.int64)
        return find(self._bytes, self._ends, self._slots, np.frombuffer(b"".join(wanted), np.uint8), ends)

    def term(self, number: int) -> str:
        """The term of a number."""
        return self._raw(number).decode()

    def _raw(self, number: int) -> bytes:
        begin = int(self._ends[number - 1]) if number else 0
        return self._bytes[begin : int(self._ends[number])].tobytes()
