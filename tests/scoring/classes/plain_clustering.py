"""Brown's clustering for small texts: average mutual information summed anew for every merge that is possible."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

import numpy as np

from tweetctx.scoring.classes import Bigrams

Text = Sequence[Sequence[int]]  # sentences of words by number


def information(text: Text, class_of: Mapping[int, int]) -> float:
    """I in nats, from the bigrams of which both words have a class."""
    cells: Counter[tuple[int, int]] = Counter()
    lefts: Counter[int] = Counter()
    rights: Counter[int] = Counter()
    for sentence in text:
        for left, right in pairwise(sentence):
            if left in class_of and right in class_of:
                cells[class_of[left], class_of[right]] += 1
                lefts[class_of[left]] += 1
                rights[class_of[right]] += 1
    total = sum(cells.values())
    return math.fsum(
        n / total * math.log(n / total / (lefts[i] / total * rights[j] / total)) for (i, j), n in cells.items()
    )


def losses(text: Text, class_of: Mapping[int, int]) -> dict[tuple[int, int], float]:
    """What each merge of two classes loses. A class goes by its most frequent word, the word of least number."""
    before = information(text, class_of)
    found = {}
    for first, second in combinations(sorted(set(class_of.values())), 2):
        merged = {word: first if head == second else head for word, head in class_of.items()}
        found[first, second] = before - information(text, merged)
    return found


def steps(
    text: Text, words: int, classes: int, merges: Sequence[tuple[int, int]]
) -> Iterator[tuple[dict[tuple[int, int], float], dict[int, int]]]:
    """For each merge that was made, what every possible one would have lost, and the classes after the one made."""
    class_of = {word: word for word in range(min(classes, words))}
    for word, (first, second) in zip(range(classes, words), merges, strict=True):
        class_of[word] = word
        possible = losses(text, class_of)
        class_of = {member: first if head == second else head for member, head in class_of.items()}
        yield possible, class_of


def bigrams(text: Text, words: int) -> Bigrams:
    """The bigrams of a text."""
    counts = Counter(pair for sentence in text for pair in pairwise(sentence))
    pairs = np.array([*counts], np.int64).reshape(-1, 2)
    return Bigrams(pairs[:, 0], pairs[:, 1], np.array([*counts.values()], np.int64), words)
