"""Worker processes that convert pages, with limits of processor time and memory for each page.

A timer of the kernel ends a process whose page takes too long, whatever code it is running. Such an end costs one page,
where a pool of `concurrent.futures` loses all work in progress.
"""

from __future__ import annotations

import resource
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import Any, TypeVar

from tweetctx.corpus.source_file import Reading
from tweetctx.errors import CorpusError, InputError
from tweetctx.runtime import processes
from tweetctx.runtime.processes import end_with_parent, without_interrupts

Unit = TypeVar("Unit")

_AHEAD = 2  # units a worker that are read ahead of the one whose results are yielded
_KEPT = 1000  # results that are kept of a unit while earlier units are not done
_MEMORY = 2 << 30  # bytes that a process may hold, where the system counts them
_LAST_SECONDS = 10  # that a process may take to end after it closed its pipe


@dataclass(frozen=True, slots=True)
class Begun:
    """Sent before a page is converted; starts its time limit. page: the page's number in the unit."""

    page: int
    place: str


@dataclass(slots=True)
class _Task:
    """A unit of work. skip: how many of its pages are done. begun: the page that is being converted."""

    unit: Any
    skip: int = 0
    begun: Begun | None = None
    results: deque[Any] = field(default_factory=deque)
    done: bool = False


class Workers:
    """Worker processes; one that dies over a page is replaced."""

    def __init__(self, limit: int, page_seconds: float) -> None:
        self._limit = limit
        self._seconds = page_seconds
        self._workers: list[_Worker] = []

    def run(self, work: Callable[[Unit, int], Iterator[Any]], units: Iterable[Unit]) -> Iterator[tuple[Unit, Any]]:
        """Yields the results of `work(unit, 0)` for each unit, in the order of the units, without `Begun`.

        If a process dies while converting a page, that page becomes an InputError, and another process continues after
        it with `work(unit, skip)`, where `skip` is the page's number.
        """
        try:
            yield from self._run(work, units)
        finally:  # results of abandoned work must not arrive later
            for worker in [worker for worker in self._workers if worker.task]:
                self._workers.remove(worker)
                worker.end()

    def _run(self, work: Callable[[Unit, int], Iterator[Any]], units: Iterable[Unit]) -> Iterator[tuple[Unit, Any]]:
        source = iter(units)
        tasks: deque[_Task] = deque()
        waiting: deque[_Task] = deque()
        while True:
            while len(tasks) <= _AHEAD * self._limit and (given := next(source, None)) is not None:
                tasks.append(_Task(given))
                waiting.append(tasks[-1])
            if not tasks:
                return
            head = tasks[0]
            while head.results:
                yield head.unit, head.results.popleft()
            if head.done:
                tasks.popleft()
                continue
            while waiting and (worker := self._idle()):
                worker.give(work, waiting.popleft())
            self._receive(head, waiting)

    def close(self) -> None:
        """Ends all processes."""
        while self._workers:
            self._workers.pop().end()

    def _idle(self) -> _Worker | None:
        """An idle process, started if fewer than the allowed number are running; None if all are busy."""
        idle = next((worker for worker in self._workers if not worker.task), None)
        if not idle and len(self._workers) < self._limit:
            idle = _Worker(self._seconds)
            self._workers.append(idle)
        return idle

    def _receive(self, head: _Task, waiting: deque[_Task]) -> None:
        """Waits for messages, and takes one from each process that sent some and whose task may keep more results."""
        pipes: dict[Any, tuple[_Worker, _Task]] = {
            worker.pipe: (worker, worker.task)
            for worker in self._workers
            if worker.task and (worker.task is head or len(worker.task.results) < _KEPT)
        }
        for pipe in connection.wait(list(pipes)):
            worker, task = pipes[pipe]
            try:
                message = worker.pipe.recv()
            except (EOFError, ConnectionError):
                self._workers.remove(worker)
                task.results.append(_blame(task, worker.ended(), self._seconds))
                waiting.appendleft(task)
            else:
                worker.take(message)


class _Worker:
    """A worker process, the pipe to it, and its task."""

    def __init__(self, page_seconds: float) -> None:
        context = processes.CONTEXT
        self.pipe, theirs = context.Pipe()
        self.task: _Task | None = None
        self._process = context.Process(target=_serve, args=(theirs, page_seconds), daemon=True)
        with without_interrupts():
            self._process.start()
        theirs.close()

    def give(self, work: Callable[[Any, int], Iterator[Any]], task: _Task) -> None:
        """Sends a task to the process."""
        self.task = task
        try:
            self.pipe.send((work, task.unit, task.skip))
        except ConnectionError:
            raise _died_early(self.ended()) from None

    def take(self, message: Any) -> None:
        """Records a message of the process about its task."""
        assert self.task, "only a process with a task sends messages"  # noqa: S101
        if isinstance(message, Begun):
            self.task.begun = message
        elif message is None:  # the unit is done
            self.task.done, self.task = True, None
        else:
            self.task.begun = None
            self.task.results.append(message)

    def end(self) -> None:
        """Ends the process."""
        self._process.terminate()
        self._process.join()
        self.pipe.close()

    def ended(self) -> int | None:
        """The exit code of a process that closed its end of the pipe."""
        self._process.join(_LAST_SECONDS)
        self.end()
        return self._process.exitcode


def _blame(task: _Task, exitcode: int | None, seconds: float) -> InputError:
    """The error of the page on which a process died; raises CorpusError if it had begun none."""
    begun = task.begun
    if not begun:
        raise _died_early(exitcode)
    task.skip, task.begun = begun.page, None
    late = exitcode == -signal.SIGPROF
    found = f"more than {seconds:g} seconds of work" if late else f"a process that ended with exit code {exitcode}"
    return InputError(found, "a page that can be converted", begun.place)


def _died_early(exitcode: int | None) -> CorpusError:
    """The error of a process that died before it began a page."""
    return CorpusError(
        f"conversion: a worker process ended with exit code {exitcode} before it began a page"
        ' (a script that reads dumps needs `if __name__ == "__main__":` around what it does)'
    )


@contextmanager
def open_workers(reading: Reading) -> Iterator[Workers]:
    """The worker processes of one iteration over a corpus; they are started when there is work."""
    workers = Workers(reading.options.workers, reading.options.page_seconds)
    try:
        yield workers
    finally:
        workers.close()


def _serve(pipe: connection.Connection, page_seconds: float) -> None:
    """Works on units until the parent ends."""
    end_with_parent()
    _limit_memory()
    with suppress(EOFError, ConnectionError):  # the parent has closed its end
        while True:
            work, unit, skip = pipe.recv()
            for result in work(unit, skip):
                _limit(0)
                pipe.send(result)
                if isinstance(result, Begun):
                    _limit(page_seconds)
            _limit(0)
            pipe.send(None)


def _limit_memory() -> None:
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    soft = _MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _limit(seconds: float) -> None:
    """Ends this process after so many seconds of processor time; 0 removes the limit."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # who started it may ignore the signal
    signal.setitimer(signal.ITIMER_PROF, seconds)
