"""Word classes for the models that need some: those of a file, or made of a collection's own text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from tweetctx.classes import Bigrams, TermClasses, brown_classes, read_classes, write_classes
from tweetctx.errors import ClassesError
from tweetctx.scoring import Pool

MOST_WORDS = 10_000  # of the most frequent words get a class


def own_classes(pool: Pool, classes: int) -> dict[str, int]:
    """Returns Brown et al.'s classes of the most frequent words of a pool, from the bigrams within its sentences.

    At most MOST_WORDS words; words whose neighbours are all rarer get no class. Fewer classes if there are fewer
    words.
    """
    keys, count = np.unique(pool.sentences.values, return_counts=True)
    frequent = keys[np.argsort(-count, kind="stable")[:MOST_WORDS]]
    rank = np.full(int(keys.max(initial=0)) + 1, -1, np.int64)
    rank[frequent] = np.arange(len(frequent))
    words, rows = rank[pool.sentences.values], pool.sentences.row_of_value
    pairs = np.stack([words[:-1], words[1:]])[:, rows[:-1] == rows[1:]]
    pairs, counts = np.unique(pairs[:, (pairs >= 0).all(axis=0)], axis=1, return_counts=True)
    seen = np.unique(pairs)
    if not len(seen):
        return {}
    bigrams = Bigrams(np.searchsorted(seen, pairs[0]), np.searchsorted(seen, pairs[1]), counts, len(seen))
    class_of = brown_classes(bigrams, min(classes, len(seen)))
    by_class = np.argsort(class_of, kind="stable")
    texts = pool.engine.term_stats(frequent[seen[by_class]]).texts
    return {text: int(class_of[word]) for text, word in zip(texts, by_class, strict=True)}


def keep_classes(path: Path, pool: Pool, classes: int, origin: Mapping[str, str]) -> None:
    """Writes a pool's own classes to a file, unless it has them already; origin says what they are made from."""
    marks = {**origin, "classes": str(classes)}
    try:
        if read_classes(path).origin == marks:
            return
    except ClassesError:
        pass  # missing or incomplete: it is made anew
    path.parent.mkdir(parents=True, exist_ok=True)
    write_classes(TermClasses(own_classes(pool, classes), marks), path)
