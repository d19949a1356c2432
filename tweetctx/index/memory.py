"""An engine in memory, plain enough to be checked by eye: the reference that other engines are compared with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from tweetctx.arrays.ragged import Ragged, concatenate_rows, ranges, spans
from tweetctx.arrays.types import Floats, Ints
from tweetctx.errors import ParameterError
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES, check_first_pass, score_rows
from tweetctx.index.protocol import UNKNOWN, CollectionSize, Engine
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.word_counts import WordCounts, count_words, word_keys
from tweetctx.types import Hits, Neighbours, Query, Source, TermStats


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph: its source and heading, the terms of title and heading, and its sentences as text and as terms."""

    article: int
    source: Source
    heading: str
    head: list[str]
    texts: list[str]
    sentences: list[list[str]]


class MemoryEngine(Engine):
    """All passages in lists and arrays; every call is implemented in the simplest way. It knows no surface forms."""

    def __init__(
        self,
        passages: Sequence[Passage],
        heads: Sequence[list[str]],
        analyzer: Analyzer,
        words: WordCounts,
    ) -> None:
        """passages: in the order of their articles. heads: for each article the terms of its title and headings."""
        self.analyzer, self.words, self._passages = analyzer, words, passages
        of_sentences = [terms for passage in passages for terms in passage.sentences]
        self._terms = list(dict.fromkeys(chain.from_iterable([*of_sentences, *heads])))
        self._keys = {term: key for key, term in enumerate(self._terms)}
        self._sentences = self._rows(of_sentences)
        self._heads = self._rows(passage.head for passage in passages)
        self._texts = [text for passage in passages for text in passage.texts]
        # Passage p holds the sentences [starts[p], starts[p + 1]), article a those of [ends[a], ends[a + 1]).
        self._starts = np.cumsum([0, *(len(passage.sentences) for passage in passages)])
        self._article_of = np.array([passage.article for passage in passages], np.int64)
        self._first = np.searchsorted(self._article_of, np.arange(len(heads) + 1))
        self._ends = self._starts[self._first]
        text = spans(self._sentences, self._ends[:-1], self._ends[1:])
        self._articles = concatenate_rows([self._rows(heads), text])
        self._cf = np.bincount(self._articles.values, minlength=len(self._terms))
        self._df, self._sf = self._rows_with_each(self._articles), self._rows_with_each(self._sentences)
        tokens, in_sentences = len(self._articles.values), len(self._sentences.values)
        self.size = CollectionSize(tokens, in_sentences, len(heads), len(passages), len(self._sentences))

    @classmethod
    def from_documents(cls, documents: Sequence[Sequence[Sequence[str]]]) -> MemoryEngine:
        """Documents of sentences of terms; each is an article of one passage, without title or heading."""
        _check_list("documents", documents, "a list of documents")
        passages = []
        for index, rows in enumerate(documents):
            _check_document(index, rows)
            texts = [" ".join(row) + " " for row in rows]
            passages.append(Passage(index, Source(str(index), "", ""), "", [], texts, [list(row) for row in rows]))
        analyzer = Analyzer(AnalyzerConfig.named("plain", "en"))
        none = Ragged.from_rows([])
        words = count_words(word_keys([]), none.values, none, none)
        return cls(passages, [[] for _ in documents], analyzer, words)

    def retrieve(
        self, query: Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM, articles: Ints | None = None
    ) -> Hits:
        """The k best passages: scores all of them."""
        check_first_pass(k, lam)
        query = self.query(query)
        rows = concatenate_rows([self._heads, spans(self._sentences, self._starts[:-1], self._starts[1:])])
        shares, scores = score_rows(rows, query, self.size.collection_length, lam)
        asked = True if articles is None else np.isin(self._article_of, articles)
        shared = np.flatnonzero(shares & asked)
        best = shared[np.argsort(-scores[shared], kind="stable")][:k]
        return self._hits(best, scores[best])

    def term_stats(self, terms: Sequence[str] | Ints) -> TermStats:
        """cf, df and sf of terms, given as text or by their keys."""
        if isinstance(terms, np.ndarray):
            keys, texts = terms, [self._terms[key] for key in terms.tolist()]
        else:
            keys, texts = np.array([self._keys.get(term, UNKNOWN) for term in terms], np.int64), list(terms)
        # The key −1 of an unknown term looks up the 0 that is appended.
        cf, df, sf = (np.append(counts, 0)[keys] for counts in (self._cf, self._df, self._sf))
        return TermStats(keys, cf, df, sf, texts)

    def openings(self, articles: Ints) -> Hits:
        """The first passage of each article."""
        having = articles[self._first[articles] < self._first[articles + 1]]
        return self._hits(self._first[having], np.zeros(len(having)))

    def article_terms(self, articles: Ints) -> Ragged:
        """The terms of each article."""
        return self._articles.take(articles)

    def neighbours(self, sentences: Ints, n: int) -> Neighbours:
        """Each sentence with its neighbours."""
        n = min(n, len(self._sentences))
        article = np.searchsorted(self._ends, sentences, side="right") - 1
        first = np.maximum(sentences - n, self._ends[article])
        return Neighbours(self._sentences, first, np.minimum(sentences + n + 1, self._ends[article + 1]))

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of all sentences."""
        windows = self.neighbours(np.arange(len(self._sentences)), n)
        total = self._sentences.offsets[windows.last] - self._sentences.offsets[windows.first]
        return float(total.sum() / max(len(total), 1))

    def scan(self) -> Iterator[Ragged]:
        """The terms of all sentences."""
        yield self._sentences

    def scan_articles(self) -> Iterator[Ragged]:
        """The terms of all articles."""
        yield self._articles

    def _rows(self, rows: Iterable[Sequence[str]]) -> Ragged:
        return Ragged.from_rows([self._keys[term] for term in row] for row in rows)

    def _rows_with_each(self, rows: Ragged) -> Ints:
        pairs = np.unique(np.stack([rows.values, rows.row_of_value]), axis=1)
        return np.bincount(pairs[0], minlength=len(self._terms))

    def _hits(self, passages: Ints, scores: Floats) -> Hits:
        counts = self._starts[passages + 1] - self._starts[passages]
        sentences = ranges(self._starts[passages], counts)
        articles = self._article_of[passages]
        return Hits(
            passages,
            articles,
            scores,
            np.concatenate([[0], np.cumsum(counts)]),
            sentences,
            sentences - np.repeat(self._ends[articles], counts),
            self._sentences.take(sentences),
            self._heads.take(passages),
            [self._texts[sentence] for sentence in sentences.tolist()],
            [self._passages[passage].heading for passage in passages.tolist()],
            [self._passages[passage].source for passage in passages.tolist()],
        )


def _check_document(index: int, sentences: Sequence[Sequence[str]]) -> None:
    """Raises ParameterError unless these are lists of terms."""
    _check_list(f"documents[{index}]", sentences, "a list of sentences, each a list of terms")
    for row, terms in enumerate(sentences):
        _check_list(f"documents[{index}][{row}]", terms, "a list of terms")
        if not all(isinstance(term, str) for term in terms):
            raise ParameterError(f"documents[{index}][{row}]: found {terms!r:.80}, expected terms that are strings")


def _check_list(name: str, value: object, expected: str) -> None:
    """Raises ParameterError for what is no list: a text is read as characters, and an iterator only once."""
    if isinstance(value, str) or not isinstance(value, Iterable) or isinstance(value, Iterator):
        raise ParameterError(f"{name}: found {value!r:.80}, expected {expected}")
