"""Progress of long work on stderr: a bar in a terminal, elsewhere a line every ten seconds."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tweetctx.interfaces.commands.shared import complain, is_terminal

if TYPE_CHECKING:
    from tweetctx.reading.progress import ReadingProgress

PAUSE = 10.0  # seconds between two lines where stderr is no terminal

Move = Callable[..., None]


@contextmanager
def progress_bar(quiet: bool, *columns: str, **fields: Any) -> Iterator[Move | None]:
    """A progress bar on stderr where that is a terminal, elsewhere a line every ten seconds; None if quiet.

    It yields a function that moves the bar: `move(completed, total, description="", **fields)`. columns: texts shown
    behind the bar, which may name fields as `{task.fields[rate]}`.
    """
    if quiet or sys.stderr is None:
        yield None
    elif is_terminal(sys.stderr):
        with _bar(columns, fields) as move:
            yield move
    else:
        with _lines(columns, fields) as move:
            yield move


@contextmanager
def _bar(columns: tuple[str, ...], fields: dict[str, Any]) -> Iterator[Move]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    shown = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), *map(TextColumn, columns))
    with Progress(*shown, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=None, **fields)

        def move(completed: float, total: float | None, description: str = "", **fields: Any) -> None:
            bar.update(task, completed=completed, total=total, description=description, **fields)

        yield move


@contextmanager
def _lines(columns: tuple[str, ...], fields: dict[str, Any]) -> Iterator[Move]:
    """A thread says every ten seconds how far the work is, also if nothing has moved."""
    last: list[tuple[float, float | None, str]] = []
    ended = Event()

    def move(completed: float, total: float | None, description: str = "", **more: Any) -> None:
        fields.update(more)
        last[:] = [(completed, total, description)]

    def say() -> None:
        while not ended.wait(PAUSE):
            if last:
                complain(_line(*last[0], [column.format(task=SimpleNamespace(fields=fields)) for column in columns]))

    teller = Thread(target=say, daemon=True)
    teller.start()
    try:
        yield move
    finally:
        ended.set()
        teller.join()


def _line(completed: float, total: float | None, description: str, columns: list[str]) -> str:
    """What a line says: "reading: 12 %, 1,234 articles, 3.1 MB/s, 0 skipped"."""
    share = [f"{100 * completed / total:.0f} %"] if total else []
    details = ", ".join([*share, *filter(None, columns)])
    return ": ".join(filter(None, (description, details)))


class Pace:
    """The growth of a number per second since the first call, so that progress of an earlier run does not count."""

    def __init__(self) -> None:
        self._begin: tuple[float, float] | None = None

    def __call__(self, done: float) -> float:
        """Returns the growth per second since the first call; 0 at that call."""
        now = monotonic()
        self._begin = self._begin or (now, done)
        seconds = now - self._begin[0]
        return (done - self._begin[1]) / seconds if seconds else 0.0


@contextmanager
def reading_bar(quiet: bool, items: str = "articles") -> Iterator[Callable[[ReadingProgress], None]]:
    """Shows the progress of reading: items read, megabytes of the files per second, records skipped, time left.

    items: the word for what is counted. It yields a function to call with the progress, which does nothing if quiet.
    """
    with progress_bar(quiet, "{task.fields[counts]}", counts="") as move:
        paces: defaultdict[str, Pace] = defaultdict(Pace)  # each phase begins at the first byte

        def show(progress: ReadingProgress) -> None:
            if move:
                pace = paces[progress.phase](progress.bytes_read)
                counts = f"{progress.articles:,} {items}, {pace / 1e6:.1f} MB/s, {progress.skipped:,} skipped"
                move(progress.bytes_read, progress.bytes_total, progress.phase, counts=counts)

        yield show
