"""Reading of StoredCounts, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.arrays.types import i64
from tweetctx.index.storage.layout import LARGE_COUNT
from tweetctx.index.storage.page_kernels import note
from tweetctx.runtime.compiled import njit


@njit(nogil=True)
def read_counts(tables: Any, places: Any, notes: Any) -> Any:
    """The counts at some places, shape (tables, places); 0 at place −1.

    tables: of StoredCounts; notes: see `page_kernels`, the bytes of each table are the array of its number.
    """
    found = np.zeros((len(tables), len(places)), np.int64)
    for number in range(len(tables)):
        (small, checked, item_bits), large_places, large = tables[number]
        for row in range(len(places)):
            place = places[row]
            if place == -1:
                continue
            if place < 0 or place >= len(small):
                note(number, -1, notes)
            elif not checked[place >> item_bits]:
                note(number, place >> item_bits, notes)
            else:
                found[number, row] = count_at(small, large_places, large, place, number, notes)
    return found


@njit(nogil=True, allocates=False)
def count_at(small: Any, large_places: Any, large: Any, place: int, number: int, notes: Any) -> int:
    """The count at a place; notes one that should be among the large ones, and is not, as damage of array `number`."""
    count = i64(small[place])
    if count == LARGE_COUNT:
        own = np.searchsorted(large_places, place)
        if own == len(large_places) or np.int64(large_places[own]) != place:
            note(number, -1, notes)
            return 0
        count = i64(large[own])
    return count
