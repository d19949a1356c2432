"""Opens the segments of an index, and sums their statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Ints
from tweetctx.index.search.segment import Segment
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.counts import StoredCounts
from tweetctx.index.storage.manifest import open_file
from tweetctx.index.storage.surface_rows import WRITTEN, Rows, added_rows

STATISTICS = ("cf", "df", "sf")
TermCounts = StoredCounts | NDArray[np.int64]


def open_segment(index: Path, entry: Mapping[str, Any]) -> tuple[Segment, list[ArrayFile]]:
    """Opens a segment that a manifest names, and its removals."""
    removals = [open_file(index, removal) for removal in entry["removals"]]
    return Segment(open_file(index, entry), removed_articles(removals), removed_written(removals)), removals


def removed_articles(removals: Sequence[ArrayFile]) -> Ints:
    """The articles of a segment that were removed, ascending."""
    if not removals:
        return np.empty(0, np.int64)
    return distinct(np.concatenate([removal.array("articles") for removal in removals])).astype(np.int64)


def removed_written(removals: Sequence[ArrayFile]) -> Rows:
    """What the removed articles of a segment had written, as rows of WRITTEN, ascending."""
    return added_rows(np.concatenate([np.empty(0, WRITTEN), *map(written_rows, removals)]))


def written_rows(removal: ArrayFile) -> Rows:
    """What the articles of one removal had written."""
    keys, counts = removal.array("written_keys"), removal.array("written_counts")
    if len(counts) != len(keys):
        raise removal.damage("written_counts", "does not fit written_keys")
    rows = np.empty(len(keys), WRITTEN)
    rows["key"], rows["count"] = keys, counts
    return rows


def summed_counts(
    segments: Sequence[Segment], removals: Sequence[ArrayFile], terms: int
) -> tuple[TermCounts, TermCounts, TermCounts]:
    """cf, df and sf of all terms of an index, each of shape (terms,): the segments' less what was removed from them."""
    for segment in segments:
        largest = len(segment.cf) if segment.term_numbers is None else 1 + int(segment.term_numbers.max())
        if largest > terms:
            raise segment.file.damage("term_numbers", f"names term {largest - 1} of {terms}")
    if len(segments) == 1 and segments[0].term_numbers is None and not removals and len(segments[0].cf) == terms:
        return segments[0].cf, segments[0].df, segments[0].sf
    totals = {name: np.zeros(terms, np.int64) for name in STATISTICS}
    for segment in segments:
        rows = slice(len(segment.cf)) if segment.term_numbers is None else segment.term_numbers
        for name, counts in totals.items():
            counts[rows] += np.asarray(getattr(segment, name))
    for removal in removals:
        rows = removal.array("terms")
        if rows.max(initial=0) >= max(terms, 1) or any(len(removal.array(name)) != len(rows) for name in totals):
            raise removal.damage("terms", f"does not fit the arrays beside it, or the vocabulary of {terms} terms")
        for name, counts in totals.items():
            counts[rows] -= removal.array(name).astype(np.int64)
            if (counts[rows] < 0).any():
                raise removal.damage(name, "takes more than there is")
    return totals["cf"], totals["df"], totals["sf"]
