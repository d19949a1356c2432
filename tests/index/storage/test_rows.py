"""Rows of term numbers."""

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from array_files import arrays_of, replace_arrays, written
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

import tweetctx.index.storage.rows as rows_module
from tweetctx.arrays.ragged import Ragged
from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter
from tweetctx.index.storage.pages import PAGE
from tweetctx.index.storage.rows import GROUP, RowsWriter, StoredRows, joined_spans

LARGEST = 2**32 - 1


def written_rows(path: Path, rows: list[list[int]], cuts: list[int]) -> StoredRows:
    def write(file: ArrayFileWriter) -> None:
        writer = RowsWriter(file, "x")
        for first, last in pairwise([0, *sorted(cuts), len(rows)]):
            writer.append(Ragged.from_rows(rows[first:last]))
        writer.close()

    written(path, write)
    return opened(path)


def opened(path: Path, terms: int = LARGEST + 1) -> StoredRows:
    return StoredRows.open(ArrayFile(path), "x", terms, None)


def lists(rows: Ragged) -> list[list[int]]:
    return [row.tolist() for row in rows]


def random_rows(seed: int, number: int, largest: int = LARGEST) -> list[list[int]]:
    chance = random.Random(seed)  # noqa: S311
    return [
        [
            chance.randint(0, 1 << chance.randint(0, largest.bit_length() - 1))
            for _ in range(chance.choice((0, 1, 5, 70)))
        ]
        for _ in range(number)
    ]


def plain_rows(content: bytes, number: int) -> Iterator[list[int]]:
    """A second reader: digits of base 128, the lowest first, the last below 128."""
    digits: list[int] = []
    numbers: list[int] = []
    for byte in content:
        digits.append(byte % 128)
        if byte < 128:
            numbers.append(sum(digit * 128**place for place, digit in enumerate(digits)))
            digits = []
    assert not digits
    for _ in range(number):
        length = numbers[0]
        yield numbers[1 : length + 1]
        numbers = numbers[length + 1 :]
    assert not numbers


def test_rows_by_hand(tmp_path: Path) -> None:
    written_rows(tmp_path / "a", [[0, 127], [], [128, 300, 16384]], [1])
    content = arrays_of(tmp_path / "a")["x_terms"][0].tobytes()
    assert content == bytes([2, 0, 127, 0, 3, 128, 1, 300 - 256 + 128, 2, 128, 128, 1])


@pytest.mark.parametrize("number", [0, 1, GROUP - 1, GROUP, GROUP + 1, 3 * GROUP, 5 * GROUP + 7])
def test_rows_are_given_back(tmp_path: Path, number: int) -> None:
    rows = random_rows(number, number)
    stored = written_rows(tmp_path / "a", rows, [number // 3, number // 3, number // 2])
    assert len(stored) == number
    assert list(plain_rows(arrays_of(tmp_path / "a")["x_terms"][0].tobytes(), number)) == rows
    assert lists(stored.take(np.arange(number))) == rows
    assert lists(stored.take(np.arange(number)[::-1])) == rows[::-1]
    first = np.array([begin for begin in range(number + 1) for _ in range(begin, number + 1)])
    last = np.array([end for begin in range(number + 1) for end in range(begin, number + 1)])
    expected = [
        [value for row in rows[begin:end] for value in row]
        for begin, end in zip(first.tolist(), last.tolist(), strict=True)
    ]
    assert lists(stored.spans(first, last)) == expected
    each = [row for begin, end in zip(first.tolist(), last.tolist(), strict=True) for row in rows[begin:end]]
    assert lists(stored.each(first, last)) == each


@examples(80)
@given(st.data())
def test_any_rows(data: st.DataObject) -> None:
    terms = st.integers(0, LARGEST) | st.sampled_from([0, 1, 2, 3, LARGEST])
    rows = data.draw(st.lists(st.lists(terms, max_size=5), max_size=5 * GROUP))
    cuts = data.draw(st.lists(st.integers(0, len(rows)), max_size=5))
    wanted = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=9)) if rows else []
    with TemporaryDirectory() as folder:
        stored = written_rows(Path(folder) / "a", rows, cuts)
        assert lists(stored.take(np.array(wanted, np.int64))) == [rows[number] for number in wanted]


