"""Ragged arrays against lists of lists."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from tweetctx.arrays.ragged import Ragged, chunks, concatenate_rows, gather, ranges, spans

Rows = list[list[int]]
DType = np.dtype[np.integer[Any]]
Types = tuple[DType, DType]

ROWS = st.lists(st.lists(st.integers(0, 9), max_size=5), max_size=7)
SOME_ROWS = st.lists(st.lists(st.integers(0, 9), max_size=5), min_size=1, max_size=7)
DTYPES: list[DType] = [np.dtype(np.int64), np.dtype(np.int32), np.dtype(np.uint32)]
TYPES = st.tuples(st.sampled_from(DTYPES), st.sampled_from(DTYPES))

fast = examples(60)


def ragged(rows: Rows, types: Types = (DTYPES[0], DTYPES[0])) -> Ragged:
    made = Ragged.from_rows(rows)
    return Ragged(made.values.astype(types[0]), made.offsets.astype(types[1]))


def plain(rows: Ragged) -> Rows:
    """The rows as lists; and they must fill the values from the first to the last."""
    assert rows.offsets[0] == 0
    assert rows.offsets[-1] == len(rows.values)
    return [row.tolist() for row in rows]


@given(ROWS)
@fast
def test_rows_come_back(rows: Rows) -> None:
    made = Ragged.from_rows(iter(rows))
    assert plain(made) == rows
    assert len(made) == len(rows)
    assert [made[number].tolist() for number in range(len(rows))] == rows
    assert made.values.tolist() == [value for row in rows for value in row]


@pytest.mark.parametrize("rows", [[], [[]], [[], []], [[], [1], []]])
def test_no_rows_and_empty_rows(rows: Rows) -> None:
    made = Ragged.from_rows(rows)
    assert np.issubdtype(made.values.dtype, np.integer)
    assert plain(made) == rows
    assert plain(made.take(np.arange(len(rows)))) == rows
    assert made.distinct().tolist() == [len(row) for row in rows]
    assert made.counts_of(np.array([1, 2])).tolist() == [[row.count(1) for row in rows], [0] * len(rows)]
    assert made.counts_of(np.array([], np.int64)).shape == (0, len(rows))


@given(ROWS, TYPES)
@fast
def test_lengths_and_row_of_value(rows: Rows, types: Types) -> None:
    made = ragged(rows, types)
    assert made.lengths.tolist() == [len(row) for row in rows]
    assert made.row_of_value.tolist() == [number for number, row in enumerate(rows) for _ in row]


@given(SOME_ROWS, TYPES, st.data())
@fast
def test_take(rows: Rows, types: Types, data: st.DataObject) -> None:
    wanted = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=9))
    made = ragged(rows, types)
    taken = made.take(np.array(wanted, np.int64))
    assert plain(taken) == [rows[number] for number in wanted]
    assert taken.values.dtype == made.values.dtype
    taken.values[:] = 77
    assert plain(made) == rows


@given(ROWS, TYPES, st.data())
@fast
def test_part(rows: Rows, types: Types, data: st.DataObject) -> None:
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(rows))] * 2)))
    made = ragged(rows, types)
    part = made.part(first, last)
    assert plain(part) == rows[first:last]
    assert not len(part.values) or np.shares_memory(part.values, made.values)


@given(ROWS, TYPES, st.lists(st.integers(0, 12), unique=True))
@fast
def test_counts_of(rows: Rows, types: Types, wanted: list[int]) -> None:
    found = ragged(rows, types).counts_of(np.array(wanted, np.int64))
    assert found.dtype == np.float64
    assert found.shape == (len(wanted), len(rows))
    assert found.tolist() == [[row.count(value) for row in rows] for value in wanted]


@given(ROWS, TYPES)
@fast
def test_distinct(rows: Rows, types: Types) -> None:
    assert ragged(rows, types).distinct().tolist() == [len(set(row)) for row in rows]


def test_values_far_apart_are_told_apart() -> None:
    rows = [[-(2**62), 2**62, 7], [], [2**62, 2**62]]
    assert Ragged.from_rows(rows).distinct().tolist() == [3, 0, 1]


@pytest.mark.parametrize("size", [10, 10_000])  # found by bisection, and in a table
def test_counts_of_few_and_of_many_values(size: int) -> None:
    values = np.arange(size) % 7
    rows = Ragged(values, np.array([0, 3, size]))
    expected = [[int((values[:3] == wanted).sum()), int((values[3:] == wanted).sum())] for wanted in (6, 0, 99)]
    assert rows.counts_of(np.array([6, 0, 99])).tolist() == expected


@given(ROWS, TYPES, st.data())
@fast
def test_spans(rows: Rows, types: Types, data: st.DataObject) -> None:
    place = st.integers(0, len(rows))
    pairs = [sorted(pair) for pair in data.draw(st.lists(st.tuples(place, place), max_size=6))]
    first = np.array([low for low, _ in pairs], np.int64)
    last = np.array([high for _, high in pairs], np.int64)
    joined = [[value for row in rows[low:high] for value in row] for low, high in pairs]
    assert plain(spans(ragged(rows, types), first, last)) == joined


def plain_chunks(sizes: list[int], limit: int) -> list[tuple[int, int]]:
    """Adds row after row to a run as long as it fits; a row that fits nowhere stands alone."""
    runs: list[tuple[int, int]] = []
    first, total = 0, 0
    for number, size in enumerate(sizes):
        if number > first and total + size > limit:
            runs.append((first, number))
            first, total = number, 0
        total += size
    return [*runs, (first, len(sizes))] if sizes else []


@given(st.lists(st.integers(0, 9)), st.integers(1, 20), st.sampled_from(DTYPES))
@fast
def test_chunks(sizes: list[int], limit: int, dtype: DType) -> None:
    assert list(chunks(np.array(sizes, dtype), limit)) == plain_chunks(sizes, limit)


@pytest.mark.parametrize(
    ("sizes", "limit", "runs"),
    [
        ([], 5, []),
        ([0], 5, [(0, 1)]),
        ([9], 5, [(0, 1)]),
        ([2, 3, 1], 5, [(0, 2), (2, 3)]),
        ([9, 9], 5, [(0, 1), (1, 2)]),
        ([0, 9, 0, 0], 5, [(0, 1), (1, 2), (2, 4)]),
        ([5, 0, 0, 1], 5, [(0, 3), (3, 4)]),
    ],
)
def test_chunks_by_hand(sizes: list[int], limit: int, runs: list[tuple[int, int]]) -> None:
    assert list(chunks(np.array(sizes, np.int64), limit)) == runs


SLICES = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5)), max_size=8)


@given(SLICES, TYPES)
@fast
def test_ranges(pairs: list[tuple[int, int]], types: Types) -> None:
    starts = np.array([start for start, _ in pairs], types[0])
    lengths = np.array([length for _, length in pairs], types[1])
    found = ranges(starts, lengths)
    assert found.dtype == np.int64
    assert found.tolist() == [value for start, length in pairs for value in range(start, start + length)]


@given(SLICES, TYPES)
@fast
def test_gather(pairs: list[tuple[int, int]], types: Types) -> None:
    values = np.arange(100, 125, dtype=types[0])
    starts = np.array([start for start, _ in pairs], types[1])
    lengths = np.array([length for _, length in pairs], types[1])
    found = gather(values, starts, lengths)
    assert plain(found) == [values[start : start + length].tolist() for start, length in pairs]
    assert found.values.dtype == types[0]


@given(st.integers(0, 6), st.integers(1, 4), TYPES, st.data())
@fast
def test_concatenate_rows(count: int, parts: int, types: Types, data: st.DataObject) -> None:
    row = st.lists(st.integers(0, 9), max_size=4)
    drawn = data.draw(st.lists(st.lists(row, min_size=count, max_size=count), min_size=parts, max_size=parts))
    joined = [[value for part in drawn for value in part[number]] for number in range(count)]
    assert plain(concatenate_rows([ragged(part, types) for part in drawn])) == joined


@given(SOME_ROWS, st.data())
@fast
def test_a_part_works_like_rows_of_its_own(rows: Rows, data: st.DataObject) -> None:
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(rows))] * 2)))
    part = ragged(rows).part(first, last)
    assert plain(part.take(np.arange(last - first)[::-1])) == rows[first:last][::-1]
    assert part.distinct().tolist() == [len(set(row)) for row in rows[first:last]]
    counts = [[Counter(row)[value] for row in rows[first:last]] for value in (3, 1)]
    assert part.counts_of(np.array([3, 1])).tolist() == counts
