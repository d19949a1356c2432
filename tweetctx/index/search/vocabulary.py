"""The vocabulary of an index: the terms that each segment added, looked up by hashing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.index.protocol import UNKNOWN
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter
from tweetctx.index.storage.layout import EMPTY_SLOT
from tweetctx.index.storage.offsets import Offsets, write_offsets
from tweetctx.index.storage.pages import read_checked
from tweetctx.runtime.compiled import late

_kernels = late("tweetctx.index.search.vocabulary_kernels")
_FILLED = 0.75  # of the slots of a table, at most


def write_vocabulary(file: ArrayFileWriter, terms: Sequence[bytes]) -> None:
    """Writes the arrays of a StoredVocabulary."""
    data = np.frombuffer(b"".join(terms), np.uint8)
    lengths = np.array([len(term) for term in terms], np.int64)
    slots = np.full(int(len(terms) / _FILLED) + 1, EMPTY_SLOT, np.uint32)
    _kernels().fill(data, np.cumsum(lengths), slots)
    file.write("terms", data)
    file.write("terms.slots", slots)
    write_offsets(file, "terms.places", lengths)


class StoredVocabulary:
    """The terms that a segment added to the vocabulary of its index, memory-mapped, numbered from 0."""

    def __init__(self, file: ArrayFile) -> None:
        self._bytes, self._offsets = file.pages("terms", np.uint8), Offsets(file, "terms.places")
        terms = len(self._offsets)
        self._slots = file.pages(
            "terms.slots", np.uint32, lambda slots, _: bool(((slots < terms) | (slots == EMPTY_SLOT)).all())
        )
        if terms >= len(self._slots) or self._offsets.total != len(self._bytes):
            raise file.damage("terms", "does not fit the arrays beside it")

    def __len__(self) -> int:
        return len(self._offsets)

    def __iter__(self) -> Iterator[bytes]:
        self._bytes.whole()
        offsets = self._offsets.begins(np.arange(len(self) + 1)).tolist()
        return (self._text(begin, end).encode() for begin, end in pairwise(offsets))

    def numbers(self, terms: Sequence[str]) -> Ints:
        """The number of each term, or UNKNOWN, shape (terms,)."""
        wanted = [term.encode("utf-8", "surrogatepass") for term in terms]
        lengths = np.fromiter(map(len, wanted), np.int64, len(wanted))
        strings, arrays = np.frombuffer(b"".join(wanted), np.uint8), [self._slots, self._offsets.steps, self._bytes]
        columns = self._bytes.column, self._offsets.table, self._slots.column
        result: Ints = read_checked(_kernels().find, arrays, *columns, strings, lengths)
        return result

    def term(self, number: int) -> str:
        """The term of a number."""
        begin, end = self._offsets.bounds(np.array([number]))
        self._bytes.need(begin, end)
        return self._text(int(begin[0]), int(end[0]))

    def _text(self, begin: int, end: int) -> str:
        try:
            text = self._bytes.values[begin:end].tobytes().decode()
        except UnicodeDecodeError as error:
            raise self._bytes.damage(f"holds a term that is not UTF-8, at byte {begin}") from error
        if "\n" in text:
            raise self._bytes.damage(f"holds a term of several lines, at byte {begin}")
        return text


class LayeredVocabulary:
    """The vocabulary of an index: the terms of its segments, numbered consecutively."""

    def __init__(self, layers: Sequence[StoredVocabulary]) -> None:
        self._layers = layers
        self._first = np.cumsum([0, *map(len, layers)])

    def __len__(self) -> int:
        return int(self._first[-1])

    def __contains__(self, term: object) -> bool:
        return isinstance(term, str) and int(self.numbers([term])[0]) != UNKNOWN

    def __iter__(self) -> Iterator[bytes]:
        return chain.from_iterable(self._layers)

    def numbers(self, terms: Sequence[str]) -> Ints:
        """The number of each term, or UNKNOWN, shape (terms,)."""
        if len(self._layers) == 1:
            return self._layers[0].numbers(terms)
        result = np.full(len(terms), UNKNOWN, np.int64)
        for layer, first in zip(self._layers, self._first.tolist(), strict=False):
            local = layer.numbers(terms)
            result = np.where(local == UNKNOWN, result, local + first)
        return result

    def term(self, number: int) -> str:
        """The term of a number."""
        layer = int(np.searchsorted(self._first, number, side="right")) - 1
        return self._layers[layer].term(number - int(self._first[layer]))
