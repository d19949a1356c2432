"""Hash tables of whole numbers with open addressing, compiled. Import this late: it loads numba.

A table holds the keys of its slots in row 0 and their values in row 1, −1 where a slot is free.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.runtime.compiled import njit

_REMAINDERS: Final = 1 << 12


@njit(nogil=True)
def hash_table(keys: int) -> Ints:
    """An empty table with room for so many keys: at most half of its slots are taken, and their number is 2^n."""
    slots = 2
    while slots < 2 * keys:
        slots *= 2
    return np.full((2, slots), -1)


@njit(nogil=True, allocates=False)
def slot_of(key: Any, table: Any) -> int:
    """The slot of a key, or the free one where it would go. The lowest bits of keys should differ."""
    slot: int = key & (table.shape[1] - 1)
    while table[1, slot] >= 0 and table[0, slot] != key:
        slot = (slot + 1) & (table.shape[1] - 1)
    return slot


@njit(nogil=True)
def filled_table(keys: Any, values: Any) -> Ints:
    """A table with the values of some keys."""
    table = hash_table(len(keys))
    for number in range(len(keys)):
        slot = slot_of(keys[number], table)
        table[0, slot], table[1, slot] = keys[number], values[number]
    return table


@njit(nogil=True)
def remainders_of(keys: Any) -> Any:
    """Which remainders occur among the keys, shape (2^12,): see `may_be_among`."""
    remainders = np.zeros(_REMAINDERS, np.bool_)
    for number in range(len(keys)):
        remainders[keys[number] & (_REMAINDERS - 1)] = True
    return remainders


@njit(nogil=True, allocates=False)
def may_be_among(key: Any, remainders: Any) -> bool:
    """Whether a key can be among the keys that have these remainders. If it cannot, no lookup is needed."""
    found: bool = remainders[key & (_REMAINDERS - 1)]
    return found
