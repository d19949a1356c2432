"""The engine over an index in OpenSearch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged, stacked
from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.errors import IndexDamagedError, ParameterError, counted
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES, check_first_pass
from tweetctx.index.opensearch.address import Address, parse_address
from tweetctx.index.opensearch.candidates import candidate_search, candidates_of, exact_scores
from tweetctx.index.opensearch.connection import Connection
from tweetctx.index.opensearch.documents import StoredPassage, term_id, unpacked
from tweetctx.index.opensearch.fetching import Reader, SessionReader
from tweetctx.index.opensearch.forms import buckets_of, find_forms, form_id
from tweetctx.index.opensearch.opening import Collection, check_version, open_collection
from tweetctx.index.protocol import NO_FORMS, UNKNOWN, Engine, FormKeys
from tweetctx.index.storage.forward import window_total
from tweetctx.index.surface_forms import SurfaceForms
from tweetctx.types import Hits, Neighbours, Query, TermStats

_TERMS_IN_SEARCH: Final = 10_000  # `index.max_result_window`
_PASSAGES_AT_ONCE: Final = 1000
_SPANS_IN_SEARCH: Final = 500  # ranges of sentences in one search
_ALL_PASSAGES: Final = {"term": {"kind": "passage"}}
# Of a term that is somewhere, since its number is known, but whose shard did not answer.
_MISSING_TERM: Final[Mapping[str, Any]] = {"term": "", "counts": [1, 1, 1]}


class OpenSearchEngine(Engine):
    """An engine over the documents that a build wrote to a cluster; threads can share it.

    It keeps using the index that it opened when the alias moves to another; that index is kept until the build after
    the next one.
    """

    def __init__(self, collection: Collection, reader: Reader) -> None:
        self.collection, self.reader = collection, reader
        self.analyzer, self.size, self.words = collection.analyzer, collection.size, collection.words
        self.origin = collection.origin

    @classmethod
    def open(cls, address: str | Address, on_request: Callable[[str, str], None] | None = None) -> OpenSearchEngine:
        """Opens an index. on_request: called with method and path of each request that is sent.

        Raises ParameterError for an invalid address, and IndexAccessError or one of its subclasses.
        """
        address = parse_address(address) if isinstance(address, str) else address
        connection = Connection(address, on_request)
        check_version(connection)
        collection = open_collection(connection)
        return cls(collection, Reader(connection, collection.index))

    def __repr__(self) -> str:
        return f"<OpenSearchEngine {str(self.reader.connection.address)!r}>"

    def __reduce__(self) -> tuple[Callable[[Address], OpenSearchEngine], tuple[Address]]:
        """A copy in another process opens the index again."""
        return OpenSearchEngine.open, (self.reader.connection.address,)

    def session(self, forms: Callable[[], FormKeys] = lambda: NO_FORMS) -> OpenSearchEngine:
        """An engine for one context: it fetches nothing twice, and the surface forms together with the first terms."""
        session = OpenSearchEngine(self.collection, SessionReader(self.reader, lambda: self._form_ids(forms()[0])))
        session.breaker = self.breaker  # keeps the words that it has split
        session.calendar = self.calendar
        return session

    def close(self) -> None:
        """Closes the connections."""
        self.reader.connection.close()

    @property
    def identity(self) -> str:
        """The name of the index behind the alias: every build and change makes another."""
        return self.collection.index

    @property
    def partial(self) -> bool:
        """Whether an answer to this session lacked a shard."""
        return self.reader.partial

    def retrieve(
        self, query: Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM, articles: Ints | None = None
    ) -> Hits:
        """The k best passages by `first_pass`: candidates from OpenSearch, scored exactly here."""
        check_first_pass(k, lam)
        query = self.query(query)
        if not query.terms:
            return _hits([], np.empty(0))
        size = self.size.collection_length
        body = candidate_search(query, candidates_of(k), size, lam, articles)
        passages = [_stored(hit["_source"]) for hit in self.reader.search([body])[0]]
        scores = exact_scores(passages, query, size, lam)
        rows = np.lexsort((np.array([passage.number for passage in passages], np.int64), -scores))[:k]
        return _hits([passages[row] for row in rows.tolist()], scores[rows])

    def term_stats(self, terms: Sequence[str] | Ints) -> TermStats:
        """cf, df and sf of terms, given as text or by their keys."""
        if isinstance(terms, np.ndarray):
            return self._stats_by_key(terms)
        ids = [term_id(term) for term in terms]
        documents = self.reader.get(ids)
        rows = [
            [documents[one]["number"], *documents[one]["data"]["counts"]] if one in documents else [UNKNOWN, 0, 0, 0]
            for one in ids
        ]
        keys, cf, df, sf = np.array(rows, np.int64).reshape(-1, 4).T
        return TermStats(keys, cf, df, sf, list(terms))

    def _stats_by_key(self, keys: Ints) -> TermStats:
        unique, inverse = np.unique(keys, return_inverse=True)
        bodies = [
            {
                "query": {"bool": {"filter": [{"term": {"kind": "term"}}, {"terms": {"number": some.tolist()}}]}},
                "size": len(some),
                "track_total_hits": False,
            }
            for some in _batches(unique, _TERMS_IN_SEARCH)
        ]
        documents = [hit["_source"] for hits in self.reader.search(bodies) for hit in hits]
        if len(documents) < len(unique) and not self.reader.connection.address.allow_partial:
            raise IndexDamagedError(
                f"{self.reader.connection.address}: found {len(documents)} of "
                f"{counted(len(unique), 'term')} by their numbers"
            )
        known = {document["number"]: document["data"] for document in documents}
        rows = [known.get(key, _MISSING_TERM) for key in unique.tolist()]
        cf, df, sf = np.array([row["counts"] for row in rows], np.int64).reshape(-1, 3).T
        texts = [rows[index]["term"] for index in inverse.tolist()]
        return TermStats(keys, cf[inverse], df[inverse], sf[inverse], texts)

    def surface_forms(self, keys: NDArray[np.uint64], joined: Bools | None = None) -> SurfaceForms:
        """The statistics of surface forms, given by `name_key`."""
        documents = (document["data"] for document in self.reader.get(self._form_ids(keys)).values())
        return find_forms(documents, keys, np.zeros(len(keys), np.bool_) if joined is None else joined)

    def _form_ids(self, keys: NDArray[np.uint64]) -> list[str]:
        return [form_id(bucket) for bucket in distinct(buckets_of(keys, self.collection.form_bits)).tolist()]

    def openings(self, articles: Ints) -> Hits:
        """The first passage of each article that has one, with score 0."""
        documents = self._articles(articles)
        passages = [
            StoredPassage.of(article, opening)
            for article in articles.tolist()
            if article in documents and (opening := documents[article]["opening"]) is not None
        ]
        return _hits(passages, np.zeros(len(passages)))

    def _articles(self, articles: Ints) -> dict[int, Mapping[str, Any]]:
        """The documents of articles, by number. ParameterError for a number that no article has."""
        documents = self.reader.get(f"a{article}" for article in articles.tolist())
        missing = [article for article in articles.tolist() if f"a{article}" not in documents]
        if missing and not self.reader.connection.address.allow_partial:
            raise ParameterError(f"articles: found the number {missing[0]}, expected that of an article")
        return {
            article: documents[f"a{article}"]["data"] for article in articles.tolist() if f"a{article}" in documents
        }

    def article_terms(self, articles: Ints) -> Ragged:
        """The term keys of each article: title and headings once, and every sentence."""
        unique = distinct(articles)
        rows: dict[int, list[Ints]] = {article: [] for article in unique.tolist()}
        for article, data in self._articles(unique).items():
            rows[article].append(unpacked(data["head"]))
        query = {"bool": {"filter": [{"term": {"kind": "passage"}}, {"terms": {"article": unique.tolist()}}]}}
        for passage in self._passages(query) if len(unique) else ():
            rows[passage.article].append(passage.sentences.values)
        return Ragged.from_rows(
            [key for part in rows[article] for key in part.tolist()] for article in articles.tolist()
        )

    def neighbours(self, sentences: Ints, n: int) -> Neighbours:
        """Each sentence with its n neighbours on either side in its article."""
        passages = self._sentences_around(sentences, n)
        ids = np.concatenate([np.empty(0, np.int64), *(_sentence_ids(passage) for passage in passages)])
        articles = np.repeat(
            np.array([passage.article for passage in passages], np.int64), [len(passage.texts) for passage in passages]
        )
        terms = stacked([passage.sentences for passage in passages])
        rows = np.searchsorted(ids, sentences)
        if len(sentences) and not np.array_equal(ids[rows.clip(max=max(len(ids) - 1, 0))], sentences):
            raise ParameterError("sentences: found a number that no sentence has")
        first = np.maximum(np.searchsorted(ids, sentences - n), np.searchsorted(articles, articles[rows]))
        last = np.minimum(
            np.searchsorted(ids, sentences + n, side="right"),
            np.searchsorted(articles, articles[rows], side="right"),
        )
        return Neighbours(terms, first, last)

    def _sentences_around(self, sentences: Ints, n: int) -> list[StoredPassage]:
        """The passages that have one of some sentences or a neighbour of it, in order."""
        n = min(n, self.size.sentences)
        bodies = [
            {"bool": {"should": [{"range": {"sentences": {"gte": first, "lte": last}}} for first, last in some]}}
            for some in _batches(_merged_spans(sentences, n), _SPANS_IN_SEARCH)
        ]
        passages = [passage for body in bodies for passage in self._passages(body)]
        distinct = {passage.number: passage for passage in passages}
        return [distinct[number] for number in sorted(distinct)]

    def _passages(self, query: Mapping[str, Any]) -> Iterator[StoredPassage]:
        """All passages that a query finds, in order."""
        body = {"query": query, "sort": [{"number": "asc"}], "_source": ["article", "data"]}
        return (_stored(hit["_source"]) for hit in self.reader.all(body, _PASSAGES_AT_ONCE))

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of all sentences; reads all of them for n above those kept."""
        windows = self.collection.windows
        total = windows[n - 1] if 0 < n <= len(windows) else self._window_total(n)
        return float(total / max(self.size.sentences, 1))

    def _window_total(self, n: int) -> int:
        total = 0
        for _, passages in groupby(self._passages(_ALL_PASSAGES), key=lambda passage: passage.article):
            lengths = np.concatenate([passage.sentences.lengths for passage in passages])
            total += window_total(lengths, np.array([len(lengths)]), n)
        return total

    def scan(self) -> Iterator[Ragged]:
        """Yields the term keys of all sentences in order, those of some passages at a time."""
        passages = self._passages(_ALL_PASSAGES)
        while some := [passage.sentences for passage in islice(passages, _PASSAGES_AT_ONCE)]:
            yield stacked(some)


