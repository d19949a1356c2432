"""`tweetctx batch`: a file of tweets to a file of contexts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tweetctx.runs import BatchProgress, BatchReport

INTERRUPTED = 130  # what shells report after Ctrl-C


class UnitName(StrEnum):
    """What a limit counts."""

    chars = "chars"
    graphemes = "graphemes"
    utf16 = "utf16"
    bytes = "bytes"
    words = "words"


class RulesName(StrEnum):
    """How tweets are normalized."""

    default = "default"
    dcu = "dcu"


class OrderName(StrEnum):
    """In which order sentences are read."""

    article = "article"
    score = "score"


class FormatName(StrEnum):
    """The form of a run."""

    inex = "inex"
    jsonl = "jsonl"


class PresetName(StrEnum):
    """The runs of DCU at INEX 2012."""

    dcu_185 = "dcu-185"
    dcu_186 = "dcu-186"
    dcu_187 = "dcu-187"


class OnErrorName(StrEnum):
    """What happens at a broken record."""

    stop = "stop"
    skip = "skip"


def _option(help: str, default: str, *names: str, **more: Any) -> Any:  # noqa: A002
    """An option that is None unless it is given, so that a preset can tell; the help shows its default."""
    return typer.Option(*names, help=help, show_default=default, **more)


def batch(
    topics: Annotated[Path, typer.Argument(metavar="TOPICS", help="A file of tweets.")],
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="RUN", help="The file to write.")],
    index: Annotated[
        str | None,
        typer.Option("--index", envvar="TWEETCTX_INDEX", help="The index; without one, the demonstration corpus."),
    ] = None,
    scorer: Annotated[str | None, _option("A sentence model: a preset, or a spec as `jm(lam=0.4)`.", "default")] = None,
    limit: Annotated[int | None, _option("The most that a context may have, in units.", "500", min=0)] = None,
    unit: Annotated[UnitName | None, _option("What the limit counts; INEX counts 500 words.", "chars")] = None,
    passages: Annotated[int | None, _option("How many paragraphs are retrieved.", "20", min=1)] = None,
    lam: Annotated[float | None, _option("What the collection weighs in retrieval, between 0 and 1.", "0.4")] = None,
    rules: Annotated[RulesName | None, _option("How tweets are normalized: dcu is DCU's rules.", "default")] = None,
    order: Annotated[OrderName | None, _option("The order of reading.", "article")] = None,
    output: Annotated[FormatName, typer.Option("--format", help="The form of the run.")] = FormatName.inex,
    run_id: Annotated[str | None, _option("The name of the run, a column of the INEX form.", "tweetctx")] = None,
    preset: Annotated[
        PresetName | None,
        typer.Option(help="The settings of one of DCU's runs at INEX 2012; an option given beside it wins."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one a processor.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Complete a run that was interrupted.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a run that is there.")] = False,
    on_error: Annotated[OnErrorName, typer.Option(help="What to do at a broken record.")] = OnErrorName.stop,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress bar.")] = False,
) -> None:
    """Contextualizes a file of tweets."""
    from tweetctx.runs import contextualize_batch

    if resume and force:
        raise typer.BadParameter("expected --resume or --force, not both", param_hint="--force")
    place = _index(index)
    given = {"scorer": scorer, "limit": limit, "unit": unit, "passages": passages, "lam": lam}
    settings = _settings(preset, place, {**given, "rules": rules, "order": order, "run_id": run_id})
    work: dict[str, Any] = {"workers": workers, "resume": resume, "force": force, "on_error": on_error.value}
    try:
        with _progress(quiet) as move:
            report = contextualize_batch(
                topics, destination, index=place, format=output.value, on_progress=move, **work, **settings
            )
    except KeyboardInterrupt:
        _complain(f"interrupted; `--resume` completes {destination}")
        raise typer.Exit(INTERRUPTED) from None
    _print_report(destination, report)


def _settings(preset: PresetName | None, index: str, given: dict[str, Any]) -> dict[str, Any]:
    """The settings that are not those by default: the preset's, and over them what was given."""
    from tweetctx.runs import RUN_PRESETS

    settings: dict[str, Any] = {}
    if preset:
        _warn_of_analyzer(preset.value, index)
        settings |= RUN_PRESETS[preset.value]
    return settings | {
        name: value.value if isinstance(value, StrEnum) else value for name, value in given.items() if value is not None
    }


def _index(name: str | None) -> str:
    if name:
        return name
    from tweetctx.demonstration import demonstration_index

    return str(demonstration_index())


def _warn_of_analyzer(preset: str, index: str) -> None:
    from tweetctx.index import open_index
    from tweetctx.runs.settings import PRESET_ANALYZER

    found = open_index(index).analyzer.config.name
    if found != PRESET_ANALYZER:
        _complain(f"warning: {preset} was run on an index with the analyzer {PRESET_ANALYZER}, {index} has {found}")


def _print_report(destination: Path, report: BatchReport) -> None:
    for problem in report.problems:
        _complain(f"skipped: {problem}")
    if report.empty:
        _complain(f"{report.empty} of {report.topics} topics have no context")
    print(
        f"{destination}: {report.topics} topics, {report.contexts} contexts, {report.sentences} sentences, "
        f"{report.skipped} skipped"
    )


def _complain(message: str) -> None:
    print(f"tweetctx: {message}", file=sys.stderr)


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[BatchProgress], None] | None]:
    """A progress bar on stderr where that is a terminal, as a function that moves it; else None."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("topics, {task.fields[rate]} a second"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, rate="?")
        begin: tuple[float, int] | None = None

        def move(progress: BatchProgress) -> None:
            nonlocal begin
            # Neither the start of the processes nor what a resumed run had already belongs to the rate.
            begin = begin or (monotonic(), progress.topics)
            seconds, done = monotonic() - begin[0], progress.topics - begin[1]
            rate = f"{done / seconds:.3g}" if done else "?"
            bar.update(task, completed=progress.topics, total=progress.total, rate=rate)

        yield move
