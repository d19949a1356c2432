"""The candidate sentences of one query, with all that models need to score them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import numpy as np

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Floats, Ints
from tweetctx.errors import ParameterError
from tweetctx.index.first_pass import DEFAULT_LAM, score_rows
from tweetctx.index.protocol import CollectionSize, Engine
from tweetctx.runtime.compiled import late
from tweetctx.scoring.topics.files import TopicModel, read_topics
from tweetctx.scoring.word_classes import WordClasses
from tweetctx.text.quotations import begins_quoted
from tweetctx.types import Hits, Links, Query, ScoredSentence

_kernels: Final = late("tweetctx.scoring.pool_kernels")


@dataclass(frozen=True)
class Pool:
    """S sentences in the order of the collection.

    engine: their collection. sentences: the term keys of each sentence, S rows. candidates: their passages. rows, hits:
    where in `candidates` each sentence stands, and its passage, shape (S,).
    retrieved: the passages of the first pass, best first; None for a pool of whole documents. lam: the weight of the
    collection in the first pass. word_classes: a partition of the collection's terms, or None. links: those of the
    tweet. searches: what each of several searches found, by name. topics: those of the collection, or None.
    """

    engine: Engine
    sentences: Ragged
    candidates: Hits
    rows: Ints
    hits: Ints
    retrieved: Hits | None = None
    lam: float = DEFAULT_LAM
    word_classes: WordClasses | None = None
    topics: TopicModel | None = None
    links: Links = field(default_factory=Links.none)
    searches: Mapping[str, Hits] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.sentences)

    @classmethod
    def from_hits(
        cls,
        engine: Engine,
        retrieved: Hits,
        links: Links | None = None,
        linked: Sequence[Hits] = (),
        *,
        lam: float = DEFAULT_LAM,
        min_terms: int = 0,
        max_terms: float = np.inf,
        classes: WordClasses | None = None,
        searches: Mapping[str, Hits] | None = None,
    ) -> Pool:
        """Makes a pool of the sentences of retrieved passages, and of those of linked articles, if any.

        Keeps those with `min_terms` to `max_terms` different terms. searches: how the passages were found, for models
        that want to know.
        """
        links = links or Links.none()
        hits = Hits.joined([retrieved, *linked])
        of_passages, limits = (hits.passages, hits.offsets), (float(min_terms), float(max_terms))
        rows, hit_of = _kernels().rows_of_pool(*of_passages, hits.terms.distinct(), *limits)
        pool = cls(engine, hits.terms.take(rows), hits, rows, hit_of, retrieved, lam, classes, links=links)
        return replace(pool, searches=searches) if searches else pool

    @classmethod
    def from_documents(
        cls,
        documents: Sequence[Sequence[Sequence[str]]],
        classes: Mapping[str, int | str] | None = None,
        topics: TopicModel | None = None,
    ) -> Pool:
        """All sentences of some documents, each a list of terms; the documents are the collection.

        Each document is an article of one passage, without title or heading. Sentences keep their order. classes: the
        class of each term; a term without one forms a class of its own. topics: those of the collection.

        Raises ParameterError where a text stands in place of its terms, and for classes that are no mapping.
        """
        if classes is not None and not isinstance(classes, Mapping):
            raise ParameterError(f"classes: found {classes!r:.80}, expected the class of each term, by term")
        from tweetctx.index.memory import MemoryEngine  # late: pools of an index need none

        engine = MemoryEngine.from_documents(documents)
        pool = cls._of_documents(engine, np.arange(len(documents)), WordClasses.of_terms(classes or {}, engine))
        return replace(pool, topics=topics)

    def of_documents(self, documents: Sequence[int]) -> Pool:
        """The part of a pool `from_documents` that is in some of its documents, with the statistics of all."""
        if self.retrieved is not None:
            raise ParameterError("pool: found one of an index, expected one from documents")
        count = self.size.documents
        if not all(0 <= document < count for document in documents):
            raise ParameterError(f"documents: found {list(documents)}, expected numbers from 0 to {count - 1}")
        pool = self._of_documents(self.engine, np.array(documents, np.int64), self.word_classes)
        return replace(pool, topics=self.topics)

    @classmethod
    def _of_documents(cls, engine: Engine, documents: Ints, classes: WordClasses | None) -> Pool:
        hits = engine.openings(documents)
        rows = np.arange(len(hits.sentences))
        return cls(engine, hits.terms.take(rows), hits, rows, hits.hit_of(rows), None, DEFAULT_LAM, classes)

    @cached_property
    def numbers(self) -> Ints:
        """The engine's identifier of each sentence, shape (S,)."""
        return self.candidates.sentences[self.rows]

    @cached_property
    def articles(self) -> Ints:
        """The engine's identifier of each sentence's article, shape (S,)."""
        return self.candidates.articles[self.hits]

    @cached_property
    def positions(self) -> Ints:
        """How many sentences of its article precede each sentence, shape (S,)."""
        return self.candidates.positions[self.rows]

    @cached_property
    def link_evidence(self) -> Floats:
        """The evidence that the tweet names each sentence's article, 0 without any, shape (S,)."""
        return self.links.evidence_of(self.articles)

    @property
    def size(self) -> CollectionSize:
        """|C| and the counts of the collection."""
        return self.engine.size

    @property
    def classes(self) -> WordClasses:
        """The word classes; ParameterError if there are none."""
        if self.word_classes is None:
            raise ParameterError("class: found no word classes, expected some; `tweetctx train classes` makes them")
        return self.word_classes

    def topics_of(self, file: str) -> TopicModel:
        """The topics of a file, or without one those of the pool; ParameterError if there are none."""
        if file:
            return read_topics(file)
        if self.topics is None:
            raise ParameterError("topics: found none, expected topics=FILE; `tweetctx train topics` makes one")
        return self.topics

    def theta(self, topics: TopicModel) -> Floats:
        """The weight of each topic in each sentence, shape (S, K); of equal sentences computed once."""
        _, first, again = np.unique(self.numbers, return_index=True, return_inverse=True)
        sentences = self.sentences.take(first)
        keys, key_index = np.unique(sentences.values, return_inverse=True)
        rows = topics.rows_of([*self.engine.term_stats(keys).texts])
        theta: Floats = topics.theta(Ragged(rows[key_index], sentences.offsets))[again]
        return theta

    @cached_property
    def _documents(self) -> tuple[Ints, Ints]:
        articles, rows = np.unique(self.articles, return_inverse=True)
        return articles, rows

    @property
    def document_of(self) -> Ints:
        """The row of each sentence's article in `documents`, shape (S,)."""
        return self._documents[1]

    @cached_property
    def documents(self) -> Ragged:
        """The term keys of each article with a sentence in the pool."""
        return self.engine.article_terms(self._documents[0])

    def query(self, query: Sequence[str] | Query) -> Query:
        """A query as terms of the pool's collection."""
        return self.engine.query(query)

    def best_passages(self, query: Query, count: int) -> Ragged:
        """The terms of the `count` best passages by query likelihood, best first; fewer if fewer share a term.

        Searches again, with the same `lam`, only if more are wanted than were retrieved. In a pool of documents, each
        document of the pool is a passage.
        """
        if self.retrieved is None:
            return self._best_documents(query, count)
        enough = count <= len(self.retrieved)
        hits = self.retrieved if enough else self.engine.retrieve(query, count, self.lam)
        return hits.passage_terms(count)

    def _best_documents(self, query: Query, count: int) -> Ragged:
        rows = self.documents
        _, scores = score_rows(rows, query, self.size.collection_length, self.lam)
        retrieved = np.flatnonzero(scores > 0)
        best = retrieved[np.argsort(-scores[retrieved], kind="stable")]
        return rows.take(best[:count])

    def read(self, rows: Ints) -> None:
        """Reads the texts and sources of some sentences at once, which takes less time than one by one."""
        items_at(self.candidates.texts, self.rows[rows])
        items_at(self.candidates.sources, self.hits[rows])

    def begins_quoted(self, row: int) -> bool:
        """Whether a sentence begins in a quotation that began before it in its passage."""
        hits, hit, own = self.candidates, int(self.hits[row]), int(self.rows[row])
        first, last = hits.offsets[hit : hit + 2].tolist()
        texts = items_at(hits.texts, np.arange(first, last)) if own > first else []
        return bool(texts) and begins_quoted("".join(texts), sum(map(len, texts[: own - first])))

    def scored(self, row: int, score: float, *, quoted: bool = False) -> ScoredSentence:
        """One sentence as a record. quoted: whether it begins in a quotation."""
        hits, hit = self.candidates, int(self.hits[row])
        source, text = hits.sources[hit], hits.texts[int(self.rows[row])].strip()
        article, passage, number = int(self.articles[row]), int(hits.passages[hit]), int(self.numbers[row])
        passage_id = hits.passage_id(hit)
        more = (source.article_id, article, passage, number, passage_id, source.revision, quoted)
        return ScoredSentence(text, source.title, source.permalink, score, *more)
