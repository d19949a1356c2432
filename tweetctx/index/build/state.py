"""What an index knows of its collection as a whole: the vocabulary, the statistics, the names, what was removed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from tweetctx.index.build.inversion import Counts
from tweetctx.index.names import Names
from tweetctx.index.search.segment import Segment
from tweetctx.index.search.vocabulary import write_vocabulary
from tweetctx.index.storage.arrays import ArrayWriter, load_array, smallest, write_array
from tweetctx.ragged import Ints, Ragged, ranges

_NAMES = 1 << 16  # articles whose names are read at a time


def write_state(folder: Path, terms: Sequence[bytes], counts: Counts, segments: Iterable[Segment]) -> None:
    """Writes the files of a state over segments."""
    write_vocabulary(folder, terms)
    for name, values in (("cf", counts.cf), ("df", counts.df), ("sf", counts.sf)):
        write_array(folder / f"{name}.npy", values.astype(smallest(int(values.max(initial=0)))))
    removed: list[Ints] = []
    names = _NamesWriter(folder)
    base = 0
    for segment in segments:
        removed.append(segment.removed + base)
        names.add(segment, base)
        base += segment.forward.articles
    write_array(folder / "removed.npy", np.concatenate([np.empty(0, np.int64), *removed]).astype(np.uint32))
    names.close()


def read_removed(folder: Path) -> Ints:
    """The articles that were removed, by their numbers in the whole index."""
    return load_array(folder / "removed.npy")


def read_names(folder: Path) -> Names:
    """The names of the articles."""
    values, offsets, articles, qualified, keys, postings, posting_offsets = (
        load_array(folder / f"name_{name}.npy")
        for name in ("values", "offsets", "articles", "qualified", "keys", "postings", "posting_offsets")
    )
    return Names(Ragged(values, offsets), articles, qualified, keys, Ragged(postings, posting_offsets))


class _NamesWriter:
    """Writes the names of the articles that were not removed, and for each term the names that hold it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._parts = {
            name: ArrayWriter(folder / f"name_{name}.npy", kind)
            for name, kind in (
                ("values", np.uint32),
                ("offsets", np.uint32),
                ("articles", np.uint32),
                ("qualified", np.uint8),
            )
        }
        self._parts["offsets"].append(np.zeros(1, np.uint32))
        self._size = 0

    def add(self, segment: Segment, base: int) -> None:
        """Writes the names of a segment whose articles are numbered from `base` in the index."""
        stays = np.ones(segment.forward.articles, np.bool_)
        stays[segment.removed] = False
        for begin in range(0, len(stays), _NAMES):
            articles = begin + np.flatnonzero(stays[begin : begin + _NAMES])
            first, last = segment.forward.article_names.bounds(articles)
            count = last - first
            names = ranges(first, count)
            rows = segment.forward.names.take(names)
            self._parts["values"].append(rows.values)
            self._parts["offsets"].append(self._size + rows.offsets[1:])
            self._parts["articles"].append(np.repeat(articles + base, count))
            self._parts["qualified"].append(segment.qualified[names])
            self._size += len(rows.values)

    def close(self) -> None:
        """Ends the files."""
        for writer in self._parts.values():
            writer.close()
        values, offsets = (load_array(self._folder / f"name_{name}.npy") for name in ("values", "offsets"))
        order = np.argsort(values, kind="stable")
        keys, starts = np.unique(values[order], return_index=True)
        row = np.repeat(np.arange(len(offsets) - 1, dtype=np.uint32), np.diff(offsets))
        write_array(self._folder / "name_keys.npy", keys)
        write_array(self._folder / "name_postings.npy", row[order])
        write_array(self._folder / "name_posting_offsets.npy", np.append(starts, len(values)).astype(np.uint32))
