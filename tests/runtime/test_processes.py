"""Worker processes that are abandoned, and those that die."""

import os
import signal
import struct
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from threading import Event, Thread

import pytest

from tweetctx.runtime.processes import WorkerPool, end_with_parent, spawn


def send_a_part(pool: WorkerPool) -> None:
    """Leaves the pipe of the results as a worker does that is killed while it sends one."""
    os.write(pool._result_queue._writer.fileno(), struct.pack("!i", 1000) + b"a part")  # type: ignore[attr-defined]


def abandon() -> None:
    with suppress(KeyboardInterrupt), spawn(1, end_with_parent) as pool:
        assert pool.submit(os.getpid).result() != os.getpid()
        send_a_part(pool)
        raise KeyboardInterrupt


def lose_a_worker() -> None:
    with spawn(2, end_with_parent) as pool:
        worker = pool.submit(os.getpid).result()
        waiting = [pool.submit(time.sleep, 600) for _ in range(2)]
        send_a_part(pool)
        os.kill(worker, signal.SIGKILL)
        for future in waiting:
            with pytest.raises(BrokenProcessPool):
                future.result()


@pytest.mark.parametrize("use", [abandon, lose_a_worker])
def test_a_pool_ends_though_a_worker_is_killed_while_it_sends_a_result(use: Callable[[], None]) -> None:
    ended = Event()

    def use_once() -> None:
        use()
        ended.set()

    Thread(target=use_once, daemon=True).start()
    assert ended.wait(60)
