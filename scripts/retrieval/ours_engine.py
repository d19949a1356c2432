"""The index of this project. Its clock begins with strings, which the queries of tantivy and Lucene are made of before.

What indexes for it is `measuring.measured_build`, from articles.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import tweetctx
from retrieval.engines import Search
from tweetctx.arrays.types import Ints
from tweetctx.index.embedded import EmbeddedIndex


def open_search(folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float) -> Search:
    """From terms to the numbers of the best passages."""
    index = EmbeddedIndex(folder)

    def run(terms: Sequence[str]) -> Ints:
        return index.rank(index.query(terms), k, lam)[0]

    return Search(tweetctx.__version__, queries, run, len)
