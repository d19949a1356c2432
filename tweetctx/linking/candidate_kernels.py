"""The inner loops over the senses of surface forms, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.arrays.hash_kernels import hash_table, slot_of
from tweetctx.arrays.types import i64, u64
from tweetctx.index.surface_forms import ArticleKind, FormSource
from tweetctx.runtime.compiled import njit

_LARGEST_PRIOR: Final = 30.0  # what larger ones count as where they are exponents
_TITLE, _OPENING, _SURNAME = int(FormSource.TITLE), int(FormSource.OPENING), int(FormSource.SURNAME)
_NAMED: Final = int(FormSource.NAME | FormSource.PLACE)
_TRUSTED: Final = int(FormSource.REDIRECT | FormSource.ALIAS | FormSource.SHORT)
_QUALIFIED, _DISAMBIGUATION = int(ArticleKind.QUALIFIED), int(ArticleKind.DISAMBIGUATION)


@njit(nogil=True)
def distinct_pairs(keys: Any, joined: Any) -> Any:
    """The distinct pairs of a key and a mark, in the order in which they first occur: keys, marks, and that of each."""
    table = hash_table(len(keys))
    distinct, marks = np.empty(len(keys), np.uint64), np.empty(len(keys), np.bool_)
    pair_of = np.empty(len(keys), np.int64)
    count = 0
    for row in range(len(keys)):
        spaces = (keys[row] & u64(255)) | u64(joined[row] << 8)
        pair = i64(keys[row] >> u64(8) | spaces << u64(40))  # the bits of the letters are the lowest, which hash best
        slot = slot_of(pair, table)
        if table[1, slot] < 0:
            table[0, slot], table[1, slot] = pair, count
            distinct[count], marks[count] = keys[row], joined[row]
            count += 1
        pair_of[row] = table[1, slot]
    return distinct[:count], marks[:count], pair_of


@njit(nogil=True)
def add_senses(parts: Any, rows: Any, found: Any, keys: Any, joined: Any, offsets: Any, articles: Any) -> Any:
    """Adds each article found to the forms that begin or end its title, behind their own senses if it is none of them.

    parts, rows: keys of what titles begin and end with, and the row in `found` of each. found: articles, ascending.
    keys, joined: of the forms. Returns where the senses of each form begin, the sense of `articles` that each has its
    facts from, −1 for none, the articles, and which are new.
    """
    missing = np.zeros((len(keys), len(found)), np.bool_)
    for part in range(len(parts)):
        for form in range(len(keys)):
            if keys[form] >> u64(8) == parts[part] >> u64(8) and (joined[form] or keys[form] == parts[part]):
                missing[form, rows[part]] = True
    known = np.full(len(found), -1)  # of each article found, the last sense that it is
    for form in range(len(keys)):
        for sense in range(offsets[form], offsets[form + 1]):
            row = np.searchsorted(found, articles[sense])
            if row < len(found) and found[row] == articles[sense]:
                known[row], missing[form, row] = sense, False
    size, count = len(articles) + np.sum(missing), 0
    like, owners = np.empty(size, np.int64), np.empty(size, np.int64)
    begins, new = np.zeros_like(offsets), np.zeros(size, np.bool_)
    for form in range(len(keys)):
        for sense in range(offsets[form], offsets[form + 1]):
            like[count], owners[count] = sense, articles[sense]
            count += 1
        for row in np.flatnonzero(missing[form]):
            like[count], owners[count], new[count] = known[row], found[row], True
            count += 1
        begins[form + 1] = count
    return begins, like, owners, new


@njit(nogil=True)
def rank_senses(form_of: Any, of_senses: Any, most: int, articles: Any, retrieved: Any, more: int) -> Any:
    """Runs `sense_priors`, then `likeliest`, and returns what both return."""
    priors, commonness = sense_priors(of_senses)
    favoured = np.zeros(len(articles), np.bool_)
    for sense in range(len(articles)):
        for article in retrieved:
            favoured[sense] |= articles[sense] == article
    return priors, commonness, likeliest(form_of, of_senses[0], priors, most, favoured, more)


@njit(nogil=True)
def sense_priors(of_senses: Any) -> Any:
    """The prior of each sense given its form, as a logit and as P(article | surface form), both of shape (S,).

    The logit is a sum of weights set by hand. of_senses: `SurfaceForms.of_senses`.
    """
    offsets, sources, links, uses, names_of, namesakes, lengths, kinds = of_senses
    priors, commonness = np.empty(len(sources)), np.empty(len(sources))
    for sense in range(len(sources)):
        source, kind = sources[sense], kinds[sense]
        unqualified = (source & _TITLE) > 0 and (kind & _QUALIFIED) == 0
        prior = 3.0 * unqualified
        prior += 1.5 * ((source & _NAMED) > 0 and not unqualified)
        prior += 1.2 * ((source & _TRUSTED) > 0)
        prior += 0.4 * ((source & _OPENING) > 0)
        prior += 0.3 * ((source & _SURNAME) > 0)
        prior += 1.0 * np.log1p(links[sense])
        prior += 0.3 * np.log1p(uses[sense])
        prior += 0.35 * np.log1p(names_of[sense] / max(namesakes[sense], 1))
        prior += 0.15 * np.log(max(lengths[sense], 100) / 100)
        prior -= 5.0 * ((kind & _DISAMBIGUATION) > 0)
        priors[sense] = prior
    for form in range(len(offsets) - 1):
        total = 0.0
        for sense in range(offsets[form], offsets[form + 1]):
            commonness[sense] = np.exp(min(priors[sense], _LARGEST_PRIOR))
            total += commonness[sense]
        for sense in range(offsets[form], offsets[form + 1]):
            commonness[sense] /= max(total, 1e-9)
    return priors, commonness


@njit(nogil=True)
def likeliest(form_of: Any, offsets: Any, priors: Any, most: int, favoured: Any, more: int) -> Any:
    """The `most` most probable senses of the form of each mention: rows of (mention, sense, rank), as columns.

    form_of: the form of each mention. offsets: where the senses of each form begin. Ties go to the earlier sense.
    favoured: whether each sense is kept even if others are more probable, as far as there are no more than `more`.
    """
    forms = len(offsets) - 1
    best, kept = np.empty((forms, most + more), np.int64), np.zeros(forms, np.int64)
    taken = np.zeros(len(priors), np.bool_)
    for form in range(forms):
        begin, end = offsets[form], offsets[form + 1]
        kept[form] = min(most, end - begin)
        for rank in range(kept[form]):
            top = -1
            for sense in range(begin, end):
                if not taken[sense] and (top < 0 or priors[sense] > priors[top]):
                    top = sense
            taken[top] = True
            best[form, rank] = top
        for sense in range(begin, end):
            if favoured[sense] and not taken[sense] and kept[form] < most + more:
                best[form, kept[form]] = sense
                kept[form] += 1
    total = 0
    for form in form_of:
        total += kept[form]
    rows = np.empty((3, total), np.int64)
    row = 0
    for mention in range(len(form_of)):
        form = form_of[mention]
        for rank in range(kept[form]):
            rows[0, row], rows[1, row], rows[2, row] = mention, best[form, rank], rank
            row += 1
    return rows
