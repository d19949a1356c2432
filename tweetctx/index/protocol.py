"""What an engine must offer so that everything after it works."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES
from tweetctx.index.names import Names
from tweetctx.index.statistics import Statistics
from tweetctx.ragged import Floats, Ints, Ragged
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.word_counts import WordCounts
from tweetctx.types import Article, Passage, Query


class PassageIndex(Protocol):
    """A collection of articles that can be searched by passage; threads can share it.

    Articles, passages and sentences are numbered from 0 in the order of the collection. Where a method takes
    numbers it takes an array of them, and its result has one row or item for each, in the same order.
    """

    @property
    def analyzer(self) -> Analyzer:
        """What turns text into the terms of this index."""
        ...

    @property
    def stats(self) -> Statistics:
        """cf, df, sf, |C| and the number of articles, passages and sentences."""
        ...

    def rank(self, query: Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM) -> tuple[Ints, Floats]:
        """The k best passages by `first_pass`, best first: their numbers and scores, both of shape (at most k,)."""
        ...

    def search(
        self, query: str | Sequence[str] | Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM
    ) -> list[Passage]:
        """The same as records; takes text, or terms that are already analyzed, or a query."""
        ...

    def passage(self, number: int, score: float = 0.0) -> Passage:
        """One passage as a record."""
        ...

    def passage_articles(self, passages: Ints) -> Ints:
        """The article of each passage."""
        ...

    @property
    def names(self) -> Names:
        """What the articles are called."""
        ...

    @property
    def words(self) -> WordCounts:
        """How often words occur as they are written."""
        ...

    def article_sentences(self, articles: Ints) -> tuple[Ints, Ints]:
        """The first sentence of each article, and the one behind its last."""
        ...

    def leads(self, articles: Ints) -> Ints:
        """The first passages of articles; none for an article without passages."""
        ...

    def passage_terms(self, passages: Ints) -> Ragged:
        """The numbers of each passage's indexed terms: those of its title, heading and text."""
        ...

    def passage_sentences(self, passages: Ints) -> Ragged:
        """The sentences of each passage."""
        ...

    def sentence_terms(self, sentences: Ints) -> Ragged:
        """The numbers of each sentence's terms."""
        ...

    def every_sentence(self) -> Iterator[Ragged]:
        """The numbers of the terms of all sentences in their order, some sentences at a time."""
        ...

    def windows(self, sentences: Ints, n: int) -> tuple[Ints, Ints]:
        """The window of each sentence, n neighbours on either side in its article: first sentence and one past last."""
        ...

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of all sentences."""
        ...

    def sentence_text(self, sentence: int) -> str:
        """One sentence as it stands in its passage."""
        ...

    def article_terms(self, articles: Ints) -> Ragged:
        """The numbers of each article's terms: title and headings once, and every sentence."""
        ...

    def source(self, article: int) -> tuple[str, str, str]:
        """The id, title and url of an article."""
        ...

    def article(self, number: int) -> Article:
        """One article as a record."""
        ...
