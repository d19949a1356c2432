"""The terms of an index: strings one behind the other, numbered in this order, found by bisection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from tweetctx.errors import IndexDamagedError
from tweetctx.index.arrays import load_array, write_array
from tweetctx.index.offsets import STRETCH_BITS, Offsets, write_offsets
from tweetctx.index.statistics import UNKNOWN
from tweetctx.ragged import Ints


def write_vocabulary(folder: Path, terms: Sequence[bytes]) -> None:
    """Writes the files of a StoredVocabulary."""
    write_array(folder / "terms.npy", np.frombuffer(b"".join(terms), np.uint8))
    write_offsets(folder, "terms.places", np.array([len(term) for term in terms], np.int64))
    order = sorted(range(len(terms)), key=terms.__getitem__)
    write_array(folder / "terms.order.npy", np.array(order, np.uint32))


class StoredVocabulary:
    """A vocabulary in files, which are mapped, not read."""

    def __init__(self, folder: Path) -> None:
        self._bytes = load_array(folder / "terms.npy")
        self._places = Offsets(folder, "terms.places")
        self._order = load_array(folder / "terms.order.npy")
        if len(self._places) != len(self._order) or self._places.total != len(self._bytes):
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
        from tweetctx.index.row_kernels import find

        wanted = [term.encode("utf-8", "surrogatepass") for term in terms]
        ends = np.cumsum([len(term) for term in wanted], dtype=np.int64)
        places = self._places
        strings = np.frombuffer(b"".join(wanted), np.uint8)
        return find(self._bytes, places.bases, places.steps, STRETCH_BITS, self._order, strings, ends)

    def term(self, number: int) -> str:
        """The term of a number."""
        place = self._places.parts(number)
        return self._bytes[place.start : place.stop].tobytes().decode()
