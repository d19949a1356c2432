"""Rows of term numbers and the code they are written in."""

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

import tweetctx.index.storage.rows as rows_module
from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import load_array, write_array
from tweetctx.index.storage.bit_code import (
    CLASSES,
    DISTANCE_CLASSES,
    FARTHEST,
    LONGEST,
    SYMBOLS,
    classes_of,
    code_lengths,
    is_code,
    prefix_codes,
    tables,
)
from tweetctx.index.storage.paged import PAGE, write_checksums
from tweetctx.index.storage.rows import GROUP, CodedRows, RowsWriter
from tweetctx.ragged import Ragged

LARGEST = 2**32 - 1


def written_rows(folder: Path, rows: list[list[int]], cuts: list[int]) -> CodedRows:
    writer = RowsWriter(folder, "x")
    bounds = [0, *sorted(cuts), len(rows)]
    for first, last in pairwise(bounds):
        writer.append(Ragged.from_rows(rows[first:last]))
    writer.close()
    return CodedRows.open(folder, "x")


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


def repeating_rows(seed: int, number: int) -> list[list[int]]:
    """Rows in which terms, and some together, occur again, near and far."""
    chance = random.Random(seed)  # noqa: S311
    said: list[int] = [LARGEST]
    rows = []
    for _ in range(number):
        row = [chance.randrange(1 << chance.randrange(1, 33)) for _ in range(chance.randrange(8))]
        for _ in range(chance.randrange(4)):
            begin = chance.randrange(len(said))
            row += said[begin : begin + chance.randrange(300)]
        rows.append(row)
        said = (said + row)[-2_000:]
    return rows


# a second reader, bit by bit


def codes_by_hand(lengths: list[int]) -> dict[str, int]:
    """Canonical codes by Kraft's sum: a code is the sum of 2^-length of those before it, in binary."""
    found, taken = {}, 0
    for length, symbol in sorted((length, symbol) for symbol, length in enumerate(lengths)):
        found[f"{taken >> (LONGEST - length):0{length}b}"] = symbol
        taken += 1 << (LONGEST - length)
    assert taken == 1 << LONGEST
    return found


