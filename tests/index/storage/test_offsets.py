"""The offsets of ragged rows."""

from bisect import bisect_right
from collections.abc import Callable
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

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage import offsets
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.offsets import STRETCH, STRETCH_BITS, Offsets, write_offsets
from tweetctx.index.storage.pages import PAGE
from tweetctx.index.storage.passage_kernels import article_passages


def offsets_of(folder: Path, lengths: list[int]) -> Offsets:
    write = partial(write_offsets, name="x", lengths=np.array(lengths, np.uint64))
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
    assert (steps.tolist(), steps.dtype) == ([*range(0, 4 * STRETCH, 4), 0, 5], np.dtype(np.uint16))


@pytest.mark.parametrize("largest", [0, 1, 255, 256, 65_535, 65_536, 2**32])
def test_steps_have_two_bytes_or_more(tmp_path: Path, largest: int) -> None:
    check(offsets_of(tmp_path, [largest, 0]), [largest, 0])
    steps = ArrayFile(tmp_path / "a").array("x.steps")
    assert steps.dtype.itemsize == (2 if largest < 65_536 else 4 if largest < 2**32 else 8)


@pytest.mark.parametrize(
    ("bases", "steps"), [([], []), ([0], []), ([], [0]), ([1], [0]), ([0], [1]), ([0, 0], [0]), ([0], [0] * 65)]
)
def test_arrays_that_are_no_offsets(tmp_path: Path, bases: list[int], steps: list[int]) -> None:
    arrays = {"x.bases": bases, "x.steps": steps}
    write_arrays(tmp_path / "a", {name: (np.array(values, np.uint8), False) for name, values in arrays.items()})
    with pytest.raises(IndexDamagedError, match=r"the array x\.steps does not fit"):
        Offsets(ArrayFile(tmp_path / "a"), "x")


LARGE = 2 * PAGE  # offsets, in pages of 32,768 steps of two bytes each


@pytest.mark.parametrize("place", [0, 1, STRETCH - 1, STRETCH, PAGE // 2 - 1, PAGE // 2, PAGE + 77, LARGE - 1])
def test_offsets_that_fall_are_found_where_they_are_read(tmp_path: Path, place: int) -> None:
    """In a file with right checksums; in its other pages offsets are what they were."""
    lengths = np.full(LARGE - 1, 9)
    written(tmp_path / "a", partial(write_offsets, name="x", lengths=lengths))
    bases = ArrayFile(tmp_path / "a").array("x.bases").copy()
    steps = ArrayFile(tmp_path / "a").array("x.steps").astype(np.uint16)
    steps[place] = 1 if place % STRETCH == 0 else 600
    if place == LARGE - 1:
        steps[place - 1] = 700
    write_arrays(tmp_path / "a", {"x.bases": (bases, False), "x.steps": (steps, True)})
    page = place // (PAGE // 2)

    def read(rows: np.ndarray) -> None:
        found = Offsets(ArrayFile(tmp_path / "a"), "x")
        first, last = found.bounds(rows)
        assert (first.tolist(), last.tolist()) == ((9 * rows).tolist(), (9 * rows + 9).tolist())
        assert found.rows(first).tolist() == rows.tolist()

    per_page = PAGE // 2
    others = [number for number in range(LARGE // per_page) if number != page]
    if page != LARGE // per_page - 1:  # the last page says how many items there are
        read(np.array([number * per_page + 5 for number in others]))
    asks: list[Callable[[Offsets], object]] = [
        lambda found: found.begins(np.array([page * per_page])),
        lambda found: found.rows(np.array([9 * page * per_page])),
        lambda found: found.items(page * per_page),
    ]
    for ask in asks:
        with pytest.raises(IndexDamagedError, match=r"the array x\.steps does not fit"):
            ask(Offsets(ArrayFile(tmp_path / "a"), "x"))


@pytest.mark.parametrize(("bases", "steps"), [([0, 1 << 63], [0] * 65), ([0], [0, 1 << 63]), ([0], [0, (1 << 62) + 1])])
def test_offsets_so_large_that_sums_would_wrap_around(tmp_path: Path, bases: list[int], steps: list[int]) -> None:
    arrays = {"x.bases": bases, "x.steps": steps}
    write_arrays(tmp_path / "a", {name: (np.array(values, np.uint64), False) for name, values in arrays.items()})
    with pytest.raises(IndexDamagedError, match=r"the array x\.steps does not fit"):
        Offsets(ArrayFile(tmp_path / "a"), "x")


@pytest.mark.parametrize("unchecked", range(3))
def test_an_article_whose_pages_are_not_all_checked_has_no_passages_yet(unchecked: int) -> None:
    checked, bases = np.arange(3) != unchecked, np.zeros(1, np.int64)
    of_articles = bases, (np.array([0, 2, 4], np.uint16), np.ones(2, np.bool_), 1), STRETCH_BITS
    of_sections = bases, (np.arange(0, 15, 3, dtype=np.uint16), checked, 1), STRETCH_BITS  # two sections a page
    first, last = article_passages(of_articles, of_sections, np.arange(2))
    assert (len(first), len(last)) == (0, 0)
    checked[:] = True
    first, last = article_passages(of_articles, of_sections, np.arange(2))
    assert (first.tolist(), last.tolist()) == ([0, 6], [6, 12])
