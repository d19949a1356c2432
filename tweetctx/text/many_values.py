"""What a function says of many strings, most of which were met before."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tweetctx.ragged import Ints

_STRINGS = 1 << 17
_CHARACTERS = 1 << 21
_FREE = 4  # slots for each string


class ManyValues:
    """Remembers strings and what a function says of them, up to a number at which it starts anew.

    It serves one thread at a time.
    """

    def __init__(self, function: Callable[[str], int]) -> None:
        self._function = function
        self._size = 0
        self._values = np.empty(0, np.int8)
        self._offsets = np.zeros(1, np.int64)
        self._met = np.empty(0, np.uint32)
        self._slots = np.empty(0, np.int32)

    def __call__(self, codes: NDArray[np.uint32], begins: Ints, ends: Ints) -> NDArray[np.int8]:
        """The value for each string codes[begins[i]:ends[i]] of characters' numbers."""
        from tweetctx.text import sentence_kernels as kernels  # late: it loads numba

        known = self._size
        characters = int((ends - begins).sum())
        if known + len(begins) > len(self._values) or self._offsets[known] + characters > len(self._met):
            self._make(len(begins), characters)
            known = 0
        self._size = len(self._values)  # full, should this be interrupted: there is no value yet for what is new
        numbers, size = kernels.number(codes, begins, ends, self._slots, self._offsets, self._met, known)
        offsets = self._offsets[known : size + 1]
        new = self._met[offsets[0] : offsets[-1]].tobytes().decode("utf-32-le", "surrogatepass")
        bounds = pairwise((offsets - offsets[0]).tolist())
        self._values[known:size] = [self._function(new[begin:end]) for begin, end in bounds]
        self._size = size
        values: NDArray[np.int8] = self._values[numbers]
        return values

    def _make(self, strings: int, characters: int) -> None:
        """Makes room for at least so many, all of them new."""
        strings = max(_STRINGS, 2 * strings)
        self._size = 0
        self._values = np.zeros(strings, np.int8)
        self._offsets = np.zeros(strings + 1, np.int64)
        self._met = np.empty(max(_CHARACTERS, 2 * characters), np.uint32)
        self._slots = np.full(1 << (_FREE * strings - 1).bit_length(), -1, np.int32)
