"""Sequences whose items are looked up lazily."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, TypeVar

from tweetctx.arrays.types import Ints

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence that looks up each item by its place when the item is read."""

    def __init__(self, length: int, look_up: Callable[[int], T]) -> None:
        self._length, self._look_up = length, look_up

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: Any) -> Any:
        return self._look_up(place)


def picked(items: Sequence[T], rows: Ints) -> Sequence[T]:
    """Some items of a sequence."""
    return Lazy(len(rows), lambda place: items[int(rows[place])])


def joined(parts: Sequence[Sequence[T]]) -> Sequence[T]:
    """The items of all parts, one part behind the other."""
    begins = [0, *accumulate(map(len, parts))]

    def at(place: int) -> T:
        part = bisect_right(begins, place) - 1
        return parts[part][place - begins[part]]

    return Lazy(begins[-1], at)


def looked_up(numbers: Ints, look_up: Callable[[int], T]) -> Sequence[T]:
    """A function's results for some numbers. Each result is computed once, when it is first read."""
    found: dict[int, T] = {}  # made in less time than `functools.cache`

    def at(place: int) -> T:
        number = int(numbers[place])
        if number not in found:
            found[number] = look_up(number)
        return found[number]

    return Lazy(len(numbers), at)
