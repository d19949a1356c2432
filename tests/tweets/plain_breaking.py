"""Breaking names the plain way: every way to break them is scored by itself, with dictionaries."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

import numpy as np

from tweetctx.text import fingerprints
from tweetctx.text.word_counts import Counts, WordCounts
from tweetctx.tweets.tag_words import TAG_WORDS
from tweetctx.tweets.weights import BreakingWeights

WEIGHTS = BreakingWeights(
    title_share=0.2,
    tag_share=0.1,
    thin=50.0,
    pair_share=0.25,
    word=0.5,
    one=3.0,
    two=1.0,
    three=0.25,
    unknown=4.0,
    letter=1.5,
    long=0.25,
    length=5,
    whole=0.75,
    inside=2.0,
    across=1.0,
)


@dataclass
class PlainCounts:
    """What a collection holds."""

    text: Counter[str]
    titles: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)

    def tables(self) -> WordCounts:
        """The same as the breaker takes it."""
        first, second = zip(*self.pairs, strict=True) if self.pairs else ((), ())
        keys = fingerprints.of_pairs(fingerprints.of_words(first), fingerprints.of_words(second))
        return WordCounts(
            Counts.of(fingerprints.of_words([*self.text]), np.array([*self.text.values()], np.int64)),
            Counts.of(fingerprints.of_words([*self.titles]), np.array([*self.titles.values()], np.int64)),
            Counts.of(keys, np.array([*self.pairs.values()], np.int64)),
        )

    def frequency(self, word: str) -> float:
        """c(w)/N."""
        return self.text[word] / max(self.text.total(), 1)

    def known(self, word: str, weights: BreakingWeights) -> float:
        """What a known word is worth; minus infinity for one that is not."""
        n = self.text.total()
        p = (1 - weights.title_share - weights.tag_share) * self.frequency(word)
        p += weights.title_share * self.titles[word] / max(self.titles.total(), 1)
        p *= n / (n + weights.thin)
        if word in TAG_WORDS:
            p += weights.tag_share / len(TAG_WORDS)
        elif word not in ("a", "i", "u"):
            short = {1: weights.one, 2: weights.two, 3: weights.three}.get(len(word), 0.0)
            return math.log(p) - short if p else -math.inf
        return math.log(p) if p else -math.inf

    def score(self, words: Sequence[str], weights: BreakingWeights, rules: Sequence[int] = ()) -> float:
        """What a way to break a name is worth; rules: where the rules break it."""
        total, at, name = 0.0, 0, "".join(words)
        is_known = []
        for word in words:
            crossed = sum(at < rule < at + len(word) for rule in rules)
            unknown = -weights.unknown - weights.letter * len(word) - weights.long * max(0, len(word) - weights.length)
            unknown += weights.whole * (word == name)
            known = self.known(word, weights) - weights.across * crossed
            is_known.append(known > unknown or crossed > 0)
            total += (known if is_known[-1] else unknown) - weights.word
            at += len(word)
            if rules and at < len(name) and at not in rules:
                total -= weights.inside
        for place, (left, right) in enumerate(pairwise(words)):
            alone = self.frequency(left) * self.frequency(right)
            if is_known[place] and is_known[place + 1] and alone:
                share, together = weights.pair_share, self.pairs[left, right] / max(self.pairs.total(), 1)
                total += max(0.0, math.log(1 - share + share * together / alone))
        return total

    def ways(self, name: str, weights: BreakingWeights, rules: Sequence[int] = ()) -> list[tuple[float, list[str]]]:
        """Every way to break a name with what it is worth, best first."""
        every = []
        for number in range(len(name)):
            for breaks in combinations(range(1, len(name)), number):
                words = [name[begin:end] for begin, end in pairwise((0, *breaks, len(name)))]
                every.append((self.score(words, weights, rules), words))
        return sorted(every, key=lambda way: -way[0])
