"""What an index keeps of a wiki for its updates: the redirects between articles, and the simple templates.

An index of a dump has one file of them. A daily change holds only the pages that were edited: which titles lead to
them, and what their templates stand for, is looked up here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Ints
from tweetctx.corpus.dumps.redirects import Redirect, canonical, redirect_line, redirect_of, title_hash
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter
from tweetctx.index.storage.manifest import entry_of
from tweetctx.index.storage.texts import Texts, TextsWriter, join_texts

_SOME: Final = 1 << 12  # texts written at a time
_BLOCK: Final = 16 << 10  # bytes of texts that are compressed together
_COLUMNS: Final = ("ids", "titles", "targets")

Hashes = NDArray[np.uint64]


def hash_of(title: str) -> int:
    """The hash by which a title, or the target of a redirect, is found."""
    return title_hash("", canonical(title))


def write_wiki_pages(path: Path, redirects: Iterable[Redirect], templates: Iterable[str]) -> dict[str, Any]:
    """Writes a file, and returns what a manifest says of it. templates: as lines, see `template_line`."""
    file = ArrayFileWriter(path)
    columns = {name: file.array(name, np.uint64) for name in _COLUMNS}
    texts = TextsWriter(file, "redirects", b"", _BLOCK)
    rest = iter(redirects)
    while some := list(islice(rest, _SOME)):
        texts.append(join_texts([redirect_line(redirect).encode("utf-8", "replace") for redirect in some]))
        columns["ids"].append(np.array([int(redirect.id) for redirect in some], np.uint64))
        columns["titles"].append(np.array([hash_of(redirect.title) for redirect in some], np.uint64))
        columns["targets"].append(np.array([hash_of(redirect.target) for redirect in some], np.uint64))
    texts.finish()
    texts.close()
    for column in columns.values():
        column.close()
    pages = TextsWriter(file, "templates", b"", _BLOCK)
    lines = iter(templates)
    while chosen := list(islice(lines, _SOME)):
        pages.append(join_texts([line.encode("utf-8", "replace") for line in chosen]))
    pages.finish()
    pages.close()
    file.close()
    return entry_of(path)


class WikiPages:
    """Reads what `write_wiki_pages` wrote. Redirects are numbered in the order in which they were written."""

    def __init__(self, file: ArrayFile) -> None:
        self._file = file
        self._texts, self._templates = Texts(file, "redirects"), Texts(file, "templates")
        for name in _COLUMNS:
            if len(file.array(name, np.uint64)) != len(self._texts):
                raise file.damage(name, "does not fit the redirects")

    def __len__(self) -> int:
        return len(self._texts)

    def redirect(self, index: int) -> Redirect:
        """Returns a redirect by its index."""
        return self._read(self._texts[index])

    def redirects(self) -> Iterator[Redirect]:
        """All redirects, by index."""
        return (self._read(text.decode()) for text in self._texts.raw(0, len(self._texts)))

    def templates(self) -> Iterator[str]:
        """All templates, as lines."""
        return (text.decode() for text in self._templates.raw(0, len(self._templates)))

    def with_id(self, identifier: str) -> list[int]:
        """The indexes of the redirects with an id."""
        return self._lookup("ids", int(identifier))

    def titled(self, title: str) -> list[int]:
        """Finds the redirects with this title, or one of the same hash, and returns their indexes."""
        return self._lookup("titles", hash_of(title))

    def leading_to(self, title: str) -> list[int]:
        """Finds the redirects that lead to this title, or to one of the same hash, and returns their indexes."""
        return self._lookup("targets", hash_of(title))

    def _lookup(self, name: str, key: int) -> list[int]:
        keys, order = self._sorted[name]
        first, end = np.searchsorted(keys, np.uint64(key)), np.searchsorted(keys, np.uint64(key), "right")
        return sorted(order[first:end].tolist())

    @cached_property
    def _sorted(self) -> dict[str, tuple[Hashes, Ints]]:
        result: dict[str, tuple[Hashes, Ints]] = {}
        for name in _COLUMNS:
            values = self._file.array(name, np.uint64)
            order = np.argsort(values, kind="stable")
            result[name] = values[order], order
        return result

    def _read(self, line: str) -> Redirect:
        try:
            return redirect_of(line)
        except ValueError as error:
            raise self._texts.damage(f"holds a text that is no redirect ({error})") from error
