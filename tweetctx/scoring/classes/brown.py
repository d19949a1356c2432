"""Word classes by mutual information.

Brown et al. (1992), "Class-Based n-gram Models of Natural Language", section 3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Ints
from tweetctx.errors import ParameterError


@dataclass(frozen=True, slots=True)
class Bigrams:
    """Bigram counts. Words are numbered from 0 by descending frequency.

    left, right, counts: of B distinct bigrams, shape (B,). words: W, the number of words.
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    counts: NDArray[np.int64]
    words: int

    def by_later_word(self) -> tuple[Bigrams, Ints]:
        """Returns the bigrams sorted by their less frequent word, and where those of each begin, shape (W + 1,)."""
        later = np.maximum(self.left, self.right)
        order = np.lexsort((self.right, self.left, later))
        begins = np.searchsorted(later[order], np.arange(self.words + 1))
        return Bigrams(self.left[order], self.right[order], self.counts[order], self.words), begins


@dataclass(frozen=True, slots=True)
class Merge:
    """A step: after `word` entered, the classes whose most frequent words are `first` and `second` were merged.

    loss: of average mutual information, in nats.
    """

    word: int
    first: int
    second: int
    loss: float


OnMerge = Callable[[Merge], None]


def brown_classes(bigrams: Bigrams, classes: int, on_merge: OnMerge | None = None) -> NDArray[np.int64]:
    """Returns the class of each word, shape (W,), numbered from 0 in the order of their most frequent words.

    The C most frequent words start in a class each. Each further word enters in a class of its own; then, of the C + 1
    classes, those two are merged that lose least of the average mutual information of neighbouring classes,

        I = Σ_{i,j} p(i, j) ln(p(i, j) / (pl(i) pr(j))),  pl(i) = Σ_j p(i, j),  pr(j) = Σ_i p(i, j)

    p, pl and pr are relative frequencies among the bigrams of the words that have entered. Losses that differ by less
    than 1e-12 are equal; then the pair counts whose more frequent head, then whose other head, comes first, where the
    head of a class is its most frequent word. With C ≥ W every word is a class. `on_merge` is called after every step.

    Raises ParameterError for fewer than one class.
    """
    if classes < 1:
        raise ParameterError(f"classes: found {classes}, expected a number from 1")
    if classes >= bigrams.words:
        return np.arange(bigrams.words)
    slots = _cluster(bigrams, classes, on_merge)
    _, heads, numbers = np.unique(slots, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(heads))[numbers]


def _cluster(bigrams: Bigrams, classes: int, on_merge: OnMerge | None) -> NDArray[np.int64]:
    """Returns the slot of each word."""
    from tweetctx.scoring.classes.kernels import best_pair, empty_window, enter, merge

    ordered, begins = bigrams.by_later_word()
    window = empty_window(classes + 1, bigrams.words)
    slot = 0
    for word in range(bigrams.words):
        own = slice(begins[word], begins[word + 1])
        enter(window, word, slot, ordered.left[own], ordered.right[own], ordered.counts[own])
        slot = word + 1
        if word >= classes:
            first, second, loss = best_pair(window)
            step = Merge(word, int(window.heads[first]), int(window.heads[second]), loss)
            merge(window, first, second)
            slot = second
            if on_merge:
                on_merge(step)
    return window.slots
