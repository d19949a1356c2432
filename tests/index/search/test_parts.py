"""A search in parts finds what a search of the whole does."""

import multiprocessing
import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tweetctx.errors import IndexDamagedError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.search import parts
from tweetctx.index.search.parts import PART, in_threads, split

QUERIES = ("whitney houston funeral", "occupy wall street", "the university of the city", "earthquake japan sea")
Ranking = list[tuple[int, float]]


@pytest.fixture
def processors(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Sets how many processors there are, and how many passages a part has at least."""

    def pretend(number: int, part: int) -> None:
        monkeypatch.setattr(parts, "processors", lambda: number)
        monkeypatch.setattr(parts, "PART", part)

    return pretend


def rankings(index: EmbeddedIndex) -> list[Ranking]:
    found = []
    for text in QUERIES:
        for k in (1, 20, 1000):
            passages, scores = index.rank(index.query(index.analyzer.terms(text)), k)
            found.append(list(zip(passages.tolist(), scores.tolist(), strict=True)))
    return found


@pytest.mark.parametrize(
    ("passages", "cores", "expected"),
    [
        (0, 2, [0, 0]),
        (2 * PART - 1, 2, [0, 2 * PART - 1]),
        (2 * PART, 2, [0, PART, 2 * PART]),
        (26_000_000, 1, [0, 26_000_000]),
        (9 * PART + 1, 3, [0, 3 * PART, 6 * PART, 9 * PART + 1]),
        (3 * PART, 64, [0, PART, 2 * PART, 3 * PART]),
    ],
)
def test_a_part_for_each_processor_unless_it_were_small(
    passages: int, cores: int, expected: list[int], processors: Callable[[int, int], None]
) -> None:
    processors(cores, PART)
    assert split(passages) == expected


def test_without_threads_the_parts_are_searched_one_after_the_other(
    processors: Callable[[int, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    processors(3, 1)
    parts._threads.cache_clear()
    monkeypatch.setattr("threading.Thread.start", refused)
    assert in_threads(lambda first, last: (first, last), [0, 2, 5, 9]) == [(0, 2), (2, 5), (5, 9)]
    parts._threads.cache_clear()


@pytest.mark.parametrize("cores", [2, 3, 7])
def test_parts_change_no_ranking(demo_index: Path, cores: int, processors: Callable[[int, int], None]) -> None:
    index = EmbeddedIndex(demo_index)
    whole = rankings(index)
    assert len(split(index.size.passages)) == 2
    assert len(whole[2]) > 30
    processors(cores, 10)
    assert len(split(index.size.passages)) == cores + 1
    assert rankings(index) == whole


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_searches_with_threads_of_its_own(demo_index: Path, processors: Callable[[int, int], None]) -> None:
    processors(2, 10)
    index = EmbeddedIndex(demo_index)
    before = rankings(index)
    forking = multiprocessing.get_context("fork")
    reader, writer = forking.Pipe(duplex=False)
    process = forking.Process(target=lambda: writer.send(rankings(index)))
    process.start()
    assert reader.poll(60)
    assert reader.recv() == before
    process.join(60)
    assert process.exitcode == 0


def test_parts_are_searched_at_the_same_time_and_come_in_their_order() -> None:
    begun = []

    def search(first: int, last: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        begun.append(first)
        end = time.monotonic() + 60
        while len(begun) < 2 and time.monotonic() < end:
            time.sleep(0.001)
        return np.arange(first, last)

    found = in_threads(search, [0, 3, 5])
    assert [part.tolist() for part in found] == [[0, 1, 2], [3, 4]]
    assert sorted(begun) == [0, 3]


@pytest.mark.parametrize("bad", [0, 10])
def test_damage_in_any_part_is_told(bad: int) -> None:
    def search(first: int, _: int) -> int:
        if first == bad:
            raise IndexDamagedError("damaged")
        return os.getpid()

    with pytest.raises(IndexDamagedError, match="damaged"):
        in_threads(search, [0, 10, 20])
