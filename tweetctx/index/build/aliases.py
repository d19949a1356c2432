"""A table of other names of articles, taken into an index in the making."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

import numpy as np

from tweetctx.corpus.names import Alias
from tweetctx.index.build.draft import Draft
from tweetctx.index.storage.surface_rows import ANCHORS, NO_ARTICLE, Rows
from tweetctx.text.names import NameRows, title_keys

_ROWS: Final = 1 << 16  # read at a time


def add_aliases(draft: Draft, table: Iterable[Alias]) -> None:
    """Writes the names of a table behind the links of a draft."""
    rows = iter(table)
    while some := list(islice(rows, _ROWS)):
        draft.add_surfaces("anchors", alias_rows(some))


def alias_rows(aliases: list[Alias]) -> Rows:
    """Rows of ANCHORS that stand in no article; a name without letters falls out."""
    rows = np.empty(len(aliases), ANCHORS)
    rows["key"] = NameRows.of([alias.alias for alias in aliases]).keys
    rows["target"] = title_keys([alias.title for alias in aliases])
    rows["source"] = NO_ARTICLE
    rows["count"] = [min(alias.count, NO_ARTICLE) for alias in aliases]
    return rows[rows["key"] > 0]
