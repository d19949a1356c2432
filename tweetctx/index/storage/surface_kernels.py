"""The inner loops over what a segment knows of names, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.compiled import njit

_LARGE: Final = 255
_NO_ARTICLE: Final = 2**32 - 1


@njit(nogil=True)
def own_senses(begins: Any, ends: Any, articles: Any, sources: Any, gone: Any) -> Any:
    """The names in some ranges: rows of (range, article, source, 0, place), as columns.

    gone: whether each article was removed, or an empty array.
    """
    rows = np.zeros((5, np.sum(ends - begins)), np.int64)
    found = 0
    for number in range(len(begins)):
        for place in range(begins[number], ends[number]):
            article = articles[place]
            if len(gone) and gone[article]:
                continue
            rows[0, found], rows[1, found] = number, article
            rows[2, found], rows[4, found] = sources[place], place
            found += 1
    return rows[:, :found]


@njit(nogil=True)
def linked_titles(begins: Any, ends: Any, sources: Any, gone: Any) -> Any:
    """The links in some ranges: rows of (range, place), as columns.

    sources: the articles that the links stand in. gone: whether each article was removed, or an empty array.
    """
    rows = np.zeros((2, np.sum(ends - begins)), np.int64)
    found = 0
    for number in range(len(begins)):
        for place in range(begins[number], ends[number]):
            if len(gone) and sources[place] != _NO_ARTICLE and gone[sources[place]]:
                continue
            rows[0, found], rows[1, found] = number, place
            found += 1
    return rows[:, :found]


@njit(nogil=True)
def add_titled(begins: Any, ends: Any, articles: Any, sources: Any, titled: Any, gone: Any, counts: Any) -> None:
    """Adds to `counts` how many of the names in each range have a source among `titled`."""
    for number in range(len(begins)):
        for place in range(begins[number], ends[number]):
            if sources[place] & titled and not (len(gone) and gone[articles[place]]):
                counts[number] += 1


@njit(nogil=True)
def add_written(
    begins: Any,
    ends: Any,
    counts: Any,
    places: Any,
    large: Any,
    removed: Any,
    sums: Any,
    first: Any,
    last: Any,
    totals: Any,
) -> bool:
    """Adds to `totals` the counts in some ranges, those of the keys from `first` to `last`, less those of removed ones.

    places, large: where counts of 255 stand, and what they are; returns whether all of them are there. removed, sums:
    ascending keys, and the sum of the counts of those before each.
    """
    for pair in range(len(first)):
        total = np.int64(0)
        for place in range(begins[pair], ends[pair]):
            count = np.int64(counts[place])
            if count == _LARGE:
                own = np.searchsorted(places, place)
                if own == len(places) or np.int64(places[own]) != place:
                    return False
                count = np.int64(large[own])
            total += count
        if len(removed):
            total -= sums[np.searchsorted(removed, last[pair], side="right")]
            total += sums[np.searchsorted(removed, first[pair])]
        totals[pair] += max(total, 0)
    return True


@njit(nogil=True)
def merge_senses(order: Any, rows: Any, forms: int, most: int, own: int) -> Any:
    """Senses by form and article, each once: their columns (form, article, source, links, uses) and where forms begin.

    order: of the rows by form and article. most: how many of a form are kept, those with most links and uses; a name
    that is a title (a source among `own`) counts as a hundred uses.
    """
    merged = np.empty((5, rows.shape[1]), np.int64)
    count = 0
    for row in order:
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
