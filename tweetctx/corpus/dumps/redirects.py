"""The redirects and template pages of dumps, on disk, since the English redirects alone are 400 MB."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterable, Iterator
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_NONE = np.empty((0, 2), np.uint64)
_PAIR = struct.Struct("=QQ")  # the key of a line, and where it begins
_STEPS = 2  # redirects that lead to redirects: MediaWiki itself follows one, robots repair the rest


class Redirect(NamedTuple):
    """A page that redirects: its id, its title, the title it leads to, and its revision, 0 if that is not known."""

    id: str
    title: str
    target: str
    revision: int


def title_hash(wiki: str, title: str) -> int:
    """A hash of 64 bits; the probability that two targets of the English Wikipedia share one is 1 in 100,000."""
    digest = hashlib.blake2b(f"{wiki}\n{title}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def canonical(title: str) -> str:
    """The title that a link target names: without its section, and with spaces in place of underscores."""
    return " ".join(title.partition("#")[0].replace("_", " ").split())


class LinesWriter:
    """Writes lines of text by title, in any order, to a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._folder = folder
        self._lines = (folder / "lines").open("wb")
        self._keys = (folder / "unsorted").open("wb")
        self._size = 0

    def add(self, wiki: str, title: str, line: str) -> None:
        """Adds a line without line feeds for a title of a wiki."""
        self._keys.write(_PAIR.pack(title_hash(wiki, canonical(title)), self._size))
        self._size += self._lines.write(line.encode() + b"\n")

    def close(self) -> None:
        """Closes the files."""
        self._lines.close()
        self._keys.close()

    def finish(self) -> None:
        """Sorts the lines by title; lines of one title keep their order."""
        self.close()
        unsorted = self._folder / "unsorted"
        pairs = np.memmap(unsorted, np.uint64, "r").reshape(-1, 2) if unsorted.stat().st_size else _NONE
        order = np.argsort(pairs[:, 0], kind="stable")
        for column, name in enumerate(("keys", "places")):
            np.save(self._folder / name, pairs[order, column])
        del pairs  # a file that is mapped cannot go everywhere
        unsorted.unlink()


class Lines:
    """Lines that a writer wrote to a folder, by title."""

    def __init__(self, folder: Path) -> None:
        self._keys: NDArray[np.uint64] = np.asarray(np.load(folder / "keys.npy", mmap_mode="r"))
        self._offsets: NDArray[np.uint64] = np.asarray(np.load(folder / "places.npy", mmap_mode="r"))
        with (folder / "lines").open("rb") as file:
            self._lines = mmap(file.fileno(), 0, access=ACCESS_READ) if len(self._keys) else b""

    def every(self) -> Iterator[str]:
        """All lines, in the order in which they were written."""
        start = 0
        while (end := self._lines.find(b"\n", start)) >= 0:
            yield self._lines[start:end].decode()
            start = end + 1

    def of(self, wiki: str, title: str) -> Iterator[str]:
        """The lines of a title, in their order."""
        key = np.uint64(title_hash(wiki, title))
        first, end = np.searchsorted(self._keys, key, "left"), np.searchsorted(self._keys, key, "right")
        for offset in self._offsets[first:end].tolist():
            yield self._lines[offset : self._lines.find(b"\n", offset)].decode()


def redirect_line(redirect: Redirect) -> str:
    """A redirect as the line of its target."""
    return f"{redirect.title}\t{redirect.target}\t{redirect.id}\t{redirect.revision}"


def redirect_of(line: str) -> Redirect:
    """Reads what `redirect_line` made."""
    title, target, identifier, revision = line.split("\t")
    return Redirect(identifier, title, target, int(revision))


def redirects_to(lines: Lines, wiki: str, title: str) -> tuple[str, ...]:
    """The titles that redirect to a title, directly or through another redirect, in the order of the dump."""
    return names_leading_to(title, lambda target: (line.partition("\t")[0] for line in lines.of(wiki, target)))


def names_leading_to(title: str, leading_to: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """The titles that redirect to a title, given those that redirect to each title directly."""
    names: dict[str, None] = {}
    leading = [title]
    for _ in range(_STEPS):
        leading = [name for target in leading for name in leading_to(target) if name not in names]
        names.update(dict.fromkeys(leading))
    names.pop(title, None)
    return tuple(names)
