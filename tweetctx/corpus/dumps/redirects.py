"""Titles that lead to an article, of a whole dump, on disk: eleven million of them are 400 MB there."""

from __future__ import annotations

import hashlib
import struct
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

_NONE = np.empty((0, 2), np.uint64)
_PAIR = struct.Struct("=QQ")  # the key of a target, and where the title that leads to it begins
_STEPS = 2  # redirects that lead to redirects: MediaWiki itself follows one, robots repair the rest


def _key(wiki: str, title: str) -> int:
    """64 bits: two targets of the English Wikipedia share them with a chance of 1 in 100,000."""
    digest = hashlib.blake2b(f"{wiki}\n{title}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def canonical(title: str) -> str:
    """A target as a title: without its section, its underscores as spaces."""
    return " ".join(title.partition("#")[0].replace("_", " ").split())


class RedirectsWriter:
    """Takes redirects in any order and writes them to a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._titles = (folder / "titles").open("wb")
        self._keys = (folder / "unsorted").open("wb")
        self._size = 0

    def add(self, wiki: str, title: str, target: str) -> None:
        """Note that a title leads to a target, both of one wiki."""
        self._keys.write(_PAIR.pack(_key(wiki, canonical(target)), self._size))
        self._size += self._titles.write(title.encode() + b"\n")

    def finish(self) -> None:
        """Sort them by target, those of one target in their order."""
        self._titles.close()
        self._keys.close()
        unsorted = self._folder / "unsorted"
        pairs = np.memmap(unsorted, np.uint64, "r").reshape(-1, 2) if unsorted.stat().st_size else _NONE
        order = np.argsort(pairs[:, 0], kind="stable")
        for column, name in enumerate(("keys", "places")):
            np.save(self._folder / name, pairs[order, column])
        del pairs  # a file that is mapped cannot go everywhere
        unsorted.unlink()


class Redirects:
    """Redirects that a writer wrote to a folder, found by where they lead."""

    def __init__(self, folder: Path) -> None:
        self._keys: NDArray[np.uint64] = np.asarray(np.load(folder / "keys.npy", mmap_mode="r"))
        self._places: NDArray[np.uint64] = np.asarray(np.load(folder / "places.npy", mmap_mode="r"))
        self._titles = (folder / "titles").open("rb")

    def close(self) -> None:
        """Close what is open; the folder may go then."""
        self._titles.close()

    def of(self, wiki: str, title: str) -> tuple[str, ...]:
        """The titles that lead to this one, themselves or by another redirect, in the order of the dump."""
        found: dict[str, None] = {}
        leading = [title]
        for _ in range(_STEPS):
            leading = [name for target in leading for name in self._direct(wiki, target) if name not in found]
            found.update(dict.fromkeys(leading))
        found.pop(title, None)
        return tuple(found)

    def _direct(self, wiki: str, target: str) -> Iterator[str]:
        key = np.uint64(_key(wiki, target))
        first, end = np.searchsorted(self._keys, key, "left"), np.searchsorted(self._keys, key, "right")
        for place in self._places[first:end]:
            self._titles.seek(int(place))
            yield self._titles.readline().decode().rstrip("\n")
