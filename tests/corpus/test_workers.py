"""Processes that a page cannot hold up."""

import os
from typing import Any

import pytest
from worker_jobs import work, work_that_dies

from tweetctx.corpus.workers import Workers
from tweetctx.errors import CorpusError, InputError


def run(units: list[list[str]], workers: int, seconds: float = 0.05) -> list[Any]:
    pool = Workers(workers, seconds)
    try:
        return [(units.index(unit), result) for unit, result in pool.run(work, units)]
    finally:
        pool.close()


def late(number: int) -> InputError:
    return InputError("more than 0.05 seconds of work", "a page that can be converted", f"page {number}")


@pytest.mark.parametrize("workers", [1, 3])
def test_what_takes_too_long_is_a_problem_in_its_place(workers: int) -> None:
    units = [["a", "compute", "b"], ["c"], ["count"], ["sleep", "d"], ["e", "nothing", "f"]]
    results = run(units, workers)
    assert [(unit, found if isinstance(found, InputError) else found[0]) for unit, found in results] == [
        *[(0, "a"), (0, late(2)), (0, "b")],
        (1, "c"),
        (2, late(1)),
        *[(3, "sleep"), (3, "d")],
        *[(4, "e"), (4, "f")],
    ]
    assert results[0][1][1] != results[2][1][1]  # it was replaced


def test_a_process_that_dies_is_a_problem_of_its_page() -> None:
    [_, (_, problem), (_, last)] = run([["a", "crash", "b"]], 1, 9)
    assert problem == InputError("a process that ended with exit code -9", "a page that can be converted", "page 2")
    assert last[0] == "b"


def test_memory_is_limited() -> None:
    [(_, (found, _))] = run([["hoard"]], 1, 9)
    assert found == "not enough memory"


def test_the_time_of_many_short_pages_is_not_added_up() -> None:
    units = [[str(number) for number in range(200)] for _ in range(3)]
    assert len(run(units, 1, 0.05)) == 600


def test_work_is_done_by_as_many_processes_as_asked_for() -> None:
    units = [[str(n)] for n in range(40)]
    results = run([*units, ["many"]], 3, 9)
    assert [found[0] for _, found in results[:40]] == [str(n) for n in range(40)]
    assert [found for _, found in results[40:]] == list(range(5000))
    assert 1 <= len({found[1] for _, found in results[:40]}) <= 3


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_processes_end_with_what_they_were_asked_for() -> None:
    pool = Workers(2, 9)
    results = pool.run(work, [["a", "sleep"], ["b", "sleep"]])
    _, (_, process) = next(results)
    assert alive(process)
    results.close()  # type: ignore[attr-defined]
    assert not alive(process)
    assert [found[0] for _, found in pool.run(work, [["c"]])] == ["c"]
    pool.close()


def test_a_process_that_ends_before_a_page_is_an_error() -> None:
    pool = Workers(1, 9)
    with pytest.raises(CorpusError, match="a worker process ended with exit code 3 before it began a page"):
        list(pool.run(work_that_dies, ["x"]))
    pool.close()
