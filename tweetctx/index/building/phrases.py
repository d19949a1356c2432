"""The most frequent word bigrams of a collection, which are terms of their own in the `dcu` analyzer."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.sums import KeyCounts
from tweetctx.index.protocol import UNKNOWN
from tweetctx.index.search.vocabulary import LayeredVocabulary

Keys = NDArray[np.int64]

_RIGHT_BITS = 32


def bigrams(rows: Ragged) -> Ragged:
    """Returns each pair of neighbours in a row as one number: the left term in the upper bits, the right below."""
    values = rows.values.astype(np.int64)
    pairs = (values[:-1] << _RIGHT_BITS) | values[1:]
    row = rows.row_of_value
    inside = row[:-1] == row[1:]
    lengths = np.bincount(row[:-1][inside], minlength=len(rows))
    return Ragged(pairs[inside], np.concatenate([[0], np.cumsum(lengths)]))


def _counted(batches: Iterable[Ragged]) -> tuple[Keys, Keys]:
    """Returns the bigrams of the batches, ascending, and how often each occurs."""
    counts = KeyCounts()
    for batch in batches:
        counts.add(bigrams(batch).values)
    return counts.total()


def frequent_bigrams(batches: Iterable[Ragged], terms: Sequence[str], limit: int) -> tuple[Keys, Keys]:
    """Returns the `limit` bigrams most frequent in the batches, sorted by number, and their frequencies, at least 2.

    Of equally frequent bigrams the first by their words are taken.
    """
    keys, frequency = _counted(batches)
    repeated = frequency > 1
    keys, frequency = keys[repeated], frequency[repeated]
    if len(keys) > limit:
        least = np.partition(frequency, len(keys) - limit)[len(keys) - limit]
        ties = sorted(keys[frequency == least].tolist(), key=lambda key: bigram_text(key, terms))
        above = np.count_nonzero(frequency > least)
        chosen = (frequency > least) | np.isin(keys, np.array(ties[: limit - above], np.int64))
        keys, frequency = keys[chosen], frequency[chosen]
    return keys, frequency


def listed_bigrams(batches: Iterable[Ragged], terms: Sequence[str], listed: Container[str]) -> tuple[Keys, Keys]:
    """Returns the bigrams of the batches that are on a list, sorted by number, and their frequencies."""
    keys, frequency = _counted(batches)
    chosen = np.array([bigram_text(key, terms) in listed for key in keys.tolist()], np.bool_)
    return keys[chosen], frequency[chosen]


def known_bigrams(batches: Iterable[Ragged], terms: Sequence[str], vocabulary: LayeredVocabulary) -> Keys:
    """Returns the bigrams of the batches that the vocabulary has as terms, sorted by number."""
    keys, _ = _counted(batches)
    texts = (bigram_text(key, terms) for key in keys.tolist())
    known: Keys = keys[vocabulary.numbers([text.encode("utf-8", "replace").decode() for text in texts]) != UNKNOWN]
    return known


def bigram_text(key: int, terms: Sequence[str]) -> str:
    """Returns the two words of a bigram, joined by one space."""
    return f"{terms[key >> _RIGHT_BITS]} {terms[key & ((1 << _RIGHT_BITS) - 1)]}"


def phrases(rows: Ragged, chosen: Keys, first_number: int) -> Ragged:
    """Finds the chosen bigrams in each row, numbered from `first_number` in the order of `chosen`."""
    pairs = bigrams(rows)
    indexes = np.searchsorted(chosen, pairs.values)
    matches = np.append(chosen, -1)[indexes] == pairs.values
    lengths = np.bincount(pairs.row_of_value[matches], minlength=len(rows))
    return Ragged(first_number + indexes[matches], np.concatenate([[0], np.cumsum(lengths)]))
