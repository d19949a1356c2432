"""Counts of a collection's words as written, stop words included, and of neighbouring words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.sums import sum_by_key
from tweetctx.arrays.types import Ints
from tweetctx.text import fingerprints
from tweetctx.text.fingerprints import Fingerprints

_LETTERS: Final = regex.compile(r"\p{L}[\p{L}\p{M}]*+")


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts by fingerprint.

    keys: shape (n,), ascending. values: how often each occurs, shape (n,). total: the sum over all words counted, which
    may include rare ones that are not kept here.
    """

    keys: Fingerprints
    values: NDArray[np.uint32]
    total: int

    @classmethod
    def of(cls, keys: Fingerprints, values: NDArray[np.integer]) -> Counts:
        """Sums counts given in any order, by key."""
        distinct, sums = sum_by_key(keys, values)
        return cls(distinct, np.minimum(sums, 2**32 - 1).astype(np.uint32), int(values.sum()))


@dataclass(frozen=True, slots=True)
class WordCounts:
    """The words of a collection: lower case, letters and marks, without the apostrophes that hashtags lack.

    text: words of titles, headings and paragraphs. titles: words of titles. pairs: neighbours in titles and in the
    sentences of first paragraphs, where names stand.
    """

    text: Counts
    titles: Counts
    pairs: Counts


TABLES: Final = tuple(field.name for field in fields(WordCounts))


def word_keys(tokens: Sequence[str]) -> Fingerprints:
    """Returns the fingerprints of the analyzer's tokens; 0 for a token that is not a word."""
    words = [token if token.isalpha() else _word(token) for token in tokens]
    keys = np.zeros(len(words), np.uint64)
    keys[[bool(word) for word in words]] = fingerprints.of_words([word for word in words if word])
    return keys


def count_words(keys: Fingerprints, text: Ints, titles: Ragged, leads: Ragged) -> WordCounts:
    """Counts words.

    keys: the fingerprints of distinct tokens, see `word_keys`. text, titles, leads: the tokens of all text, of titles
    and of sentences of first paragraphs, as indexes into `keys`.
    """
    first, second = (np.concatenate(sides) for sides in zip(_neighbours(titles), _neighbours(leads), strict=True))
    left, right = keys.take(first), keys.take(second)
    pairs = fingerprints.of_pairs(left, right).compress((left > 0) & (right > 0))
    distinct, counts = np.unique(pairs, return_counts=True)  # in half the time of `sum_by_key`
    counted = Counts(distinct, counts.astype(np.uint32), len(pairs))
    return WordCounts(_count(keys, text), _count(keys, titles.values), counted)


def _count(keys: Fingerprints, tokens: Ints) -> Counts:
    counts = np.bincount(tokens, minlength=len(keys))
    occurring = (keys > 0) & (counts > 0)
    keys, counts = keys[occurring], counts[occurring]
    order = np.argsort(keys)  # in half the time of a stable sort, which is quick where keys ascend already
    return Counts.of(keys[order], counts[order])


def _neighbours(rows: Ragged) -> tuple[Ints, Ints]:
    """Returns all pairs of neighbouring values of a row."""
    row = rows.row_of_value
    at = np.flatnonzero(row[:-1] == row[1:])
    return rows.values.take(at), rows.values.take(at + 1)


def _word(token: str) -> str:
    """Returns the token without apostrophes; empty if it is not a word."""
    token = token.replace("'", "")
    return token if _LETTERS.fullmatch(token) else ""
