"""Work in stages: times them, and stops when the deadline passes or the work is cancelled.

Python cannot stop a thread from outside, so the work has to check: `checkpoint` raises if the work of this thread must
stop. Every stage calls it at its beginning, and long ones also in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from numbers import Real
from time import monotonic, perf_counter

from tweetctx.errors import DeadlineError, ParameterError, WorkCancelledError


class Work:
    """One piece of work, such as a request.

    times: the seconds that each stage has taken so far, in the order in which they first started.
    """

    __slots__ = ("_cancelled", "_ends", "_parent", "_seconds", "times")

    def __init__(self, deadline: float | None = None) -> None:
        """Starts now, as a part of the current work. deadline: in seconds from now. Raises ParameterError."""
        if deadline is not None and not _are_seconds(deadline):
            raise ParameterError(f"deadline: found {deadline!r}, expected seconds above 0")
        self._seconds = deadline
        self._ends = None if deadline is None else monotonic() + deadline
        self._cancelled = False
        self._parent = _CURRENT.get()
        self.times: dict[str, float] = {}

    @property
    def left(self) -> float | None:
        """The seconds until the deadline, negative after it; None without one."""
        return None if self._ends is None else self._ends - monotonic()

    def cancel(self) -> None:
        """Makes the work stop at its next checkpoint; any thread may call this."""
        self._cancelled = True

    def check(self) -> None:
        """Raises WorkCancelledError after `cancel`, and DeadlineError after the deadline."""
        if self._cancelled:
            raise WorkCancelledError("the work was cancelled before it was done")
        if self._ends is not None and monotonic() > self._ends:
            raise self.late()
        if self._parent:
            self._parent.check()

    def late(self) -> DeadlineError:
        """The error to raise when the deadline has passed."""
        return DeadlineError(f"the work took longer than its deadline of {self._seconds:g} s")

    def add(self, stage: str, seconds: float) -> None:
        """Adds to the time of a stage, here and in the enclosing work."""
        self.times[stage] = self.times.get(stage, 0.0) + seconds
        if self._parent:
            self._parent.add(stage, seconds)

    @contextmanager
    def current(self) -> Iterator[Work]:
        """Makes this the current work in the block, and in threads that the block starts by `asyncio`."""
        token = _CURRENT.set(self)
        try:
            yield self
        finally:
            _CURRENT.reset(token)


def _are_seconds(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, Real) and 0.0 < float(value) < float("inf")


_CURRENT: ContextVar[Work | None] = ContextVar("tweetctx_work", default=None)


def checkpoint() -> None:
    """Raises DeadlineError or WorkCancelledError if the current work must stop."""
    work = _CURRENT.get()
    if work:
        work.check()


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Runs the block as a stage of the current work: checks whether it must stop, and times it."""
    work = _CURRENT.get()
    if work is None:
        yield
        return
    work.check()
    begin = perf_counter()
    try:
        yield
    finally:
        work.add(name, perf_counter() - begin)
