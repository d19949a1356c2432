"""The terms of an index: strings one behind the other, numbered in this order, found by hashing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np

from tweetctx.errors import IndexDamagedError
from tweetctx.index.protocol import UNKNOWN
from tweetctx.index.storage.arrays import load_array, write_array
from tweetctx.index.storage.offsets import STRETCH_BITS, Offsets, write_offsets
from tweetctx.ragged import Ints

_FILLED = 0.75  # of the slots of a table, at most


def write_vocabulary(folder: Path, terms: Sequence[bytes]) -> None:
    """Writes the files of a StoredVocabulary."""
    from tweetctx.index.search.vocabulary_kernels import EMPTY, fill

    data = np.frombuffer(b"".join(terms), np.uint8)
    lengths = np.array([len(term) for term in terms], np.int64)
    slots = np.full(int(len(terms) / _FILLED) + 1, EMPTY, np.uint32)
    fill(data, np.cumsum(lengths), slots)
    write_array(folder / "terms.npy", data)
    write_array(folder / "terms.slots.npy", slots)
    write_offsets(folder, "terms.places", lengths)


class StoredVocabulary:
    """A vocabulary in files, which are mapped, not read."""

    def __init__(self, folder: Path) -> None:
        self._bytes = load_array(folder / "terms.npy")
        self._places = Offsets(folder, "terms.places")
        self._slots = load_array(folder / "terms.slots.npy")
        if len(self._slots) <= len(self._places) or self._places.total != len(self._bytes):
            raise IndexDamagedError(f"{folder / 'terms.npy'}: damaged, its content does not fit the files beside it")

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, term: object) -> bool:
        return isinstance(term, str) and self.number(term) != UNKNOWN

    def __iter__(self) -> Iterator[bytes]:
        places = self._places.begins(np.arange(len(self) + 1)).tolist()
        return (self._bytes[begin:end].tobytes() for begin, end in pairwise(places))

    def number(self, term: str) -> int:
        """The number of a term, or UNKNOWN."""
        return int(self.numbers([term])[0])

    def numbers(self, terms: Sequence[str]) -> Ints:
        """The number of each term, or UNKNOWN, shape (terms,)."""
        from tweetctx.index.search.vocabulary_kernels import find

        wanted = [term.encode("utf-8", "surrogatepass") for term in terms]
        ends = np.array([*accumulate(map(len, wanted))], np.int64)
        strings, places = np.frombuffer(b"".join(wanted), np.uint8), self._places
        return find(self._bytes, places.bases, places.steps, STRETCH_BITS, self._slots, strings, ends)

    def term(self, number: int) -> str:
        """The term of a number."""
        place = self._places.parts(number)
        return self._bytes[place.start : place.stop].tobytes().decode()
