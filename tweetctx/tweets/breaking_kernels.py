"""The likeliest words of a name, compiled. Import this late: it loads numba."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from tweetctx.runtime.compiled import njit
from tweetctx.text.fingerprints import PAIR

_SINGLE: Final = (97, 105, 117)  # a, i and u: letters that are words


@njit(nogil=True)
def word_ends(codes: Any, powers: Any, breaks: Any, tables: Any, weights: Any) -> Any:
    """Returns the ends of the words on the best path through the spans of a name (Viterbi), the last word first.

    codes: code points of the lowercased name, shape (n,). powers: of the fingerprints' base, one for each letter of the
    longest word. breaks: for each place between letters 1 if the rules break the name there, 2 if they may, -1 if no
    word can end there, else 0, shape (n + 1,). tables, weights: those of `WordBreaker`.

    Of equal paths the first found wins. If no path reaches the end, all of the name is one word. Time is linear in the
    number of spans and neighbours: as no bonus is negative, only the best of all paths to a place competes with those
    that earn one. In a name that is longer than any word, neighbours that are unknown are joined again.
    """
    size, longest = len(codes), len(powers)
    scores, keys, frequencies = _score_spans(codes, powers, breaks, tables, weights)
    totals = np.empty(scores.shape)  # of the best path that ends with the span
    starts = np.empty(scores.shape, np.int64)  # of the word before the span on that path
    best, last = np.full(size + 1, -math.inf), np.full(size + 1, -1, np.int64)  # of all paths to a place
    best[0] = 0.0
    for begin in range(size):
        for length in range(1, min(longest, size - begin) + 1):
            end, frequency = begin + length, frequencies[begin, length]
            total, start = best[begin], last[begin]
            for other in range(max(begin - longest, 0), begin if frequency > 0 else 0):
                before = begin - other
                if frequencies[other, before] > 0:
                    together = _frequency(tables[3], keys[other, before] * PAIR + keys[begin, length])
                    ratio = together / (frequencies[other, before] * frequency)
                    value = totals[other, before] + _bonus(ratio, weights.pair_share)
                    if value > total:
                        total, start = value, other
            total += scores[begin, length]
            totals[begin, length], starts[begin, length] = total, start
            if total > best[end]:
                best[end], last[end] = total, begin
    return _ends_on_path(starts, last, frequencies, breaks)


@njit(nogil=True)
def _score_spans(codes: Any, powers: Any, breaks: Any, tables: Any, weights: Any) -> Any:
    """Returns the scores, fingerprints and frequencies in text of spans, by beginning and length.

    A score is ln p(w) of a known word or the score of an unknown one, minus costs; −inf where there can be no word.
    The frequency of an unknown word is -1.
    """
    size, longest = len(codes), len(powers)
    shape = (size, longest + 1)
    scores, keys, frequencies = np.full(shape, -math.inf), np.zeros(shape, np.uint64), np.full(shape, -1.0)
    has_rules = np.any(breaks == 1)
    for begin in range(size):
        key, crossed = np.uint64(0), 0
        for length in range(1, min(longest, size - begin) + 1):
            end = begin + length
            key += codes[end - 1] * powers[length - 1]
            crossed += length > 1 and breaks[end - 1] == 1
            if breaks[end] < 0:
                continue
            frequency = _frequency(tables[0], key)
            known = _known(key, length, codes[begin], frequency, tables, weights) - weights.across * crossed
            if crossed and not (_parted(breaks, begin) and _parted(breaks, end)):
                known = -math.inf
            unknown = _unknown(length, length == size, weights) if crossed == 0 else -math.inf
            scores[begin, length] = max(known, unknown) - weights.word
            if has_rules and end < size and breaks[end] != 1:
                scores[begin, length] -= weights.inside
            keys[begin, length] = key
            if known > unknown:
                frequencies[begin, length] = frequency
    return scores, keys, frequencies


@njit(nogil=True)
def _parted(breaks: Any, at: int) -> bool:
    """Whether the rules part a name at a place or may do so, or it begins or ends there."""
    return at in (0, len(breaks) - 1) or breaks[at] > 0


@njit(nogil=True)
def _known(key: Any, length: int, first: Any, frequency: float, tables: Any, weights: Any) -> Any:
    """ln p(w) minus the cost of a short word; −inf for a word that the collection lacks."""
    text, titles, listed, _ = tables
    trust = text.total / (text.total + weights.thin)
    share = 1 - weights.title_share - weights.tag_share
    p = trust * (share * frequency + weights.title_share * _frequency(titles, key))
    is_listed = _frequency(listed, key) > 0
    if is_listed:
        p += weights.tag_share / listed.total
    if p == 0:
        return -math.inf
    if length > 3 or is_listed or (length == 1 and first in _SINGLE):
        return math.log(p)
    return math.log(p) - (weights.one, weights.two, weights.three)[length - 1]


@njit(nogil=True)
def _unknown(length: int, is_whole: bool, weights: Any) -> Any:
    """The score of an unknown word."""
    cost = weights.unknown + weights.letter * length + weights.long * max(length - weights.length, 0)
    return weights.whole * is_whole - cost


@njit(nogil=True)
def _bonus(ratio: float, share: float) -> float:
    """max(0, ln(1 − λ + λ·p(w_1 w_2)/(p(w_1)·p(w_2)))), of which the quotient is `ratio`, and λ is `share`.

    That is how much likelier the bigram model makes the second word than it is alone.
    """
    return math.log(max(1.0, 1.0 - share + share * ratio))


@njit(nogil=True)
def _frequency(table: Any, key: Any) -> Any:
    """The relative frequency of a word or pair in a table; 0 for one that it lacks."""
    low, high = 0, len(table.keys)
    while low < high:
        middle = (low + high) >> 1
        if table.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return table.values[low] / table.total if low < len(table.keys) and table.keys[low] == key else 0.0


@njit(nogil=True)
def _ends_on_path(starts: Any, last: Any, frequencies: Any, breaks: Any) -> Any:
    """Returns the ends of the words on the best path."""
    size, longest = len(last) - 1, starts.shape[1] - 1
    ends, count = np.empty(size, np.int64), 0
    begin, end, unknown_after = last[size], size, False
    if begin < 0:
        return np.full(1, size)
    while end > 0:
        unknown = frequencies[begin, end - begin] < 0
        if not (size > longest and unknown and unknown_after and breaks[end] != 1):
            ends[count] = end
            count += 1
        begin, end, unknown_after = starts[begin, end - begin], begin, unknown
    return ends[:count]
