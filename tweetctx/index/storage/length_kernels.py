"""Reading of the lengths of passages, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.arrays.types import Ints, i64
from tweetctx.index.storage.lengths import EXACT
from tweetctx.runtime.compiled import njit


@njit(nogil=True)
def lengths_of(table: Any, passages: Ints) -> Ints:
    """The length of each passage; −1 if it should be among those of long passages, and is not. table: of Lengths."""
    codes, long, in_full = table
    lengths = np.empty(len(passages), np.int64)
    for i in range(len(passages)):
        lengths[i] = codes[passages[i]]
        if lengths[i] >= EXACT:
            own = np.searchsorted(long, passages[i])
            lengths[i] = in_full[own] if own < len(long) and i64(long[own]) == passages[i] else -1
    return lengths
