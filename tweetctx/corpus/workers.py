"""Processes that convert pages, and that a page cannot hold up: one that takes too long ends with its process.

The limit is kept by the kernel, which ends the process when a timer of its own processor time runs out, whatever code
it is in; where there is no such timer, on Windows, a watching thread does, by the clock.
"""

from __future__ import annotations

import faulthandler
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tweetctx import processes
from tweetctx.errors import CorpusError, InputError
from tweetctx.processes import end_with_parent, without_interrupts

if TYPE_CHECKING:
    from tweetctx.corpus.source_file import Reading

Unit = TypeVar("Unit")

_AHEAD = 2  # units for each worker that are begun before the results of earlier ones are taken
_KEPT = 1000  # results of a unit that are kept while earlier units are not done
_MEMORY = 2 << 30  # bytes that a process may hold, where the system counts them
_LAST_SECONDS = 10  # until a process that says no more is gone


@dataclass(frozen=True, slots=True)
class Begun:
    """What work yields before it converts a page, by its number in the unit: until it yields again, time is limited."""

    page: int
    place: str


@dataclass(frozen=True, slots=True)
class _Done:
    """Says that a unit is done."""


@dataclass(slots=True)
class _Task:
    """A unit of work, how many of its pages are done, the one that was begun last, and what came out of them."""

    unit: Any
    skip: int = 0
    begun: Begun | None = None
    results: deque[Any] = field(default_factory=deque)
    done: bool = False


class Workers:
    """Processes that do units of work, and are replaced when they end over one."""

    def __init__(self, number: int, page_seconds: float) -> None:
        self._number = number
        self._seconds = page_seconds
        self._workers: list[_Worker] = []

    def run(self, work: Callable[[Unit, int], Iterator[Any]], units: Iterable[Unit]) -> Iterator[tuple[Unit, Any]]:
        """Yield what `work(unit, skip)` yields for each unit, in their order, all but Begun.

        It is called with 0, and again with the number of a page that its process ended over, for which a InputError is
        yielded: with what it has to say about what follows that page.
        """
        try:
            yield from self._run(work, units)
        finally:  # what was given up must not speak up later
            for worker in [worker for worker in self._workers if worker.task]:
                self._workers.remove(worker)
                worker.end()

    def _run(self, work: Callable[[Unit, int], Iterator[Any]], units: Iterable[Unit]) -> Iterator[tuple[Unit, Any]]:
        source = iter(units)
        tasks: deque[_Task] = deque()
        waiting: deque[_Task] = deque()
        while True:
            while len(tasks) <= _AHEAD * self._number and (given := next(source, None)) is not None:
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
        """End all processes."""
        while self._workers:
            self._workers.pop().end()

    def _idle(self) -> _Worker | None:
        """A process without work, a new one if there may be more."""
        idle = next((worker for worker in self._workers if not worker.task), None)
        if not idle and len(self._workers) < self._number:
            idle = _Worker(self._seconds)
            self._workers.append(idle)
        return idle

    def _receive(self, head: _Task, waiting: deque[_Task]) -> None:
        """Wait for messages, and take one from each process that has some and whose results have a place."""
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
    """A process, the pipe to it, and what it has to do."""

    def __init__(self, page_seconds: float) -> None:
        context = processes.CONTEXT
        self.pipe, theirs = context.Pipe()
        self.task: _Task | None = None
        self._process = context.Process(target=_serve, args=(theirs, page_seconds), daemon=True)
        with without_interrupts():
            self._process.start()
        theirs.close()

    def give(self, work: Callable[[Any, int], Iterator[Any]], task: _Task) -> None:
        """Let it begin with a task."""
        self.task = task
        try:
            self.pipe.send((work, task.unit, task.skip))
        except ConnectionError:
            _blame(task, self.ended(), 0)

    def take(self, message: Any) -> None:
        """Note what it said about its task."""
        assert self.task, "only a process with a task speaks"  # noqa: S101
        if isinstance(message, Begun):
            self.task.begun = message
        elif isinstance(message, _Done):
            self.task.done, self.task = True, None
        else:
            self.task.begun = None
            self.task.results.append(message)

    def end(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.join()
        self.pipe.close()

    def ended(self) -> int | None:
        """The exit code of a process that closed its end of the pipe."""
        self._process.join(_LAST_SECONDS)
        self.end()
        return self._process.exitcode


def _blame(task: _Task, exitcode: int | None, seconds: float) -> InputError:
    """What to say about the page that a process ended over; raises CorpusError if it was at none."""
    begun = task.begun
    if not begun:
        raise CorpusError(
            f"conversion: found a process that ended with exit code {exitcode} before a page; expected one that goes on"
            ' (a script that reads dumps needs `if __name__ == "__main__":` around what it does)'
        )
    task.skip, task.begun = begun.page, None
    late = hasattr(signal, "SIGPROF") and exitcode == -signal.SIGPROF
    found = f"more than {seconds:g} seconds of work" if late else f"a process that ended with exit code {exitcode}"
    return InputError(found, "a page that can be converted", begun.place)


@contextmanager
def open_workers(reading: Reading) -> Iterator[Workers]:
    """The processes of one iteration; none of them is started before there is work."""
    workers = Workers(reading.options.workers, reading.options.page_seconds)
    try:
        yield workers
    finally:
        workers.close()


def _serve(pipe: connection.Connection, page_seconds: float) -> None:
    """What a process does: units, until its parent ends."""
    end_with_parent()
    _limit_memory()
    with suppress(EOFError, ConnectionError):  # nobody listens any more
        while True:
            work, unit, skip = pipe.recv()
            for result in work(unit, skip):
                _limit(0)
                pipe.send(result)
                if isinstance(result, Begun):
                    _limit(page_seconds)
            _limit(0)
            pipe.send(_Done())


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # on Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    soft = _MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _limit(seconds: float) -> None:
    """End this process after so much processor time from now; never, for 0."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # who started it may ignore the signal
        signal.setitimer(signal.ITIMER_PROF, seconds)
    elif seconds:
        faulthandler.dump_traceback_later(seconds, exit=True, file=Path(os.devnull).open("w"))  # noqa: SIM115
    else:
        faulthandler.cancel_dump_traceback_later()
