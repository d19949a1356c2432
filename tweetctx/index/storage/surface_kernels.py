"""The inner loops over what a segment knows of names, compiled. Import this late: it loads numba.

`table` is that of a KeyTable, `counts` that of StoredCounts; the other arguments named as arrays are columns. See
`page_kernels` for these and for `notes`; columns of a function are numbered in the order of its arguments.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.compiled import njit
from tweetctx.index.storage.count_kernels import count_at
from tweetctx.index.storage.key_kernels import key_ranges
from tweetctx.index.storage.page_kernels import empty_unchecked

_NO_ARTICLE: Final = 2**32 - 1


@njit(nogil=True)
def own_senses(
    table: Any, articles: Any, sources: Any, counts: Any, gone: Any, first: Any, last: Any, notes: Any
) -> Any:
    """The names with keys from `first` to `last`: rows of (pair of keys, article, source, 0, uses), as columns.

    gone: whether each article was removed, or an empty array.
    """
    begins, ends, total = _ranges(table, articles, sources, counts, first, last, notes)
    rows, own_articles, own_sources = np.zeros((5, total), np.int64), articles[0], sources[0]
    (small, _, _), places, large = counts
    found = 0
    for pair in range(len(first)):
        for place in range(begins[pair], ends[pair]):
            article = own_articles[place]
            if len(gone) and gone[article]:
                continue
            rows[0, found], rows[1, found], rows[2, found] = pair, article, own_sources[place]
            rows[4, found] = count_at(small, places, large, place, 3, notes)
            found += 1
    return rows[:, :found]


@njit(nogil=True)
def linked_titles(
    table: Any, targets: Any, sources: Any, counts: Any, gone: Any, first: Any, last: Any, notes: Any
) -> Any:
    """The links with keys from `first` to `last`: rows of (pair of keys, title they lead to, number), as columns.

    sources: the articles that the links stand in. gone: whether each article was removed, or an empty array.
    """
    begins, ends, total = _ranges(table, targets, sources, counts, first, last, notes)
    rows, own_targets, own_sources = np.zeros((3, total), np.int64), targets[0], sources[0]
    (small, _, _), places, large = counts
    found = 0
    for pair in range(len(first)):
        for place in range(begins[pair], ends[pair]):
            source = own_sources[place]
            if len(gone) and source != _NO_ARTICLE and gone[source]:
                continue
            rows[0, found], rows[1, found] = pair, np.int64(own_targets[place])
            rows[2, found] = count_at(small, places, large, place, 3, notes)
            found += 1
    return rows[:, :found]


@njit(nogil=True)
def count_titled(table: Any, articles: Any, sources: Any, gone: Any, keys: Any, titled: int, notes: Any) -> Any:
    """How many of the names with each key have a source among `titled`, in the shape of `keys`."""
    found = np.zeros(len(keys), np.int64)
    begins, ends = key_ranges(table, keys, keys, notes)
    empty_unchecked(articles, begins, ends, 1, notes)
    empty_unchecked(sources, begins, ends, 2, notes)
    own_articles, own_sources = articles[0], sources[0]
    for row in range(len(keys)):
        for place in range(begins[row], ends[row]):
            if own_sources[place] & titled and not (len(gone) and gone[own_articles[place]]):
                found[row] += 1
    return found


@njit(nogil=True)
def sum_counts(table: Any, counts: Any, removed: Any, sums: Any, first: Any, last: Any, notes: Any) -> Any:
    """The sums of the counts of the keys from `first` to `last`, less those of removed ones, in their shape.

    removed, sums: ascending keys, and the sum of the counts of those before each.
    """
    totals = np.zeros(len(first), np.int64)
    begins, ends = key_ranges(table, first, last, notes)
    empty_unchecked(counts[0], begins, ends, 1, notes)
    (small, _, _), places, large = counts
    for pair in range(len(first)):
        for place in range(begins[pair], ends[pair]):
            totals[pair] += count_at(small, places, large, place, 1, notes)
        if len(removed):
            totals[pair] -= sums[np.searchsorted(removed, last[pair], side="right")]
            totals[pair] += sums[np.searchsorted(removed, first[pair])]
            totals[pair] = max(totals[pair], 0)
    return totals


@njit(nogil=True)
def read_facts(bases: Any, lengths: Any, kinds: Any, articles: Any, notes: Any) -> Any:
    """The key of the title, the length and the kind of some articles, each (articles,)."""
    keys, facts = np.zeros(len(articles), np.uint64), np.zeros((2, len(articles)), np.int64)
    ends = articles + 1
    empty_unchecked(bases, articles, ends, 0, notes)
    empty_unchecked(lengths, articles, ends, 1, notes)
    empty_unchecked(kinds, articles, ends, 2, notes)
    own_bases, own_lengths, own_kinds = bases[0], lengths[0], kinds[0]
    for row in range(len(articles)):
        for article in range(articles[row], ends[row]):
            keys[row], facts[0, row], facts[1, row] = own_bases[article], own_lengths[article], own_kinds[article]
    return keys, facts[0], facts[1]


@njit(nogil=True)
def _ranges(table: Any, one: Any, other: Any, counts: Any, first: Any, last: Any, notes: Any) -> Any:
    """The places of some ranges of keys, none where a column is not checked, and how many places they are."""
    begins, ends = key_ranges(table, first, last, notes)
    empty_unchecked(one, begins, ends, 1, notes)
    empty_unchecked(other, begins, ends, 2, notes)
    empty_unchecked(counts[0], begins, ends, 3, notes)
    return begins, ends, np.sum(ends - begins)


@njit(nogil=True)
def merge_senses(order: Any, rows: Any, forms: int, most: int, own: int) -> Any:
    """Senses by form and article, each once: their columns (form, article, source, links, uses) and where forms begin.

    order: of the rows by form and article, of which negative ones are left out. most: how many of a form are kept,
    those with most links and uses; a name that is a title (a source among `own`) counts as a hundred uses.
    """
    merged = np.empty((5, rows.shape[1]), np.int64)
    count = 0
    for row in order:
        if rows[1, row] < 0:
            continue
        if count and merged[0, count - 1] == rows[0, row] and merged[1, count - 1] == rows[1, row]:
            merged[2, count - 1] |= rows[2, row]
            merged[3, count - 1] += rows[3, row]
            merged[4, count - 1] += rows[4, row]
        else:
            for column in range(5):
                merged[column, count] = rows[column, row]
            count += 1
    offsets = np.zeros(forms + 1, np.int64)
    kept = begin = 0
    for form in range(forms):
        end = begin
        while end < count and merged[0, end] == form:
            end += 1
        best = np.arange(begin, end)
        if end - begin > most:
            weight = 4 * merged[3, begin:end] + merged[4, begin:end] + 100 * ((merged[2, begin:end] & own) > 0)
            best = begin + np.sort(np.argsort(-weight, kind="mergesort")[:most])
        for sense in best:
            for column in range(5):
                merged[column, kept] = merged[column, sense]
            kept += 1
        offsets[form + 1] = kept
        begin = end
    return merged[:, :kept].copy(), offsets
