"""A collection ready to be ranked: its pool, and for each query that counts its candidates and their labels."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tweetctx.classes import read_classes
from tweetctx.evaluation.collections import (
    SentenceCollection,
    pool_of,
    query_sentence_ids,
    read_collection,
    relevance,
)
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments.configuration import Source
from tweetctx.evaluation.experiments.word_classes import with_classes
from tweetctx.scoring import Pool
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.types import Query


@dataclass(frozen=True, slots=True)
class Candidates:
    """The sentences ranked for a query: as a pool, their ids, and whether each is relevant, shape (S,)."""

    id: str
    query: Query
    pool: Pool
    ids: tuple[str, ...]
    relevant: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A collection with its pool and the queries that have a relevant sentence; others say nothing of a ranking."""

    name: str
    pool: Pool
    queries: tuple[Candidates, ...]


def read_source(source: Source) -> SentenceCollection:
    """Reads a collection; ExperimentError if no query has a relevant sentence."""
    options = {} if source.path.is_file() else {"field": source.field, "qrels": source.qrels}
    collection = read_collection(source.path, source.format, **options)  # type: ignore[arg-type]
    if not any(query.relevant for query in collection.queries):
        raise ExperimentError(f"{source.path}: found no query with a relevant sentence, expected at least one")
    return collection


def digest_of(collection: SentenceCollection) -> str:
    """What tells this collection from others: a checksum of all its texts, ids and labels."""
    queries = [(query.id, query.text, query.documents, sorted(query.relevant)) for query in collection.queries]
    parts = (collection.document_ids, collection.documents, collection.own_sentence_ids, queries)
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=16).hexdigest()


def prepare(collection: SentenceCollection, name: str, analyzer: str, classes: Path | None = None) -> Prepared:
    """Analyzes a collection; classes: a file of word classes."""
    analyze = Analyzer(AnalyzerConfig.named(analyzer))
    pool = pool_of(collection, analyze)
    if classes is not None:
        pool = with_classes(pool, read_classes(classes).of)
    queries = tuple(
        Candidates(
            query.id,
            pool.engine.query(analyze.terms(query.text)),
            pool.of_documents(query.documents),
            tuple(query_sentence_ids(collection, query)),
            relevance(collection, query),
        )
        for query in collection.queries
        if query.relevant
    )
    return Prepared(name, pool, queries)
