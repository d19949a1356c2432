"""The word counts of an index: gathered from batches in bounded memory, written, opened."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import load_array, smallest, write_array
from tweetctx.text.word_counts import TABLES, Counts, WordCounts

_LARGEST: Final = 2_000_000  # rows of a table; the rarest go where there are more
_LEAST: Final = {"text": 1, "titles": 1, "pairs": 2}  # neighbours that were seen once say nothing
_KEPT: Final = 300_000  # rows of a table in an index


class WordCountsWriter:
    """Adds up the word counts of batches; the same batches in the same order give the same files."""

    def __init__(self, largest: int = _LARGEST) -> None:
        """largest: how many rows a table may have; twice as many are held."""
        self._largest = largest
        self._parts: dict[str, list[Counts]] = {name: [] for name in TABLES}
        self._held = dict.fromkeys(TABLES, 0)  # rows that were added since the table was last pruned, and before

    def add(self, counts: WordCounts) -> None:
        """Takes the counts of a batch."""
        for name, parts in self._parts.items():
            table: Counts = getattr(counts, name)
            parts.append(table)
            self._held[name] += len(table.keys)
            if self._held[name] > 2 * self._largest:
                parts[:] = [_pruned(_sum(parts), self._largest)]
                self._held[name] = len(parts[0].keys)

    def write(self, folder: Path) -> None:
        """Writes the tables, without what is rare where there is much."""
        for name, parts in self._parts.items():
            _write(folder, name, _pruned(_sum(parts), min(self._largest, _KEPT), _LEAST[name]))

    def keep(self, folder: Path) -> dict[str, int]:
        """Writes what was counted, all of it; with what this returns, `resume` goes on as if nothing had been."""
        for name, parts in self._parts.items():
            parts[:] = [_sum(parts)]
            _write(folder, name, parts[0])
        return dict(self._held)

    def resume(self, folder: Path, held: Mapping[str, int]) -> None:
        """Goes on from what `keep` wrote and returned."""
        counts = read_word_counts(folder)
        self._parts = {name: [getattr(counts, name)] for name in TABLES}
        self._held = dict(held)


def _write(folder: Path, name: str, table: Counts) -> None:
    write_array(folder / f"words_{name}_keys.npy", table.keys)
    kind = smallest(int(table.values.max(initial=0)))
    write_array(folder / f"words_{name}_counts.npy", table.values.astype(kind))
    write_array(folder / f"words_{name}_total.npy", np.array([table.total], np.int64))


def read_word_counts(folder: Path) -> WordCounts:
    """Opens what a WordCountsWriter wrote."""
    return WordCounts(*(_read(folder, name) for name in TABLES))


def _read(folder: Path, name: str) -> Counts:
    keys, values, total = (load_array(folder / f"words_{name}_{part}.npy") for part in ("keys", "counts", "total"))
    if len(values) != len(keys):
        path = folder / f"words_{name}_counts.npy"
        raise IndexDamagedError(f"{path}: damaged, found {len(values)} counts, expected {len(keys)}")
    return Counts(keys, values, int(total[0]))


def _sum(parts: list[Counts]) -> Counts:
    keys = np.concatenate([np.empty(0, np.uint64), *(part.keys for part in parts)])
    values = np.concatenate([np.empty(0, np.int64), *(part.values for part in parts)])
    added = Counts.of(keys, values)
    return Counts(added.keys, added.values, sum(part.total for part in parts))


def _pruned(counts: Counts, largest: int, least: int = 1) -> Counts:
    """The counts from `least` on, or from the next larger count that leaves no more than `largest`."""
    if len(counts.keys) > largest:
        least = max(least, int(np.sort(counts.values)[-largest - 1]) + 1)
    kept = counts.values >= least
    return Counts(counts.keys[kept], counts.values[kept], counts.total)
