"""The terms of a segment's articles in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tweetctx.arrays.ragged import Ragged, chunks, ranges
from tweetctx.arrays.types import Ints
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.offsets import Offsets
from tweetctx.index.storage.rows import GROUP_BITS, StoredRows, joined_spans
from tweetctx.runtime.compiled import late

if TYPE_CHECKING:
    from tweetctx.index.storage.passage_kernels import PassageRows, Tables

_kernels: Final = late("tweetctx.index.storage.passage_kernels")
ROWS = ("titles", "headings", "sentences")
STRUCTURE = ("article_sections", "section_passages", "passage_sentences")
WINDOWS = range(1, 6)  # neighbours on either side for which the size of all windows is kept
_TERM_BYTES = 2  # what a term takes, about
_NO_NUMBERS = np.frombuffer(b"", np.uint32)  # read-only as those of a file: loops are compiled once for both


@dataclass(frozen=True)
class Forward:
    """Articles hold sections, sections hold passages, passages hold sentences; each has its terms.

    titles, headings, sentences: term numbers by article, by section, by sentence. article_sections: the sections of
    each article; likewise the others.
    """

    titles: StoredRows
    headings: StoredRows
    sentences: StoredRows
    article_sections: Offsets
    section_passages: Offsets
    passage_sentences: Offsets

    @classmethod
    def open(cls, file: ArrayFile, terms: int, term_numbers: Ints | None = None) -> Forward:
        """Opens the arrays of a segment; IndexDamagedError if they do not fit together.

        terms: how many terms the segment has. term_numbers: their numbers in the index, or None if these are the same.
        """
        fields: dict[str, Any] = {name: StoredRows.open(file, name, terms, term_numbers) for name in ROWS}
        fields |= {name: Offsets(file, name) for name in STRUCTURE}
        forward = cls(**fields)
        for name, offsets, rows, items in (
            ("article_sections", forward.article_sections, forward.articles, len(forward.headings)),
            ("section_passages", forward.section_passages, len(forward.headings), forward.passages),
            ("passage_sentences", forward.passage_sentences, forward.passages, len(forward.sentences)),
        ):
            if len(offsets) != rows or offsets.total != items:
                raise file.damage(f"{name}.steps", f"is not that of {rows} rows and {items} items")
        return forward

    @property
    def articles(self) -> int:
        """How many articles there are."""
        return len(self.titles)

    @property
    def passages(self) -> int:
        """How many passages there are."""
        return len(self.passage_sentences)

    def passage_sections(self, passages: Ints) -> Ints:
        """The section of each passage."""
        return self.section_passages.rows(passages)

    def passage_articles(self, passages: Ints) -> Ints:
        """The article of each passage."""
        return self.article_sections.rows(self.passage_sections(passages))

    def article_passages(self, articles: Ints) -> tuple[Ints, Ints]:
        """The first passage of each article, and the one behind its last."""
        (of_articles, of_sections, _), *_ = self._tables
        bounds: tuple[Ints, Ints] = _kernels().article_passages(of_articles, of_sections, articles)
        if len(bounds[0]) < len(articles):
            first, last = self.article_sections.bounds(articles)
            return self.section_passages.begins(first), self.section_passages.begins(last)
        return bounds

    def article_sentences(self, articles: Ints) -> tuple[Ints, Ints]:
        """The first sentence of each article, and the one behind its last."""
        first, last = self.article_passages(articles)
        return self.passage_sentences.begins(first), self.passage_sentences.begins(last)

    def first_sentences(self, articles: Ints) -> Ints:
        """The first sentence of each article."""
        return self.passage_sentences.begins(self.section_passages.begins(self.article_sections.begins(articles)))

    def read_passages(self, passages: Ints) -> PassageRows:
        """The articles, sections, sentences and terms of some passages, in their order."""
        rows: PassageRows = _kernels().read_passages(self._tables, passages)
        if not len(rows.head_ends):
            self._check(passages)
            rows = _kernels().read_passages(self._tables, passages)
        numbered = self.sentences.numbered
        return rows._replace(terms=numbered(rows.terms), head_terms=numbered(rows.head_terms))

    def _check(self, passages: Ints) -> None:
        """Checks all pages that `read_passages` reads; IndexDamagedError for one that is not as it was written."""
        first, last = self.passage_sentences.bounds(passages)
        self.first_sentences(self.passage_articles(passages))
        self.sentences.each(first, last)
        self.head_terms(passages)

    def count_terms(self, articles: Ints, terms: Ints) -> tuple[Ints, Ints, Ints]:
        """The passages of some articles, shape (D,), |d| of each, and c(t,d) of Q terms of the index, shape (D, Q)."""
        term_numbers = _NO_NUMBERS if self.sentences.term_numbers is None else self.sentences.term_numbers
        result: tuple[Ints, Ints, Ints] = _kernels().count_terms(self._tables, term_numbers, articles, terms)
        if not result[2].shape[1]:
            first, last = self.article_passages(articles)
            self.passage_terms(ranges(first, last - first))  # checks all pages that are read
            result = _kernels().count_terms(self._tables, term_numbers, articles, terms)
        return result

    @cached_property
    def _tables(self) -> Tables:
        """The arrays, as kernels read them."""
        structure = self.article_sections.table, self.section_passages.table, self.passage_sentences.table
        return structure, self.titles.table, self.headings.table, self.sentences.table, GROUP_BITS

    def windows(self, sentences: Ints, n: int) -> tuple[Ints, Ints]:
        """The window of each sentence, n neighbours on either side in its article: first sentence and one past last."""
        passages = self.passage_sentences.rows(sentences)
        return clip_windows(sentences, n, *self.article_sentences(self.passage_articles(passages)))

    def window_total(self, articles: Ints, n: int) -> int:
        """The number of terms in the windows of all sentences of some articles together."""
        first, last = self.article_sentences(articles)
        lengths = self.sentences.each(first, last).lengths
        return window_total(lengths, last - first, n)

    def passage_terms(self, passages: Ints) -> Ragged:
        """Each passage's indexed terms: those of its title, heading and text."""
        text = self.sentences, *self.passage_sentences.bounds(passages)
        return joined_spans(*self._heads(passages), text)

    def head_terms(self, passages: Ints) -> Ragged:
        """Each passage's terms that are not in its text: those of its title and heading."""
        return joined_spans(*self._heads(passages))

    def _heads(self, passages: Ints) -> Iterator[tuple[StoredRows, Ints, Ints]]:
        sections = self.passage_sections(passages)
        articles = self.article_sections.rows(sections)
        yield self.titles, articles, articles + 1
        yield self.headings, sections, sections + 1

    def article_terms(self, articles: Ints) -> Ragged:
        """Each article's terms: title and headings once, and every sentence."""
        titles = self.titles, articles, articles + 1
        headings = self.headings, *self.article_sections.bounds(articles)
        return joined_spans(titles, headings, (self.sentences, *self.article_sentences(articles)))

    def batches(self, size: int) -> Iterator[Ints]:
        """All articles in their order, as many at a time as have about `size` terms, or one that has more."""
        sections = self.article_sections.begins(np.arange(self.articles + 1))
        ends = self.passage_sentences.begins(self.section_passages.begins(sections))
        for first, last in chunks(np.diff(self.sentences.offsets_of(ends)) // _TERM_BYTES, size):
            yield np.arange(first, last)


def clip_windows(sentences: Ints, n: int, first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """The sentences at most n away from each, within `[first, last)`, its document; as bounds of that form."""
    n = min(n, int((last - first).max(initial=0)))
    return np.maximum(sentences - n, first), np.minimum(sentences + n + 1, last)


def window_total(lengths: Ints, sentences: Ints, n: int) -> int:
    """The number of terms in the windows of all sentences together.

    lengths: |s| of all sentences, shape (S,); sentences: how many each document has, shape (D,). A sentence counts in
    the window of every sentence that is at most n away.
    """
    n = min(n, len(lengths))
    ends = np.cumsum(sentences)
    before = np.arange(len(lengths)) - np.repeat(ends - sentences, sentences)
    after = np.repeat(sentences, sentences) - 1 - before
    windows = np.minimum(before, n) + np.minimum(after, n) + 1
    return int((windows * lengths).sum())
