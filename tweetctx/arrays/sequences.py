"""Sequences whose items are looked up lazily."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, TypeVar

import numpy as np

from tweetctx.arrays.types import Ints

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence that looks up each item by its place when the item is read."""

    def __init__(self, length: int, look_up: Callable[[int], T], many: Callable[[Ints], list[T]] | None = None) -> None:
        """many: looks up the items at some places at once, where that takes less time than one by one."""
        self._length, self._look_up, self._many = length, look_up, many

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: Any) -> Any:
        return self._look_up(place)

    def many(self, places: Ints) -> list[T]:
        """The items at some places."""
        return self._many(places) if self._many else [self._look_up(place) for place in places.tolist()]


def items_at(items: Sequence[T], places: Ints) -> list[T]:
    """The items of a sequence at some places, looked up at once if it can."""
    return items.many(places) if isinstance(items, Lazy) else [items[place] for place in places.tolist()]


def picked(items: Sequence[T], rows: Ints) -> Sequence[T]:
    """Some items of a sequence."""
    return Lazy(len(rows), lambda place: items[int(rows[place])], lambda places: items_at(items, rows[places]))


def joined(parts: Sequence[Sequence[T]]) -> Sequence[T]:
    """The items of all parts, one part behind the other."""
    begins = [0, *accumulate(map(len, parts))]

    def at(place: int) -> T:
        part = bisect_right(begins, place) - 1
        return parts[part][place - begins[part]]

    def many(places: Ints) -> list[T]:
        found: list[Any] = [None] * len(places)
        for part, begin, end in zip(parts, begins, begins[1:], strict=False):
            rows = np.flatnonzero((places >= begin) & (places < end))
            for row, item in zip(rows.tolist(), items_at(part, places[rows] - begin), strict=True):
                found[row] = item
        return found

    return Lazy(begins[-1], at, many)


def looked_up(
    numbers: Ints, look_up: Callable[[int], T], look_up_many: Callable[[Ints], list[T]] | None = None
) -> Sequence[T]:
    """A function's results for some numbers. Each result is computed once, when it is first read.

    look_up_many: the results for several numbers, which ascend, at once.
    """
    found: dict[int, T] = {}  # made in less time than `functools.cache`

    def at(place: int) -> T:
        number = int(numbers[place])
        if number not in found:
            found[number] = look_up(number)
        return found[number]

    def many(places: Ints) -> list[T]:
        wanted = numbers[places].tolist()
        missing = sorted(set(wanted) - found.keys())
        items = look_up_many(np.array(missing, np.int64)) if look_up_many else map(look_up, missing)
        found.update(zip(missing, items, strict=True))
        return [found[number] for number in wanted]

    return Lazy(len(numbers), at, many)
