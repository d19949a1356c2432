"""Sorted keys on disk: what is found is what a search in the plain array finds."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter
from tweetctx.index.storage.column_kernels import key_ranges
from tweetctx.index.storage.key_table import KeyTable, KeyTableWriter
from tweetctx.index.storage.pages import read_checked
from tweetctx.index.storage.surface_rows import WRITTEN, Rows, added_rows, sorted_parts
from tweetctx.index.storage.surfaces import WrittenCounts, write_written


def table_of(folder: Path, keys: NDArray[np.uint64]) -> KeyTable:
    """A table in a file, written in three parts."""
    file = ArrayFileWriter(folder / "file")
    writer = KeyTableWriter(file, "t")
    for part in np.array_split(keys, 3):
        writer.append(part)
    writer.close()
    file.close()
    return KeyTable(ArrayFile(folder / "file"), "t")


def ranges(table: KeyTable, first: NDArray[np.uint64], last: NDArray[np.uint64]) -> list[list[int]]:
    """The places where the keys from `first` to `last` begin, and where they end."""
    return [places.tolist() for places in read_checked(key_ranges, [table.lows], table.table, first, last)]


def counts_of(folder: Path, parts: list[Rows], removed: Rows | None = None) -> WrittenCounts:
    """Counts in a file, less those that were removed."""
    file = ArrayFileWriter(folder / "file")
    for writer in write_written(parts, file):
        writer.close()
    file.close()
    return WrittenCounts(ArrayFile(folder / "file"), np.empty(0, WRITTEN) if removed is None else removed)


FEW_AND_MANY = [1, 5000, 2**16 - 1, 2**16, 70_000]  # from 65,536 keys on, where the buckets begin is stored


@pytest.mark.parametrize("count", FEW_AND_MANY)
def test_ranges_are_those_of_the_plain_array(tmp_path: Path, count: int) -> None:
    rng = np.random.default_rng(3)
    shifts = rng.integers(0, 40, count).astype(np.uint64)
    keys = np.sort(np.right_shift(rng.integers(0, 2**48, count, np.uint64), shifts))
    table = table_of(tmp_path, keys)
    wanted = np.concatenate([keys[::7], rng.integers(0, 2**48, 500, np.uint64), np.array([0, 2**48 - 1], np.uint64)])
    last = wanted | np.right_shift(rng.integers(0, 2**32, len(wanted), np.uint64), rng.choice(shifts, len(wanted)))
    begin, end = ranges(table, wanted, last)
    assert begin == np.searchsorted(keys, wanted, side="left").tolist()
    assert end == np.searchsorted(keys, last, side="right").tolist()


@pytest.mark.parametrize(("count", "rows"), [(3000, 700), (68_000, 15_000)])
def test_parts_give_all_keys_back(tmp_path: Path, count: int, rows: int) -> None:
    keys = np.sort(np.random.default_rng(4).integers(0, 2**48, count, np.uint64))
    parts = list(table_of(tmp_path, keys).parts(rows))
    assert len(parts) == 5
    assert np.concatenate([own for _, own in parts]).tolist() == keys.tolist()
    assert [place.stop for place, _ in parts[:-1]] == [place.start for place, _ in parts[1:]]


def test_an_empty_table_finds_nothing(tmp_path: Path) -> None:
    table = table_of(tmp_path, np.empty(0, np.uint64))
    assert len(table) == 0
    wanted = np.array([0, 5], np.uint64)
    assert ranges(table, wanted, wanted) == [[0, 0], [0, 0]]


def test_damage_is_found(tmp_path: Path) -> None:
    file = ArrayFileWriter(tmp_path / "file")
    file.write("t_buckets", np.zeros(3, np.uint32))
    file.write("t_keys", np.zeros(4, np.uint32))
    file.close()
    with pytest.raises(IndexDamagedError, match="the array t_buckets does not fit t_keys"):
        KeyTable(ArrayFile(tmp_path / "file"), "t")


@pytest.mark.parametrize(
    ("highs", "keys", "problem"),
    [([3, 2, 4], 3, "t_highs does not ascend"), ([1, 2], 3, "t_buckets does not fit t_keys"), ([1], 0, "t_buckets")],
)
def test_damage_of_a_small_table_is_found(tmp_path: Path, highs: list[int], keys: int, problem: str) -> None:
    file = ArrayFileWriter(tmp_path / "file")
    file.write("t_highs", np.array(highs, np.uint16))
    file.write("t_keys", np.zeros(keys, np.uint32))
    file.close()
    with pytest.raises(IndexDamagedError, match=f"the array {problem}"):
        KeyTable(ArrayFile(tmp_path / "file"), "t")


def test_a_small_table_takes_six_bytes_a_key(tmp_path: Path) -> None:
    table_of(tmp_path, np.arange(100, dtype=np.uint64) << np.uint64(33))
    assert (tmp_path / "file").stat().st_size < 100 * 6 + 400


def test_a_small_table_with_stored_buckets_opens(tmp_path: Path) -> None:
    """Segments written before have them whatever their size."""
    file = ArrayFileWriter(tmp_path / "file")
    file.write("t_buckets", np.array([0, 2] + [3] * 65_535, np.uint32))
    file.write("t_keys", np.array([5, 9, 7], np.uint32))
    file.close()
    table = KeyTable(ArrayFile(tmp_path / "file"), "t")
    wanted = np.array([9, 2**32 + 7], np.uint64)
    assert ranges(table, wanted, wanted) == [[1, 2], [2, 3]]


def test_keys_of_more_bits_than_a_key_has_are_in_no_table(tmp_path: Path) -> None:
    """A crafted file can name such keys where it names others."""
    table = table_of(tmp_path, np.array([1, 2**48 - 1], np.uint64))
    wanted = np.array([2**48, 2**63, 2**64 - 1, 2**48 - 1], np.uint64)
    begin, end = ranges(table, wanted, wanted)
    assert begin == [0, 0, 0, 1]
    assert end == [0, 0, 0, 2]


def sums(counts: WrittenCounts, first: NDArray[np.uint64], last: NDArray[np.uint64]) -> list[int]:
    """The sums of the counts of some ranges of keys."""
    return [*map(int, counts.sums(first, last))]


@pytest.mark.thorough
def test_counts_of_any_size_come_back(tmp_path: Path) -> None:
    rows = np.zeros(6, WRITTEN)
    rows["key"] = [1, 2, 3, 2**40, 2**40 + 1, 2**47]
    rows["count"] = [1, 254, 255, 256, 70_000, 2]
    counts = counts_of(tmp_path, [rows[:2], rows[2:]])
    assert sums(counts, rows["key"], rows["key"]) == rows["count"].tolist()
    keys = np.array([0, 2**40], np.uint64)
    assert sums(counts, keys, np.array([3, 2**40 + 255], np.uint64)) == [510, 70_256]
    assert np.concatenate(list(counts.rows())).tolist() == rows.tolist()


def test_what_was_removed_is_subtracted(tmp_path: Path) -> None:
    rows = np.array([(5, 3), (6, 1), (9, 301)], WRITTEN)
    counts = counts_of(tmp_path, [rows], np.array([(5, 3), (9, 300)], WRITTEN))
    assert np.concatenate(list(counts.rows())).tolist() == [(6, 1), (9, 1)]
    assert sums(counts, np.array([5, 6, 0], np.uint64), np.array([5, 6, 99], np.uint64)) == [0, 1, 2]


@pytest.mark.parametrize("memory", [1, 4000, 10**9])
def test_sorting_in_parts_adds_up(tmp_path: Path, memory: int) -> None:
    rng = np.random.default_rng(5)
    rows = np.zeros(2000, WRITTEN)
    rows["key"] = rng.integers(0, 300, 2000).astype(np.uint64) << np.uint64(39)
    rows["count"] = rng.integers(1, 9, 2000)
    path = tmp_path / "rows"
    path.write_bytes(rows.tobytes())
    if memory == 1:
        memory = 6 * 24_000 // 11
    parts = np.concatenate(list(sorted_parts(path, WRITTEN, memory)))
    expected = {int(key): int(rows["count"][rows["key"] == key].sum()) for key in np.unique(rows["key"])}
    assert dict(parts.tolist()) == expected
    assert parts["key"].tolist() == sorted(expected)
    assert added_rows(rows).tolist() == parts.tolist()