@pytest.mark.parametrize("damaged", [None, 0, 1, 2])
def test_rows_of_several_parts_are_joined(tmp_path: Path, damaged: int | None) -> None:
    """Row i has what each part has for pair i, in the order of the parts; damage is that of the part that has it."""
    parts = [random_rows(seed, 90) for seed in (11, 12, 13)]
    for number, rows in enumerate(parts):
        written_rows(tmp_path / str(number), rows, [])
    if damaged is not None:
        content = bytearray((tmp_path / str(damaged)).read_bytes())
        content[70] ^= 4
        (tmp_path / str(damaged)).write_bytes(content)
    stored = [opened(tmp_path / str(number)) for number in range(3)]
    first = [np.array([40, 0, 89, 7]), np.array([3, 9, 9, 0]), np.array([0, 0, 0, 0])]
    last = [np.array([41, 8, 89, 70]), np.array([4, 10, 10, 1]), np.array([1, 0, 90, 2])]
    asked = [*zip(stored, first, last, strict=True)]
    if damaged is None:
        expected: list[list[int]] = [[] for _ in range(4)]
        for rows, begins, ends in zip(parts, first, last, strict=True):
            for pair, (begin, end) in enumerate(zip(begins.tolist(), ends.tolist(), strict=True)):
                expected[pair] += [value for row in rows[begin:end] for value in row]
        assert lists(joined_spans(*asked)) == expected
    else:
        with pytest.raises(IndexDamagedError, match=f"{damaged}: damaged, the array x_terms does not fit its checksum"):
            joined_spans(*asked)


EXTREMES = {
    "the least": [[0]],
    "the largest": [[LARGEST], [LARGEST, LARGEST]],
    "nothing": [[]] * (2 * GROUP + 1),
    "one long row": [list(range(100_000))],
    "one term again and again": [[7] * 100_000, [7]],
}


@pytest.mark.parametrize("rows", EXTREMES.values(), ids=EXTREMES)
def test_extremes(tmp_path: Path, rows: list[list[int]]) -> None:
    assert lists(written_rows(tmp_path / "a", rows, []).take(np.arange(len(rows)))) == rows


@pytest.mark.parametrize("waiting", [1, 500, 1 << 20])
def test_the_same_rows_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waiting: int) -> None:
    monkeypatch.setattr(rows_module, "_WAITING", waiting)
    rows = random_rows(9, 200)
    found = set()
    for cuts in ([], [1], [GROUP], [3, 77, 150], list(range(200))):
        assert lists(written_rows(tmp_path / "a", rows, cuts).take(np.arange(200))) == rows
        found.add((tmp_path / "a").read_bytes())
    assert len(found) == 1


