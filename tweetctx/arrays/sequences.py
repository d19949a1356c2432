"""Sequences whose items are looked up lazily."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any, TypeVar

import numpy as np

from tweetctx.arrays.ragged import ranges
from tweetctx.arrays.types import Ints

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence that looks up each item by its index when the item is read."""

    def __init__(self, length: int, look_up: Callable[[int], T], many: Callable[[Ints], list[T]] | None = None) -> None:
        """many: looks up the items at some indexes at once, where that takes less time than one by one."""
        self._length, self._look_up, self._many = length, look_up, many

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.many(np.arange(*index.indices(self._length)))
        return self._look_up(index)

    def many(self, indexes: Ints) -> list[T]:
        """The items at some indexes."""
        return self._many(indexes) if self._many else [self._look_up(index) for index in indexes.tolist()]


def items_at(items: Sequence[T], indexes: Ints) -> list[T]:
    """The items of a sequence at some indexes, looked up at once if it can."""
    return items.many(indexes) if isinstance(items, (LookedUp, Lazy)) else [items[index] for index in indexes.tolist()]


def joined_spans(texts: Sequence[str], first: Ints, last: Ints) -> list[str]:
    """The texts `first[i]` to `last[i]` (excluded) of a sequence, joined; read at once where they can be."""
    if isinstance(texts, LookedUp) and (read := texts.functions[2]) and (first < last).all():
        sizes, begins = last - first, texts.keys[first]
        if np.array_equal(texts.keys[ranges(first, sizes)], ranges(begins, sizes)):
            return read(begins, begins + sizes)
    items, ends = items_at(texts, ranges(first, last - first)), np.cumsum(last - first)
    return ["".join(items[begin:end]) for begin, end in pairwise([0, *ends.tolist()])]


def picked(items: Sequence[T], rows: Ints) -> Sequence[T]:
    """Some items of a sequence."""
    if isinstance(items, LookedUp):
        return LookedUp(items.keys[rows], *items.functions, results=items.results)
    return Lazy(len(rows), lambda index: items[int(rows[index])], lambda indexes: items_at(items, rows[indexes]))


def joined(sequences: Sequence[Sequence[T]]) -> Sequence[T]:
    """The items of all sequences, one sequence behind the other; those that one function looks up, at once."""
    sequences = [sequence for sequence in sequences if len(sequence)]
    keyed = [sequence for sequence in sequences if isinstance(sequence, LookedUp)]
    if keyed and len(keyed) == len(sequences) and all(one.functions == keyed[0].functions for one in keyed):
        results = {key: item for one in keyed for key, item in one.results.items()}
        return LookedUp(np.concatenate([one.keys for one in keyed]), *keyed[0].functions, results=results)
    begins = [0, *accumulate(map(len, sequences))]

    def item_at(index: int) -> T:
        i = bisect_right(begins, index) - 1
        return sequences[i][index - begins[i]]

    def many(indexes: Ints) -> list[T]:
        items: list[Any] = [None] * len(indexes)
        for sequence, begin, end in zip(sequences, begins, begins[1:], strict=False):
            rows = np.flatnonzero((indexes >= begin) & (indexes < end))
            for row, item in zip(rows.tolist(), items_at(sequence, indexes[rows] - begin), strict=True):
                items[row] = item
        return items

    return Lazy(begins[-1], item_at, many)


class LookedUp(Lazy[T]):
    """A function's results for some keys. Each result is computed once, when it is first read."""

    def __init__(
        self,
        keys: Ints,
        look_up: Callable[[int], T],
        look_up_many: Callable[[Ints], list[T]] | None = None,
        look_up_spans: Callable[[Ints, Ints], list[T]] | None = None,
        results: dict[int, T] | None = None,
    ) -> None:
        """look_up_many: the results for several keys, which ascend, at once.

        look_up_spans: the joined results of the keys `first[i]` to `last[i]` (excluded).
        results: those that are known already, to which those looked up are added.
        """
        super().__init__(len(keys), look_up)
        self.keys, self.functions = keys, (look_up, look_up_many, look_up_spans)
        self.results: dict[int, T] = {} if results is None else results  # in less time than `functools.cache`

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return super().__getitem__(index)
        key = int(self.keys[index])
        if key not in self.results:
            self.results[key] = self.functions[0](key)
        return self.results[key]

    def many(self, indexes: Ints) -> list[T]:
        """The results for the keys at some indexes."""
        results, (look_up, look_up_many, _) = self.results, self.functions
        wanted = self.keys[indexes].tolist()
        missing = sorted(set(wanted) - results.keys())
        if missing:
            items = look_up_many(np.array(missing, np.int64)) if look_up_many else map(look_up, missing)
            results.update(zip(missing, items, strict=True))
        return [results[key] for key in wanted]
