"""Reads passages, each time in one loop, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tweetctx.arrays.hash_kernels import may_be_among, remainders_of
from tweetctx.arrays.types import Ints, i64
from tweetctx.index.storage.row_kernels import begins, bounds, decode, decode_each, group_places, rows_of
from tweetctx.runtime.compiled import njit

Table = tuple[Ints, Any, int]  # of Offsets
Rows = tuple[Any, Table, int]  # of rows of terms the column of their bytes, their groups, and how many terms there are
# article_sections, section_passages and passage_sentences; the rows of terms of articles, sections and sentences; the
# bits of a group.
Tables = tuple[tuple[Table, Table, Table], Rows, Rows, Rows, int]


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


class _Located(NamedTuple):
    """Where H passages stand: H is 0 if a page that says so was not checked.

    sections, articles, first, last: the section, the article and the first sentence of each, and the sentence past its
    last, shape (H,). titles, headings, texts: the places of their terms, see `group_places`.
    """

    sections: Ints
    articles: Ints
    first: Ints
    last: Ints
    titles: Ints
    headings: Ints
    texts: Ints


@njit(nogil=True)
def _locate(tables: Tables, passages: Ints) -> _Located:
    (of_articles, of_sections, of_passages), titles, headings, texts, group_bits = tables
    first, last = bounds(*of_passages, passages)
    sections = rows_of(*of_sections, passages)
    articles = rows_of(*of_articles, sections)
    of_titles = group_places(*titles[1], articles, articles + 1, group_bits)
    of_headings = group_places(*headings[1], sections, sections + 1, group_bits)
    of_texts = group_places(*texts[1], first, last, group_bits)
    if of_titles.shape[1] + of_headings.shape[1] + of_texts.shape[1] < 3 * len(passages):
        first = last = sections = articles = np.empty(0, np.int64)
        of_titles = of_headings = of_texts = np.empty((4, 0), np.int64)
    return _Located(sections, articles, first, last, of_titles, of_headings, of_texts)


@njit(nogil=True)
def read_passages(tables: Tables, passages: Ints) -> PassageRows:
    """Reads some passages; `head_ends` is empty if a page was not checked, or the content is damaged."""
    (of_articles, of_sections, of_passages), titles, headings, texts, group_bits = tables
    located = _locate(tables, passages)
    first, last = located.first, located.last
    starts = begins(*of_passages, begins(*of_sections, begins(*of_articles, located.articles)))
    offsets = np.zeros(len(starts) + 1, np.int64)
    for hit in range(len(starts)):
        offsets[hit + 1] = offsets[hit] + last[hit] - first[hit]
    sentences, positions = np.empty(offsets[-1], np.int64), np.empty(offsets[-1], np.int64)
    for hit in range(len(starts)):
        for row in range(offsets[hit], offsets[hit + 1]):
            sentences[row] = first[hit] + row - offsets[hit]
            positions[row] = sentences[row] - starts[hit]
    terms, ends = decode_each(texts[0], located.texts, texts[2], group_bits)
    heads = (titles[0], located.titles, titles[2]), (headings[0], located.headings, headings[2])
    head_terms, head_ends = decode(heads, group_bits)
    if len(starts) < len(passages) or len(ends) < len(sentences) + 1 or len(head_ends) < len(passages) + 1:
        head_ends = head_ends[:0]
    where = located.sections, located.articles, offsets, sentences, positions
    return PassageRows(*where, terms, ends, head_terms, head_ends)


@njit(nogil=True)
def article_passages(of_articles: Table, of_sections: Table, articles: Ints) -> tuple[Ints, Ints]:
    """The first passage of each article, and the one behind its last; none if a page was not checked."""
    begin, end = bounds(*of_articles, articles)
    first, last = begins(*of_sections, begin), begins(*of_sections, end)
    if len(first) < len(articles) or len(last) < len(articles):
        return first[:0], last[:0]
    return first, last


@njit(nogil=True)
def count_terms(tables: Tables, term_numbers: Ints, articles: Ints, wanted: Ints) -> tuple[Ints, Ints, Ints]:
    """The passages of some articles, shape (D,), how many terms each has, and how often each of Q terms, shape (D, Q).

    Shape (0, 0) if a page was not checked, or the content is damaged. term_numbers: of each of the segment's terms,
    its number in the index, as in `wanted`; empty if that is the same.
    """
    (of_articles, of_sections, _), titles, headings, texts, group_bits = tables
    first, last = article_passages(of_articles, of_sections, articles)
    passages, count = np.empty((last - first).sum(), np.int64), 0
    for i in range(len(first)):
        for passage in range(first[i], last[i]):
            passages[count] = passage
            count += 1
    located = _locate(tables, passages)
    heads = (titles[0], located.titles, titles[2]), (headings[0], located.headings, headings[2])
    values, ends = decode((heads[0], heads[1], (texts[0], located.texts, texts[2])), group_bits)
    if len(last) < len(articles) or len(ends) < len(passages) + 1:
        return passages[:0], passages[:0], np.empty((0, 0), np.int64)
    counts, remainders = np.zeros((len(passages), len(wanted)), np.int64), remainders_of(wanted)
    for i in range(len(passages)):
        for at in range(ends[i], ends[i + 1]):
            value = i64(term_numbers[values[at]]) if len(term_numbers) else values[at]
            if may_be_among(value, remainders):
                for term in range(len(wanted)):
                    counts[i, term] += value == wanted[term]
    return passages, ends[1:] - ends[:-1], counts
