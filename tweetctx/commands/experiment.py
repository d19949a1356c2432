"""`tweetctx experiment`: models tuned on one collection of labelled sentences and measured on others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tweetctx.evaluation.experiments import ExperimentProgress

INTERRUPTED = 130  # what shells report after Ctrl-C


def experiment(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The experiment, a file of TOML.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="The folder of results; by default FILE-results."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one a processor.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress bar.")] = False,
) -> None:
    """Tunes models on one collection, measures them on others, and writes tables, runs and figures.

    Models that an interrupted experiment finished are kept.
    """
    from tweetctx.evaluation.experiments import run_experiment

    folder = output or Path(f"{file.stem}-results")
    try:
        with _progress(quiet) as move:
            report = run_experiment(file, folder, workers=workers, on_progress=move)
    except KeyboardInterrupt:
        print("tweetctx: interrupted; the same command completes it", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    kept = f", {report.kept} of them kept" if report.kept else ""
    print(f"{folder}: {len(report.outcomes)} models{kept}")
    measure = report.experiment.tune_by
    for collection in report.outcomes[0].means:
        best = max(report.outcomes, key=lambda outcome: outcome.means[collection][measure])
        print(f"{collection}: best {measure} {best.means[collection][measure]:.4f}, {best.label}")


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[ExperimentProgress], None] | None]:
    """A progress bar on stderr where that is a terminal, as a function that moves it; else None."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("models"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def move(progress: ExperimentProgress) -> None:
            bar.update(task, completed=progress.done, total=progress.total)

        yield move
