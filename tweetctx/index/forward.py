"""The terms of a segment's articles in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tweetctx.errors import IndexDamagedError
from tweetctx.index.arrays import load_array
from tweetctx.index.rows import CodedRows
from tweetctx.ragged import Ints, Ragged, chunks, concatenate_rows, ranges

ROWS = ("titles", "names", "headings", "sentences")
STRUCTURE = ("article_sections", "article_names", "section_passages", "passage_sentences")


@dataclass(frozen=True, slots=True)
class Forward:
    """Articles hold sections and names, sections hold passages, passages hold sentences; each has its terms.

    titles, names, headings, sentences: term numbers by article, by name, by section, by sentence.
    article_sections: article a holds sections `[article_sections[a], article_sections[a + 1])`; likewise the others.
    """

    titles: CodedRows
    names: CodedRows
    headings: CodedRows
    sentences: CodedRows
    article_sections: Ints
    article_names: Ints
    section_passages: Ints
    passage_sentences: Ints

    @classmethod
    def open(cls, folder: Path) -> Forward:
        """Opens the files of a segment; IndexDamagedError if they do not fit together."""
        parts: dict[str, Any] = {name: CodedRows.open(folder, name) for name in ROWS}
        parts |= {name: load_array(folder / f"{name}.npy") for name in STRUCTURE}
        forward = cls(**parts)
        for name, offsets, total in (
            ("article_sections", forward.article_sections, len(forward.headings)),
            ("article_names", forward.article_names, len(forward.names)),
            ("section_passages", forward.section_passages, forward.passages),
            ("passage_sentences", forward.passage_sentences, len(forward.sentences)),
        ):
            if not len(offsets) or offsets[0] != 0 or offsets[-1] != total:
                raise IndexDamagedError(f"{folder / name}.npy: damaged, expected offsets from 0 to {total}")
        return forward

    @property
    def articles(self) -> int:
        """How many articles there are."""
        return len(self.titles)

    @property
    def passages(self) -> int:
        """How many passages there are."""
        return len(self.passage_sentences) - 1

    def passage_sections(self, passages: Ints) -> Ints:
        """The section of each passage."""
        return place_in(self.section_passages, passages)

    def passage_articles(self, passages: Ints) -> Ints:
        """The article of each passage."""
        return place_in(self.article_sections, self.passage_sections(passages))

    def sentences_of(self, passages: Ints) -> Ragged:
        """The sentences of each passage."""
        starts = self.passage_sentences[passages].astype(np.int64)
        lengths = self.passage_sentences[passages + 1] - starts
        return Ragged(ranges(starts, lengths), np.concatenate([[0], np.cumsum(lengths)]))

    def article_passages(self, articles: Ints) -> tuple[Ints, Ints]:
        """The first passage of each article, and the one behind its last."""
        return (
            self.section_passages[self.article_sections[articles]].astype(np.int64),
            self.section_passages[self.article_sections[articles + 1]].astype(np.int64),
        )

    def article_sentences(self, articles: Ints) -> tuple[Ints, Ints]:
        """The first sentence of each article, and the one behind its last."""
        first, last = self.article_passages(articles)
        return self.passage_sentences[first].astype(np.int64), self.passage_sentences[last].astype(np.int64)

    def leads(self, articles: Ints) -> Ints:
        """The first passages of articles; none for an article without passages."""
        first, last = self.article_passages(articles)
        return first[first < last]

    def windows(self, sentences: Ints, n: int) -> tuple[Ints, Ints]:
        """The window of each sentence, n neighbours on either side in its article: first sentence and one past last."""
        passages = place_in(self.passage_sentences, sentences)
        return clip_windows(sentences, n, *self.article_sentences(self.passage_articles(passages)))

    def window_total(self, articles: Ints, n: int) -> int:
        """The number of terms in the windows of all sentences of some articles together."""
        first, last = self.article_sentences(articles)
        lengths = self.sentences.take(ranges(first, last - first)).lengths
        return window_total(lengths, last - first, n)

    def passage_terms(self, passages: Ints) -> Ragged:
        """Each passage's indexed terms: those of its title, heading and text."""
        first = self.passage_sentences[passages].astype(np.int64)
        text = self.sentences.spans(first, self.passage_sentences[passages + 1].astype(np.int64))
        titles = self.titles.take(self.passage_articles(passages))
        return concatenate_rows([titles, self.headings.take(self.passage_sections(passages)), text])

    def article_terms(self, articles: Ints) -> Ragged:
        """Each article's terms: title and headings once, and every sentence."""
        first, last = (self.article_sections[place].astype(np.int64) for place in (articles, articles + 1))
        text = self.sentences.spans(*self.article_sentences(articles))
        return concatenate_rows([self.titles.take(articles), self.headings.spans(first, last), text])

    def parts(self, size: int) -> Iterator[Ints]:
        """All articles in their order, as many at a time as have about `size` terms, or one that has more."""
        ends = self.passage_sentences[self.section_passages[self.article_sections]].astype(np.int64)
        for first, last in chunks(np.diff(self.sentences.places(ends)) // 2, size):
            yield np.arange(first, last)


def place_in(offsets: Ints, numbers: Ints) -> Ints:
    """The whole that each part stands in."""
    # Of one type with the offsets, of which a search would make a copy otherwise.
    return np.searchsorted(offsets, numbers.astype(offsets.dtype), side="right") - 1


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
    place = np.arange(len(lengths)) - np.repeat(ends - sentences, sentences)
    after = np.repeat(sentences, sentences) - 1 - place
    windows = np.minimum(place, n) + np.minimum(after, n) + 1
    return int((windows * lengths).sum())