class PlainReader:
    """Reads all rows of a file, a bit at a time."""

    def __init__(self, folder: Path) -> None:
        self.rows, *lengths = load_array(folder / "x_terms.code.npy").tolist()
        self.lengths, self.terms = codes_by_hand(lengths[:CLASSES]), codes_by_hand(lengths[CLASSES:])
        content = (folder / "x_terms.bin").read_bytes()
        self.bits = "".join(f"{byte:08b}"[::-1] for byte in content)
        self.at = 0

    def number(self, codes: dict[str, int]) -> tuple[int, bool]:
        code = ""
        while code not in codes:
            code += self.bits[self.at]
            self.at += 1
        symbol = codes[code]
        size = symbol % CLASSES
        rest = self.bits[self.at : self.at + size]
        self.at += size
        return int("1" + rest[::-1], 2) - 1, symbol >= CLASSES

    def __iter__(self) -> Iterator[list[int]]:
        for number in range(self.rows):
            if number % GROUP == 0:
                self.at = -(-self.at // 8) * 8
                said: list[int] = []
                before = 1
            length, _ = self.number(self.lengths)
            for _ in range(length):
                value, is_distance = self.number(self.terms)
                if is_distance:
                    before = value or before
                    value = said[-before]
                said.append(value)
            yield said[len(said) - length :]


# the code


@given(st.lists(st.integers(0, LARGEST)))
def test_classes_are_bit_lengths(numbers: list[int]) -> None:
    assert classes_of(np.array(numbers, np.int64)).tolist() == [(number + 1).bit_length() - 1 for number in numbers]


def test_classes_at_their_borders() -> None:
    numbers = [number for e in range(33) for number in (2**e - 1, 2**e, 2 ** (e + 1) - 2) if number <= LARGEST]
    assert classes_of(np.array(numbers)).tolist() == [(number + 1).bit_length() - 1 for number in numbers]
    assert classes_of(np.array([LARGEST])) == CLASSES - 1
    assert classes_of(np.array([FARTHEST, FARTHEST + 1])).tolist() == [DISTANCE_CLASSES - 1, DISTANCE_CLASSES]


@examples(60)
@given(st.lists(st.sampled_from([0, 0, 1, 2, 5, 100, 10**6, 10**15]), min_size=SYMBOLS, max_size=SYMBOLS))
def test_any_counts_make_a_code(counts: list[int]) -> None:
    lengths = code_lengths(np.array(counts))
    assert is_code(lengths)
    for first, last in ((0, CLASSES), (CLASSES, SYMBOLS)):
        ordered = sorted(zip(counts[first:last], lengths[first:last].tolist(), strict=True))
        for (_, length), (_, shorter) in pairwise(ordered):
            assert shorter <= length + 1  # by one where counts are made alike
    codes = prefix_codes(lengths).tolist()
    by_hand = codes_by_hand(lengths[:CLASSES].tolist())
    assert {f"{codes[s]:0{lengths[s]}b}"[::-1]: s for s in range(CLASSES)} == by_hand


def test_a_code_takes_hardly_more_than_the_entropy() -> None:
    counts = np.zeros(SYMBOLS, np.int64)
    counts[CLASSES:] = [4_000_000 * 3 // 4 ** abs(place - 16) + 1 for place in range(SYMBOLS - CLASSES)]
    share = counts[CLASSES:] / counts.sum()
    entropy = -(share * np.log2(share)).sum()
    mean = (share * code_lengths(counts)[CLASSES:]).sum()
    assert entropy <= mean < entropy + 0.25


def test_lengths_that_are_no_code() -> None:
    lengths = code_lengths(np.arange(SYMBOLS))
    assert is_code(lengths)
    assert not is_code(lengths[:-1])
    assert not is_code(lengths[:0])
    for wrong in (0, -1, LONGEST + 1, 64, 1):
        for symbol in (0, CLASSES, SYMBOLS - 1):
            altered = lengths.astype(np.int64)
            altered[symbol] = wrong
            assert not is_code(altered)


def test_every_entry_of_a_table_means_something() -> None:
    found = tables(code_lengths(np.arange(SYMBOLS) ** 3))
    assert found.shape == (2, 1 << LONGEST)
    assert (found & 63 > 0).all()
    assert (found & 63 <= LONGEST + CLASSES - 1).all()


# rows


def test_a_file_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes of 5 bits but for the last two of lengths, which have 6: from 00000 on in the order of symbols.

    Terms and distances are 43 symbols: 21 codes of 5 bits and 22 of 6.
    """
    lengths = np.full(SYMBOLS, 6, np.uint8)
    lengths[: CLASSES - 2] = 5
    lengths[CLASSES : CLASSES + 21] = 5
    monkeypatch.setattr(rows_module, "code_lengths", lambda _: lengths)
    written_rows(tmp_path, [[0, 5], [], [5, 0]], [1])
    # class 1 of 3 = 2 + 1: the length 2; class 0: the term 0; class 2, then 6 = 0b110 without its highest bit: 5
    first = "00001" + "1" + "00000" + "00010" + "01"
    # the length 0
    second = "00000"
    # the length 2; symbol 33 of terms is distance class 0, which has the code 21 · 2 + 12 = 54 of 6 bits, 1 is class 1:
    # first distance 1, so that 0 is written; then distance 3, class 2 (code 56), 4 without its highest bit
    third = "00001" + "1" + "110110" + "111000" + "00"
    bits = first + second + third
    expected = int(bits[::-1], 2).to_bytes(-(-len(bits) // 8), "little")
    content = (tmp_path / "x_terms.bin").read_bytes()
    assert content == expected.ljust(len(content), b"\0")
    assert len(content) == 24
    assert load_array(tmp_path / "x_terms.code.npy").tolist() == [3, *lengths.tolist()]


@pytest.mark.parametrize("number", [0, 1, GROUP - 1, GROUP, GROUP + 1, 3 * GROUP, 5 * GROUP + 7])
@pytest.mark.parametrize("make", [random_rows, repeating_rows])
def test_rows_are_given_back(tmp_path: Path, number: int, make: object) -> None:
    rows = make(number, number)  # type: ignore[operator]
    coded = written_rows(tmp_path, rows, [number // 3, number // 3, number // 2])
    assert len(coded) == number
    assert list(PlainReader(tmp_path)) == rows
    assert lists(coded.take(np.arange(number))) == rows
    assert lists(coded.take(np.arange(number)[::-1])) == rows[::-1]
    first = np.array([begin for begin in range(number + 1) for _ in range(begin, number + 1)])
    last = np.array([end for begin in range(number + 1) for end in range(begin, number + 1)])
    expected = [
        [value for row in rows[begin:end] for value in row]
        for begin, end in zip(first.tolist(), last.tolist(), strict=True)
    ]
    assert lists(coded.spans(first, last)) == expected


@examples(80)
@given(st.data())
def test_any_rows(data: st.DataObject) -> None:
    terms = st.integers(0, LARGEST) | st.sampled_from([0, 1, 2, 3, LARGEST])
    rows = data.draw(st.lists(st.lists(terms, max_size=5), max_size=5 * GROUP))
    cuts = data.draw(st.lists(st.integers(0, len(rows)), max_size=5))
    wanted = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=9)) if rows else []
    with TemporaryDirectory() as folder:
        coded = written_rows(Path(folder), rows, cuts)
        assert lists(coded.take(np.array(wanted, np.int64))) == [rows[number] for number in wanted]
        assert list(PlainReader(Path(folder))) == rows


EXTREMES = {
    "the least": [[0]],
    "the largest": [[LARGEST], [LARGEST, LARGEST]],
    "nothing": [[]] * (2 * GROUP + 1),
    "one long row": [list(range(100_000))],
    "one term again and again": [[7] * 100_000, [7]],
    "as far as a distance reaches": [[*range(1, FARTHEST + 1), 1], [*range(FARTHEST)] * 3],
    "farther": [[*range(FARTHEST + 3)] * 3, [5]],
    "two in turn": [[3, 9] * 50] * GROUP,
}


@pytest.mark.parametrize("rows", EXTREMES.values(), ids=EXTREMES)
def test_extremes(tmp_path: Path, rows: list[list[int]]) -> None:
    coded = written_rows(tmp_path, rows, [])
    assert lists(coded.take(np.arange(len(rows)))) == rows
    assert list(PlainReader(tmp_path)) == rows


@pytest.mark.parametrize("sample", [1, 500, 1 << 20])
def test_the_same_rows_give_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sample: int) -> None:
    monkeypatch.setattr(rows_module, "SAMPLE", sample)
    rows = repeating_rows(9, 200)
    found = set()
    for number, cuts in enumerate(([], [1], [GROUP], [3, 77, 150], list(range(200)))):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert lists(written_rows(folder, rows, cuts).take(np.arange(200))) == rows
        found.add(tuple(path.read_bytes() for path in sorted(folder.iterdir())))
    assert len(found) == 1


def test_what_is_said_again_takes_less_room(tmp_path: Path) -> None:
    def size(rows: list[list[int]]) -> int:
        written_rows(tmp_path, rows, [])
        return (tmp_path / "x_terms.bin").stat().st_size

    chance = random.Random(8)  # noqa: S311
    rows = [[chance.randrange(1 << 20) for _ in range(20)] for _ in range(GROUP)]
    assert size([rows[0]] * GROUP) < size(rows) / 3


def test_places_are_at_most_a_group_too_early(tmp_path: Path) -> None:
    rows = random_rows(3, 4 * GROUP + 5)
    coded = written_rows(tmp_path, rows, [50])
    reader = PlainReader(tmp_path)
    places = [0]
    for number, _ in enumerate(reader, 1):
        if number % GROUP == 0:
            places.append(-(-reader.at // 8))
    assert coded.places(np.arange(len(rows))).tolist() == [places[number // GROUP] for number in range(len(rows))]


# broken files


BEHIND_THE_END = """
import ctypes, mmap
import numpy as np
from tweetctx.index.storage.bit_code import SYMBOLS, code_lengths, tables
from tweetctx.index.storage.row_kernels import decode
memory = np.frombuffer(mmap.mmap(-1, 2 * mmap.PAGESIZE), np.uint8)
behind = ctypes.c_void_p(memory.ctypes.data + mmap.PAGESIZE)
assert ctypes.CDLL(None).mprotect(behind, mmap.PAGESIZE, 0) == 0
whole = memory[: mmap.PAGESIZE]
chance = np.random.default_rng(1)
one, far = np.array([1]), np.array([10**9])
for content in range(300):
    whole[:] = chance.integers(0, 256, len(whole))
    table = tables(code_lengths(chance.integers(0, 1000, SYMBOLS) ** (content % 4)))
    for begin in (0, mmap.PAGESIZE - 1, mmap.PAGESIZE - 8, mmap.PAGESIZE, 2 * mmap.PAGESIZE, 1 << 60):
        for end in (0, mmap.PAGESIZE, 1 << 59):
            begins, ends = np.array([begin]), np.array([end])
            _, offsets = decode(whole.view(np.uint64), begins, ends, table, 0 * one, far, 3)
            assert len(offsets) == 0
            values, offsets = decode(whole.view(np.uint64), begins, ends, table, one, one, 3)
            assert offsets.tolist() == [0, 0]
"""


def test_nothing_behind_the_end_is_read() -> None:
    """Any bytes that fill a page of memory, behind which nothing may be read: a process would be killed."""
    subprocess.run([sys.executable, "-c", BEHIND_THE_END], check=True)


def test_a_flipped_bit_in_rows_is_found_where_they_are_read(tmp_path: Path) -> None:
    rows = random_rows(4, 20_000)
    written_rows(tmp_path, rows, [])
    path = tmp_path / "x_terms.bin"
    content = bytearray(path.read_bytes())
    assert len(content) > 4 * PAGE
    content[2 * PAGE + 5] ^= 64
    path.write_bytes(content)
    coded = CodedRows.open(tmp_path, "x")
    assert lists(coded.take(np.array([0, 5, 19_999]))) == [rows[0], rows[5], rows[-1]]
    with pytest.raises(IndexDamagedError, match=f"^{path}: damaged, bytes {2 * PAGE} to {3 * PAGE} do not fit"):
        coded.take(np.arange(20_000))


def test_any_bytes_with_right_checksums_are_an_error_or_rows(tmp_path: Path) -> None:
    """What fits its checksum and yet was not written so; a kernel must not leave the file, however it reads."""
    rows = repeating_rows(6, 100)
    written_rows(tmp_path, rows, [])
    path = tmp_path / "x_terms.bin"
    whole = path.read_bytes()
    chance, raised = random.Random(7), 0  # noqa: S311
    for _ in range(300):
        altered = bytearray(whole)
        begin = chance.randrange(len(whole))
        altered[begin : begin + 40] = chance.randbytes(len(altered[begin : begin + 40]))
        path.write_bytes(altered)
        write_checksums(path)
        try:
            assert len(CodedRows.open(tmp_path, "x").take(np.arange(100))) == 100
        except IndexDamagedError as error:
            raised += 1
            assert str(error) == f"{path}: damaged, its rows do not end where they should"  # noqa: PT017
    assert raised > 100


@pytest.mark.parametrize("code", [[], [9], [9] + [5] * SYMBOLS])
def test_files_that_do_not_fit_together(tmp_path: Path, code: list[int]) -> None:
    rows = random_rows(5, 9)
    written_rows(tmp_path, rows, [])
    kept = load_array(tmp_path / "x_terms.code.npy").copy()
    for wrong in (np.array(code, np.int64), kept + (np.arange(len(kept)) == 0) * GROUP, kept[:-1]):
        write_array(tmp_path / "x_terms.code.npy", wrong)
        with pytest.raises(IndexDamagedError, match=r"x_terms\.bin: damaged, its content does not fit"):
            CodedRows.open(tmp_path, "x")
    write_array(tmp_path / "x_terms.code.npy", kept)
    with (tmp_path / "x_terms.bin").open("ab") as file:
        file.write(bytes(8))
    with pytest.raises(IndexDamagedError, match=r"x_terms\.bin: damaged, its content does not fit"):
        CodedRows.open(tmp_path, "x")
