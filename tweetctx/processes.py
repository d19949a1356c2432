"""Worker processes: they ignore the caller's Ctrl-C, get work a little ahead, and end with their parent."""

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
    """Raises ParameterError unless `workers` is a whole number from 1, or None for one on each processor."""
    if workers is not None and workers not in _WORKERS:
        raise ParameterError(f"workers: found {workers!r}, expected a number of processes from 1")


class Pool(ProcessPoolExecutor):
    """Processes whose work is abandoned at once when the block that uses them ends by an exception."""

    def __init__(self, workers: int, start: Callable[..., None], given: tuple[Any, ...]) -> None:
        reader, self._open = CONTEXT.Pipe(duplex=False)
        super().__init__(workers, CONTEXT, initializer=_start, initargs=(reader, start, given))
        self._reader = reader  # which processes that are started later are given too

    def __exit__(self, kind: type[BaseException] | None, *about: object) -> bool | None:
        if kind is not None:
            self._open.close()
        try:
            self.shutdown(wait=True, cancel_futures=kind is not None)
        finally:
            self._open.close()
            self._reader.close()
        return None


def spawn(workers: int, start: Callable[..., None], *given: Any) -> Pool:
    """A pool of processes, each of which first calls `start(*given)`, which has to call `end_with_parent`."""
    return Pool(workers, start, given)


def _start(reader: connection.Connection, start: Callable[..., None], given: tuple[Any, ...]) -> None:
    Thread(target=_end_at, args=(reader,), daemon=True).start()
    start(*given)


def _end_at(sentinel: Any) -> None:
    """Ends this process when the other end of a pipe is closed, or when a process ends."""
    connection.wait([sentinel])
    os._exit(1)


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
    """Ends this worker process when its parent ends, which it would otherwise outlive."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "this runs in a worker process"  # noqa: S101

    Thread(target=_end_at, args=(parent.sentinel,), daemon=True).start()
