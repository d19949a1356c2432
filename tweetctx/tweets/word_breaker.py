"""Breaks `whitneyhouston` into words by a collection's counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import accumulate, groupby, pairwise
from typing import Final, NamedTuple

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.text import fingerprints
from tweetctx.text.fingerprints import Fingerprints
from tweetctx.text.word_counts import Counts, WordCounts
from tweetctx.tweets.hashtags import VERSUS, split_name
from tweetctx.tweets.tag_words import CONTRACTIONS, TAG_WORDS
from tweetctx.tweets.weights import BreakingWeights, tuned_weights

LONGEST_WORD: Final = 24  # letters
_LONGEST_NAME: Final = 400  # letters, more than any tweet has; longer names are left to the rules
_REMEMBERED: Final = 1024  # names whose words are cached
_ACRONYM: Final = 4  # capitals, at most, of a piece that is one word
_LETTERS: Final = regex.compile(r"[\p{L}\p{M}\u200C\u200D]++")
_SHORT: Final = regex.compile(r"\p{L}{2,3}")
_BELONGS_BEFORE: Final = regex.compile(r"[\p{M}\u200C\u200D]")


class WordBreaker:
    """Finds the likeliest words of a name by a bigram model, decoded by Viterbi; threads can share it.

    p(w) = ρ·((1 - τ - ε)·c(w)/N + τ·c_titles(w)/N_titles) + ε/|list|, the last only for a word of the list of Twitter's
    words. N is the number of words in the collection, N_titles of those in titles, and ρ = N/(N + `thin`).

    Wang, Thrasher and Hsu break URLs in this way (Web scale NLP: a case study on URL word breaking, WWW 2011).
    """

    def __init__(self, counts: WordCounts, weights: BreakingWeights | None = None) -> None:
        """counts: of a collection. weights: the tuned ones if None."""
        listed = fingerprints.of_words(TAG_WORDS)
        tables = counts.text, counts.titles, Counts.of(listed, np.ones(len(listed), np.int64)), counts.pairs
        model = _Model(tuple(map(_table, tables)), weights or tuned_weights())
        self._counts = lru_cache(_REMEMBERED)(partial(_count, (counts.text, counts.titles)))
        # The query and the linker ask for the same names.
        self._words = lru_cache(_REMEMBERED)(partial(_split, model))

    def count_of(self, word: str) -> int:
        """How often the collection has a word, whatever its case."""
        return self._counts(word.lower())

    def split(self, name: str) -> list[str]:
        """Returns the words of a hashtag or user name (without its mark), as written, with apostrophes in contractions.

        The rules of `split_name` decide at digits, signs and the words between the sides of a match. Only what the
        collection knows as one word can extend over another break of theirs, from one break to another: YouTube, not
        JeSu of JeSuisCharlie.
        """
        return [*self._words(name)]


class _Table(NamedTuple):
    """Counts as the compiled loops take them, of the same types for each table of each index."""

    keys: Fingerprints
    values: NDArray[np.uint32]
    total: float


class _Model(NamedTuple):
    """The tables of words in text, words in titles, Twitter's words and pairs; and the weights."""

    tables: tuple[_Table, ...]
    weights: BreakingWeights


def _table(counts: Counts) -> _Table:
    keys, values = counts.keys.view(), counts.values.astype(np.uint32, copy=False).view()
    keys.flags.writeable = values.flags.writeable = False
    return _Table(keys, values, float(max(counts.total, 1)))


def _count(tables: tuple[Counts, ...], word: str) -> int:
    (key,) = fingerprints.of_words([word])
    slots = [(table, int(np.searchsorted(table.keys, key))) for table in tables]
    return sum(int(table.values[slot]) for table, slot in slots if slot < len(table.keys) and table.keys[slot] == key)


def _split(model: _Model, name: str) -> tuple[str, ...]:
    words: list[str] = []
    for part in name.split("_"):
        for letters, group in groupby(split_name(part), _may_be_moved):
            pieces = list(group)
            words += _break(model, pieces) if letters and sum(map(len, pieces)) <= _LONGEST_NAME else pieces
    return tuple(words)


def _break(model: _Model, pieces: Sequence[str]) -> list[str]:
    """Returns the words of neighbouring pieces that the rules made."""
    from tweetctx.tweets.breaking_kernels import word_ends  # late: it loads numba

    text = "".join(pieces)
    if len(text) <= _ACRONYM and text.isupper():
        return [text]
    codes, powers = fingerprints.code_points(_lower(text)), fingerprints.powers(LONGEST_WORD)
    ends = word_ends(codes, powers, _breaks(text, pieces), *model)
    words = [text[begin:end] for begin, end in pairwise([0, *ends.tolist()[::-1]])]
    return [_with_apostrophe(word) for word in words] if len(words) > 1 else words


def _breaks(text: str, pieces: Sequence[str]) -> NDArray[np.int8]:
    """For each position between letters 1 if the rules break the text there, -1 where no word can end, else 0.

    2 beside a break among capitals, which may belong to either side: USA today or US Atoday, A Preview or AP review.
    No word ends inside a character, nor inside a short piece beside others: A us Open.
    """
    breaks = np.zeros(len(text) + 1, np.int8)
    places = [*accumulate(map(len, pieces[:-1]))]
    for begin, piece in zip([0, *places], pieces, strict=True) if places else ():
        if _SHORT.fullmatch(piece):
            breaks[begin + 1 : begin + len(piece)] = -1
    breaks[[place + 1 for place in places if text[place - 1 : place + 1].isupper()]] = 2
    breaks[[place - 1 for place in places if text[place - 2 : place].isupper()]] = 2
    breaks[places] = 1
    if not text.isascii():
        breaks[[mark.start() for mark in _BELONGS_BEFORE.finditer(text, 1)]] = -1
    return breaks


def _may_be_moved(piece: str) -> bool:
    """Whether a piece's borders may be elsewhere: it is of letters, and does not stand between two sides of a match."""
    return piece not in VERSUS and _LETTERS.fullmatch(piece) is not None


def _lower(text: str) -> str:
    """Lowercases a text letter by letter; keeps a letter that would become two."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)


def _with_apostrophe(word: str) -> str:
    """Restores the apostrophe that a contraction lost in the hashtag."""
    at = CONTRACTIONS.get(word.lower())
    return word if at is None else f"{word[:at]}'{word[at:]}"
