"""Classes of words, as a partition of a collection's terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.statistics import UNKNOWN, Statistics
from tweetctx.ragged import Ints


@dataclass(frozen=True, slots=True)
class WordClasses:
    """The class of every term, by number, shape (V,), and how often the terms of each class occur, shape (classes,).

    A term that no one put into a class is alone in its own.
    """

    class_of: NDArray[np.int64]
    cf: NDArray[np.int64]

    @classmethod
    def of_terms(cls, classes: Mapping[str, int | str], stats: Statistics) -> WordClasses:
        """Makes the partition; terms that the collection does not contain are passed over."""
        names: dict[int | str, int] = {}
        size = len(stats.vocabulary)
        class_of = np.arange(size, dtype=np.int64)
        for term, name in classes.items():
            number = stats.vocabulary.number(term)
            if number != UNKNOWN:
                class_of[number] = size + names.setdefault(name, len(names))
        cf = np.zeros(size + len(names), np.int64)
        np.add.at(cf, class_of, stats.cf.array)
        return cls(class_of, cf)

    def of(self, terms: Ints) -> NDArray[np.int64]:
        """The class of each term."""
        return self.class_of[terms]

    def frequency(self, classes: Ints) -> NDArray[np.int64]:
        """How often the terms of each class occur in the collection."""
        return self.cf[classes]
