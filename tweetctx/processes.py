"""Worker processes: started without the caller's Ctrl-C, kept busy but not drowned, gone when their parent is."""

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

Given = TypeVar("Given")
Made = TypeVar("Made")


def spawn(workers: int, start: Callable[..., None], *given: Any) -> ProcessPoolExecutor:
    """A pool of processes, each of which calls `start` first; it calls `end_with_parent`.

    They are spawned, not forked: the caller may have threads.
    """
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=start, initargs=given)


def in_order(
    pool: ProcessPoolExecutor, workers: int, work: Callable[[Given], Made], items: Iterable[Given]
) -> Iterator[Made]:
    """What `work` makes of each item, in the order of the items, of which only a few are read ahead."""
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
    """Holds Ctrl-C back. A process started meanwhile never sees it: who started it decides what is to end."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Lets this worker process end when its parent does, which it would otherwise wait for forever."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "this runs in a worker process"  # noqa: S101

    def wait(sentinel: int) -> None:
        connection.wait([sentinel])
        os._exit(1)

    Thread(target=wait, args=(parent.sentinel,), daemon=True).start()
