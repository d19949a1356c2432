"""`tweetctx experiment`: models tuned on some labelled sentences, or tweets, and measured on others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tweetctx.commands.shared import INTERRUPTED, QuietOption, WorkersOption, complain, progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable

    from tweetctx.evaluation.experiments import ExperimentProgress

    OnProgress = Callable[[ExperimentProgress], None]


def experiment(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The experiment, a file of TOML.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="The folder of results; by default FILE-results."),
    ] = None,
    workers: WorkersOption = None,
    quiet: QuietOption = False,
) -> None:
    """Tunes models on one collection, measures them on others, and writes tables, runs and figures.

    Models that an interrupted experiment finished are kept. An experiment of the kind "contexts" tunes one model on
    tweets with references instead, by cross-validation and in one process.
    """
    from tweetctx.evaluation.context_experiments import is_context_experiment

    folder = output or Path(f"{file.stem}-results")
    run = _run_contexts if is_context_experiment(file) else _run_sentences
    try:
        with progress_bar(quiet, "models") as move:

            def on_progress(progress: ExperimentProgress) -> None:
                if move:
                    move(progress.done, progress.total)

            run(file, folder, workers, on_progress)
    except KeyboardInterrupt:
        complain("interrupted; the same command completes it")
        raise typer.Exit(INTERRUPTED) from None


def _run_contexts(file: Path, folder: Path, _: int | None, on_progress: OnProgress) -> None:
    from tweetctx.evaluation.context_experiments import run_context_experiment
    from tweetctx.evaluation.context_experiments.findings import TUNED

    report = run_context_experiment(file, folder, on_progress=on_progress)
    print(f"{folder}: {report.tried} specs on {len(report.topics)} tweets in {report.experiment.folds} folds")
    unigram, share = (report.mean(TUNED, measure) for measure in ("unigram", "entity_recall"))
    print(f"held out: unigram dissimilarity {unigram:.4f}, entity share {share:.4f}")
    print(f"best on all: {report.spec}")


def _run_sentences(file: Path, folder: Path, workers: int | None, on_progress: OnProgress) -> None:
    from tweetctx.evaluation.experiments import run_experiment

    report = run_experiment(file, folder, workers=workers, on_progress=on_progress)
    kept = f", {report.kept} of them kept" if report.kept else ""
    print(f"{folder}: {len(report.outcomes)} models{kept}")
    measure = report.experiment.tune_by
    for collection in report.outcomes[0].means:
        best = max(report.outcomes, key=lambda outcome: outcome.means[collection][measure])
        print(f"{collection}: best {measure} {best.means[collection][measure]:.4f}, {best.label}")
