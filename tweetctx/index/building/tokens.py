"""Numbers the tokens of many texts at once."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Ints
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.characters import characters_of

Bytes = NDArray[np.uint8]


class TokenTable:
    """Numbers the tokens of an analyzer in order of appearance, and remembers them."""

    def __init__(self, analyzer: Analyzer) -> None:
        from tweetctx.index.building import token_kernels

        self._kernels: Any = token_kernels
        self._tokens = analyzer.tokens
        self._characters = characters_of(analyzer.config.language)
        self._bounds = np.zeros(1 << 16, np.int64)
        self._entries = np.zeros(4 * len(self._bounds), np.uint64)
        self._letters = np.empty(1 << 20, np.uint8)

    def __len__(self) -> int:
        return int(self._bounds[0])

    def ends(self, text: Bytes, lengths: Ints) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Returns the ends in UTF-8 of rows of so many characters, and whether all characters of each are plain."""
        ends, only_plain = self._kernels.ends_of(text, lengths, self._characters.plain)
        return ends, only_plain

    def find(self, text: Bytes, begins: Ints, ends: Ints, only_plain: NDArray[np.bool_]) -> Ragged:
        """Returns the numbers of the tokens of the rows `text[begin:end]`, valid UTF-8."""
        others = np.flatnonzero(~only_plain)
        if len(others):
            text, begins, ends = self._spelled_out(text, begins, ends, others)
        sizes = ends - begins
        values = np.empty(int((sizes // 2 + 1).sum()), np.int32)
        offsets = np.zeros(len(begins) + 1, np.int64)
        rows, characters = (begins, ends, only_plain), (self._characters.folded, self._characters.unfolded)
        row = 0
        while True:
            table = self._entries, self._letters, self._bounds
            row = self._kernels.find_tokens(text, rows, row, characters, table, (values, offsets))
            if row == len(begins):
                return Ragged(values[: offsets[-1]], offsets)
            self._make_room(int(sizes[row]))

    def since(self, start: int) -> list[str]:
        """Returns the tokens from a number on."""
        ends = self._bounds[start + 1 : len(self) + 2]
        letters = self._letters[ends[0] : ends[-1]].tobytes()
        bounds = (ends - ends[0]).tolist()
        return [letters[begin:end].decode() for begin, end in pairwise(bounds)]

    def _spelled_out(self, text: Bytes, begins: Ints, ends: Ints, rows: Ints) -> tuple[Bytes, Ints, Ints]:
        """Replaces rows by their tokens, separated by spaces, in which the kernel finds the same tokens."""
        begins, ends = begins.copy(), ends.copy()
        content = text.tobytes()
        spellings = [
            " ".join(self._tokens(content[begin:end].decode())).encode()
            for begin, end in zip(begins[rows].tolist(), ends[rows].tolist(), strict=True)
        ]
        ends[rows] = len(text) + np.cumsum([len(tokens) for tokens in spellings])
        begins[rows] = np.concatenate([[len(text)], ends[rows][:-1]])
        return np.frombuffer(b"".join([content, *spellings]), np.uint8), begins, ends

    def _make_room(self, size: int) -> None:
        """Enlarges the table for the tokens of a row of so many bytes."""
        tokens = len(self) + size // 2 + 3
        if tokens > len(self._bounds):
            self._bounds = enlarged(self._bounds, tokens)
            self._entries = self._kernels.entered(self._entries, 4 * len(self._bounds))
        letters = int(self._bounds[len(self) + 1]) + size
        if letters > len(self._letters):
            self._letters = enlarged(self._letters, letters)


class PlainTokenTable:
    """The same in plain Python, for where loops are not compiled: a dictionary of the analyzer's tokens."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._find = analyzer.tokens
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def ends(self, text: Bytes, lengths: Ints) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Returns where rows of given lengths in characters end in UTF-8, and that no row is plain."""
        content = text.tobytes().decode()
        bounds = np.concatenate([[0], np.cumsum(lengths)]).tolist()
        sizes = [len(content[begin:end].encode()) for begin, end in pairwise(bounds)]
        return np.cumsum(sizes, dtype=np.int64), np.zeros(len(lengths), np.bool_)

    def find(self, text: Bytes, begins: Ints, ends: Ints, only_plain: NDArray[np.bool_]) -> Ragged:  # noqa: ARG002
        """Returns the numbers of the tokens of the rows `text[begin:end]`, valid UTF-8."""
        content, numbers = text.tobytes(), self._numbers
        rows = Ragged.from_rows(
            [numbers.setdefault(token, len(numbers)) for token in self._find(content[begin:end].decode())]
            for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
        )
        return Ragged(rows.values.astype(np.int32), rows.offsets)

    def since(self, start: int) -> list[str]:
        """Returns the tokens from a number on."""
        return [*islice(self._numbers, start, None)]


def enlarged(array: NDArray[Any], least: int) -> NDArray[Any]:
    """Copies an array into one whose size is a power of two, at least `least` and twice its own."""
    larger = np.zeros(1 << (max(least, 2 * len(array)) - 1).bit_length(), array.dtype)
    larger[: len(array)] = array
    return larger
