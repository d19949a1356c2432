"""Segments the texts of a batch of articles, and groups them by kind."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tweetctx.text.segmentation import Segmenter
from tweetctx.types import Article

# The kind of a row of tokens. SENTENCE and LEAD are sentences, LEAD those of first paragraphs.
TITLE, HEADING, SENTENCE, LEAD = range(4)


@dataclass(slots=True)
class BatchTexts:
    """The texts of a batch of articles, and how many sections, passages and sentences there are in each.

    kinds: what each row of tokens is: titles, headings and sentences in the order of the articles.
    passages: the sentences, joined; each includes the space after it, so that those of a passage joined are its text.
    marks: for each passage where its sentences begin, and where the last one ends.
    """

    kinds: bytearray = field(default_factory=bytearray)
    titles: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    passages: list[str] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    article_sections: list[int] = field(default_factory=list)
    section_passages: list[int] = field(default_factory=list)
    passage_sentences: list[int] = field(default_factory=list)
    article_texts: list[bytes] = field(default_factory=list)

    def add(self, article: Article, segmenter: Segmenter) -> None:
        """Segments an article and appends its texts."""
        self.kinds.append(TITLE)
        self.titles.append(article.title)
        self.article_texts.append(utf8(json.dumps((article.id, article.title, article.url), ensure_ascii=False)))
        self.article_sections.append(len(article.sections))
        kind = LEAD
        for section in article.sections:
            self.kinds.append(HEADING)
            self.headings.append(section.heading)
            passages = [text for paragraph in section.paragraphs if (text := paragraph.strip())]
            self.section_passages.append(len(passages))
            for passage in passages:
                self._add_passage(passage, [start for start, _ in segmenter.spans(passage)], kind)
                kind = SENTENCE

    def _add_passage(self, text: str, begins: list[int], kind: int) -> None:
        self.kinds += bytes([kind]) * len(begins)
        self.passage_sentences.append(len(begins))
        self.marks += begins
        self.marks.append(len(text))
        if begins:
            self.passages.append(text[begins[0] :] if begins[0] else text)

    def encoded(self) -> tuple[bytes, NDArray[np.int64]]:
        """Returns all texts as UTF-8, sentences, headings, then titles, and their lengths in characters."""
        others = [*self.headings, *self.titles]
        lengths = np.concatenate([self._sentence_lengths(), np.array([len(text) for text in others], np.int64)])
        return utf8("".join([*self.passages, *others])), lengths

    def _sentence_lengths(self) -> NDArray[np.int64]:
        last = np.cumsum(np.array(self.passage_sentences, np.int64) + 1) - 1
        return np.delete(np.diff(np.array(self.marks, np.int64), append=0), last)

    def order(self) -> NDArray[np.int64]:
        """Returns, for each row of tokens, the text that it is made of."""
        kinds = np.frombuffer(self.kinds, np.uint8)
        order = np.empty(len(kinds), np.int64)
        first = 0
        for chosen in (kinds >= SENTENCE, kinds == HEADING, kinds == TITLE):
            number = int(np.count_nonzero(chosen))
            order[chosen] = np.arange(first, first + number)
            first += number
        return order


def utf8(text: str) -> bytes:
    """Encodes text, with a question mark in place of half a surrogate pair."""
    return text.encode("utf-8", "replace")
