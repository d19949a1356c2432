"""The word counts of an index: added up from batches in bounded memory, written, opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter, smallest
from tweetctx.text.word_counts import TABLES, Counts, WordCounts

_LARGEST: Final = 1_000_000  # rows of a table; the rarest go where there are more
_LEAST: Final = {"text": 1, "titles": 1, "pairs": 2}  # neighbours that were seen once say nothing
_MOST_WORDS: Final = 1 << 48  # that a collection can have; sums over segments stay numbers of 64 bits
_KEPT: Final = 300_000  # rows of a table in an index


class WordCountsWriter:
    """Adds up the word counts of batches; the same batches in the same order give the same files."""

    def __init__(self, largest: int = _LARGEST) -> None:
        """largest: how many rows a table may have; twice as many are held."""
        self._largest = largest
        self._tables: dict[str, list[Counts]] = {name: [] for name in TABLES}
        self._held = dict.fromkeys(TABLES, 0)  # rows that were added since the table was last pruned, and before

    def add(self, counts: WordCounts) -> None:
        """Takes the counts of a batch."""
        for name, tables in self._tables.items():
            table: Counts = getattr(counts, name)
            tables.append(table)
            self._held[name] += len(table.keys)
            if self._held[name] > 2 * self._largest:
                tables[:] = [_pruned(_sum(tables), self._largest)]
                self._held[name] = len(tables[0].keys)
            elif sum(len(one.keys) for one in tables[1:]) > self._largest // 4:
                tables[:] = [_sum(tables)]  # most words are in many batches, and then held once

    def write(self, file: ArrayFileWriter, *, pruned: bool) -> None:
        """Writes the tables, without what is rare where there is much. pruned: also without what says little."""
        for name, tables in self._tables.items():
            least = _LEAST[name] if pruned else 1
            tables[:] = [_sum(tables)]
            _write(file, name, _pruned(tables[0], min(self._largest, _KEPT), least))

    def keep(self, file: ArrayFileWriter) -> dict[str, int]:
        """Writes what was counted, all of it; with what this returns, `resume` goes on as if nothing had been."""
        for name, tables in self._tables.items():
            tables[:] = [_sum(tables)]
            _write(file, name, tables[0])
        return dict(self._held)

    def resume(self, file: ArrayFile, held: Mapping[str, int]) -> None:
        """Goes on from what `keep` wrote and returned."""
        counts = read_word_counts(file)
        for name in TABLES:
            table: Counts = getattr(counts, name)
            # Copies, as the next `keep` writes to the same file.
            self._tables[name] = [Counts(table.keys.copy(), table.values.copy(), table.total)]
        self._held = dict(held)


def _write(file: ArrayFileWriter, name: str, table: Counts) -> None:
    file.write(f"words_{name}_keys", table.keys)
    file.write(f"words_{name}_counts", table.values.astype(smallest(int(table.values.max(initial=0)))))
    file.write(f"words_{name}_total", np.array([table.total], np.int64))


def read_word_counts(*files: ArrayFile) -> WordCounts:
    """Opens what WordCountsWriters wrote, and adds it up."""
    tables = ([_read(file, name) for file in files] for name in TABLES)
    return WordCounts(*(counts[0] if len(counts) == 1 else _sum(counts) for counts in tables))


def _read(file: ArrayFile, name: str) -> Counts:
    keys, values = file.array(f"words_{name}_keys", np.uint64), file.array(f"words_{name}_counts")
    total = file.array(f"words_{name}_total", np.int64)
    if len(values) != len(keys) or len(total) != 1:
        raise file.damage(f"words_{name}_counts", f"does not fit words_{name}_keys")
    if not 0 <= total[0] < _MOST_WORDS:
        raise file.damage(f"words_{name}_total", f"holds {total[0]}")
    return Counts(keys, values, int(total[0]))


def _sum(tables: list[Counts]) -> Counts:
    """Adds counts up, and empties their list, so that they are not held beside their sum."""
    total = sum(table.total for table in tables)
    keys = np.concatenate([np.empty(0, np.uint64), *(table.keys for table in tables)])
    values = np.concatenate([np.empty(0, np.uint32), *(table.values for table in tables)])
    tables.clear()
    added = Counts.of(keys, values)
    return Counts(added.keys, added.values, total)


def _pruned(counts: Counts, largest: int, least: int = 1) -> Counts:
    """The counts from `least` on, or from the next larger count that leaves no more than `largest`."""
    if len(counts.keys) > largest:
        least = max(least, int(np.sort(counts.values)[-largest - 1]) + 1)
    kept = counts.values >= least
    return Counts(counts.keys[kept], counts.values[kept], counts.total)
