"""Reads all that a search tells of passages in one loop, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tweetctx.compiled import njit
from tweetctx.index.storage.row_kernels import begins, bounds, decode, decode_each, group_places, rows_of
from tweetctx.ragged import Ints

Table = tuple[Ints, Any, int]  # of Offsets
Rows = tuple[Any, Table, int]  # of rows of terms the column of their bytes, their groups, and how many terms there are


class PassageRows(NamedTuple):
    """H passages and their S sentences.

    sections, articles: of each passage, shape (H,). offsets: where the sentences of each begin, shape (H + 1,).
    sentences, positions: the number of each sentence, and how many sentences of its article precede it, shape (S,).
    terms, ends: the terms of all sentences, and where those of each begin, shape (S + 1,). head_terms, head_ends: the
    same for the title and heading of each passage, shape (H + 1,).
    """

    sections: Ints
    articles: Ints
    offsets: Ints
    sentences: Ints
    positions: Ints
    terms: Ints
    ends: Ints
    head_terms: Ints
    head_ends: Ints


@njit(nogil=True)
def read_passages(
    structure: tuple[Table, Table, Table], titles: Rows, headings: Rows, texts: Rows, group_bits: int, passages: Ints
) -> PassageRows:
    """Reads some passages; `head_ends` is empty if a page was not checked, or the content is damaged.

    structure: article_sections, section_passages and passage_sentences. titles, headings, texts: by article, by section
    and by sentence.
    """
    of_articles, of_sections, of_passages = structure
    first, last = bounds(*of_passages, passages)
    sections = rows_of(*of_sections, passages)
    articles = rows_of(*of_articles, sections)
    starts = begins(*of_passages, begins(*of_sections, begins(*of_articles, articles)))
    if len(first) < len(passages) or len(starts) < len(passages):
        first = last = sections = articles = starts = passages[:0]
    offsets = np.zeros(len(first) + 1, np.int64)
    offsets[1:] = np.cumsum(last - first)
    sentences, positions = np.empty(offsets[-1], np.int64), np.empty(offsets[-1], np.int64)
    for hit in range(len(first)):
        for row in range(offsets[hit], offsets[hit + 1]):
            sentences[row] = first[hit] + row - offsets[hit]
            positions[row] = sentences[row] - starts[hit]
    of_texts = group_places(*texts[1], first, last, group_bits)
    of_titles = group_places(*titles[1], articles, articles + 1, group_bits)
    of_headings = group_places(*headings[1], sections, sections + 1, group_bits)
    if of_texts.shape[1] + of_titles.shape[1] + of_headings.shape[1] < 3 * len(passages):
        of_texts, of_titles, of_headings = of_texts[:, :0], of_titles[:, :0], of_headings[:, :0]
    terms, ends = decode_each(texts[0], of_texts, texts[2], group_bits)
    heads = (titles[0], of_titles, titles[2]), (headings[0], of_headings, headings[2])
    head_terms, head_ends = decode(heads, group_bits)
    if len(ends) < len(sentences) + 1 or len(head_ends) < len(passages) + 1:
        head_ends = head_ends[:0]
    return PassageRows(sections, articles, offsets, sentences, positions, terms, ends, head_terms, head_ends)
