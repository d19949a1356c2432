"""Worker processes, which ignore Ctrl-C, read a little ahead, and end with their parent."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, repeat
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Semaphore
from threading import Event, Thread
from typing import Any, Self, TypeVar

from tweetctx.errors import ParameterError, WorkCancelledError
from tweetctx.runtime.processors import processors
from tweetctx.specs import Range

Given = TypeVar("Given")
Made = TypeVar("Made")

_WORKERS = Range(1, whole=True)
_WATCHES = 1.0  # seconds between looks at the processes of a pool
_GROUP = 8  # items in a message; a message for each would cost this process a tenth of the work on a tweet
_UNGUARDED = (
    "workers: found a process that could not import the program's main file, as each must; "
    'expected a file that does its work below `if __name__ == "__main__":`, or workers=1'
)
CONTEXT = multiprocessing.get_context("spawn")  # not "fork": the caller may have threads


def check_workers(workers: int | None) -> None:
    """Raises ParameterError unless `workers` is a whole number from 1, or None for one per processor."""
    if workers is not None and workers not in _WORKERS:
        raise ParameterError(f"workers: found {workers!r}, expected a number of processes from 1")


class WorkerPool(ProcessPoolExecutor):
    """A pool of processes. If one dies, or the block raises, all are killed and their work is abandoned.

    Each process imports the main file of the program; the block raises ParameterError if none gets through it.
    """

    def __init__(self, workers: int, start: Callable[..., None], *given: Any) -> None:
        """start: each process first calls `start(*given)`."""
        self._begun = CONTEXT.Semaphore(0)
        super().__init__(workers, CONTEXT, initializer=_begin, initargs=(self._begun, start, *given))

    def __enter__(self) -> Self:
        self._left = Event()
        Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *about: object) -> None:
        self._left.set()
        started = self._running()
        if kind is not None:
            self._kill()
        self.shutdown(wait=True, cancel_futures=kind is not None)
        failed = kind is not None and any((process.exitcode or 0) > 0 for process in started)
        if failed and not self._begun.acquire(block=False):
            raise ParameterError(_UNGUARDED) from None

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
    """Creates a pool of processes; each first calls `start(*given)`, which must call `end_with_parent`.

    A process that calls this while it imports the main file of its program ends here; its parent says why.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(1)  # without the traceback of each process
    return WorkerPool(workers, start, *given)


def _begin(begun: Semaphore, start: Callable[..., None], *given: Any) -> None:
    begun.release()
    start(*given)


def in_order(
    pool: ProcessPoolExecutor, workers: int, work: Callable[[Given], Made], items: Iterable[Given]
) -> Iterator[Made]:
    """Yields `work(item)` for each item, in order, and reads ahead at most two items a worker.

    An error of the iterable is raised after the results of the items before it.
    """
    waiting: deque[Future[Made]] = deque()
    failures: list[Exception] = []
    for item in _until_failure(items, failures):
        with without_interrupts(signal.SIGTERM):
            waiting.append(pool.submit(work, item))
        if len(waiting) > 2 * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
    for failure in failures:
        raise failure


def _until_failure(items: Iterable[Given], failures: list[Exception]) -> Iterator[Given]:
    """Yields the items. If the iterable raises an error, appends it to the failures and ends."""
    try:
        yield from items
    except Exception as error:
        failures.append(error)


def map_in_processes(work: Callable[[Given], Made], items: Iterable[Given], workers: int | None) -> Iterator[Made]:
    """Does what `map(work, items)` does, in processes that end with the iterator; one a processor if `workers` is None.

    An error for an item is raised in its turn, and the item after it can be asked for. The first items are sent one by
    one, the others in groups of eight, two groups a process ahead. ParameterError for work that cannot be sent to a
    process, and for a program without `if __name__ == "__main__":`; WorkCancelledError if a process dies.
    """
    try:
        sent = pickle.dumps(work)  # read again for the first item, so that what is wrong with it comes back as an error
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ParameterError(f"workers: found what another process cannot have ({error}), expected 1") from error
    return map(_shown, _outcomes(sent, items, workers or processors()))


@dataclass(frozen=True, slots=True)
class _Failure:
    error: Exception


def _outcomes(sent: bytes, items: Iterable[Any], workers: int) -> Iterator[Any]:
    try:
        for outcomes in in_processes(workers, _attempts_of, (sent,), _groups(items, 2 * workers + 1)):
            yield from outcomes
    except BrokenProcessPool as error:
        raise WorkCancelledError("a worker process died, as from want of memory; fewer workers need less") from error


def _groups(items: Iterable[Given], single: int) -> Iterator[list[Given]]:
    """Groups of items, of which the first hold one; an error of the iterable is raised after the last group."""
    sizes = chain(repeat(1, single), repeat(_GROUP))
    failures: list[Exception] = []
    left = _until_failure(items, failures)
    while group := [*islice(left, next(sizes))]:
        yield group
    for failure in failures:
        raise failure


def _attempts_of(sent: bytes) -> Callable[[list[Any]], list[Any]]:
    work = pickle.loads(sent)  # noqa: S301 -- what this program has written

    def attempt(item: Any) -> Any:
        try:
            return work(item)
        except Exception as error:
            return _Failure(error)

    return lambda group: [*map(attempt, group)]


def _shown(outcome: Any) -> Any:
    if isinstance(outcome, _Failure):
        raise outcome.error
    return outcome


def in_processes(
    workers: int, make: Callable[..., Callable[[Given], Made]], given: Sequence[Any], items: Iterable[Given]
) -> Generator[Made]:
    """Yields `make(*given)(item)` for each item, in order, from processes that end with the iterator.

    Each process calls `make` once, for its first item, so that an error in it comes back as that of an item.
    BrokenProcessPool if a process dies.
    """
    with spawn(workers, _prepare, make, given) as pool:
        yield from in_order(pool, workers, _apply, items)


_make: Callable[[], Callable[[Any], Any]] | None = None
_work: Callable[[Any], Any] | None = None


def _prepare(make: Callable[..., Callable[[Any], Any]], given: Sequence[Any]) -> None:
    global _make
    _make = partial(make, *given)
    end_with_parent()


def _apply(item: Any) -> Any:
    global _work
    assert _make is not None, "_prepare comes first"  # noqa: S101
    if _work is None:
        _work = _make()
    return _work(item)


@contextmanager
def without_interrupts(*signals: signal.Signals) -> Iterator[None]:
    """Holds back SIGINT, and other signals, until the block ends.

    A process that is started meanwhile inherits that they are blocked, so that only its parent decides when it ends.
    Blocking them is not enough in the main thread: a thread of a library may take the signal, and its handler then runs
    in the main thread all the same.
    """
    numbers = {signal.SIGINT, *signals}
    came: list[int] = []
    with ExitStack() as left:
        if threading.current_thread() is threading.main_thread():
            left.callback(lambda: [*map(signal.raise_signal, came)])
            for number in numbers:
                if signal.getsignal(number) not in {signal.SIG_IGN, None}:  # None: of a library in C, which keeps it
                    left.callback(signal.signal, number, signal.signal(number, lambda number, _: came.append(number)))
        left.callback(signal.pthread_sigmask, signal.SIG_SETMASK, signal.pthread_sigmask(signal.SIG_BLOCK, numbers))
        yield


def end_with_parent() -> None:
    """Makes this worker process end when its parent ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "this runs in a worker process"  # noqa: S101

    def end() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    Thread(target=end, daemon=True).start()
