"""Trains word classes from an index."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.sums import KeyCounts, distinct
from tweetctx.arrays.types import Ints
from tweetctx.errors import ClassesError, ParameterError
from tweetctx.index import Engine, open_index
from tweetctx.scoring.classes.brown import Bigrams, Merge, brown_classes
from tweetctx.scoring.classes.files import TermClasses, write_classes
from tweetctx.specs import Range

_SIZES = Range(1, whole=True)
DEFAULT_CLASSES, DEFAULT_WORDS = 500, 10_000


@dataclass(frozen=True, slots=True)
class TrainProgress:
    """The progress of a training; `stage` is "counting" (sentences) or "merging" (words)."""

    stage: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class TrainReport:
    """The result of training: how many classes, words with a class and occurrences of their bigrams there are."""

    classes: int
    words: int
    bigrams: int


OnProgress = Callable[[TrainProgress], None]


def train_classes(
    index: str | Path,
    destination: str | Path,
    *,
    classes: int = DEFAULT_CLASSES,
    words: int = DEFAULT_WORDS,
    on_progress: OnProgress | None = None,
) -> TrainReport:
    """Writes the word classes of an index, named by its path or an engine's URI, to a file.

    Raises what `open_index` and `classes_of_index` raise, and ClassesError for a destination that cannot be a file.
    """
    check_sizes(classes, words)
    path = Path(destination)
    if path.is_dir() or not path.parent.is_dir():
        raise ClassesError(f"{path}: expected the name of a file to write, in a folder that is there")
    found = classes_of_index(open_index(index), classes=classes, words=words, on_progress=on_progress)
    trained = TermClasses(found.of, {"index": str(index), **found.origin})
    write_classes(trained, path)
    return TrainReport(len(trained.members()), len(trained.of), int(trained.origin["bigrams"]))


def classes_of_index(
    index: Engine,
    *,
    classes: int = DEFAULT_CLASSES,
    words: int = DEFAULT_WORDS,
    on_progress: OnProgress | None = None,
) -> TermClasses:
    """Clusters the most frequent words of an index by their bigrams in its sentences (Brown et al. 1992, section 3).

    words: how many, W, or all if there are fewer; phrases are not words. Of equally frequent ones the first in the
    index's order are taken. A bigram is two neighbouring terms of a sentence; it counts if both are among the W.
    A word in no such bigram gets no class.

    ParameterError if classes < 1 or words < classes.
    """
    check_sizes(classes, words)
    frequent = frequent_words(index, words)
    bigrams = count_bigrams(index, frequent, on_progress)
    seen = distinct(np.concatenate([bigrams.left, bigrams.right]))
    kept = Bigrams(np.searchsorted(seen, bigrams.left), np.searchsorted(seen, bigrams.right), bigrams.counts, len(seen))

    def move(step: Merge) -> None:
        if on_progress:
            on_progress(TrainProgress("merging", step.word + 1, kept.words))

    class_of = brown_classes(kept, classes, move)
    by_class = np.argsort(class_of, kind="stable")
    texts = index.term_stats(frequent[seen[by_class]]).texts
    of = {text: int(class_of[word]) for text, word in zip(texts, by_class, strict=True)}
    return TermClasses(of, _origin(index, len(set(of.values())), len(of), int(kept.counts.sum())))


def check_sizes(classes: int, words: int) -> None:
    """Raises ParameterError unless both are whole numbers and 1 ≤ classes ≤ words."""
    if classes not in _SIZES:
        raise ParameterError(f"classes: found {classes!r}, expected {_SIZES}")
    if words not in _SIZES or words < classes:
        raise ParameterError(f"words: found {words!r}, expected at least as many as classes ({classes})")


def frequent_words(index: Engine, words: int) -> Ints:
    """Returns the keys of the most frequent terms of sentences except phrases, most frequent first; ties by key."""
    keys = distinct(np.concatenate([np.empty(0, np.int64), *(distinct(rows.values) for rows in index.scan())]))
    stats = index.term_stats(keys)
    order = np.argsort(-stats.cf.astype(np.int64), kind="stable")
    single = (row for row in order.tolist() if " " not in stats.texts[row])
    return keys[[*islice(single, min(words, len(keys)))]]


def count_bigrams(index: Engine, words: Ints, on_progress: OnProgress | None = None) -> Bigrams:
    """Counts neighbours in sentences where both are among the words, given by key; word i is `words[i]`."""
    order = np.argsort(words)
    ascending = words[order]
    found = KeyCounts()
    for rows in _sentences(index, on_progress):
        place = np.searchsorted(ascending, rows.values).clip(max=max(len(words) - 1, 0))
        ranks = np.where(ascending[place] == rows.values, order[place], -1)
        row = rows.row_of_value
        inside = (row[:-1] == row[1:]) & (ranks[:-1] >= 0) & (ranks[1:] >= 0)
        keys = ranks[:-1][inside] * len(words) + ranks[1:][inside]
        found.add(keys)
    keys, counts = found.total()
    return Bigrams(keys // max(len(words), 1), keys % max(len(words), 1), counts, len(words))


def _sentences(index: Engine, on_progress: OnProgress | None) -> Iterator[Ragged]:
    """Yields the terms of all sentences, many at a time."""
    done = 0
    for sentences in index.scan():
        yield sentences
        done += len(sentences)
        if on_progress:
            on_progress(TrainProgress("counting", done, index.size.sentences))


def _origin(index: Engine, classes: int, words: int, bigrams: int) -> dict[str, str]:
    size = index.size
    values = {
        "analyzer": index.analyzer.config.name,
        "documents": size.documents,
        "tokens": size.collection_length,
        "words": words,
        "bigrams": bigrams,
        "classes": classes,
    }
    return {name: str(value) for name, value in values.items()}
