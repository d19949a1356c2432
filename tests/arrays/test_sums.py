"""Sums by key against a Counter."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from tweetctx.arrays.sums import KeyCounts, distinct, sum_by_key

KEYS = st.lists(st.integers(0, 9), max_size=12)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2**40)), max_size=12))
@examples(60)
def test_sums_are_those_of_a_counter(pairs: list[tuple[int, int]]) -> None:
    expected: Counter[int] = Counter()
    for key, count in pairs:
        expected[key] += count
    keys, counts = sum_by_key(np.array([key for key, _ in pairs], np.uint64), np.array([n for _, n in pairs], np.int64))
    assert keys.dtype == np.uint64
    assert list(zip(keys.tolist(), counts.tolist(), strict=True)) == sorted(expected.items())


@given(st.lists(KEYS, max_size=6), st.integers(0, 5))
@examples(60)
def test_counts_are_those_of_a_counter_however_many_wait(parts: list[list[int]], waiting: int) -> None:
    found = KeyCounts(waiting)
    for part in parts:
        found.add(np.array(part, np.int64))
    keys, counts = found.total()
    expected = Counter(key for part in parts for key in part)
    assert list(zip(keys.tolist(), counts.tolist(), strict=True)) == sorted(expected.items())


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_distinct_keys_are_those_of_a_set(keys: list[int]) -> None:
    assert distinct(np.array(keys, np.int64)).tolist() == sorted({*keys})
