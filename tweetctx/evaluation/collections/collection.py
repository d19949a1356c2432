"""Labelled sentences as records, and as what rankings of them need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tweetctx.evaluation.trec import Judgement
from tweetctx.scoring import Pool
from tweetctx.text.analyzer import Analyzer


@dataclass(frozen=True, slots=True)
class LabelledQuery:
    """A query and which sentences are relevant to it.

    documents: rows of the collection's documents whose sentences are ranked for the query.
    relevant: pairs of a document's row and the place of a sentence in it, from 0.
    """

    id: str
    text: str
    documents: tuple[int, ...]
    relevant: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class SentenceCollection:
    """Queries over documents, each the texts of its sentences.

    document_ids: an id a document; two documents of one id are versions of it with different sentences.
    own_sentence_ids: what the collection itself calls each sentence of each document, without spaces; empty where it
    has no such names.
    """

    name: str
    document_ids: tuple[str, ...]
    documents: tuple[tuple[str, ...], ...]
    queries: tuple[LabelledQuery, ...]
    own_sentence_ids: tuple[tuple[str, ...], ...] = ()


def sentence_ids(collection: SentenceCollection) -> tuple[tuple[str, ...], ...]:
    """An id for each sentence of each document, as runs and qrels name it.

    The collection's own, or `document-id:number` with numbers from 0. Among the sentences of one query ids differ.
    """
    return tuple(_ids_of(collection, row) for row in range(len(collection.documents)))


def _ids_of(collection: SentenceCollection, row: int) -> tuple[str, ...]:
    if collection.own_sentence_ids:
        return collection.own_sentence_ids[row]
    return tuple(f"{collection.document_ids[row]}:{number}" for number in range(len(collection.documents[row])))


def query_sentence_ids(collection: SentenceCollection, query: LabelledQuery) -> list[str]:
    """The ids of the sentences ranked for a query, in the order of `pool.of_documents(query.documents)`."""
    return [identifier for row in query.documents for identifier in _ids_of(collection, row)]


def relevance(collection: SentenceCollection, query: LabelledQuery) -> NDArray[np.bool_]:
    """Whether each sentence ranked for a query is relevant, in the order of `pool.of_documents(query.documents)`."""
    return np.array(
        [(row, place) in query.relevant for row in query.documents for place in range(len(collection.documents[row]))],
        dtype=bool,
    )


def judgements(collection: SentenceCollection) -> Iterator[Judgement]:
    """The labels of all ranked sentences, 1 or 0, as `trec.write_qrels` takes them."""
    ids = sentence_ids(collection)
    for query in collection.queries:
        for row in query.documents:
            for place, identifier in enumerate(ids[row]):
                yield Judgement(query.id, identifier, int((row, place) in query.relevant))


def pool_of(collection: SentenceCollection, analyzer: Analyzer, classes: Mapping[str, int | str] | None = None) -> Pool:
    """All sentences of a collection as a pool, whose statistics are those of the whole collection.

    `pool.of_documents(query.documents)` is what is ranked for a query. The set-up of Fernández, Losada and Azzopardi
    (2011) is `Analyzer(AnalyzerConfig.named("plain"))`. classes: the class of each term, for class models.
    """
    return Pool.from_documents(
        [[analyzer.terms(sentence) for sentence in document] for document in collection.documents], classes
    )
