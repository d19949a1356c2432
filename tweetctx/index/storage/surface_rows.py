"""Rows of what articles say about names, as a build writes them down."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[Any]  # of one of the types below

# A name of an article, a union of FormSource, and how often the article itself uses it.
SURFACES: Final = np.dtype([("key", "<u8"), ("article", "<u4"), ("source", "<u2"), ("count", "<u4")])
# A text by which links of the article `source` lead to a title.
ANCHORS: Final = np.dtype([("key", "<u8"), ("target", "<u8"), ("source", "<u4"), ("count", "<u4")])
# In how many articles something is written in one way.
WRITTEN: Final = np.dtype([("key", "<u8"), ("count", "<u4")])
# A title or redirect of an article.
TITLES: Final = np.dtype([("key", "<u8"), ("article", "<u4")])
# The key of an article's title without qualifier, its length in characters, and its kind, a union of ArticleKind with a
# Subject above it; by article.
FACTS: Final = np.dtype([("base", "<u8"), ("length", "<u4"), ("kind", "u1")])
TABLES: Final = {"surfaces": SURFACES, "anchors": ANCHORS, "written": WRITTEN, "titles": TITLES, "facts": FACTS}

NO_ARTICLE: Final = 2**32 - 1  # the source of a link that stands in no article, but in a table of aliases

_SORTING: Final = 6  # times the size of rows that sorting them takes
_READ: Final = 1 << 18  # rows read at a time
_KEY_BITS: Final = 48


def added_rows(rows: Rows) -> Rows:
    """Sorts rows and merges those that differ only in `count`, or in `source` of SURFACES."""
    names = rows.dtype.names or ()
    by = [name for name in names if name != "count" and (name != "source" or "target" in names)]
    rows = rows[np.lexsort([rows[name] for name in reversed(by)])]
    if not len(rows) or "count" not in names:
        return rows
    changes = np.zeros(len(rows), np.bool_)
    changes[0] = True
    for name in by:
        changes[1:] |= rows[name][1:] != rows[name][:-1]
    first = np.flatnonzero(changes)
    result = rows[first]
    result["count"] = np.add.reduceat(rows["count"].astype(np.int64), first).clip(max=2**32 - 1)
    if "source" not in by and "source" in names:
        result["source"] = np.bitwise_or.reduceat(rows["source"], first)
    return result


def sorted_parts(path: Path, dtype: np.dtype[Any], memory: int) -> Iterator[Rows]:
    """The rows of a file, as `added_rows` has them, a range of keys at a time; holds about `memory` bytes.

    Keys are hashes, so that ranges of the same size have about as many rows. The file is read once for each.
    """
    size = path.stat().st_size
    count = max(-(-size * _SORTING // memory), 1)
    bounds = [(part << _KEY_BITS) // count for part in range(count + 1)]
    for first, last in pairwise(bounds):
        yield added_rows(np.concatenate([np.empty(0, dtype), *_between(path, dtype, first, last)]))


def _between(path: Path, dtype: np.dtype[Any], first: int, last: int) -> Iterator[Rows]:
    for rows in rows_of(path, dtype):
        yield rows[(rows["key"] >= np.uint64(first)) & (rows["key"] < np.uint64(last))]


def rows_of(path: Path, dtype: np.dtype[Any]) -> Iterator[Rows]:
    """The rows of a file as they were written, some at a time."""
    with path.open("rb") as file:
        while len(rows := np.fromfile(file, dtype, _READ)):
            yield rows
