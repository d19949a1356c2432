"""The inner loops over what a segment knows of names, compiled. Import this late: it loads numba.

`table` is that of a KeyTable, `counts` that of StoredCounts; the other arguments named as arrays are columns. See
`column_kernels` for these and for `notes`; columns of a function are numbered in the order of its arguments.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.index.storage.column_kernels import count_at, empty_unchecked, key_ranges
from tweetctx.index.surface_forms import MOST_SENSES, OWN, TITLED, FormSource
from tweetctx.runtime.compiled import njit
from tweetctx.text.names.keys import CAPITAL_WORD, SMALL_WORD

_NO_ARTICLE: Final = 2**32 - 1
_PARTED: Final = np.uint64(255)  # the bits of a key that tell where spaces part its letters, 0 for a single word
_NO_KEY: Final = np.uint64(2**64 - 1)  # which no table has
_LINK, _OWN, _TITLED = int(FormSource.LINK), int(OWN), int(TITLED)


@njit(nogil=True)
def form_ranges(keys: Any, joined: Any) -> Any:
    """The first and last key of each of K forms as a name, then in small letters, then in capitals, shape (2, 3·K).

    joined: for which forms spaces are ignored. Only single words have keys in small letters and capitals.
    """
    forms = len(keys)
    ranges = np.full((2, 3 * forms), _NO_KEY)
    for form in range(forms):
        key, spaces = keys[form], _PARTED if joined[form] else np.uint64(0)
        ranges[0, form], ranges[1, form] = key & ~spaces, key | spaces
        if key & _PARTED == np.uint64(0):
            ranges[:, forms + form] = key ^ SMALL_WORD
            ranges[:, 2 * forms + form] = key ^ CAPITAL_WORD
    return ranges


@njit(nogil=True)
def rows_between(
    table: Any, one: Any, other: Any, counts: Any, gone: Any, by_other: bool, first: Any, last: Any, notes: Any
) -> Any:
    """The rows of a table with keys from `first` to `last`: (pair of keys, one column, the other, count), shape (N, 4).

    gone: whether each article was removed, or an empty array. by_other: whether the articles that told the rows stand
    in the column `other`, not `one`; then rows that follow each other and differ only in them are one, with their sum:
    the name of a country is the text of links in many articles.
    """
    begins, ends = key_ranges(table, first, last, notes)
    empty_unchecked(one, begins, ends, 1, notes)
    empty_unchecked(other, begins, ends, 2, notes)
    empty_unchecked(counts[0], begins, ends, 3, notes)
    (small, _, _), large_at, large = counts
    ones, others = one[0], other[0]
    rows = np.empty((np.sum(ends - begins), 4), np.int64)
    kept = 0
    for pair in range(len(first)):
        for entry in range(begins[pair], ends[pair]):
            article = np.int64(others[entry] if by_other else ones[entry])
            if len(gone) and article != _NO_ARTICLE and gone[article]:
                continue
            count = count_at(small, large_at, large, entry, 3, notes)
            if by_other and kept and rows[kept - 1, 0] == pair and rows[kept - 1, 1] == np.int64(ones[entry]):
                rows[kept - 1, 3] += count
                continue
            rows[kept, 0], rows[kept, 1], rows[kept, 2] = pair, np.int64(ones[entry]), others[entry]
            rows[kept, 3] = count
            kept += 1
    return rows[:kept]


@njit(nogil=True)
def find_titles(table: Any, articles: Any, gone: Any, base: int, links: Any, found: Any, notes: Any) -> None:
    """Sets `found` to the first article with the title that a link leads to, where that is below 0.

    gone: whether each article was removed, or an empty array. base: the number of the segment's first article. links:
    rows whose column 1 is the key of a title.
    """
    titles = links[:, 1].astype(np.uint64)
    begins, ends = key_ranges(table, titles, titles, notes)
    empty_unchecked(articles, begins, ends, 1, notes)
    own_articles = articles[0]
    for link in range(len(titles)):
        for entry in range(begins[link], ends[link]):
            article = np.int64(own_articles[entry])
            if found[link] < 0 and not (len(gone) and gone[article]):
                found[link] = article + base


@njit(nogil=True)
def count_titled(table: Any, articles: Any, sources: Any, gone: Any, keys: Any, notes: Any) -> Any:
    """Counts the names with each key that come from a source in TITLED, in the shape of `keys`."""
    counts = np.zeros(len(keys), np.int64)
    begins, ends = key_ranges(table, keys, keys, notes)
    empty_unchecked(articles, begins, ends, 1, notes)
    empty_unchecked(sources, begins, ends, 2, notes)
    own_articles, own_sources = articles[0], sources[0]
    for row in range(len(keys)):
        for entry in range(begins[row], ends[row]):
            if own_sources[entry] & _TITLED and not (len(gone) and gone[own_articles[entry]]):
                counts[row] += 1
    return counts


@njit(nogil=True)
def sum_counts(table: Any, counts: Any, removed: Any, sums: Any, first: Any, last: Any, notes: Any) -> Any:
    """The sums of the counts of the keys from `first` to `last`, less those of removed ones, in their shape.

    removed, sums: ascending keys, and the sum of the counts of those before each.
    """
    totals = np.zeros(len(first), np.int64)
    begins, ends = key_ranges(table, first, last, notes)
    empty_unchecked(counts[0], begins, ends, 1, notes)
    (small, _, _), large_at, large = counts
    for pair in range(len(first)):
        for entry in range(begins[pair], ends[pair]):
            totals[pair] += count_at(small, large_at, large, entry, 1, notes)
        if len(removed):
            totals[pair] -= sums[np.searchsorted(removed, last[pair], side="right")]
            totals[pair] += sums[np.searchsorted(removed, first[pair])]
            totals[pair] = max(totals[pair], 0)
    return totals


@njit(nogil=True)
def read_facts(bases: Any, lengths: Any, kinds: Any, first: int, articles: Any, facts: Any, notes: Any) -> None:
    """Fills `facts` with the key of the title, the length and the kind of articles, shape (3, articles).

    first: the number of the segment's first article; articles that are not of the segment are left out.
    """
    begins = articles - first
    ends = begins + 1
    own_bases, own_lengths, own_kinds = bases[0], lengths[0], kinds[0]
    for row in range(len(articles)):
        if begins[row] < 0 or begins[row] >= len(own_bases):
            ends[row] = begins[row]
    empty_unchecked(bases, begins, ends, 0, notes)
    empty_unchecked(lengths, begins, ends, 1, notes)
    empty_unchecked(kinds, begins, ends, 2, notes)
    for row in range(len(articles)):
        for article in range(begins[row], ends[row]):
            facts[0, row] = np.int64(own_bases[article])
            facts[1, row], facts[2, row] = own_lengths[article], own_kinds[article]


@njit(nogil=True)
def merge_senses(order: Any, rows: Any, names: int, forms: int) -> Any:
    """Senses by form and article, each once: rows of articles, sources, links and uses, and where forms begin.

    rows: (form, article, sources, uses) of so many `names`, then (form, article, _, links), article −1 for none. order:
    of the rows by form and article, those without an article first. Of each form MOST_SENSES are kept.
    """
    senses, offsets = np.empty((4, len(rows)), np.int64), np.zeros(forms + 1, np.int64)
    at = count = 0
    while at < len(order) and rows[order[at], 1] < 0:
        at += 1
    for form in range(forms):
        begin = count
        while at < len(order) and rows[order[at], 0] == form:
            row, is_link = order[at], order[at] >= names
            at += 1
            if count == begin or senses[0, count - 1] != rows[row, 1]:
                senses[0, count] = rows[row, 1]
                senses[1, count] = senses[2, count] = senses[3, count] = 0
                count += 1
            senses[1, count - 1] |= _LINK if is_link else rows[row, 2]
            senses[2 if is_link else 3, count - 1] += rows[row, 3]
        if count - begin > MOST_SENSES:
            keep_best(senses[:, begin:count])
            count = begin + MOST_SENSES
        offsets[form + 1] = count
    return senses[:, :count].copy(), offsets


@njit(nogil=True)
def keep_best(senses: Any) -> None:
    """Moves the MOST_SENSES with most links and uses to the front, in their order; ties go to the earlier sense.

    A name that is a title (a source among OWN) counts as a hundred uses.
    """
    best, weights = np.empty(MOST_SENSES + 1, np.int64), np.empty(MOST_SENSES + 1, np.int64)  # heaviest first
    kept = 0
    for sense in range(senses.shape[1]):
        weight = 4 * senses[2, sense] + senses[3, sense] + 100 * ((senses[1, sense] & _OWN) > 0)
        rank = kept
        while rank > 0 and weights[rank - 1] < weight:
            best[rank], weights[rank] = best[rank - 1], weights[rank - 1]
            rank -= 1
        best[rank], weights[rank] = sense, weight
        kept = min(kept + 1, MOST_SENSES)
    best = np.sort(best[:kept])
    for rank in range(kept):
        senses[:, rank] = senses[:, best[rank]]
