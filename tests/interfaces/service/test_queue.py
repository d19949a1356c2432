"""Threads of the service."""

import asyncio
import threading

import pytest

from tweetctx.errors import WorkCancelledError
from tweetctx.interfaces.service.queue import run_apart
from tweetctx.runtime.deadlines import checkpoint


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
