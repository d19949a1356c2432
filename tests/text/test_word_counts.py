"""Fingerprints of words, and what is counted by them."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.arrays.ragged import Ragged
from tweetctx.text import fingerprints
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.word_counts import Counts, WordCounts, count_words, word_keys

BASE = 0x9E3779B97F4A7C15
WORDS = st.text("abcxyzéß東ж\u0301😀", min_size=1, max_size=9)


def plain_fingerprint(word: str) -> int:
    total = 0
    for letter in reversed(word):  # Horner's way
        total = (total * BASE + ord(letter)) % 2**64
    return total


def numbers_of(counts: Counts) -> Counter[int]:
    """The counts by key."""
    return Counter(dict(zip(counts.keys.tolist(), counts.values.tolist(), strict=True)))


def count_of(counts: Counts, word: str) -> int:
    return numbers_of(counts)[int(fingerprints.of_words([word])[0])]


def count_of_pair(counts: WordCounts, first: str, second: str) -> int:
    keys = fingerprints.of_pairs(fingerprints.of_words([first]), fingerprints.of_words([second]))
    return numbers_of(counts.pairs)[int(keys[0])]


@given(st.lists(WORDS, max_size=6))
def test_fingerprints_of_words(words: list[str]) -> None:
    assert fingerprints.of_words(words).tolist() == [plain_fingerprint(word) for word in words]


def test_half_a_surrogate_pair_has_a_fingerprint() -> None:
    assert fingerprints.of_words(["\ud800"]).tolist() == [0xD800]


def test_no_two_words_or_pairs_of_a_dictionary_are_taken_for_each_other() -> None:
    words = [a + b + c for a in "abcdefgh" for b in "abcdefgh" for c in ("", "s", "ing", "東京")]
    keys = fingerprints.of_words(words)
    assert len(set(keys.tolist())) == len(words)
    pairs = fingerprints.of_pairs(np.repeat(keys, len(words)), np.tile(keys, len(words)))
    assert len(np.unique(pairs)) == len(words) ** 2


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 2**33)), max_size=20))
def test_counts_add_up_and_end_where_their_type_does(items: list[tuple[int, int]]) -> None:
    expected: Counter[int] = Counter()
    for key, value in items:
        expected[key] += value
    keys = np.array([key for key, _ in items], np.uint64)
    counts = Counts.of(keys, np.array([value for _, value in items], np.int64))
    assert counts.keys.tolist() == sorted(expected)
    assert counts.values.tolist() == [min(expected[key], 2**32 - 1) for key in sorted(expected)]
    assert counts.total == expected.total()


def count(text: Sequence[str], titles: Sequence[Sequence[str]], leads: Sequence[Sequence[str]]) -> WordCounts:
    """Counts tokens that are not numbered yet."""
    rows = [text, *titles, *leads]
    number = {token: number for number, token in enumerate(dict.fromkeys(token for row in rows for token in row))}
    numbered = [[number[token] for token in row] for row in rows]
    last = 1 + len(titles)
    return count_words(
        word_keys(list(number)),
        np.array(numbered[0], np.int64),
        Ragged.from_rows(numbered[1:last]),
        Ragged.from_rows(numbered[last:]),
    )


TOKENS = ["the", "harbour", "of", "o'hara", "1999", "is", "the", "harbours'", "4th", "co2", "हिन्दी", "don't"]


def test_words_by_hand() -> None:
    counts = count(TOKENS, [["the", "harbour"]], [["the", "harbour", "of", "1999", "is"], ["is", "the"], []])
    words = ("the", "harbour", "of", "ohara", "o'hara", "is", "harbours", "1999", "4th", "co2", "हिन्दी", "dont", "hara")
    assert {word: count_of(counts.text, word) for word in words} == {
        **dict.fromkeys(words, 1),
        **dict.fromkeys(("o'hara", "1999", "4th", "co2", "hara"), 0),
        "the": 2,
    }
    assert counts.text.total == 9
    assert (counts.titles.total, count_of(counts.titles, "harbour"), count_of(counts.titles, "of")) == (2, 1, 0)
    pairs = [("the", "harbour"), ("harbour", "of"), ("of", "is"), ("is", "the"), ("is", "is"), ("harbour", "the")]
    # Neither a number nor the end of a row has neighbours on its other side.
    assert [count_of_pair(counts, *pair) for pair in pairs] == [2, 1, 0, 1, 0, 0]
    assert counts.pairs.total == 4


@pytest.mark.parametrize("rows", [[], [[]], [["1", "2"]], [["", ""]]])
def test_nothing_to_count(rows: list[list[str]]) -> None:
    counts = count([], rows, rows)
    assert [table.total for table in (counts.text, counts.titles, counts.pairs)] == [0, 0, 0]
    assert count_of(counts.text, "a") == 0


@given(st.lists(st.text("aé' 1-’", max_size=12), max_size=5))
def test_every_word_and_pair_is_counted(texts: list[str]) -> None:
    analyzer = Analyzer(AnalyzerConfig.named("plain"))
    rows = [analyzer.tokens(text) for text in texts]
    words = [["".join(c for c in token if c != "'") for token in row] for row in rows]
    every = Counter(word for row in words for word in row if "1" not in word)
    pairs = Counter(pair for row in words for pair in pairwise(row) if "1" not in "".join(pair))
    counts = count([token for row in rows for token in row], rows, [])
    assert {word: count_of(counts.text, word) for word in every} == every
    assert {pair: count_of_pair(counts, *pair) for pair in pairs} == pairs
    assert (counts.text.total, counts.titles.total, counts.pairs.total) == (every.total(), every.total(), pairs.total())
