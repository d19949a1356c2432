"""A queue in front of a few threads, which takes what it can do in time."""

from __future__ import annotations

import asyncio
import math
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock, Thread
from time import perf_counter
from typing import Any, Final, Self, TypeVar

from tweetctx.errors import WorkCancelledError
from tweetctx.runtime.deadlines import Work

Result = TypeVar("Result")
_LAST: Final = 0.5  # seconds until the next checkpoint of work that is cancelled, at most


_MOST_BYTES: Final = 64 << 20  # of the requests that are held
_FIRST_COST: Final = 0.02  # seconds that work of a kind is taken to need before any was done
_MOST_KINDS: Final = 100
_RECENT: Final = 0.1  # the weight of the last time in the mean
_BEGUN: Final = 0.75  # of its deadline, until which work has to have begun


class QueueFullError(Exception):
    """Work would wait too long, or take too much memory. retry_after: whole seconds until it is worth another try."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"there is more work than can be done in time; try again in {retry_after} s")
        self.retry_after = retry_after


class _Costs:
    """How many seconds work of each kind takes, as a mean in which the last times weigh most."""

    def __init__(self) -> None:
        self._means: OrderedDict[str, float] = OrderedDict()

    def of(self, kind: str) -> float:
        return self._means.get(kind, _FIRST_COST)

    def add(self, kind: str, seconds: float) -> None:
        self._means[kind] = self.of(kind) + _RECENT * (seconds - self.of(kind))
        self._means.move_to_end(kind)
        if len(self._means) > _MOST_KINDS:
            self._means.popitem(last=False)


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """A function that a thread is to run. ended: called with the seconds that it ran, or None if it never will."""

    function: Callable[[], Any]
    work: Work
    ended: Callable[[float | None], None]
    answer: asyncio.Future[Any]
    taken: Lock = field(default_factory=Lock)  # by whoever decides first whether it runs

    def run(self) -> None:
        """Runs the function, unless the job was withdrawn; called in a thread."""
        if not self.taken.acquire(blocking=False):
            return
        begin, settle = perf_counter(), self.answer.set_result
        try:
            with self.work.current():
                value = self.function()
        except BaseException as error:
            settle, value = self.answer.set_exception, error
        self.ended(perf_counter() - begin)
        with suppress(RuntimeError):  # the event loop has ended
            self.answer.get_loop().call_soon_threadsafe(self._settle, settle, value)

    def fail(self, error: Exception) -> None:
        """Gives up the answer, if there is none yet; called in the event loop."""
        self._settle(self.answer.set_exception, error)

    def withdraw(self) -> bool:
        """Withdraws the function if no thread has begun it; returns whether it did."""
        withdrawn = self.taken.acquire(blocking=False)
        if withdrawn:
            self.ended(None)
        return withdrawn

    def _settle(self, settle: Callable[[Any], None], value: object) -> None:
        if not self.answer.done():
            settle(value)


async def run_apart(function: Callable[[], Result]) -> Result:
    """Runs a function in a thread that, unlike those of `asyncio.to_thread`, the end of the process does not wait for.

    When this task is cancelled, the function stops at its next checkpoint.
    """
    work = Work()
    job = _Job(function, work, lambda _: None, asyncio.get_running_loop().create_future())
    Thread(target=job.run, name="tweetctx-apart", daemon=True).start()
    try:
        return await job.answer  # type: ignore[no-any-return]
    finally:
        work.cancel()


class WorkQueue:
    """A fixed number of threads, and work that waits for them.

    Work is taken while the time that it is likely to wait, by what the work before it usually takes, is below a bound.
    """

    def __init__(self, threads: int, waiting: int, patience: float) -> None:
        """Threads start when they are needed.

        waiting: how many may wait at most, for the sake of memory. patience: the seconds that work may wait.
        """
        self._threads, self.capacity, self._patience = threads, threads + waiting, patience
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()  # None ends a thread
        self._running: list[Thread] = []
        self._lock = Lock()
        self._costs, self._kinds = _Costs(), Counter[str]()
        self.held = self._bytes = 0  # what running and waiting work takes
        self._works: dict[Work, _Job] = {}

    @property
    def wait(self) -> float:
        """The seconds that new work is likely to wait; any thread may ask."""
        with self._lock:
            return self._wait()

    def _wait(self) -> float:
        """The same; the caller holds the lock."""
        if self.held < self._threads:
            return 0.0
        return sum(count * self._costs.of(kind) for kind, count in self._kinds.items()) / self._threads

    def take(self, kind: str = "", size: int = 0) -> Slot:
        """Takes a slot; raises QueueFullError if none is free.

        kind: names work that takes about the same time. size: of the request, in bytes.
        """
        with self._lock:
            beyond = self._wait() - self._patience
            full = self.held >= self.capacity or self._bytes + size > _MOST_BYTES
            if beyond > 0 or (full and self.held):
                raise self._full(beyond)
            self.held += 1
            self._bytes += size
            self._kinds[kind] += 1
        return Slot(self, kind, size)

    def leave(self, kind: str, size: int) -> None:
        """Frees a slot. Only Slot calls this."""
        with self._lock:
            self.held -= 1
            self._bytes -= size
            self._kinds[kind] -= 1
            if not self._kinds[kind]:
                del self._kinds[kind]

    def note(self, kind: str, seconds: float) -> None:
        """Notes how long work of a kind took. Only Slot calls this."""
        with self._lock:
            self._costs.add(kind, seconds)

    async def run(self, function: Callable[[], Result], work: Work, ended: Callable[[float | None], None]) -> Result:
        """Runs a function in a thread, as a part of some work. Only Slot calls this."""
        if not self._running:
            self._start()
        loop = asyncio.get_running_loop()
        job = _Job(function, work, ended, loop.create_future())
        timers = []
        if work.left is not None:
            timers.append(loop.call_later(work.left * _BEGUN, self._refuse, job))
            timers.append(loop.call_later(work.left, job.fail, work.late()))
        self._works[work] = job
        self._jobs.put(job)
        try:
            return await job.answer  # type: ignore[no-any-return]
        finally:
            for timer in timers:
                timer.cancel()
            work.cancel()
            del self._works[work]
            job.withdraw()

    def _refuse(self, job: _Job) -> None:
        """Refuses work that no thread has begun, so early that the answer is in time."""
        if job.withdraw():
            job.fail(self._full(self.wait - self._patience))

    @staticmethod
    def _full(beyond: float) -> QueueFullError:
        return QueueFullError(max(1, math.ceil(beyond)))

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


class Slot:
    """A slot in the queue, held until the block and all that ran in it have ended.

    Work whose deadline has passed therefore holds its slot until its thread is free again.
    """

    def __init__(self, queue: WorkQueue, kind: str, size: int) -> None:
        self._queue, self._kind, self._size = queue, kind, size
        self._lock = Lock()
        self._holders = 1

    async def run(self, function: Callable[[], Result], work: Work) -> Result:
        """Runs a function in one of the threads, at the end of the queue.

        QueueFullError if no thread has begun it when three quarters of the time until its deadline have passed;
        DeadlineError at once when the deadline passes; the work is cancelled then, as it is with this task.
        """
        with self._lock:
            self._holders += 1
        return await self._queue.run(function, work, self._ended)

    def _ended(self, seconds: float | None) -> None:
        if seconds is not None:
            self._queue.note(self._kind, seconds)
        self._release()

    def _release(self) -> None:
        with self._lock:
            self._holders -= 1
            last = not self._holders
        if last:
            self._queue.leave(self._kind, self._size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._release()
