"""Worker processes, which ignore Ctrl-C, read a little ahead, and end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from threading import Event, Thread
from typing import Any, Self, TypeVar

from tweetctx.errors import ParameterError
from tweetctx.specs import Range

Given = TypeVar("Given")
Made = TypeVar("Made")

_WORKERS = Range(1, whole=True)
_WATCHES = 1.0  # seconds between looks at the processes of a pool
CONTEXT = multiprocessing.get_context("spawn")  # not "fork": the caller may have threads


def check_workers(workers: int | None) -> None:
    """Raises ParameterError unless `workers` is a whole number from 1, or None for one per processor."""
    if workers is not None and workers not in _WORKERS:
        raise ParameterError(f"workers: found {workers!r}, expected a number of processes from 1")


class WorkerPool(ProcessPoolExecutor):
    """A pool of processes that are killed if one of them dies, or if its block raises: then their work is abandoned."""

    def __enter__(self) -> Self:
        self._left = Event()
        Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *about: object) -> None:
        self._left.set()
        if kind is not None:
            self._kill()
        self.shutdown(wait=True, cancel_futures=kind is not None)

    def _watch(self) -> None:
        """Kills all processes when one has died, after which each result that is waited for is a BrokenProcessPool."""
        while not self._left.wait(_WATCHES):
            if connection.wait([process.sentinel for process in self._running()], timeout=0):
                self._kill()
                return

    def _kill(self) -> None:
        for process in self._running():
            process.kill()  # also one that is still starting
        # One may have been sending a result: the thread that reads it waits for the rest while this end is open.
        results: Any = self._result_queue
        with suppress(OSError):
            results._writer.close()

    def _running(self) -> list[BaseProcess]:
        return [*(self._processes or {}).values()]


def spawn(workers: int, start: Callable[..., None], *given: Any) -> WorkerPool:
    """Creates a pool of processes; each first calls `start(*given)`, which must call `end_with_parent`."""
    return WorkerPool(workers, CONTEXT, initializer=start, initargs=given)


def in_order(
    pool: ProcessPoolExecutor, workers: int, work: Callable[[Given], Made], items: Iterable[Given]
) -> Iterator[Made]:
    """Yields `work(item)` for each item, in order; at most twice as many items as workers are read ahead."""
    waiting: deque[Future[Made]] = deque()
    for item in items:
        with without_interrupts(signal.SIGTERM):
            waiting.append(pool.submit(work, item))
        if len(waiting) > 2 * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def without_interrupts(*signals: signal.Signals) -> Iterator[None]:
    """Blocks SIGINT, and other signals.

    A process that is started meanwhile inherits that, so that only its parent decides when it ends.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *signals})
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
