"""Posting lists against a reader that takes the format at its word, one bit after the other."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tweetctx.index.storage.list_kernels import _ascend
from tweetctx.index.storage.list_writing_kernels import write_lists

Posting = tuple[int, int]  # passage and count

LARGEST = 2**31 - 1  # a passage's number


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 0x80:
            return value, at


def bits(words: list[int], lane: int, first: int, width: int) -> int:
    """`width` bits of one of the four lanes, from bit `first` of the lane on."""
    value = 0
    for bit in range(width):
        word, place = divmod(first + bit, 32)
        value |= (words[4 * word + lane] >> place & 1) << bit
    return value


def read_list(data: bytes, words: list[int], at: int) -> tuple[list[Posting], list[int], int, tuple[int, int]]:
    """The postings of the list that begins at a byte and their codes, the byte behind it, and its blocks' words."""
    n, at = read_varint(data, at)
    place = size = 0
    if n >= 128:
        place, at = read_varint(data, at)
        size, at = read_varint(data, at)
    postings: list[Posting] = []
    shares: list[int] = []
    last = -1
    for block in range(n // 128):
        block_last, meta = words[place + 2 * block : place + 2 * block + 2]
        width, begin = meta % 32, place + 2 * (n // 128) + meta // 32
        counts = [1] * 128
        octets = np.array(words[begin + 4 * width :], np.uint32).tobytes()
        shares += octets[:128]
        octets = octets[128:]
        twos, more = octets[:2]
        for value in octets[2 : 2 + twos]:
            counts[value] = 2
        reading = iter(octets[2 + twos :])
        for _ in range(more):
            value, extra = next(reading), next(reading)
            if extra == 255:
                extra += sum(next(reading) << shift for shift in (0, 8, 16, 24))
            counts[value] = extra + 3
        for value, count in enumerate(counts):
            last += bits(words[begin:], value % 4, value // 4 * width, width) + 1
            postings.append((last, count))
        assert last == block_last
    for _ in range(n % 128):
        value, at = read_varint(data, at)
        last += (value >> 1) + 1
        count = 1
        if value & 1:
            extra, at = read_varint(data, at)
            count = extra + 2
        postings.append((last, count))
        shares.append(data[at])
        at += 1
    return postings, shares, at, (place, place + size)


def check(lists: list[list[Posting]], place: int = 0) -> None:
    """What is encoded is read again, from lists that fill the bytes and the words without a gap between them."""
    shares = [(7 * number + passage) % 256 for number, one in enumerate(lists) for passage, _ in one]
    data, sizes, words = write_lists(
        np.array([passage for postings in lists for passage, _ in postings], np.uint32),
        np.array([count for postings in lists for _, count in postings], np.uint32),
        np.array(shares, np.uint8),
        np.array([len(postings) for postings in lists], np.int64),
        place,
    )
    whole = data.tobytes()
    everything = [0] * place + words.tolist()
    at, word, codes = 0, place, list[int]()
    for postings, size in zip(lists, sizes.tolist(), strict=True):
        found, own, behind, (begin, end) = read_list(whole, everything, at)
        assert found == postings
        codes += own
        assert behind - at == size
        if len(postings) >= 128:
            assert begin == word
            word = end
        at = behind
    assert (at, word) == (len(whole), len(everything))
    assert codes == shares


def a_list(seed: int, size: int, gap: int = 3, count: int = 2) -> list[Posting]:
    chance = np.random.default_rng(seed)
    passages = np.cumsum(chance.integers(1, gap + 1, size)) - 1
    return list(zip(passages.tolist(), chance.integers(1, count + 1, size).tolist(), strict=True))


@pytest.mark.parametrize("size", [0, 1, 2, 127, 128, 129, 255, 256, 257, 1000])
@pytest.mark.parametrize("count", [1, 2, 3, 600, 70_000])
def test_lists_of_every_size(size: int, count: int) -> None:
    check([a_list(size, size, 9, count)])
    check([a_list(1, 5), a_list(size, size, 9, count), [], a_list(2, 130)], place=12_345)


def test_no_lists_and_empty_lists() -> None:
    check([])
    check([[]])
    check([[], [], [(0, 1)], []])


@pytest.mark.parametrize("width", range(32))
def test_gaps_of_every_width(width: int) -> None:
    """One gap of that many bits among smaller ones, at the beginning, inside and at the end of a block."""
    gap = (1 << width) - 1 if width else 0  # what is written, which is the distance less 1
    for place in (0, 1, 64, 127, 128, 200, 255, 256, 260):
        passages = np.arange(300)
        passages[place:] += gap
        check([[(passage, 1 + passage % 2) for passage in passages.tolist() if passage <= LARGEST]])


def test_the_largest_numbers() -> None:
    check([[(LARGEST, 2**32 - 1)], [(0, 1), (LARGEST, 1)]])
    start = LARGEST - 129
    check([[(passage, 2**32 - 1 - passage % 3) for passage in range(start, LARGEST + 1)]])
    check([[(0, 1), *((passage, 1) for passage in range(start, LARGEST + 1))]])


@pytest.mark.parametrize(
    "count", [1, 2, 3, 257, 258, 259, 512, 513, 65_535, 65_536, 65_537, 65_538, 65_539, 131_073, 2**24, 2**31]
)
def test_counts_around_the_borders_of_their_fields(count: int) -> None:
    for size in (1, 127, 128, 129, 256):
        check([[(3 * place, count if place % 7 == 0 else 1) for place in range(size)]])
        check([[(3 * place, count) for place in range(size)]])
        check([[(3 * place, count if place == size - 1 else 2) for place in range(size)]])


POSTINGS = st.integers(0, 300).flatmap(
    lambda size: st.tuples(
        st.lists(st.one_of(st.integers(1, 4), st.integers(1, 2**22)), min_size=size, max_size=size),
        st.lists(
            st.one_of(st.just(1), st.integers(1, 5), st.integers(505, 520), st.integers(1, 2**20)),
            min_size=size,
            max_size=size,
        ),
    )
)


@pytest.mark.thorough
@given(st.lists(POSTINGS, max_size=4), st.integers(0, 200))
def test_any_lists(drawn: list[tuple[list[int], list[int]]], place: int) -> None:
    check([list(zip((np.cumsum(steps) - 1).tolist(), counts, strict=True)) for steps, counts in drawn], place)


@given(
    st.sampled_from([0, 1, 8, 24, 25, 26, 30, 31]),
    st.sampled_from([-1, 0, 1, 5, 2**31, 2**32 - 129, 2**32 - 128, 2**32 - 2, 2**32 - 1]),
    st.sampled_from([0.0, 0.5, 0.9, 1.0]),
    st.integers(0, 2**32),
    st.integers(-1, 1),
)
@example(25, -1, 1.0, 0, 0)  # up to the largest number of 32 bits
@example(25, 0, 1.0, 0, 0)  # one more, and round again to 0
@example(26, 7, 0.5, 0, 0)  # round again to more than it began with
def test_passages_that_wrap_around_do_not_ascend(width: int, before: int, least: float, seed: int, off: int) -> None:
    """Whatever gaps a block holds: sums of 32 bits, against a look at each passage and the one before it."""
    largest = (1 << width) - 1
    gaps = np.random.default_rng(seed).integers(int(least * largest), largest, 128, endpoint=True)
    passages = ((before + np.cumsum(gaps + 1)) % 2**32).astype(np.uint32)
    last = int(passages[-1]) + off
    every = [before, *passages.tolist()]
    expected = off == 0 and all(one < other for one, other in pairwise(every))
    assert _ascend(passages, width, before, last) == expected
