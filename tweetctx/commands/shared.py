"""What several commands share: options, the index that is used when none is named, and the progress bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

INTERRUPTED = 130  # what shells report after Ctrl-C


class PlainFormat(StrEnum):
    """How most things are printed."""

    text = "text"
    json = "json"


class TableFormat(StrEnum):
    """How tables are printed."""

    table = "table"
    csv = "csv"
    json = "json"


class RulesName(StrEnum):
    """How tweets are normalized."""

    default = "default"
    dcu = "dcu"


class OrderName(StrEnum):
    """In which order sentences are read."""

    article = "article"
    score = "score"


class UnitName(StrEnum):
    """What a limit counts."""

    chars = "chars"
    graphemes = "graphemes"
    utf16 = "utf16"
    bytes = "bytes"
    words = "words"


class OnErrorName(StrEnum):
    """What happens at a broken record."""

    stop = "stop"
    skip = "skip"


IndexOption = Annotated[
    str | None,
    typer.Option("--index", envvar="TWEETCTX_INDEX", help="The index; without one, the demonstration corpus."),
]
ClassesOption = Annotated[Path | None, typer.Option("--classes", help="Word classes, for the model `class`.")]
OnErrorOption = Annotated[OnErrorName, typer.Option("--on-error", help="What to do at a broken record.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="Show no progress bar.")]
WorkersOption = Annotated[int | None, typer.Option(min=1, help="Processes; by default one a processor.")]


def index_or_demonstration(name: str | None) -> str:
    """The index named, else the demonstration corpus's, which is built on first use."""
    if name:
        return name
    from tweetctx.demonstration import demonstration_index

    return str(demonstration_index())


def complain(message: str) -> None:
    """A line on stderr."""
    print(f"tweetctx: {message}", file=sys.stderr)


Move = Callable[..., None]


@contextmanager
def progress_bar(quiet: bool, *columns: str, **fields: Any) -> Iterator[Move | None]:
    """A progress bar on stderr where that is a terminal, else None.

    It yields a function that moves the bar: `move(completed, total, description="", **fields)`. columns: texts shown
    behind the bar, which may name fields as `{task.fields[rate]}`.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    shown = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), *map(TextColumn, columns))
    with Progress(*shown, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=None, **fields)

        def move(completed: float, total: float | None, description: str = "", **fields: Any) -> None:
            bar.update(task, completed=completed, total=total, description=description, **fields)

        yield move
