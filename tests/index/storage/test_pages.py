"""Arrays whose pages are checked when they are first read, against a loop over pages in Python."""

import zlib

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.pages import PagedArray
from tweetctx.index.storage.row_kernels import offsets_are_checked, ranges_are_checked, unchecked

BITS = 4  # a page has 16 bytes, and two numbers
VALUES = np.arange(10, dtype=np.int64) * 100
FAR = [-(1 << 63), -1, 10, 11, 1 << 32, (1 << 62) + 1, (1 << 63) - 2, (1 << 63) - 1]


def opened(values: np.ndarray = VALUES) -> PagedArray:
    content = values.tobytes()
    sums = [zlib.crc32(content[at : at + (1 << BITS)]) for at in range(0, len(content), 1 << BITS)]
    return PagedArray(values.copy(), np.array(sums), BITS, IndexDamagedError)


def altered(array: PagedArray, place: int) -> PagedArray:
    array.values[place] += 1
    return array


@pytest.mark.parametrize("place", FAR)
def test_places_outside_are_damage(place: int) -> None:
    for checked in (False, True):
        array = opened()
        if checked:
            array.need(np.array([0]), np.array([len(VALUES)]))
        else:
            array.at(np.array([1]))
        if place >= 0 or not checked:  # numpy counts negative places from the end, within the array
            with pytest.raises(IndexDamagedError, match="does not fit"):
                array.at(np.array([0, place]))
        if place != len(VALUES):  # where an empty range may begin
            with pytest.raises(IndexDamagedError, match="does not fit"):
                array.need(np.array([place]), np.array([place]))
        with pytest.raises(IndexDamagedError, match="does not fit"):
            array.need(np.array([0, place]), np.array([1, min(place, (1 << 63) - 2) + 1]))


def test_only_pages_that_are_read_are_checked() -> None:
    for place in range(len(VALUES)):
        array = altered(opened(), 5)
        if place in (4, 5):
            with pytest.raises(IndexDamagedError, match="checksum from byte 32 on"):
                array.at(np.array([place]))
        else:
            assert array.at(np.array([place])).tolist() == [100 * place]


places = st.integers(-2, 12) | st.sampled_from(FAR)


@given(st.lists(st.booleans(), min_size=5, max_size=5), st.lists(st.tuples(places, places), max_size=4))
@example([True] * 5, [(3, -(1 << 63))])
@example([False] * 5, [(9, 9)])
def test_what_is_checked(pages: list[bool], ranges: list[tuple[int, int]]) -> None:
    checked, size = np.array(pages), len(VALUES)
    begins, ends = (np.array([pair[at] for pair in ranges], np.int64) for at in (0, 1))
    inside = all(0 <= begin <= size and end <= size for begin, end in ranges)
    read = [place // 2 for begin, end in ranges for place in range(begin, end)] if inside else []
    missing = {page for page in read if not pages[page]}
    assert ranges_are_checked(begins, ends, checked, 1, size) == (inside and not missing)
    assert set(unchecked(begins, ends, checked, 1, size).tolist()) == (missing if inside else {-1})
    assert offsets_are_checked(begins, checked, 1, size) == all(0 <= at < size and pages[at // 2] for at in begins)
