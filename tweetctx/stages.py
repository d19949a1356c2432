"""Work in stages: what each took, and where it ends when its deadline passes or nobody wants its result.

Python cannot end a thread from outside, so that work has to look: `checkpoint` raises where the work that this thread
does is over. A stage does so at its beginning, and long ones on their way.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic, perf_counter

from tweetctx.errors import DeadlineError, ParameterError, WorkCancelledError


class Work:
    """One piece of work, such as a request.

    times: how long each stage took so far, in seconds, in the order of their first beginning.
    """

    __slots__ = ("_cancelled", "_ends", "_parent", "_seconds", "times")

    def __init__(self, deadline: float | None = None) -> None:
        """Begins now, inside the work that is going on. deadline: in seconds from now. Raises ParameterError."""
        if deadline is not None and not 0.0 < deadline < float("inf"):
            raise ParameterError(f"deadline: found {deadline}, expected seconds above 0")
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
        """Has the work end at its next checkpoint; any thread may call this."""
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
        """The error of a deadline that passed."""
        return DeadlineError(f"the work took longer than its deadline of {self._seconds:g} s")

    def add(self, stage: str, seconds: float) -> None:
        """Adds to what a stage took, here and in the work around this."""
        self.times[stage] = self.times.get(stage, 0.0) + seconds
        if self._parent:
            self._parent.add(stage, seconds)

    @contextmanager
    def current(self) -> Iterator[Work]:
        """Makes this the work that the block does, and what the block starts in other threads by `asyncio`."""
        token = _CURRENT.set(self)
        try:
            yield self
        finally:
            _CURRENT.reset(token)


_CURRENT: ContextVar[Work | None] = ContextVar("tweetctx_work", default=None)


def checkpoint() -> None:
    """Raises DeadlineError or WorkCancelledError where the present work is over."""
    work = _CURRENT.get()
    if work:
        work.check()


@contextmanager
def stage(name: str) -> Iterator[None]:
    """A stage of the present work: checks whether it may go on, and tells how long the block took."""
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
