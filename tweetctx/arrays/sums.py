"""Distinct keys, where they stand, and sums of counts by key."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Ints

Key = TypeVar("Key", bound=np.integer[Any])


def distinct(keys: NDArray[Key]) -> NDArray[Key]:
    """Returns each key once, ascending.

    `np.unique` of numpy 2.4 hashes what has no counts asked for: 300,000 keys take it 146 ms, and 1.5 ms here.
    """
    ascending = np.sort(keys)
    unique: NDArray[Key] = ascending[np.append(True, ascending[1:] != ascending[:-1])[: len(keys)]]
    return unique


def rows_of(ascending: NDArray[Key], wanted: NDArray[Key]) -> Ints:
    """Returns the rows of the wanted keys among ascending ones, in the order asked for; absent ones have none."""
    rows = ascending.searchsorted(wanted)
    present = rows < len(ascending)
    rows = rows[present]
    matching: Ints = rows[ascending[rows] == wanted[present]]
    return matching


def sum_by_key(keys: NDArray[Key], counts: Ints) -> tuple[NDArray[Key], NDArray[np.int64]]:
    """Returns each key once, ascending, and the sum of its counts."""
    if not len(keys):
        return keys, np.empty(0, np.int64)
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    del order
    first = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    return keys[first], np.add.reduceat(counts, first, dtype=np.int64)


class KeyCounts:
    """Counts how often each whole number is added.

    New numbers are collected, and merged when there are more of them than `waiting` and than merged ones.
    """

    def __init__(self, waiting: int = 1 << 22) -> None:
        self._most = waiting
        self._parts = [(np.empty(0, np.int64), np.empty(0, np.int64))]

    def add(self, keys: Ints) -> None:
        """Counts each of the keys once more."""
        self._parts.append(np.unique(keys.astype(np.int64), return_counts=True))
        if sum(len(part) for part, _ in self._parts[1:]) > max(self._most, len(self._parts[0][0])):
            self.total()

    def total(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the keys, ascending, and how often each was added."""
        keys, counts = (np.concatenate(column) for column in zip(*self._parts, strict=True))
        self._parts = [sum_by_key(keys, counts)]
        return self._parts[0]
