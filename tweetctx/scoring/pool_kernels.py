"""Which sentences of retrieved passages make a pool, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.runtime.compiled import njit


@njit(nogil=True)
def rows_of_pool(passages: Any, offsets: Any, distinct: Any, least: float, most: float) -> Any:
    """The sentences of a pool, by passage, and the hit of each: those with `least` to `most` different terms.

    passages: of each hit; where hits have the same passage, the first counts. offsets: where the sentences of each hit
    begin. distinct: how many different terms each sentence has.
    """
    rows, hit_of, count = np.empty(len(distinct), np.int64), np.empty(len(distinct), np.int64), 0
    order = np.argsort(passages, kind="mergesort")
    for at in range(len(order)):
        hit = order[at]
        if at > 0 and passages[hit] == passages[order[at - 1]]:
            continue
        for row in range(offsets[hit], offsets[hit + 1]):
            if least <= distinct[row] <= most:
                rows[count], hit_of[count] = row, hit
                count += 1
    return rows[:count], hit_of[:count]
