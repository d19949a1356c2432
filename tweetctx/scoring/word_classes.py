"""Classes of words, as a partition of a collection's terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Ints
from tweetctx.index.protocol import UNKNOWN, Engine
from tweetctx.types import TermStats


@dataclass(frozen=True, slots=True)
class WordClasses:
    """A partition of a collection's terms; a term without a class is the only member of its own class.

    keys: the terms that have a class, ascending, shape (n,). class_of: the class of each, from 0, shape (n,). cf: how
    often the terms of each class occur, shape (classes,).
    """

    keys: Ints
    class_of: NDArray[np.int64]
    cf: NDArray[np.int64]

    @classmethod
    def of_terms(cls, classes: Mapping[str, int | str], engine: Engine) -> WordClasses:
        """Makes the partition; terms that the collection does not contain are ignored."""
        stats = engine.term_stats([*classes])
        rows = np.flatnonzero(stats.keys != UNKNOWN)
        names: dict[int | str, int] = {}
        class_of = np.array([names.setdefault(name, len(names)) for name in classes.values()], np.int64)[rows]
        cf = np.bincount(class_of, weights=stats.cf[rows], minlength=len(names)).astype(np.int64)
        order = np.argsort(stats.keys[rows])
        return cls(stats.keys[rows][order], class_of[order], cf)

    def of(self, terms: Ints) -> NDArray[np.int64]:
        """Returns the class of each term as an id; a term that is alone in its class keeps its key. terms: by key."""
        index, classed = self._indexes_of(terms)
        ids = terms.astype(np.int64)
        ids[classed] = -1 - self.class_of[index[classed]]
        return ids

    def frequency(self, stats: TermStats) -> NDArray[np.int64]:
        """How often the terms of the class of each term occur in the collection."""
        index, classed = self._indexes_of(stats.keys)
        cf = stats.cf.astype(np.int64)
        cf[classed] = self.cf[self.class_of[index[classed]]]
        return cf

    def _indexes_of(self, terms: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        if not len(self.keys):
            return np.zeros(len(terms), np.int64), np.zeros(len(terms), np.bool_)
        index = np.searchsorted(self.keys, terms).clip(max=len(self.keys) - 1)
        return index, self.keys[index] == terms