def test_places_are_at_most_a_group_too_early(tmp_path: Path) -> None:
    rows = random_rows(3, 4 * GROUP + 5)
    stored = written_rows(tmp_path / "a", rows, [50])
    sizes = [sum(-(-max(value.bit_length(), 1) // 7) for value in [len(row), *row]) for row in rows]
    places = [sum(sizes[: number // GROUP * GROUP]) for number in range(len(rows))]
    assert stored.offsets_of(np.arange(len(rows))).tolist() == places


def test_numbers_of_the_index_take_the_place_of_the_segment_s(tmp_path: Path) -> None:
    written_rows(tmp_path / "a", [[0, 2], [1]], [])
    stored = StoredRows.open(ArrayFile(tmp_path / "a"), "x", 3, np.array([5, 9, 70], np.uint32))
    assert lists(stored.take(np.array([1, 0]))) == [[9], [5, 70]]
    assert lists(stored.each(np.array([0]), np.array([2]))) == [[5, 70], [9]]


def test_terms_that_the_segment_does_not_have(tmp_path: Path) -> None:
    written_rows(tmp_path / "a", [[0, 2], [1]], [])
    assert lists(opened(tmp_path / "a", 3).take(np.array([0]))) == [[0, 2]]
    with pytest.raises(IndexDamagedError, match="a: damaged, the array x_terms holds rows that are not as"):
        opened(tmp_path / "a", 2).take(np.array([0]))
    with pytest.raises(IndexDamagedError, match="a: damaged, the array x_terms holds rows that are not as"):
        opened(tmp_path / "a", 2).each(np.array([0]), np.array([2]))


# broken files


BEHIND_THE_END = """
import ctypes, mmap
import numpy as np
from tweetctx.index.storage.row_kernels import decode
memory = np.frombuffer(mmap.mmap(-1, 2 * mmap.PAGESIZE), np.uint8)
behind = ctypes.c_void_p(memory.ctypes.data + mmap.PAGESIZE)
assert ctypes.CDLL(None).mprotect(behind, mmap.PAGESIZE, 0) == 0
whole = memory[: mmap.PAGESIZE]
chance = np.random.default_rng(1)

def read(first, last, begin, end):
    places = np.array([[first], [last], [begin], [end]])
    return decode((((whole, np.ones(1, np.bool_), 62), places, 1 << 62),), 3)[1].tolist()

for content in range(300):
    whole[:] = chance.integers(0, 256, len(whole)) | (128 if content % 3 else 0)
    for begin in (0, mmap.PAGESIZE - 1, mmap.PAGESIZE - 8, mmap.PAGESIZE, 2 * mmap.PAGESIZE, 1 << 60, -1):
        for end in (0, mmap.PAGESIZE, mmap.PAGESIZE + 1, 1 << 59, -(1 << 63)):
            assert read(0, 10**9, begin, end) == []
            read(1, 2, begin, end)
            assert read(8, 8, begin, end) == ([0, 0] if max(begin, end) <= mmap.PAGESIZE and begin >= 0 else [])
"""


@pytest.mark.thorough
def test_nothing_behind_the_end_is_read() -> None:
    """Any bytes that fill a page of memory, behind which nothing may be read: a process would be killed."""
    subprocess.run([sys.executable, "-c", BEHIND_THE_END], check=True)


@pytest.mark.thorough
def test_a_flipped_bit_in_rows_is_found_where_they_are_read(tmp_path: Path) -> None:
    rows = random_rows(4, 20_000)
    written_rows(tmp_path / "a", rows, [])
    assert len(arrays_of(tmp_path / "a")["x_terms"][0]) > 4 * PAGE
    content = bytearray((tmp_path / "a").read_bytes())
    content[64 + 2 * PAGE + 5] ^= 64
    (tmp_path / "a").write_bytes(content)
    stored = opened(tmp_path / "a")
    assert lists(stored.take(np.array([0, 5, 19_999]))) == [rows[0], rows[5], rows[-1]]
    with pytest.raises(IndexDamagedError, match=f"a: damaged, the array x_terms does not fit .* byte {2 * PAGE} on"):
        stored.take(np.arange(20_000))


@pytest.mark.thorough
def test_any_bytes_with_right_checksums_are_an_error_or_rows(tmp_path: Path) -> None:
    """What fits its checksum and yet was not written so; a kernel must not leave the array, however it reads."""
    written_rows(tmp_path / "a", random_rows(6, 100), [])
    whole = arrays_of(tmp_path / "a")["x_terms"][0].tobytes()
    chance, raised = random.Random(7), 0  # noqa: S311
    for _ in range(300):
        altered = bytearray(whole)
        begin = chance.randrange(len(whole))
        altered[begin : begin + 40] = chance.randbytes(len(altered[begin : begin + 40]))
        replace_arrays(tmp_path / "a", x_terms=np.frombuffer(altered, np.uint8))
        try:
            assert len(opened(tmp_path / "a").take(np.arange(100))) == 100
        except IndexDamagedError as error:
            raised += 1
            assert str(error).endswith("the array x_terms holds rows that are not as they were written")  # noqa: PT017
    assert raised > 100


@pytest.mark.parametrize("rows", [[], [9, 9], [9 + GROUP], [0], [-1]])
def test_arrays_that_do_not_fit_together(tmp_path: Path, rows: list[int]) -> None:
    written_rows(tmp_path / "a", random_rows(5, 9), [])
    replace_arrays(tmp_path / "a", x_terms__rows=np.array(rows, np.int64))
    with pytest.raises(IndexDamagedError, match="the array x_terms does not fit the arrays beside it"):
        opened(tmp_path / "a")


def test_bytes_behind_the_last_row(tmp_path: Path) -> None:
    written_rows(tmp_path / "a", random_rows(5, 9), [])
    content = arrays_of(tmp_path / "a")["x_terms"][0]
    replace_arrays(tmp_path / "a", x_terms=np.append(content, content[:8]))
    with pytest.raises(IndexDamagedError, match="the array x_terms does not fit the arrays beside it"):
        opened(tmp_path / "a")
