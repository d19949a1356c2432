"""The candidate sentences of one query, with what the models need to score them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tweetctx.index.first_pass import DEFAULT_LAM, passage_scores
from tweetctx.index.protocol import PassageIndex
from tweetctx.index.statistics import ListVocabulary, Statistics, TermCounts, weights
from tweetctx.ragged import Ints, Ragged
from tweetctx.types import Query


class PoolSource(Protocol):
    """What a pool fetches only when a model asks for it."""

    def documents(self) -> Ragged:
        """The terms of each article that a sentence of the pool stands in."""
        ...

    def top_passages(self, query: Query, count: int) -> Ragged:
        """The terms of the `count` best passages of section 4.1, best first; fewer if fewer share a term."""
        ...


@dataclass(frozen=True, slots=True)
class Pool:
    """Sentences in the order of the collection.

    stats: those of the collection. sentences: the term numbers of each of S sentences.
    document_of: for each sentence the row of its article in `source.documents()`, shape (S,).
    numbers, passages: for each sentence its number and its passage's in the collection, shape (S,).
    """

    stats: Statistics
    sentences: Ragged
    document_of: Ints
    numbers: Ints
    passages: Ints
    source: PoolSource

    def __len__(self) -> int:
        return len(self.sentences)

    @classmethod
    def from_passages(
        cls, index: PassageIndex, passages: Ints, *, min_terms: int = 0, max_terms: int | None = None
    ) -> Pool:
        """The sentences of passages, given by number, best first; only those with min to max different terms."""
        in_order = np.sort(passages)
        sentences = index.passage_sentences(in_order)
        passage_of = in_order[sentences.row_of_value]
        terms = index.sentence_terms(sentences.values)
        distinct = terms.distinct()
        keep = np.flatnonzero((distinct >= min_terms) & (distinct <= (max_terms or distinct.max(initial=0))))
        articles, document_of = np.unique(index.passage_articles(passage_of[keep]), return_inverse=True)
        source = _IndexSource(index, passages, articles)
        return cls(index.stats, terms.take(keep), document_of, sentences.values[keep], passage_of[keep], source)

    @classmethod
    def from_documents(cls, documents: Sequence[Sequence[Sequence[str]]]) -> Pool:
        """All sentences of some documents, each a list of terms; the documents are the collection.

        Each document is an article of one passage, without title or heading. The sentences stand in the order given.
        """
        vocabulary = ListVocabulary(term for document in documents for sentence in document for term in sentence)
        flat = [[vocabulary.number(term) for term in sentence] for document in documents for sentence in document]
        sentences = Ragged.from_rows(flat)
        rows = Ragged.from_rows([vocabulary.number(t) for s in document for t in s] for document in documents)
        document_of = np.repeat(np.arange(len(documents)), [len(document) for document in documents])
        stats = Statistics(
            vocabulary,
            cf=TermCounts(np.bincount(rows.values, minlength=len(vocabulary)), vocabulary),
            df=TermCounts(_rows_with(rows, len(vocabulary)), vocabulary),
            sf=TermCounts(_rows_with(sentences, len(vocabulary)), vocabulary),
            collection_length=len(rows.values),
            documents=len(documents),
            passages=len(documents),
            sentences=len(sentences),
        )
        numbers = np.arange(len(sentences))
        return cls(stats, sentences, document_of, numbers, document_of, _DocumentSource(stats, rows))


def _rows_with(rows: Ragged, terms: int) -> Ints:
    """For each term, the number of rows that hold it."""
    pairs = np.unique(np.stack([rows.row_of_value, rows.values]), axis=1)
    return np.bincount(pairs[1], minlength=terms)


@dataclass(frozen=True, slots=True)
class _IndexSource:
    index: PassageIndex
    ranked: Ints
    articles: Ints

    def documents(self) -> Ragged:
        return self.index.article_terms(self.articles)

    def top_passages(self, query: Query, count: int) -> Ragged:
        best = self.ranked if count <= len(self.ranked) else self.index.rank(query, count)[0]
        return self.index.passage_terms(best[:count])


@dataclass(frozen=True, slots=True)
class _DocumentSource:
    stats: Statistics
    rows: Ragged

    def documents(self) -> Ragged:
        return self.rows

    def top_passages(self, query: Query, count: int) -> Ragged:
        terms = self.stats.numbers(query)
        tf = self.rows.counts_of(terms)
        cf = self.stats.cf.array[terms].astype(np.float64)
        size = self.stats.collection_length
        scores = passage_scores(tf, self.rows.lengths, cf, size, weights(query), DEFAULT_LAM)
        retrieved = np.flatnonzero(scores > 0)
        best = retrieved[np.argsort(-scores[retrieved], kind="stable")]
        return self.rows.take(best[:count])
