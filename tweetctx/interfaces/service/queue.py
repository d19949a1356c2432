"""A bounded queue in front of a few threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, Self, TypeVar

from tweetctx.errors import WorkCancelledError
from tweetctx.runtime.deadlines import Work

Result = TypeVar("Result")
_LAST: Final = 0.5  # seconds until the next checkpoint of work that is cancelled, at most


class QueueFullError(Exception):
    """All threads are busy and the queue is full."""


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """A function that a thread is to run. ended: called when it has run, or never will."""

    function: Callable[[], Any]
    work: Work
    ended: Callable[[], None]
    answer: asyncio.Future[Any]
    taken: Lock = field(default_factory=Lock)  # by whoever decides first whether it runs

    def run(self) -> None:
        """Runs the function, unless the job was withdrawn; called in a thread."""
        if not self.taken.acquire(blocking=False):
            return
        settle: Callable[[Any], None] = self.answer.set_result
        try:
            with self.work.current():
                value = self.function()
        except BaseException as error:
            settle, value = self.answer.set_exception, error
        self.ended()
        with suppress(RuntimeError):  # the event loop has ended
            self.answer.get_loop().call_soon_threadsafe(self._settle, settle, value)

    def fail(self, error: Exception) -> None:
        """Gives up the answer, if there is none yet; called in the event loop."""
        self._settle(self.answer.set_exception, error)

    def withdraw(self) -> None:
        """Keeps the function from running, if no thread has it."""
        if self.taken.acquire(blocking=False):
            self.ended()

    def _settle(self, settle: Callable[[Any], None], value: object) -> None:
        if not self.answer.done():
            settle(value)


async def run_apart(function: Callable[[], Result]) -> Result:
    """Runs a function in a thread that, unlike those of `asyncio.to_thread`, the end of the process does not wait for.

    When this task is cancelled, the function stops at its next checkpoint.
    """
    work = Work()
    job = _Job(function, work, lambda: None, asyncio.get_running_loop().create_future())
    Thread(target=job.run, name="tweetctx-apart", daemon=True).start()
    try:
        return await job.answer  # type: ignore[no-any-return]
    finally:
        work.cancel()


class WorkQueue:
    """A fixed number of threads, and of places for work that waits for them."""

    def __init__(self, threads: int, waiting: int) -> None:
        """Threads start when they are needed. waiting: the number of places in the queue."""
        self._threads, self.capacity = threads, threads + waiting
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()  # None ends a thread
        self._running: list[Thread] = []
        self._lock = Lock()
        self.held = 0  # places that running and waiting work takes
        self._works: dict[Work, _Job] = {}

    def take(self) -> Place:
        """Takes a place; QueueFullError if there is none."""
        with self._lock:
            if self.held >= self.capacity:
                raise QueueFullError
            self.held += 1
        return Place(self)

    def leave(self) -> None:
        """Gives a place back; called by Place."""
        with self._lock:
            self.held -= 1

    async def run(self, function: Callable[[], Result], work: Work, ended: Callable[[], None]) -> Result:
        """Runs a function in a thread as this work; called by Place."""
        if not self._running:
            self._start()
        loop = asyncio.get_running_loop()
        job = _Job(function, work, ended, loop.create_future())
        late = None if work.left is None else loop.call_later(work.left, job.fail, work.late())
        self._works[work] = job
        self._jobs.put(job)
        try:
            return await job.answer  # type: ignore[no-any-return]
        finally:
            if late:
                late.cancel()
            work.cancel()
            del self._works[work]
            job.withdraw()

    def cancel(self, work: Work) -> None:
        """Ends work at once for those who await it, and at its next checkpoint in its thread."""
        if job := self._works.get(work):
            job.fail(WorkCancelledError("nobody waits for the answer"))

    def close(self) -> None:
        """Ends all work at its next checkpoint, and accepts no more."""
        for work in list(self._works):
            work.cancel()
        for _ in self._running:
            self._jobs.put(None)
        for thread in self._running:
            thread.join(_LAST)

    def _start(self) -> None:
        self._running = [Thread(target=self._run_jobs, name="tweetctx-work", daemon=True) for _ in range(self._threads)]
        for thread in self._running:
            thread.start()

    def _run_jobs(self) -> None:
        while job := self._jobs.get():
            job.run()


class Place:
    """A place in the queue, held until the block and all that ran in it have ended.

    Work whose deadline has passed therefore holds its place until its thread is free again.
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
