"""The surface forms of a segment, on disk: written once, in bounded memory, and mapped when it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Bools, Ints
from tweetctx.errors import counted
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter, ArrayWriter
from tweetctx.index.storage.counts import CountsWriter, StoredCounts
from tweetctx.index.storage.key_table import KeyTable, KeyTableWriter
from tweetctx.index.storage.pages import PagedArray, read_checked
from tweetctx.index.storage.surface_rows import FACTS, NO_ARTICLE, TABLES, WRITTEN, Rows, sorted_parts
from tweetctx.runtime.compiled import late

_kernels: Final = late("tweetctx.index.storage.surface_kernels")
Keys = NDArray[np.uint64]
Writer = ArrayWriter | CountsWriter | KeyTableWriter

_READ: Final = 1 << 20  # rows read at a time
_COLUMNS: Final[dict[str, dict[str, type[np.unsignedinteger[Any]] | None]]] = {  # None: counts
    "surfaces": {"article": np.uint32, "source": np.uint16, "count": None},
    "anchors": {"target": np.uint64, "source": np.uint32, "count": None},
    "titles": {"article": np.uint32},
}


def write_surfaces(rows: Path, file: ArrayFileWriter, memory: int) -> list[Writer]:
    """Writes the tables of a segment; returns what the caller closes, in this order.

    rows: a folder with a file of rows for each of TABLES, in any order.
    """
    every: list[Writer] = []
    for name, columns in _COLUMNS.items():
        keys = KeyTableWriter(file, f"surface_{name}")
        writers = {
            column: file.array(f"surface_{name}_{column}", kind)
            if kind
            else CountsWriter(file, f"surface_{name}_{column}")
            for column, kind in columns.items()
        }
        for part in sorted_parts(rows / name, TABLES[name], memory):
            keys.append(part["key"])
            for column, writer in writers.items():
                writer.append(part[column])
        every += [keys, *writers.values()]
    written = write_written(sorted_parts(rows / "written", WRITTEN, memory), file)
    return [*every, *written, *_write_facts(rows / "facts", file)]


def write_written(batches: Iterable[Rows], file: ArrayFileWriter) -> list[Writer]:
    """Writes counts by key; batches: rows of WRITTEN, ascending. Returns what the caller closes."""
    keys, counts = KeyTableWriter(file, "written"), CountsWriter(file, "written_counts")
    for rows in batches:
        keys.append(rows["key"])
        counts.append(rows["count"])
    return [keys, counts]


def _write_facts(path: Path, file: ArrayFileWriter) -> list[Writer]:
    writers = {name: file.array(f"surface_facts_{name}", FACTS[name]) for name in FACTS.names or ()}
    with path.open("rb") as rows:
        while len(some := np.fromfile(rows, FACTS, 1 << 16)):
            for column, writer in writers.items():
                writer.append(some[column])
    return [*writers.values()]


class WrittenCounts:
    """Counts by key, as `write_written` wrote them, less those of removed articles."""

    def __init__(self, file: ArrayFile, removed: Rows) -> None:
        """removed: rows of WRITTEN, ascending."""
        self._keys, self._counts = KeyTable(file, "written"), StoredCounts(file, "written_counts")
        if len(self._counts) != len(self._keys):
            raise file.damage("written_counts", "does not fit written_keys")
        self._removed = removed["key"].copy(), np.concatenate([[0], np.cumsum(removed["count"], dtype=np.int64)])

    def sums(self, first: Keys, last: Keys) -> Ints:
        """The sums of the counts of the keys from `first` to `last`, in their shape."""
        keys, counts = self._keys, self._counts
        arrays, tables = [keys.lows, counts.small], (keys.table, counts.table)
        result: Ints = read_checked(_kernels().sum_counts, arrays, *tables, *self._removed, first, last)
        return result

    def rows(self) -> Iterator[Rows]:
        """All of them, as rows of WRITTEN, some at a time."""
        for span, keys in self._keys.parts(_READ):
            rows = np.empty(len(keys), WRITTEN)
            rows["key"] = keys
            rows["count"] = self._counts[np.arange(span.start, span.stop)] - self._taken(keys, keys)
            yield rows[rows["count"] > 0]

    def _taken(self, first: Keys, last: Keys) -> Ints:
        keys, sums = self._removed
        taken: Ints = sums[np.searchsorted(keys, last, side="right")] - sums[np.searchsorted(keys, first)]
        return taken


class Surfaces:
    """Reads what `write_surfaces` wrote. Articles are numbered as in the segment."""

    def __init__(self, file: ArrayFile, removed: Rows, articles: int) -> None:
        """Opens the tables. removed: rows of WRITTEN for removed articles. articles: their number in the segment.

        IndexDamagedError for arrays of other lengths than their keys.
        """
        self._keys = {name: KeyTable(file, f"surface_{name}") for name in _COLUMNS}
        self._columns = {
            name: {column: _column(file, name, column, kind, articles) for column, kind in columns.items()}
            for name, columns in _COLUMNS.items()
        }
        self.written = WrittenCounts(file, removed)
        self._facts = [file.pages(f"surface_facts_{name}", FACTS[name]) for name in FACTS.names or ()]
        for name, columns in self._columns.items():
            for column, values in columns.items():
                if len(values) != len(self._keys[name]):
                    raise file.damage(f"surface_{name}_{column}", f"does not fit surface_{name}_keys")
        for facts in self._facts:
            if len(facts) != articles:
                raise file.damage(
                    "surface_facts", f"has {counted(len(facts), 'entry', 'entries')}, expected {articles}"
                )

    def named(self, first: Keys, last: Keys, gone: Bools) -> Ints:
        """The articles with names from `first` to `last`: the pair, article, source and uses, shape (N, 4).

        gone: whether each article was removed, or an empty array.
        """
        return self._rows_between("surfaces", gone, False, first, last)

    def linked(self, first: Keys, last: Keys, gone: Bools) -> Ints:
        """The links with texts from `first` to `last`: the pair, the title they lead to, _, and how many, (N, 4)."""
        return self._rows_between("anchors", gone, True, first, last)

    def _rows_between(self, name: str, gone: Bools, by_other: bool, first: Keys, last: Keys) -> Ints:
        table, (one, other, counts) = self._keys[name], self._columns[name].values()
        arrays, columns = [table.lows, one, other, counts.small], (one.column, other.column, counts.table)
        result: Ints = read_checked(_kernels().rows_between, arrays, table.table, *columns, gone, by_other, first, last)
        return result

    def find_titles(self, links: Ints, gone: Bools, base: int, targets: Ints) -> None:
        """Sets each target that is below 0 to the first article with the title or redirect that its link leads to.

        links: as `linked` returns them. base: the number of the first article. targets: shape (N,).
        """
        table, articles = self._keys["titles"], self._columns["titles"]["article"]
        read_checked(
            _kernels().find_titles, [table.lows, articles], table.table, articles.column, gone, base, links, targets
        )

    def count_titled(self, keys: Keys, gone: Bools) -> Ints:
        """Counts the articles that have each key as a name from a source in TITLED, in the shape of `keys`."""
        table, (article, source, _) = self._keys["surfaces"], self._columns["surfaces"].values()
        columns = table.table, article.column, source.column
        result: Ints = read_checked(_kernels().count_titled, [table.lows, article, source], *columns, gone, keys)
        return result

    def read_facts(self, articles: Ints, base: int, facts: Ints) -> None:
        """Sets the key of the title without qualifier, the length and the kind of articles of the segment.

        base: the number of its first article. facts: shape (3, articles).
        """
        read_checked(
            _kernels().read_facts, self._facts, *(values.column for values in self._facts), base, articles, facts
        )

    def rows(self, name: str) -> Iterator[Rows]:
        """All rows of a table, as a build writes them down, some at a time."""
        if name == "written":
            yield from self.written.rows()
        elif name == "facts":
            rows = np.empty(len(self._facts[0]), FACTS)
            for column, values in zip(FACTS.names or (), self._facts, strict=True):
                rows[column] = values.whole()
            yield rows
        else:
            for span, keys in self._keys[name].parts(_READ):
                rows = np.empty(len(keys), TABLES[name])
                rows["key"] = keys
                every = np.arange(span.start, span.stop)
                for column, values in self._columns[name].items():
                    rows[column] = values.at(every) if isinstance(values, PagedArray) else values[every]
                yield rows


def _column(file: ArrayFile, table: str, column: str, kind: Any, articles: int) -> Any:
    """A column of a table: counts, or numbers, of which those of articles are checked to be below `articles`."""
    name = f"surface_{table}_{column}"
    if kind is None:
        return StoredCounts(file, name)
    if column == "article":
        return file.pages(name, kind, lambda values, _: bool((values < articles).all()))
    if (table, column) == ("anchors", "source"):
        return file.pages(name, kind, lambda values, _: bool(((values < articles) | (values == NO_ARTICLE)).all()))
    return file.pages(name, kind)
