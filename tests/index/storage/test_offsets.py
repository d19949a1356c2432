"""The offsets of ragged rows."""

from bisect import bisect_right
from functools import partial
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from array_files import write_arrays, written
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

import tweetctx.index.storage.offsets as offsets
from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.offsets import STRETCH, Offsets, write_offsets


def offsets_of(folder: Path, lengths: list[int]) -> Offsets:
    write = partial(write_offsets, name="x", lengths=np.array(lengths, np.uint32))
    return Offsets(written(folder / "a", write), "x")


def check(found: Offsets, lengths: list[int]) -> None:
    """Against sums in Python."""
    starts = [0, *accumulate(lengths)]
    assert (len(found), found.total) == (len(lengths), starts[-1])
    every = np.arange(len(lengths))
    first, last = found.bounds(every)
    assert (first.tolist(), last.tolist()) == (starts[:-1], starts[1:])
    assert first.dtype == last.dtype == np.int64
    assert found.begins(np.array([len(lengths)])).tolist() == [starts[-1]]
    assert found.begins(every[::-1]).tolist() == starts[:-1][::-1]
    assert [found.items(row) for row in range(len(lengths))] == [
        range(begin, begin + length) for begin, length in zip(starts, lengths, strict=False)
    ]
    items = sorted({place for start in starts for place in (start - 1, start) if 0 <= place < starts[-1]})
    assert found.rows(np.array(items, np.int64)).tolist() == [bisect_right(starts, item) - 1 for item in items]


@pytest.mark.parametrize("number", [0, 1, STRETCH - 2, STRETCH - 1, STRETCH, STRETCH + 1, 7 * STRETCH + 3])
@pytest.mark.parametrize("held", [1, 3, 1 << 14])
def test_offsets_are_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, held: int) -> None:
    monkeypatch.setattr(offsets, "_HELD", held)
    lengths = [place * place % 7 for place in range(number)]
    check(offsets_of(tmp_path, lengths), lengths)


@examples(60)
@given(st.lists(st.sampled_from([0, 1, 2, 255, 256, 70_000, 2**32 - 1]), max_size=3 * STRETCH))
def test_any_offsets(lengths: list[int]) -> None:
    with TemporaryDirectory() as folder:
        check(offsets_of(Path(folder), lengths), lengths)


def test_offsets_by_hand(tmp_path: Path) -> None:
    offsets_of(tmp_path, [4] * (STRETCH - 1) + [300, 5])
    bases, steps = (ArrayFile(tmp_path / "a").array(f"x.{part}") for part in ("bases", "steps"))
    assert (bases.tolist(), bases.dtype) == ([0, 4 * (STRETCH - 1) + 300], np.dtype(np.uint16))
    assert (steps.tolist(), steps.dtype) == ([*range(0, 4 * STRETCH, 4), 0, 5], np.dtype(np.uint8))


@pytest.mark.parametrize(
    ("bases", "steps"), [([], []), ([0], []), ([], [0]), ([1], [0]), ([0], [1]), ([0, 0], [0]), ([0], [0] * 65)]
)
def test_arrays_that_are_no_offsets(tmp_path: Path, bases: list[int], steps: list[int]) -> None:
    arrays = {"x.bases": bases, "x.steps": steps}
    write_arrays(tmp_path / "a", {name: (np.array(values, np.uint8), False) for name, values in arrays.items()})
    with pytest.raises(IndexDamagedError, match=r"the array x\.steps does not fit"):
        Offsets(ArrayFile(tmp_path / "a"), "x")
