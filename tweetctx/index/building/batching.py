"""Segments the texts of a batch of articles, and groups them by kind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.text.segmentation import Segmenter
from tweetctx.text.titles import unqualified
from tweetctx.types import Article

# The kind of a row of tokens. SENTENCE and LEAD are sentences, LEAD those of first paragraphs.
TITLE, HEADING, SENTENCE, LEAD = range(4)
_END = r"[.!?…][\"'”’)]*"  # of a sentence
_PARTED = re.compile(rf"{_END}(?:\s|$)")  # a title that has one
_BRIDGE = re.compile(rf"\S*{_END}\s+(?=(\S+))")  # the word before one inside a title, and the next
_EXCLAIMED = "!?…"
_JSON = json.JSONEncoder(ensure_ascii=False)  # once: `json.dumps` makes one for each text


@dataclass(frozen=True, slots=True)
class BatchTexts:
    """The texts of a batch of articles, and how many sections and passages there are in each.

    kinds: what each row of tokens is: titles, headings and sentences in the order of the articles.
    starts: where the sentences of each passage begin; each includes the space after it, so that they are its text.
    """

    kinds: NDArray[np.uint8]
    titles: list[str]
    headings: list[str]
    passages: list[str]
    starts: Ragged
    article_sections: list[int]
    section_passages: list[int]
    article_texts: list[bytes]
    revisions: list[int]

    @classmethod
    def of(cls, articles: Iterable[Article], segmenter: Segmenter) -> BatchTexts:
        """Gathers the texts of articles, and segments them."""
        kinds = bytearray()  # of titles, headings and passages
        titles, headings, passages = list[str](), list[str](), list[str]()
        article_sections, section_passages, article_texts = list[int](), list[int](), list[bytes]()
        revisions, parted = list[int](), list[tuple[str, int, int]]()
        for article in articles:
            begin = len(passages)
            kinds.append(TITLE)
            titles.append(article.title)
            article_texts.append(utf8(_JSON.encode((article.id, article.title, article.url))))
            revisions.append(article.revision)
            article_sections.append(len(article.sections))
            kind = LEAD
            for section in article.sections:
                kinds.append(HEADING)
                headings.append(section.heading)
                paragraphs = [text for paragraph in section.paragraphs if (text := paragraph.strip())]
                section_passages.append(len(paragraphs))
                if paragraphs:
                    passages += paragraphs
                    kinds += bytes([kind]) + bytes([SENTENCE]) * (len(paragraphs) - 1)
                    kind = SENTENCE
            name = unqualified(article.title)
            if _PARTED.search(name):
                parted.append((name, begin, len(passages)))
        starts = _without_cut_titles(segmenter.starts(passages), passages, parted)
        left = np.fromiter(map(len, passages), np.int64, len(passages))  # out, by a pipeline, before the first sentence
        some = starts.lengths > 0
        left[some] = starts.values[starts.offsets[:-1][some]]
        for passage in np.flatnonzero(left).tolist():
            passages[passage] = passages[passage][left[passage] :]
        starts = Ragged(starts.values - np.repeat(left, starts.lengths), starts.offsets)
        rows = np.frombuffer(kinds, np.uint8)
        counts = np.ones(len(rows), np.int64)
        counts[rows >= SENTENCE] = starts.lengths
        rows = np.repeat(rows, counts)
        return cls(
            rows, titles, headings, passages, starts, article_sections, section_passages, article_texts, revisions
        )

    def encoded(self) -> tuple[bytes, NDArray[np.int64]]:
        """Returns all texts as UTF-8, sentences, headings, then titles, and their lengths in characters."""
        texts = [*self.passages, *self.headings, *self.titles]
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        ends = np.cumsum(lengths)
        passages = len(self.passages)
        begins = self.starts.values + np.repeat((ends - lengths)[:passages], self.starts.lengths)
        sentences = np.diff(begins, append=ends[passages - 1 : passages])
        return utf8("".join(texts)), np.concatenate([sentences, lengths[passages:]])

    def order(self) -> NDArray[np.int64]:
        """Returns, for each row of tokens, the text that it is made of."""
        order = np.empty(len(self.kinds), np.int64)
        first = 0
        for chosen in (self.kinds >= SENTENCE, self.kinds == HEADING, self.kinds == TITLE):
            count = int(np.count_nonzero(chosen))
            order[chosen] = np.arange(first, first + count)
            first += count
        return order


def _without_cut_titles(starts: Ragged, passages: Sequence[str], parted: Iterable[tuple[str, int, int]]) -> Ragged:
    """The starts of sentences without those inside the article's title, or right behind one that ends as a sentence.

    "Oops!... I Did It Again is an album" and "Wake Up! Music Album with His Words is an album" are one sentence each,
    and so is "It was the ninth season of the 3. Liga" in the article *2016–17 3. Liga*, as the title has these two
    words beside each other.
    parted: the titles that have the end of a sentence, without qualifiers, and the passages of the article of each.
    """
    cut = np.zeros(len(starts.values), np.bool_)
    for name, first, last in parted:
        bridges = [(match[0] + match[1], len(match[0])) for match in _BRIDGE.finditer(name)]
        for passage in range(first, last):
            begin, end = starts.offsets[passage : passage + 2].tolist()
            own, text = starts.values[begin:end], passages[passage]
            if passage == first and text.startswith(name) and name[-1] in _EXCLAIMED:
                cut[begin:end] |= own == len(name) + 1
            for bridge, behind in bridges:
                at = text.find(bridge)
                while at >= 0:
                    if not text[at - 1 : at].isalnum():
                        cut[begin:end] |= own == at + behind
                    at = text.find(bridge, at + 1)
    if not cut.any():
        return starts
    kept = np.concatenate([[0], np.cumsum(~cut)])
    return Ragged(starts.values[~cut], kept[starts.offsets])


def utf8(text: str) -> bytes:
    """Encodes text, with a question mark in place of half a surrogate pair."""
    return text.encode("utf-8", "replace")
