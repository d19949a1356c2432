"""Sorted 48-bit keys of names on disk: the upper 16 bits choose a bucket, which holds the lower 32.

Measured on 321,065 articles (4.5 million keys, an index of 481 MB): one sorted array of 64-bit keys would add 17 MB,
3.5 % of the index, and its binary searches take .14 ms a tweet, compiled, in place of .08.

Where there are fewer keys than buckets, the bucket of each key is stored in place of where each bucket begins, which
would make a segment of two articles a megabyte.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter

_BUCKETS: Final = 1 << 16
_LOW: Final = np.uint64(32)


class KeyTableWriter:
    """Appends keys in ascending order; a key may come more than once."""

    def __init__(self, file: ArrayFileWriter, name: str) -> None:
        self._file, self._name = file, name
        self._lows = file.array(f"{name}_keys", np.uint32)
        self._counts = np.zeros(_BUCKETS, np.int64)

    def append(self, keys: NDArray[np.uint64]) -> None:
        """Writes keys of 48 bits behind those already written."""
        self._counts += np.bincount((keys >> _LOW).astype(np.int64), minlength=_BUCKETS)
        self._lows.append(keys.astype(np.uint32))

    def close(self) -> None:
        """Writes where the buckets begin, or the bucket of each key if there are few."""
        self._lows.close()
        if self._lows.length < _BUCKETS:
            self._file.write(f"{self._name}_highs", np.repeat(np.arange(_BUCKETS, dtype=np.uint16), self._counts))
            return
        offsets = np.concatenate([[0], np.cumsum(self._counts)])
        self._file.write(f"{self._name}_buckets", offsets.astype(np.uint32 if offsets[-1] < 2**32 else np.uint64))


class KeyTable:
    """Reads what a KeyTableWriter wrote; `column_kernels` search in it."""

    def __init__(self, file: ArrayFile, name: str) -> None:
        self.lows = file.pages(f"{name}_keys", np.uint32)
        self._buckets = _bucket_offsets(file, name)
        whole = len(self._buckets) == _BUCKETS + 1 and int(self._buckets[-1]) == len(self.lows)
        if not whole or self._buckets[0] != 0 or np.any(self._buckets[1:] < self._buckets[:-1]):
            raise file.damage(f"{name}_buckets", f"does not fit {name}_keys")
        self.table = self._buckets, self.lows.column  # as kernels read it

    def __len__(self) -> int:
        return len(self.lows)

    def parts(self, rows: int) -> Iterator[tuple[slice, NDArray[np.uint64]]]:
        """All keys, ascending, about `rows` at a time, and the span of their positions."""
        lows = self.lows.whole()
        count = max(-(-len(self) // rows), 1)
        bounds = [part * _BUCKETS // count for part in range(count + 1)]
        for first, last in pairwise(bounds):
            offsets = self._buckets[first : last + 1].astype(np.int64)
            span = slice(int(offsets[0]), int(offsets[-1]))
            bucket = np.repeat(np.arange(first, last, dtype=np.uint64), np.diff(offsets))
            keys: NDArray[Any] = (bucket << _LOW) | lows[span]
            yield span, keys


def _bucket_offsets(file: ArrayFile, name: str) -> NDArray[Any]:
    """Where each bucket begins, and where the last one ends."""
    if f"{name}_highs" not in file:
        return file.array(f"{name}_buckets")
    highs = file.array(f"{name}_highs", np.uint16)
    if np.any(highs[1:] < highs[:-1]):
        raise file.damage(f"{name}_highs", "does not ascend")
    offsets = np.searchsorted(highs, np.arange(_BUCKETS + 1)).astype(np.uint32)
    offsets.flags.writeable = False  # as a mapped array, for which the loops are compiled
    return offsets
