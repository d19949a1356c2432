"""Breaking names the plain way, with dictionaries: every way to break one is scored, or Viterbi finds the best."""

import math
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations, pairwise
from typing import NamedTuple

import numpy as np

from tweetctx.text import fingerprints
from tweetctx.text.word_counts import Counts, WordCounts
from tweetctx.tweets.tag_words import TAG_WORDS
from tweetctx.tweets.weights import BreakingWeights
from tweetctx.tweets.word_breaker import LONGEST_WORD

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


Span = tuple[int, int]
Rules = Mapping[int, bool | None]  # True where the rules break a name, False where they may, None where no word ends
NO_RULES: Rules = {}


class Scored(NamedTuple):
    """A span as a word, its score, and whether the collection knows it."""

    word: str
    score: float
    known: bool


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
        n = max(self.text.total(), 1)
        p = (1 - weights.title_share - weights.tag_share) * self.frequency(word)
        p += weights.title_share * (self.titles[word] / max(self.titles.total(), 1))
        p *= n / (n + weights.thin)
        if word in TAG_WORDS:
            p += weights.tag_share / len(TAG_WORDS)
        elif word not in ("a", "i", "u"):
            short = {1: weights.one, 2: weights.two, 3: weights.three}.get(len(word), 0.0)
            return math.log(p) - short if p else -math.inf
        return math.log(p) if p else -math.inf

    def span(self, name: str, begin: int, end: int, weights: BreakingWeights, rules: Rules) -> Scored:
        """Scores a span of a name as a word; rules: where the rules break the name, and True where they surely do."""
        word, length = name[begin:end], end - begin
        crossed = sum(begin < rule < end for rule, surely in rules.items() if surely)
        unknown = -(weights.unknown + weights.letter * length + weights.long * max(0, length - weights.length))
        unknown += weights.whole * (word == name)
        known = self.known(word, weights) - weights.across * crossed
        if crossed and not {begin, end} <= {0, len(name), *rules}:
            known = -math.inf
        is_known = known > unknown or crossed > 0
        score = (known if is_known else unknown) - weights.word
        if any(rules.values()) and end < len(name) and not rules.get(end):
            score -= weights.inside
        return Scored(word, score, is_known)

    def bonus(self, left: Scored, right: Scored, weights: BreakingWeights) -> float:
        """The bonus of two neighbours."""
        alone = self.frequency(left.word) * self.frequency(right.word)
        if not (left.known and right.known and alone):
            return 0.0
        together = self.pairs[left.word, right.word] / max(self.pairs.total(), 1)
        return math.log(max(1.0, 1.0 - weights.pair_share + weights.pair_share * (together / alone)))

    def score(self, words: Sequence[str], weights: BreakingWeights, rules: Rules = NO_RULES) -> float:
        """Scores a way to break a name."""
        places = [*pairwise([0, *accumulate(map(len, words))])]
        if any(rules.get(end, False) is None for _, end in places):
            return -math.inf
        spans = [self.span("".join(words), begin, end, weights, rules) for begin, end in places]
        bonuses = (self.bonus(left, right, weights) for left, right in pairwise(spans))
        return sum(span.score for span in spans) + sum(bonuses)

    def ways(self, name: str, weights: BreakingWeights, rules: Rules = NO_RULES) -> list[tuple[float, list[str]]]:
        """Every way to break a name with its score, best first."""
        every = []
        for number in range(len(name)):
            for breaks in combinations(range(1, len(name)), number):
                words = [name[begin:end] for begin, end in pairwise((0, *breaks, len(name)))]
                every.append((self.score(words, weights, rules), words))
        return sorted(every, key=lambda way: -way[0])

    def ends(self, name: str, weights: BreakingWeights, rules: Rules = NO_RULES) -> list[int]:
        """The ends of the words of a lowercased name on the best path, the first found of equal ones."""
        best = {0: (0.0, -1)}  # by place: the score of the best path to it, and where its last word begins
        spans: dict[Span, Scored] = {}
        paths: dict[
            Span, tuple[float, int]
        ] = {}  # by its last word: the score of the best, where the word before begins
        for begin, end in combinations(range(len(name) + 1), 2):
            if begin not in best or end - begin > LONGEST_WORD or _belongs_before(name[end : end + 1]):
                continue
            if rules.get(end, False) is None:
                continue
            span = spans[begin, end] = self.span(name, begin, end, weights, rules)
            starts = [start for start in range(begin) if (start, begin) in paths]
            bonuses = [self.bonus(spans[start, begin], span, weights) for start in starts]
            earning = [
                (paths[start, begin][0] + bonus, start) for start, bonus in zip(starts, bonuses, strict=True) if bonus
            ]
            value, start = max([best[begin], *earning], key=lambda path: path[0])
            paths[begin, end] = value + span.score, start
            if end not in best or value + span.score > best[end][0]:
                best[end] = value + span.score, begin
        if len(name) not in best:
            return [len(name)]
        path = [(best[len(name)][1], len(name))]
        while path[0][0] > 0:
            path.insert(0, (paths[path[0]][1], path[0][0]))
        if len(name) <= LONGEST_WORD:
            return [end for _, end in path]
        apart = [
            left[1] for left, right in pairwise(path) if spans[left].known or spans[right].known or rules.get(left[1])
        ]
        return [*apart, len(name)]


def _belongs_before(letter: str) -> bool:
    return unicodedata.category(letter or "x").startswith("M") or letter in ("\u200c", "\u200d")
