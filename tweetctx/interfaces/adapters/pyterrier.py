"""Transformers for PyTerrier, which must be installed. Neither needs Java."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pyterrier as pt

from tweetctx import pipeline
from tweetctx.context import Unit
from tweetctx.errors import ParameterError
from tweetctx.index import Engine, open_index
from tweetctx.index.first_pass import DEFAULT_LAM, check_first_pass
from tweetctx.index.queries import query_of
from tweetctx.tweets import normalize
from tweetctx.types import Passage

_RESULT_COLUMNS = ["docno", "rank", "score", "title", "text", "url"]


class Retriever(pt.Transformer):
    """Retrieves articles by their best passage: from queries (qid, query) to results.

    Added columns: docno, the id of the article in its source; rank, from 0; score, title, text and url of the passage.
    Queries are normalized like tweets, which leaves ordinary words unchanged.
    """

    def __init__(self, index: str | Path | Engine, num_results: int = 1000, lam: float = DEFAULT_LAM) -> None:
        """index: an index, or its path. num_results: the passages retrieved. lam: the weight of the collection."""
        super().__init__()
        check_first_pass(num_results, lam, "num_results")
        self.index = index if isinstance(index, Engine) else open_index(index)
        self.num_results = num_results
        self.lam = lam

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
        """Returns the results of all queries, each with the columns of its query."""
        pt.validate.query_frame(inp, extra_columns=["query"])
        _check_queries(inp)
        queries = inp.drop(columns=_RESULT_COLUMNS, errors="ignore")
        columns = [*queries.columns, *_RESULT_COLUMNS]
        rows = [(*query, *result) for query in queries.itertuples(index=False) for result in self._results(query.query)]
        types = {"rank": "int64", "score": "float64"}
        return pd.DataFrame(rows, columns=columns).astype(types)

    def _results(self, query: str) -> list[tuple[str, int, float, str, str, str]]:
        terms = query_of(normalize(query, words=self.index.breaker), self.index)
        hits = self.index.retrieve(terms, self.num_results, self.lam)
        best: dict[str, Passage] = {}  # the first hit of each article
        for hit, source in enumerate(hits.sources):
            if source.article_id not in best:
                best[source.article_id] = hits.passage(hit)
        ranked = enumerate(best.items())
        return [(article, rank, p.score, p.title, p.text, p.url) for rank, (article, p) in ranked]


class Contextualizer(pt.Transformer):
    """Finds contexts: to queries (qid, query) it adds `qcontext`, the context, and `attribution`, its sources."""

    def __init__(
        self, contextualizer: str | Path | pipeline.Contextualizer, limit: int = 500, unit: Unit = "chars"
    ) -> None:
        """contextualizer: one, or the path of an index for the default preset. limit, unit: the length of a context."""
        super().__init__()
        if not isinstance(contextualizer, pipeline.Contextualizer):
            contextualizer = pipeline.Contextualizer.open(contextualizer)
        self.contextualizer = contextualizer
        self.limit = limit
        self.unit: Unit = unit

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
        """Returns the queries with their contexts."""
        pt.validate.query_frame(inp, extra_columns=["query"])
        _check_queries(inp)
        contexts = [
            self.contextualizer.contextualize(query, limit=self.limit, unit=self.unit) for query in inp["query"]
        ]
        return inp.assign(
            qcontext=[context.text for context in contexts], attribution=[context.attribution for context in contexts]
        )


def _check_queries(inp: pd.DataFrame) -> None:
    """Raises ParameterError for a query that is not a string, such as the NaN of an empty cell."""
    for qid, query in zip(inp["qid"], inp["query"], strict=True):
        if not isinstance(query, str):
            raise ParameterError(f"query of qid {qid}: found {query!r}, expected a string")
