"""Adds a table of other names of articles to an index that is being built."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress, islice
from typing import Final

import numpy as np

from tweetctx.arrays.sums import distinct
from tweetctx.corpus.names import Alias
from tweetctx.index.building.segment_buffer import SegmentBuffer
from tweetctx.index.storage.surface_rows import ANCHORS, NO_ARTICLE, Rows
from tweetctx.text.names.keys import NameRows, is_signed, signed_keys, title_keys

_ROWS: Final = 1 << 16  # read at a time
_SHOWN: Final = 3  # unknown titles that a report lists


@dataclass(frozen=True, slots=True)
class AliasReport:
    """The content of a table of other names.

    names: the number of rows added. unknown: how many of them have a title that no article or redirect has; these have
    no effect. titles: the first few of these titles.
    """

    names: int
    unknown: int
    titles: tuple[str, ...]


def add_aliases(buffer: SegmentBuffer, table: Iterable[Alias]) -> AliasReport:
    """Writes the names of a table after the links of a buffer; `table` can be iterated twice."""
    targets = [np.empty(0, np.uint64)]
    rows = iter(table)
    while some := list(islice(rows, _ROWS)):
        buffer.add_surfaces("anchors", alias_rows(some))
        targets.append(title_keys([alias.title for alias in some]))
    wanted = np.concatenate(targets)
    unknown = ~np.isin(wanted, buffer.known_titles(distinct(wanted)))
    rest = compress((alias.title for alias in table), unknown) if unknown.any() else ()
    return AliasReport(len(wanted), int(unknown.sum()), tuple(islice(dict.fromkeys(rest), _SHOWN)))


def alias_rows(aliases: list[Alias]) -> Rows:
    """Returns rows of ANCHORS that belong to no article, without names that have no letters."""
    rows = np.empty(len(aliases), ANCHORS)
    rows["key"] = NameRows.of([alias.alias for alias in aliases]).keys
    signed = [row for row, alias in enumerate(aliases) if is_signed(alias.alias)]
    rows["key"][signed] = signed_keys([aliases[row].alias for row in signed])
    rows["target"] = title_keys([alias.title for alias in aliases])
    rows["source"] = NO_ARTICLE
    rows["count"] = [min(alias.count, NO_ARTICLE) for alias in aliases]
    return rows[rows["key"] > 0]
