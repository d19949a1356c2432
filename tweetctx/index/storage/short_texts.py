"""Short texts in a file, each found by its offset: headings, and the ids, titles and addresses of articles.

They are not compressed. In blocks like those of `Texts`, an index of 321,065 articles would be 5 % smaller, and a
search with the texts of 100 passages would take a fifth to a third more time.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter
from tweetctx.index.storage.offsets import Offsets, write_offsets
from tweetctx.index.storage.texts import END


class ShortTextsWriter:
    """Writes the arrays of ShortTexts."""

    def __init__(self, file: ArrayFileWriter, name: str) -> None:
        self._file, self._name = file, f"{name}_texts"
        self._bytes = file.array(self._name, np.uint8, paged=True)
        self._sizes = [np.empty(0, np.uint32)]

    def append(self, content: bytes) -> None:
        """Appends texts. content: the texts, each followed by END."""
        codes = np.frombuffer(content, np.uint8)
        ends = np.flatnonzero(codes == END[0])
        self._sizes.append((np.diff(ends, prepend=-1) - 1).astype(np.uint32))
        self._bytes.append(codes[codes != END[0]])

    def finish(self) -> None:
        """Ends the texts."""
        self._sizes = [np.concatenate(self._sizes)]

    def close(self) -> None:
        """Ends the arrays, which are finished."""
        self._bytes.close()
        write_offsets(self._file, f"{self._name}.starts", self._sizes[0])


class ShortTexts:
    """Text i, and some texts at once."""

    def __init__(self, file: ArrayFile, name: str) -> None:
        """Opens what a ShortTextsWriter wrote; IndexDamagedError if it is no such thing."""
        self._bytes = file.pages(f"{name}_texts", np.uint8)
        self._starts = Offsets(file, f"{name}_texts.starts")
        if self._starts.total != len(self._bytes):
            raise file.damage(f"{name}_texts.starts", f"does not fit {name}_texts")

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, index: int) -> str:
        return self.many(np.array([index]))[0]

    def many(self, ids: Ints) -> list[str]:
        """Returns texts by id."""
        begins, ends = self._starts.bounds(ids)
        self._bytes.need(begins, ends)
        stored = self._bytes.values.data
        try:
            return [str(stored[begin:end], "utf-8") for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
        except UnicodeDecodeError as error:
            raise self.damage(f"holds a text that is not UTF-8 ({error})") from error

    def raw(self, first: int, last: int) -> Iterator[bytes]:
        """Texts `first` to `last` (excluded) as UTF-8."""
        begins, ends = self._starts.bounds(np.arange(first, last))
        self._bytes.need(begins, ends)
        stored = self._bytes.values.data
        return (bytes(stored[begin:end]) for begin, end in zip(begins.tolist(), ends.tolist(), strict=True))

    def damage(self, problem: str) -> IndexDamagedError:
        """The error for texts that are not what was written."""
        return self._bytes.damage(problem)
