"""A bounded queue in front of a few threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import Lock
from typing import Self, TypeVar

from tweetctx.stages import Work

Result = TypeVar("Result")


class QueueFullError(Exception):
    """There is more work than threads and queue hold."""


class WorkQueue:
    """Threads that work, and places for those who wait for one; there is no other place."""

    def __init__(self, threads: int, waiting: int) -> None:
        """Threads start when they are needed. waiting: how many may wait for a thread."""
        self.threads, self.capacity = threads, threads + waiting
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="tweetctx-work")
        self._lock = Lock()
        self._held = 0
        self._works: set[Work] = set()

    @property
    def held(self) -> int:
        """How many places are taken, by those who work and those who wait."""
        return self._held

    @property
    def waiting(self) -> int:
        """How many wait for a thread."""
        return max(self._held - self.threads, 0)

    def take(self) -> Place:
        """Takes a place; QueueFullError if there is none."""
        with self._lock:
            if self._held >= self.capacity:
                raise QueueFullError
            self._held += 1
        return Place(self)

    def leave(self) -> None:
        """Gives a place back; called by Place."""
        with self._lock:
            self._held -= 1

    async def run(self, function: Callable[[], Result], work: Work, ended: Callable[[], None]) -> Result:
        """Runs a function in a thread as this work; called by Place."""
        self._works.add(work)
        with work.current():
            running = self._pool.submit(copy_context().run, function)
        running.add_done_callback(lambda _: ended())
        try:
            async with asyncio.timeout(work.left) as limit:
                return await asyncio.wrap_future(running)
        except TimeoutError:
            if limit.expired():
                raise work.late() from None
            raise
        finally:
            work.cancel()
            self._works.discard(work)

    def close(self) -> None:
        """Ends all work at its next checkpoint, and takes no more."""
        for work in list(self._works):
            work.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Place:
    """A place in the queue, held until the block and all that ran in it have ended.

    So work whose deadline passed holds its place until its thread is free again.
    """

    def __init__(self, queue: WorkQueue) -> None:
        self._queue = queue
        self._lock = Lock()
        self._holders = 1

    async def run(self, function: Callable[[], Result], work: Work) -> Result:
        """Runs a function in one of the threads, at the end of the queue.

        DeadlineError at once when the work's deadline passes; the work is cancelled then, as it is with this task.
        """
        with self._lock:
            self._holders += 1
        return await self._queue.run(function, work, self._release)

    def _release(self) -> None:
        with self._lock:
            self._holders -= 1
            last = not self._holders
        if last:
            self._queue.leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._release()
