"""Counts in a byte each: what was written comes back, whatever its size."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from array_files import replace_arrays, written
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.counts import CountsWriter, StoredCounts, write_counts

COUNTS = st.lists(st.one_of(st.integers(0, 3), st.integers(250, 260), st.integers(0, 2**32 - 1)), max_size=40)


@given(COUNTS, st.integers(0, 40))
@examples(60)
def test_counts_come_back(tmp_path_factory: pytest.TempPathFactory, counts: list[int], cut: int) -> None:
    def write(file: object) -> None:
        writer = CountsWriter(file, "c")  # type: ignore[arg-type]
        for part in (counts[:cut], counts[cut:]):
            writer.append(np.array(part, np.int64))
        writer.close()

    stored = StoredCounts(written(tmp_path_factory.mktemp("counts") / "file", write), "c")
    assert len(stored) == len(counts)
    assert np.asarray(stored).tolist() == counts
    backwards = np.arange(len(counts))[::-1]
    assert stored[backwards].tolist() == counts[::-1]
    assert stored[np.array([-1, *backwards, -1])].tolist() == [0, *counts[::-1], 0]
    for outside in (-2, len(counts)):
        with pytest.raises(IndexDamagedError, match="the array c does not fit the arrays beside it"):
            stored[np.array([outside])]


def test_what_is_above_32_bits_is_cut(tmp_path: Path) -> None:
    file = written(tmp_path / "file", lambda file: write_counts(file, "c", np.array([2**32, 2**40, 1])))
    assert np.asarray(StoredCounts(file, "c")).tolist() == [2**32 - 1, 2**32 - 1, 1]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"c__large_at": np.array([0], np.uint32)}, "the array c does not fit the arrays beside it"),
        ({"c": np.array([1, 255, 255], np.uint8)}, "the array c does not fit the arrays beside it"),
        ({"c": np.array([1, 255, 3], np.uint16)}, "the array c has the unexpected type uint16"),
        ({"c__large": np.array([300, 300], np.uint32)}, "the array c.large has 2 counts, expected 1"),
    ],
)
@pytest.mark.parametrize("read", [np.asarray, lambda counts: counts[np.arange(3)]])
def test_damage_is_found(
    tmp_path: Path, changed: dict[str, np.ndarray], message: str, read: Callable[[StoredCounts], object]
) -> None:
    written(tmp_path / "file", lambda file: write_counts(file, "c", np.array([1, 300, 3])))
    replace_arrays(tmp_path / "file", **changed)
    with pytest.raises(IndexDamagedError, match=message):
        read(StoredCounts(ArrayFile(tmp_path / "file"), "c"))
