"""The records of labelled sentences, and their candidates, judgements and pools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tweetctx.errors import CollectionError, InputError
from tweetctx.reading.compression import read_pieces
from tweetctx.runs.trec import Judgement
from tweetctx.scoring import Pool
from tweetctx.text.analyzer import Analyzer


@dataclass(frozen=True, slots=True)
class LabelledQuery:
    """A query and its relevant sentences.

    documents: rows of the collection's documents whose sentences are ranked for the query.
    relevant: pairs of a document's row and the index of a sentence in it, from 0.
    """

    id: str
    text: str
    documents: tuple[int, ...]
    relevant: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class SentenceCollection:
    """Queries over documents, each the texts of its sentences.

    document_ids: an id a document; documents with the same id are versions of it with different sentences.
    own_sentence_ids: the collection's ids of the sentences of each document, without spaces; empty if it has none.
    """

    name: str
    document_ids: tuple[str, ...]
    documents: tuple[tuple[str, ...], ...]
    queries: tuple[LabelledQuery, ...]
    own_sentence_ids: tuple[tuple[str, ...], ...] = ()

    def sentence_ids(self, row: int) -> tuple[str, ...]:
        """Returns the ids of a document's sentences: the collection's, or `document-id:index` from 0."""
        if self.own_sentence_ids:
            return self.own_sentence_ids[row]
        return tuple(f"{self.document_ids[row]}:{index}" for index in range(len(self.documents[row])))


def candidates(collection: SentenceCollection, query: LabelledQuery) -> list[tuple[str, bool]]:
    """Returns the ids of the sentences ranked for a query, and whether each is relevant.

    The order is that of `pool.of_documents(query.documents)`.
    """
    rows = [(row, index, name) for row in query.documents for index, name in enumerate(collection.sentence_ids(row))]
    return [(name, (row, index) in query.relevant) for row, index, name in rows]


def judgements(collection: SentenceCollection) -> Iterator[Judgement]:
    """Yields the labels, 1 or 0, of all sentences ranked for the queries that have a relevant one."""
    for query in collection.queries:
        if query.relevant:
            for identifier, relevant in candidates(collection, query):
                yield Judgement(query.id, identifier, int(relevant))


def pool_of(collection: SentenceCollection, analyzer: Analyzer, classes: Mapping[str, int | str] | None = None) -> Pool:
    """Returns all sentences of a collection as a pool, whose statistics are those of the whole collection.

    `pool.of_documents(query.documents)` is what is ranked for a query. The set-up of Fernández, Losada and Azzopardi
    (2011) is `Analyzer(AnalyzerConfig.named("plain"))`. classes: the class of each term, for class models.
    """
    documents = [[analyzer.terms(sentence) for sentence in document] for document in collection.documents]
    return Pool.from_documents(documents, classes)


class CollectionBuilder:
    """Collects queries and documents; equal documents with the same sentences are stored once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rows: dict[tuple[str, tuple[str, ...], tuple[str, ...]], int] = {}
        self._queries: dict[str, LabelledQuery] = {}

    def document(self, identifier: str, sentences: Sequence[str], own_ids: Sequence[str] = ()) -> int:
        """Returns the row of a document."""
        return self._rows.setdefault((identifier, tuple(sentences), tuple(own_ids)), len(self._rows))

    def query(self, query: LabelledQuery) -> None:
        """Adds a query; InputError if its id is taken."""
        if query.id in self._queries:
            raise InputError(f"the query {query.id} a second time", "each id once")
        self._queries[query.id] = query

    def build(self, path: Path) -> SentenceCollection:
        """Returns the collection; CollectionError if it has no queries."""
        if not self._queries:
            raise CollectionError(f"{path}: found no queries, expected at least one")
        ids, documents, own_ids = (tuple(column) for column in zip(*self._rows, strict=True))
        return SentenceCollection(
            self._name, ids, documents, tuple(self._queries.values()), own_ids if any(own_ids) else ()
        )


@contextmanager
def located(location: str) -> Iterator[None]:
    """Turns an InputError into a CollectionError whose message begins with the location."""
    try:
        yield
    except InputError as error:
        inner = f"{error.place}: " if error.place else ""
        raise CollectionError(f"{location}: {inner}found {error.found}, expected {error.expected}") from None


def read_text(path: Path, fallback: str = "") -> str:
    """Returns a file's text in UTF-8, or else in the encoding `fallback`; CollectionError where that is empty."""
    content = b"".join(read_pieces(path, lambda _size: None, CollectionError))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if fallback:
            return content.decode(fallback)
        line = content.count(b"\n", 0, error.start) + 1
        raise CollectionError(f"{path}, line {line}: found {error.reason}, expected text in UTF-8") from None


def one_token(text: str) -> str:
    """Returns a name without spaces, as TREC's files need it; InputError if nothing is left."""
    token = "_".join(text.split())
    if not token:
        raise InputError("an empty id", "one of at least one character")
    return token
