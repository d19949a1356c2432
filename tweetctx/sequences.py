"""Sequences whose items are looked up lazily."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tweetctx.ragged import Ints

T = TypeVar("T")


class Picked(Sequence[T]):
    """Some items of a sequence, looked up lazily."""

    def __init__(self, items: Sequence[T], rows: Ints) -> None:
        self._items, self._rows = items, rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, row: Any) -> Any:
        return self._items[int(self._rows[row])]


class Joined(Sequence[T]):
    """The items of one sequence, then those of another."""

    def __init__(self, first: Sequence[T], second: Sequence[T]) -> None:
        self._first, self._second = first, second

    def __len__(self) -> int:
        return len(self._first) + len(self._second)

    def __getitem__(self, row: Any) -> Any:
        size = len(self._first)
        return self._first[row] if row < size else self._second[row - size]


class LookedUp(Sequence[T]):
    """The results of a function for some numbers, each computed once, when it is first needed."""

    def __init__(self, numbers: Ints, look_up: Callable[[int], T]) -> None:
        self._numbers, self._look_up = numbers, look_up
        self._found: dict[int, T] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, row: Any) -> Any:
        number = int(self._numbers[row])
        if number not in self._found:
            self._found[number] = self._look_up(number)
        return self._found[number]
