"""The terms of a collection in reading order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tweetctx.ragged import Ints, Ragged, concatenate_rows, ranges, spans


@dataclass(frozen=True, slots=True)
class Forward:
    """Articles hold sections, sections hold passages, passages hold sentences; each has its terms.

    titles, headings, sentences: term numbers by article, by section, by sentence.
    article_sections: article a holds sections `[article_sections[a], article_sections[a + 1])`; likewise the others.
    """

    titles: Ragged
    headings: Ragged
    sentences: Ragged
    article_sections: Ints
    section_passages: Ints
    passage_sentences: Ints

    def passage_sections(self, passages: Ints) -> Ints:
        """The section of each passage."""
        return np.searchsorted(self.section_passages, passages, side="right") - 1

    def passage_articles(self, passages: Ints) -> Ints:
        """The article of each passage."""
        return np.searchsorted(self.article_sections, self.passage_sections(passages), side="right") - 1

    def sentences_of(self, passages: Ints) -> Ragged:
        """The sentences of each passage."""
        starts = self.passage_sentences[passages]
        lengths = self.passage_sentences[passages + 1] - starts
        return Ragged(ranges(starts, lengths), np.concatenate([[0], np.cumsum(lengths)]))

    def article_sentences(self, articles: Ints) -> tuple[Ints, Ints]:
        """The first sentence of each article, and the one behind its last."""
        first, last = self.article_sections[articles], self.article_sections[articles + 1]
        return (
            self.passage_sentences[self.section_passages[first]],
            self.passage_sentences[self.section_passages[last]],
        )

    def leads(self, articles: Ints) -> Ints:
        """The first passages of articles; none for an article without passages."""
        first = self.section_passages[self.article_sections[articles]]
        return first[first < self.section_passages[self.article_sections[articles + 1]]]

    def windows(self, sentences: Ints, n: int) -> tuple[Ints, Ints]:
        """The window of each sentence, n neighbours on either side in its article: first sentence and one past last."""
        passages = np.searchsorted(self.passage_sentences, sentences, side="right") - 1
        return clip_windows(sentences, n, *self.article_sentences(self.passage_articles(passages)))

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of all sentences."""
        first, last = self.article_sentences(np.arange(len(self.titles)))
        return mean_window_length(self.sentences.lengths, last - first, n)

    def passage_terms(self, passages: Ints) -> Ragged:
        """Each passage's indexed terms: those of its title, heading and text."""
        text = spans(self.sentences, self.passage_sentences[passages], self.passage_sentences[passages + 1])
        titles = self.titles.take(self.passage_articles(passages))
        return concatenate_rows([titles, self.headings.take(self.passage_sections(passages)), text])

    def article_terms(self, articles: Ints) -> Ragged:
        """Each article's terms: title and headings once, and every sentence."""
        first, last = self.article_sections[articles], self.article_sections[articles + 1]
        headings = spans(self.headings, first, last)
        text = spans(self.sentences, *self.article_sentences(articles))
        return concatenate_rows([self.titles.take(articles), headings, text])


def clip_windows(sentences: Ints, n: int, first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """The sentences at most n away from each, within `[first, last)`, its document; as bounds of that form."""
    n = min(n, int((last - first).max(initial=0)))
    return np.maximum(sentences - n, first), np.minimum(sentences + n + 1, last)


def mean_window_length(lengths: Ints, sentences: Ints, n: int) -> float:
    """The mean number of terms in the windows of all sentences.

    lengths: |s| of all sentences, shape (S,); sentences: how many each document has, shape (D,). A sentence counts in
    the window of every sentence that is at most n away.
    """
    n = min(n, len(lengths))
    ends = np.cumsum(sentences)
    place = np.arange(len(lengths)) - np.repeat(ends - sentences, sentences)
    after = np.repeat(sentences, sentences) - 1 - place
    windows = np.minimum(place, n) + np.minimum(after, n) + 1
    return float((windows * lengths).sum()) / max(len(lengths), 1)
