"""The lattice of a hashtag's spans: scores of spans as words, and bonuses of neighbouring words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.ragged import Floats
from tweetctx.text import fingerprints
from tweetctx.text.fingerprints import Fingerprints
from tweetctx.text.word_counts import Counts, WordCounts
from tweetctx.tweets.tag_words import TAG_WORDS
from tweetctx.tweets.viterbi import Span
from tweetctx.tweets.weights import BreakingWeights

LONGEST_WORD: Final = 24  # letters
_BELONGS_BEFORE: Final = regex.compile(r"[\p{M}\u200C\u200D]")
_SINGLE: Final = frozenset("aiu")  # letters that are words

Bools = NDArray[np.bool_]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Spans:
    """The parts of a text that can be words, in the order of their beginnings, each of shape (spans,).

    begins, ends: positions in the text. keys: fingerprints. scores: ln p(w) of a known word, or the score of an unknown
    one, minus costs. known: whether the word is known. frequency: its relative frequency in the collection's text.
    """

    begins: Places
    ends: Places
    keys: Fingerprints
    scores: Floats
    known: Bools
    frequency: Floats

    def places(self) -> list[Span]:
        """Returns the beginning and end of each span."""
        return list(zip(self.begins.tolist(), self.ends.tolist(), strict=True))


class Lattice:
    """Scores the spans of a text by a collection's counts.

    p(w) = (1 - τ - ε)·c(w)/N + τ·c_titles(w)/N_titles + ε/|list|, the last only for a word of the list of Twitter's
    words. N is the number of words in the collection plus `thin`.
    """

    def __init__(self, counts: WordCounts, weights: BreakingWeights) -> None:
        self._counts = counts
        self._weights = weights
        listed = fingerprints.of_words(TAG_WORDS)
        self._listed = Counts.of(listed, np.ones(len(listed), np.int64))
        lengths = np.arange(LONGEST_WORD + 1)
        w = weights
        self._unknown = -(w.unknown + w.letter * lengths + w.long * np.maximum(lengths - w.length, 0))
        self._short = np.zeros(LONGEST_WORD + 1)
        self._short[1:4] = w.one, w.two, w.three

    def spans(self, text: str, rules: Sequence[int]) -> Spans:
        """Returns the spans of a lowercased text. rules: the positions, ascending, where the rules break it."""
        begins, ends = _places(text)
        lengths = ends - begins
        keys = fingerprints.of_spans(text, begins, ends)
        frequency = self._counts.text.of_each(keys) / max(self._counts.text.total, 1)
        known = self._known(text, keys, begins, lengths, frequency)
        unknown = self._unknown[lengths] + self._weights.whole * (lengths == len(text))
        if rules:
            crossed = _crossed(rules, begins, ends)
            unknown[crossed > 0] = -np.inf
            known -= self._weights.across * crossed
        is_known = known > unknown
        scores = np.where(is_known, known, unknown) - self._weights.word
        if rules:
            scores -= self._weights.inside * ~np.isin(ends, [*rules, len(text)])
        return Spans(begins, ends, keys, scores, is_known, frequency)

    def _known(self, text: str, keys: Fingerprints, begins: Places, lengths: Places, frequency: Floats) -> Floats:
        """Returns ln p(w) minus the costs of short words; −inf for words that the collection lacks."""
        counts, w = self._counts, self._weights
        listed = self._listed.of_each(keys) > 0
        titles = counts.titles.of_each(keys) / max(counts.titles.total, 1)
        trust = counts.text.total / (counts.text.total + w.thin)
        p = trust * ((1 - w.title_share - w.tag_share) * frequency + w.title_share * titles)
        p += w.tag_share / len(TAG_WORDS) * listed
        single = np.array([letter in _SINGLE for letter in text], np.bool_)
        fine = listed | ((lengths == 1) & single[begins])
        with np.errstate(divide="ignore"):
            score: Floats = np.log(p) - np.where(fine, 0.0, self._short[lengths])
        return score

    def bonuses(self, spans: Spans) -> Mapping[Span, Sequence[tuple[int, float]]]:
        """Maps a span to the beginnings of known spans that end where it begins, each with a bonus for the pair.

        max(0, ln(1 - λ + λ·p(w_1 w_2)/(p(w_1)·p(w_2)))): the bigram model's probability of the second word relative to
        that of the word alone, never below 1.
        """
        at = np.flatnonzero(spans.known & (spans.frequency > 0))
        by_end: dict[int, list[int]] = defaultdict(list)
        for span, end in zip(at.tolist(), spans.ends[at].tolist(), strict=True):
            by_end[end].append(span)
        pairs = [
            (first, second)
            for second, begin in zip(at.tolist(), spans.begins[at].tolist(), strict=True)
            for first in by_end.get(begin, ())
        ]
        found: dict[Span, list[tuple[int, float]]] = defaultdict(list)
        if not pairs:
            return found
        first, second = np.array(pairs).T
        gains = self._gains(spans, first, second)
        useful = gains > 0
        for i, k, gain in zip(first[useful], second[useful], gains[useful].tolist(), strict=True):
            found[int(spans.begins[k]), int(spans.ends[k])].append((int(spans.begins[i]), gain))
        return found

    def _gains(self, spans: Spans, first: Places, second: Places) -> Floats:
        table, share = self._counts.pairs, self._weights.pair_share
        together = table.of_each(fingerprints.of_pairs(spans.keys[first], spans.keys[second])) / max(table.total, 1)
        ratio = together / (spans.frequency[first] * spans.frequency[second])
        gains: Floats = np.log(np.maximum(1.0, 1.0 - share + share * ratio))
        return gains


def _places(text: str) -> tuple[Places, Places]:
    """Returns the beginnings and ends of all spans of whole characters, up to the longest word."""
    begins, ends = _grid(len(text))
    marks = [mark.start() for mark in _BELONGS_BEFORE.finditer(text, 1)]
    if not marks:
        return begins, ends
    possible = ~(np.isin(begins, marks) | np.isin(ends, marks))
    return begins[possible], ends[possible]


@lru_cache(maxsize=64)
def _grid(size: int) -> tuple[Places, Places]:
    """Returns the beginnings and ends of all spans of a text of `size` letters."""
    spans = [(begin, end) for begin in range(size) for end in range(begin + 1, min(begin + LONGEST_WORD, size) + 1)]
    begins, ends = np.array(spans, np.int64).reshape(-1, 2).T.copy()
    begins.flags.writeable = ends.flags.writeable = False
    return begins, ends


def _crossed(rules: Sequence[int], begins: Places, ends: Places) -> Places:
    """Counts the rules' breaks inside each span."""
    crossed: Places = np.searchsorted(rules, ends) - np.searchsorted(rules, begins, side="right")
    return crossed
