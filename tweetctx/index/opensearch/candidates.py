"""The first pass in OpenSearch: candidates by an upper bound of the score, and their exact scores."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Floats, Ints
from tweetctx.errors import ParameterError
from tweetctx.index.first_pass import score_rows
from tweetctx.index.opensearch.documents import MOST_WEIGHT, StoredPassage, boost_of, token_of
from tweetctx.types import Query

MOST_TERMS: Final = 1000  # of a query; OpenSearch takes 1,024 clauses by default
MOST_CANDIDATES: Final = 10_000  # `index.max_result_window`
# Lucene keeps a length in one byte, exact to 40 and up to an eighth too small above, so that its scores are too large
# by at most c(t,q)·ln(9/8) a term. How many candidates bring the exact best k is measured: docs/opensearch.md.
_SPARE: Final = 24


def candidates_of(k: int) -> int:
    """k′, the number of candidates for the best k passages; raises ParameterError above the limit of a search."""
    if k > MOST_CANDIDATES:
        raise ParameterError(f"k: found {k}, expected at most {MOST_CANDIDATES} passages from a cluster")
    return min(k + k // 8 + _SPARE, MOST_CANDIDATES)


def candidate_search(query: Query, count: int, size: int, lam: float, articles: Ints | None = None) -> dict[str, Any]:
    """The search for the best `count` passages by the score of `first_pass` with the lengths that Lucene keeps.

    query: with its statistics. size: |C|. articles: as for `Engine.retrieve`. The boosts carry the statistics of
    the collection, so that shards, replicas and deleted documents make no difference. Raises ParameterError for more
    than MOST_TERMS terms.
    """
    if len(query.terms) > MOST_TERMS:
        raise ParameterError(f"query: found {len(query.terms)} different terms, expected at most {MOST_TERMS}")
    ratios = (1.0 - lam) / (lam * (query.stats.cf / np.float64(size)))
    clauses = [_clause(term.term, term.weight, ratio) for term, ratio in zip(query.terms, ratios, strict=True)]
    inside = {} if articles is None else {"filter": {"terms": {"article": articles.tolist()}}}
    return {
        "query": {"bool": {"should": clauses, "minimum_should_match": 1, **inside}},
        "size": count,
        "sort": [{"_score": "desc"}, {"number": "asc"}],  # ties go to the earlier passage
        "track_total_hits": False,
    }


def _clause(term: str, weight: float, ratio: float) -> dict[str, Any]:
    whole = weight == int(weight) and weight <= MOST_WEIGHT
    boost = boost_of(ratio, int(weight) if whole else 1)
    clause = {"term": {"terms": {"value": token_of(term), "boost": boost}}}
    return clause if whole else {"function_score": {"query": clause, "weight": weight, "boost_mode": "multiply"}}


def exact_scores(passages: list[StoredPassage], query: Query, size: int, lam: float) -> Floats:
    """The score of `first_pass` of each passage, with exact statistics and lengths."""
    rows = Ragged.from_rows([*one.head.tolist(), *one.sentences.values.tolist()] for one in passages)
    return score_rows(rows, query, size, lam)[1]
