"""Breaks `whitneyhouston` into words by a collection's counts."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache, partial
from itertools import accumulate, groupby
from typing import Final

import regex

from tweetctx.text.word_counts import WordCounts
from tweetctx.tweets.hashtags import split_name
from tweetctx.tweets.lattice import LONGEST_WORD, Lattice
from tweetctx.tweets.tag_words import CONTRACTIONS
from tweetctx.tweets.viterbi import Span, best_path
from tweetctx.tweets.weights import BreakingWeights, tuned_weights

_LONGEST_NAME: Final = 400  # letters, more than any tweet has; longer names are left to the rules
_REMEMBERED: Final = 1024  # names whose words are cached
_ACRONYM: Final = 4  # capitals, at most, of a piece that is one word
_LETTERS: Final = regex.compile(r"[\p{L}\p{M}\u200C\u200D]++")


class WordBreaker:
    """Finds the likeliest words of a name by a bigram model, decoded by Viterbi; threads can share it.

    Wang, Thrasher and Hsu break URLs in this way (Web scale NLP: a case study on URL word breaking, WWW 2011).
    `Lattice` scores words and pairs of neighbours.
    """

    def __init__(self, counts: WordCounts, weights: BreakingWeights | None = None) -> None:
        """counts: of a collection. weights: the tuned ones if None."""
        # The query and the linker ask for the same names.
        self._words = lru_cache(_REMEMBERED)(partial(_split, Lattice(counts, weights or tuned_weights())))

    def split(self, name: str) -> list[str]:
        """Returns the words of a hashtag or user name (without its mark), as written, with apostrophes in contractions.

        Breaks at digits and signs by the rules of `split_name` are kept. Only what the collection knows as one word can
        extend over another break of theirs.
        """
        return [*self._words(name)]


def _split(lattice: Lattice, name: str) -> tuple[str, ...]:
    words: list[str] = []
    for part in name.split("_"):
        for letters, group in groupby(split_name(part), _is_letters):
            pieces = list(group)
            words += _break(lattice, pieces) if letters and sum(map(len, pieces)) <= _LONGEST_NAME else pieces
    return tuple(words)


def _break(lattice: Lattice, pieces: Sequence[str]) -> list[str]:
    """Returns the words of neighbouring pieces that the rules made."""
    text = "".join(pieces)
    if len(text) <= _ACRONYM and text.isupper():
        return [text]
    rules = list(accumulate(map(len, pieces)))[:-1]
    lower = _lower(text)
    spans = lattice.spans(lower, rules)
    places = spans.places()
    path = best_path(len(text), [*zip(places, spans.scores.tolist(), strict=True)], lattice.bonuses(spans))
    if len(text) > LONGEST_WORD:
        known = {place for place, is_known in zip(places, spans.known.tolist(), strict=True) if is_known}
        path = _joined(path, known, rules)
    words = [text[begin:end] for begin, end in path]
    return [_with_apostrophe(word) for word in words] if len(words) > 1 else words


def _is_letters(piece: str) -> bool:
    return _LETTERS.fullmatch(piece) is not None


def _lower(text: str) -> str:
    """Lowercases a text letter by letter; keeps a letter that would become two."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)


def _joined(path: Sequence[Span], known: Container[Span], rules: Container[int]) -> list[Span]:
    """Joins neighbouring unknown spans, which were two only because the length of a word is bounded."""
    joined = [path[0]]
    for span in path[1:]:
        last = joined[-1]
        if span in known or last in known or span[0] in rules:
            joined.append(span)
        else:
            joined[-1] = last[0], span[1]
    return joined


def _with_apostrophe(word: str) -> str:
    """Restores the apostrophe that a contraction lost in the hashtag."""
    at = CONTRACTIONS.get(word.lower())
    return word if at is None else f"{word[:at]}'{word[at:]}"
