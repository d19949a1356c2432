"""Tables of the scores of a query's terms, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.arrays.types import Floats, Ints, u64
from tweetctx.index.storage.lengths import CODES, SHARES
from tweetctx.runtime.compiled import interpreted, njit

MARGIN = 2.0**-12  # what is added to a score before it is rounded up

_LN2 = float(np.log(2.0))
_HALF_ROOT = int(np.sqrt(0.5).view(np.int64))
_WHOLE = int(np.float64(2.0**52).view(np.int64))  # the bits of 2^52, whose lowest count ones


@njit(nogil=True)
def tables(ratio: Floats, weight: Floats, first: Ints) -> Ints:
    """The scores weight_t · ln(1 + ratio_t · tf/length) by the code of tf/length, rounded up, shape (terms, CODES).

    first: the first code of each term whose score is needed.
    """
    found = np.empty((len(ratio), CODES), np.uint16)
    _fill(found, ratio, weight, first, np.empty(CODES))
    return found


@njit(nogil=True, error_model="numpy", allocates=False)
def _fill_in_loops(tables: Ints, ratio: Floats, weight: Floats, first: Ints, scratch: Floats) -> None:
    """Sets the scores of all terms."""
    bits = scratch.view(np.int64)
    for t in range(len(tables)):
        table, shares = tables[t, first[t] :], SHARES[first[t] :]
        for i in range(len(shares)):
            scratch[i] = 1.0 + ratio[t] * shares[i]
        for i in range(len(table)):
            table[i] = np.uint16(np.int32(_score(u64(bits[i]), weight[t]))) + np.uint16(1)


def _fill_at_once(tables: Ints, ratio: Floats, weight: Floats, _first: Ints, _scratch: Floats) -> None:
    """The same in numpy, for a process that does not compile loops."""
    tables[:] = _score((1.0 + ratio[:, None] * SHARES).view(np.uint64), weight[:, None]).astype(np.int32) + 1


_fill = _fill_at_once if interpreted() else _fill_in_loops


@njit(nogil=True, error_model="numpy", inlined=True)
def _score(bits: Any, weight: Any) -> Any:
    """weight · ln x and MARGIN, given the bits of x, or those of many.

    ln x = e·ln 2 + ln m for x = m·2^e with m from √½ to √2, and ln m = 2·(s + s³/3 + s⁵/5 + ...) with s = (m−1)/(m+1):
    off by less than 1e-12, which MARGIN makes up for, and a processor does it for several numbers at once.
    """
    exponent = (bits - u64(_HALF_ROOT)) >> u64(52)
    m = u64(bits - (exponent << u64(52))).view(np.float64)
    e = u64(exponent | u64(_WHOLE)).view(np.float64) - 2.0**52
    s = (m - 1.0) / (m + 1.0)
    q = s * s
    series = 1 + q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q * (1 / 13))))))
    return weight * (e * _LN2 + 2.0 * s * series) + MARGIN
