"""Numbers of 32 bits in 1 to 5 bytes, compiled. Import this late: it loads numba.

A byte holds 7 bits, the lowest first; the highest bit is set in all bytes of a number but the last.
"""

from __future__ import annotations

from tweetctx.arrays.types import Ints, i64
from tweetctx.runtime.compiled import njit

LONGEST = 5  # bytes


@njit(nogil=True, allocates=False)
def read_varint(data: Ints, at: int, limit: int) -> tuple[int, int]:
    """The number that stands at an offset, and the offset behind it; one behind the limit if it does not end there."""
    value, shift = 0, 0
    while at < limit and shift < 7 * LONGEST:
        byte = i64(data[at])
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
    return 0, limit + 1


@njit(nogil=True, allocates=False)
def write_varint(data: Ints, at: int, value: int) -> int:
    """Writes a number; returns the offset behind it."""
    while value > 127:
        data[at] = value & 127 | 128
        value >>= 7
        at += 1
    data[at] = value
    return at + 1
