"""`tweetctx experiment`: models tuned on some labelled sentences, or tweets, and measured on others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tweetctx.errors import counted
from tweetctx.interfaces.commands.completion import complete_experiments
from tweetctx.interfaces.commands.progress import progress_bar
from tweetctx.interfaces.commands.shared import QuietOption, WorkersOption, hinting


def experiment(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="A file of TOML, or the name of one that comes along, as wikiqa.",
            autocompletion=complete_experiments,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="The folder of results; by default FILE-results."),
    ] = None,
    workers: WorkersOption = None,
    quiet: QuietOption = False,
) -> None:
    """Tunes models on some topics, measures them on others, and writes tables, runs and figures.

    An interrupted experiment continues with the models that are not finished. An experiment with `[contexts]` tunes one
    model on tweets with references, by cross-validation and in one process.
    """
    from tweetctx.evaluation import experiments

    folder = output or Path(f"{file.stem}-results")
    with hinting("the same command completes it"), progress_bar(quiet, "models") as move:
        report = experiments.run_experiment(file, folder, workers=workers, on_progress=move)
    kept = f", {report.kept} of them kept" if report.kept else ""
    print(f"{folder}: {counted(len(report.outcomes), 'model')}{kept}")
    measure = report.experiment.task.tune_by
    for collection in report.outcomes[0].means:
        best = max(report.outcomes, key=lambda outcome: outcome.means[collection][measure])
        print(f"{collection}: best {measure} {best.means[collection][measure]:.4f}, {best.label}")
