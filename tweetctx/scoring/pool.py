"""The candidate sentences of one query, with what the models need to score them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tweetctx.errors import ParameterError
from tweetctx.index.protocol import PassageIndex
from tweetctx.index.statistics import ListVocabulary, Statistics, TermCounts
from tweetctx.ragged import Ints, Ragged, ranges
from tweetctx.scoring.candidates import Candidates
from tweetctx.scoring.sources import DocumentCollection, DocumentSource, IndexSource, PoolSource
from tweetctx.scoring.word_classes import WordClasses


@dataclass(frozen=True, slots=True)
class Pool:
    """Sentences in the order of the collection.

    stats: those of the collection. sentences: the term numbers of each of S sentences.
    document_of: for each sentence the row of its article in `source.documents()`, shape (S,).
    numbers, passages: for each sentence its number and its passage's in the collection, shape (S,).
    word_classes: a partition of the collection's terms, if there is one.
    candidates: what the model that the pool was made for found by itself.
    """

    stats: Statistics
    sentences: Ragged
    document_of: Ints
    numbers: Ints
    passages: Ints
    source: PoolSource
    word_classes: WordClasses | None = None
    candidates: Candidates | None = None

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def classes(self) -> WordClasses:
        """The word classes; ParameterError if there are none."""
        if self.word_classes is None:
            raise ParameterError("class: found no word classes, expected some; `tweetctx train classes` makes them")
        return self.word_classes

    @classmethod
    def from_passages(
        cls,
        index: PassageIndex,
        passages: Ints,
        *,
        min_terms: int = 0,
        max_terms: int | None = None,
        classes: WordClasses | None = None,
        candidates: Candidates | None = None,
    ) -> Pool:
        """The sentences of passages, given by number, best first; only those with min to max different terms.

        candidates: what a model found by itself; its passages join those retrieved.
        """
        in_order = np.unique(passages if candidates is None else np.concatenate([passages, candidates.passages]))
        sentences = index.passage_sentences(in_order)
        passage_of = in_order[sentences.row_of_value]
        terms = index.sentence_terms(sentences.values)
        distinct = terms.distinct()
        most = distinct.max(initial=0) if max_terms is None else max_terms
        keep = np.flatnonzero((distinct >= min_terms) & (distinct <= most))
        numbers = sentences.values[keep]
        articles, document_of = np.unique(index.passage_articles(passage_of[keep]), return_inverse=True)
        source = IndexSource(index, passages, articles, numbers, document_of)
        return cls(index.stats, terms.take(keep), document_of, numbers, passage_of[keep], source, classes, candidates)

    @classmethod
    def from_documents(
        cls, documents: Sequence[Sequence[Sequence[str]]], classes: Mapping[str, int | str] | None = None
    ) -> Pool:
        """All sentences of some documents, each a list of terms; the documents are the collection.

        Each document is an article of one passage, without title or heading. The sentences stand in the order given.
        classes: the class of each term; a term without one is alone in its own.
        """
        vocabulary = ListVocabulary(term for document in documents for sentence in document for term in sentence)
        sentences = Ragged.from_rows(
            [vocabulary.number(term) for term in sentence] for document in documents for sentence in document
        )
        ends = np.cumsum([0, *(len(document) for document in documents)])
        whole = Ragged(sentences.values, sentences.offsets[ends])
        stats = Statistics(
            vocabulary,
            cf=TermCounts(np.bincount(sentences.values, minlength=len(vocabulary)), vocabulary),
            df=TermCounts(_rows_with(whole, len(vocabulary)), vocabulary),
            sf=TermCounts(_rows_with(sentences, len(vocabulary)), vocabulary),
            collection_length=len(sentences.values),
            sentence_length=len(sentences.values),
            documents=len(documents),
            passages=len(documents),
            sentences=len(sentences),
        )
        partition = WordClasses.of_terms(classes or {}, stats)
        return cls._of_collection(DocumentCollection(stats, sentences, ends), np.arange(len(documents)), partition)

    def of_documents(self, documents: Sequence[int]) -> Pool:
        """The part of a pool `from_documents` that stands in some of its documents; the statistics stay."""
        if not isinstance(self.source, DocumentSource):
            raise ParameterError("pool: found one of an index, expected one from documents")
        count = self.stats.documents
        if not all(0 <= document < count for document in documents):
            raise ParameterError(f"documents: found {list(documents)}, expected numbers from 0 to {count - 1}")
        return self._of_collection(self.source.collection, np.array(documents, np.int64), self.word_classes)

    @classmethod
    def _of_collection(cls, collection: DocumentCollection, documents: Ints, classes: WordClasses | None) -> Pool:
        starts = collection.ends[documents]
        lengths = collection.ends[documents + 1] - starts
        numbers = ranges(starts, lengths)
        document_of = np.repeat(np.arange(len(documents)), lengths)
        source = DocumentSource(collection, documents, numbers)
        sentences = collection.sentences.take(numbers)
        return cls(collection.stats, sentences, document_of, numbers, documents[document_of], source, classes)


def _rows_with(rows: Ragged, terms: int) -> Ints:
    """For each term, the number of rows that hold it."""
    pairs = np.unique(np.stack([rows.row_of_value, rows.values]), axis=1)
    return np.bincount(pairs[1], minlength=terms)
