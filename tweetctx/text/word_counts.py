"""How often the words of a collection occur as they are written, stop words and all, and which stand side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.text import fingerprints
from tweetctx.text.fingerprints import Fingerprints

_LETTERS: Final = regex.compile(r"\p{L}[\p{L}\p{M}]*+")


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts by fingerprint.

    keys: shape (n,), ascending. values: how often each occurs, shape (n,). total: how often all did that were
    counted, of which rare ones may be missing here.
    """

    keys: Fingerprints
    values: NDArray[np.uint32]
    total: int

    @classmethod
    def of(cls, keys: Fingerprints, values: NDArray[np.integer]) -> Counts:
        """Counts in any order, in which a key that comes again is added to."""
        distinct, place = np.unique(keys, return_inverse=True)
        sums = np.zeros(len(distinct), np.int64)
        np.add.at(sums, place, values)
        return cls(distinct, np.minimum(sums, 2**32 - 1).astype(np.uint32), int(values.sum()))

    def of_each(self, keys: Fingerprints) -> NDArray[np.int64]:
        """How often each of some keys occurs, in their shape."""
        if not len(self.keys):
            return np.zeros(keys.shape, np.int64)
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[place] == keys, self.values[place].astype(np.int64), 0)


@dataclass(frozen=True, slots=True)
class WordCounts:
    """The words of a collection: lower case, letters and marks, without the apostrophes that hashtags lack.

    text: words of titles, headings and paragraphs. titles: words of titles. pairs: neighbours in titles and in the
    first paragraphs of articles, where names stand.
    """

    text: Counts
    titles: Counts
    pairs: Counts


TABLES: Final = tuple(field.name for field in fields(WordCounts))


def count_words(tokens: Sequence[str], titles: Sequence[Sequence[str]], leads: Sequence[Sequence[str]]) -> WordCounts:
    """Counts what the analyzer's tokens are made of: all of some articles, those of each title and of each lead."""
    return WordCounts(_count(tokens), _count([token for title in titles for token in title]), _pairs([*titles, *leads]))


def _count(tokens: Iterable[str]) -> Counts:
    counter = Counter(tokens)
    words = {token: word for token in counter if (word := _word(token))}
    return Counts.of(fingerprints.of_words([*words.values()]), np.array([counter[token] for token in words], np.int64))


def _pairs(rows: Iterable[Sequence[str]]) -> Counts:
    """Counts neighbours; a token that is no word stands between its neighbours."""
    tokens = [token for row in rows for token in (*row, "")]
    numbers = {token: number for number, token in enumerate(dict.fromkeys(tokens))}
    words = [_word(token) for token in numbers]
    of_number = np.zeros(len(words), np.uint64)
    known = np.array([bool(word) for word in words], np.bool_)
    of_number[known] = fingerprints.of_words([word for word in words if word])
    row = np.array([numbers[token] for token in tokens], np.int64)
    both = known[row[:-1]] & known[row[1:]]
    keys = fingerprints.of_pairs(of_number[row[:-1][both]], of_number[row[1:][both]])
    return Counts.of(keys, np.ones(len(keys), np.int64))


def _word(token: str) -> str:
    """The word that a token is, or nothing."""
    if token.isalpha():
        return token
    token = token.replace("'", "")
    return token if _LETTERS.fullmatch(token) else ""
