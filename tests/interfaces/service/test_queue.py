"""Threads of the service."""

import asyncio
import math
import threading

import pytest

from tweetctx.errors import WorkCancelledError
from tweetctx.interfaces.service.queue import QueueFullError, WorkQueue, run_apart
from tweetctx.runtime.deadlines import Work, checkpoint


def test_the_end_does_not_wait_for_work_apart() -> None:
    begun, go_on = threading.Event(), threading.Event()
    threads: list[threading.Thread] = []
    ends: list[BaseException] = []

    def work() -> None:
        threads.append(threading.current_thread())
        begun.set()
        go_on.wait(60)
        try:
            checkpoint()
        except WorkCancelledError as error:
            ends.append(error)
            raise

    async def serve() -> None:
        task = asyncio.create_task(run_apart(work))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(serve())
    assert not ends, "it still waits"
    assert threads[0].daemon
    go_on.set()
    threads[0].join(60)
    assert len(ends) == 1


def test_work_apart_gives_its_result_or_its_error() -> None:
    async def run() -> None:
        assert await run_apart(lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            await run_apart(lambda: 1 // 0)

    asyncio.run(run())


def taken(queue: WorkQueue, kind: str = "", size: int = 0) -> int:
    """How many places there are until the next is refused."""
    for number in range(10_000):
        try:
            queue.take(kind, size)
        except QueueFullError:
            return number
    raise AssertionError("no end")


def test_work_is_taken_while_it_would_begin_in_time() -> None:
    queue = WorkQueue(threads=2, waiting=9_000, patience=5.0)
    for _ in range(200):
        queue.note("quick", 0.1)
        queue.note("slow", 4.0)
    # The wait of the n-th is (n - 1) * 0.1 / 2, which is above 5 from the 102nd on.
    assert taken(queue, "quick") == 101
    assert queue.wait == pytest.approx(101 * 0.1 / 2, rel=1e-6)
    assert queue.held == 101


def test_what_waits_is_weighed_by_its_kind() -> None:
    queue = WorkQueue(threads=1, waiting=9_000, patience=5.0)
    for _ in range(200):
        queue.note("slow", 3.0)
        queue.note("quick", 0.001)
    assert queue.wait == 0.0
    first = queue.take("slow")
    assert queue.wait == pytest.approx(3.0, rel=1e-6)
    queue.take("slow")
    with pytest.raises(QueueFullError) as caught:
        queue.take("quick")
    assert caught.value.retry_after == 1  # 6 s of work ahead, of which 5 may be
    with first:
        pass
    queue.take("quick")
    assert queue.held == 2


def test_a_refused_client_is_told_when_the_wait_will_be_short_enough() -> None:
    queue = WorkQueue(threads=1, waiting=9_000, patience=2.0)
    for _ in range(300):
        queue.note("", 9.5)
    queue.take()
    with pytest.raises(QueueFullError) as caught:
        queue.take()
    assert caught.value.retry_after == math.ceil(9.5 - 2.0)


def test_a_mean_follows_the_last_times() -> None:
    queue = WorkQueue(threads=1, waiting=9_000, patience=1e9)
    queue.take()
    before = queue.wait
    for _ in range(30):
        queue.note("", 1.0)
    assert before < 0.1 < 0.9 < queue.wait < 1.0


def test_memory_has_bounds() -> None:
    assert taken(WorkQueue(threads=1, waiting=7, patience=1e9)) == 8
    assert taken(WorkQueue(threads=1, waiting=9_000, patience=1e9), size=1 << 20) == 64


def test_a_burst_is_answered_whole_if_it_can_be_in_time() -> None:
    async def burst(clients: int) -> list[int]:
        queue = WorkQueue(threads=2, waiting=1000, patience=5.0)

        async def ask(number: int) -> int:
            with queue.take() as place:
                return await place.run(lambda: number, Work(10.0))

        try:
            return await asyncio.gather(*map(ask, range(clients)))
        finally:
            queue.close()

    for clients in (50, 200):
        assert asyncio.run(burst(clients)) == [*range(clients)]


def test_the_wait_is_asked_for_while_work_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = WorkQueue(threads=1, waiting=9_000, patience=1e9)
    queue.take("first")
    begun: list[threading.Thread] = []

    def of(_: str) -> float:
        if not begun:
            begun.append(threading.Thread(target=queue.take, args=["second"]))
            begun[0].start()
            begun[0].join(0.2)  # it waits for the answer
        return 1.0

    monkeypatch.setattr(queue._costs, "of", of)
    assert queue.wait == 1.0
    begun[0].join()
    assert queue.wait == 2.0