def _stored(source: Mapping[str, Any]) -> StoredPassage:
    return StoredPassage.of(source["article"], source["data"])


def _sentence_ids(passage: StoredPassage) -> Ints:
    return passage.first + np.arange(len(passage.texts))


def _hits(passages: Sequence[StoredPassage], scores: Floats) -> Hits:
    counts = np.array([len(passage.texts) for passage in passages], np.int64)
    empty = np.empty(0, np.int64)
    return Hits(
        np.array([passage.number for passage in passages], np.int64),
        np.array([passage.article for passage in passages], np.int64),
        scores,
        np.concatenate([[0], np.cumsum(counts)]),
        np.concatenate([empty, *(_sentence_ids(passage) for passage in passages)]),
        np.concatenate([empty, *(passage.position + np.arange(len(passage.texts)) for passage in passages)]),
        stacked([passage.sentences for passage in passages]),
        Ragged.from_rows(passage.head.tolist() for passage in passages),
        [text for passage in passages for text in passage.texts],
        [passage.heading for passage in passages],
        [passage.source for passage in passages],
    )


def _merged_spans(sentences: Ints, n: int) -> list[tuple[int, int]]:
    """The ranges of sentences at most n away from some, both ends included; ranges that touch become one."""
    spans: list[tuple[int, int]] = []
    for sentence in distinct(sentences).tolist():
        if spans and sentence - n <= spans[-1][1] + 1:
            spans[-1] = spans[-1][0], sentence + n
        else:
            spans.append((max(sentence - n, 0), sentence + n))
    return spans


def _batches(items: Any, size: int) -> Iterable[Any]:
    return (items[at : at + size] for at in range(0, len(items), size))
