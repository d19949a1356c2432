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

    def passage_terms(self, passages: Ints) -> Ragged:
        """Each passage's indexed terms: those of its title, heading and text."""
        text = spans(self.sentences, self.passage_sentences[passages], self.passage_sentences[passages + 1])
        titles = self.titles.take(self.passage_articles(passages))
        return concatenate_rows([titles, self.headings.take(self.passage_sections(passages)), text])

    def article_terms(self, articles: Ints) -> Ragged:
        """Each article's terms: title and headings once, and every sentence."""
        first, last = self.article_sections[articles], self.article_sections[articles + 1]
        headings = spans(self.headings, first, last)
        first, last = (self.passage_sentences[self.section_passages[sections]] for sections in (first, last))
        return concatenate_rows([self.titles.take(articles), headings, spans(self.sentences, first, last)])
