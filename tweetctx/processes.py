"""Worker processes, which ignore Ctrl-C, read a little ahead, and end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection
from threading import Thread
from typing import Any, TypeVar

from tweetctx.errors import ParameterError
from tweetctx.specs import Range

Given = TypeVar("Given")
Made = TypeVar("Made")

_WORKERS = Range(1, whole=True)
CONTEXT = multiprocessing.get_context("spawn")  # not "fork": the caller may have threads


def check_workers(workers: int | None) -> None:
    """Raises ParameterError unless `workers` is a whole number from 1, or None for one per processor."""
    if workers is not None and workers not in _WORKERS:
        raise ParameterError(f"workers: found {workers!r}, expected a number of processes from 1")


class Pool(ProcessPoolExecutor):
    """A pool of processes that are killed if its block raises, since their work is then abandoned."""

    def __exit__(self, kind: type[BaseException] | None, *about: object) -> bool | None:
        if kind is not None:
            for process in [*(self._processes or {}).values()]:
                process.kill()  # also one that is still starting
            # One may have been sending a result: the thread that reads it waits for the rest while this end is open.
            results: Any = self._result_queue
            results._writer.close()
        self.shutdown(wait=True, cancel_futures=kind is not None)
        return None


def spawn(workers: int, start: Callable[..., None], *given: Any) -> Pool:
    """Creates a pool of processes; each first calls `start(*given)`, which must call `end_with_parent`."""
    return Pool(workers, CONTEXT, initializer=start, initargs=given)


def in_order(
    pool: ProcessPoolExecutor, workers: int, work: Callable[[Given], Made], items: Iterable[Given]
) -> Iterator[Made]:
    """Yields `work(item)` for each item, in order; at most twice as many items as workers are read ahead."""
    waiting: deque[Future[Made]] = deque()
    for item in items:
        with without_interrupts():
            waiting.append(pool.submit(work, item))
        if len(waiting) > 2 * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Blocks SIGINT; a process started meanwhile inherits that, so only its parent decides when it ends."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Makes this worker process end when its parent ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "this runs in a worker process"  # noqa: S101

    def end() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    Thread(target=end, daemon=True).start()
