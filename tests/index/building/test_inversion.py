"""Rows turned into lists, against dictionaries."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.arrays.ragged import Ragged
from tweetctx.index.building.inversion_kernels import invert_rows, merge_into, rows_with

TERMS = 6
ROWS = st.lists(st.lists(st.integers(0, TERMS - 1), max_size=8), max_size=8)


def ragged(rows: list[list[int]]) -> Ragged:
    return Ragged.from_rows(rows)


def postings(rows: list[list[int]], first: int = 0) -> list[tuple[int, int, int]]:
    return sorted((term, first + row, n) for row, terms in enumerate(rows) for term, n in Counter(terms).items())


def test_by_hand() -> None:
    rows = ragged([[2, 0, 2], [], [0, 1, 0, 0]])
    assert rows_with(rows.values, rows.offsets, 4).tolist() == [2, 1, 1, 0]
    keys, numbers, counts = invert_rows(rows.values, rows.offsets, 10, 4)
    assert (keys.tolist(), numbers.tolist(), counts.tolist()) == ([0, 0, 1, 2], [10, 12, 12, 10], [1, 3, 1, 2])


@given(ROWS, st.integers(0, 1000))
def test_any_rows(rows: list[list[int]], first: int) -> None:
    every = ragged(rows)
    found = invert_rows(every.values, every.offsets, first, TERMS)
    assert list(zip(*(part.tolist() for part in found), strict=True)) == postings(rows, first)
    expected = [sum(term in row for row in rows) for term in range(TERMS)]
    assert rows_with(every.values, every.offsets, TERMS).tolist() == expected


@given(st.lists(ROWS, max_size=4))
def test_runs_are_merged_in_their_order(runs: list[list[list[int]]]) -> None:
    every = [row for rows in runs for row in rows]
    frequency = np.array([sum(term in row for row in every) for term in range(TERMS)])
    place = np.cumsum(frequency) - frequency
    passages, counts = np.zeros((2, int(frequency.sum())), np.uint32)
    first = 0
    for rows in runs:
        part = ragged(rows)
        merge_into(place, *invert_rows(part.values, part.offsets, first, TERMS), passages, counts)
        first += len(rows)
    terms = np.repeat(np.arange(TERMS), frequency)
    assert list(zip(terms.tolist(), passages.tolist(), counts.tolist(), strict=True)) == postings(every)
