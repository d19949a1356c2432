"""`tweetctx batch`: a file of tweets to a file of contexts."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tweetctx.errors import counted
from tweetctx.interfaces.commands.completion import complete_presets
from tweetctx.interfaces.commands.progress import Move, Pace, progress_bar
from tweetctx.interfaces.commands.shared import (
    NOTHING_FOUND,
    SCORER_HELP,
    STANDARD_INPUT,
    ClassesOption,
    IndexOption,
    MinScoreOption,
    OnErrorOption,
    OrderName,
    QuietOption,
    RulesName,
    UnitName,
    WorkersOption,
    check_classes,
    complain,
    hinting,
    index_or_demonstration,
    report_partial,
    require_files,
    warn_of_analyzer,
)

if TYPE_CHECKING:
    from tweetctx.runs import BatchProgress, BatchReport


def _option(help: str, default: str, *names: str, **more: Any) -> Any:  # noqa: A002
    """An option that is None unless given, so that presets can apply; the help shows the default."""
    return typer.Option(*names, help=help, show_default=default, **more)


def batch(
    topics: Annotated[
        Path,
        typer.Argument(
            metavar="TOPICS",
            help="A file or folder of tweets: text, a tweet a line, or JSON, CSV, TSV, XML; `-` is standard input.",
        ),
    ],
    destination: Annotated[
        Path, typer.Option("--output", "-o", metavar="RUN", help="The file to write; `-` is standard output.")
    ],
    index: IndexOption = None,
    scorer: Annotated[
        str | None,
        _option(SCORER_HELP, "default", autocompletion=complete_presets),
    ] = None,
    limit: Annotated[int | None, _option("How long a context may be.", "500", min=0)] = None,
    unit: Annotated[UnitName | None, _option("What --limit counts; INEX counts 500 words.", "chars")] = None,
    passages: Annotated[
        int | None, _option("How many paragraphs are retrieved, at least; the preset default takes 150.", "20", min=1)
    ] = None,
    lam: Annotated[float | None, _option("The weight of the collection in retrieval, between 0 and 1.", "0.4")] = None,
    rules: Annotated[
        RulesName | None,
        _option("How the words of a tweet are found: dcu is the three rules of DCU's runs.", "default"),
    ] = None,
    order: Annotated[
        OrderName | None, _option("The order of the sentences: article by article, or best first.", "article")
    ] = None,
    output: Annotated[Literal["inex", "jsonl", "trec"], typer.Option("--format", help="The form of the run.")] = "inex",
    min_score: MinScoreOption = None,
    run_id: Annotated[str | None, _option("The name of the run, for INEX and TREC.", "tweetctx")] = None,
    preset: Annotated[
        str,
        typer.Option(
            help="As --scorer; but dcu-185, dcu-186 and dcu-187 set all options as in DCU's runs at INEX 2012. "
            "An option given beside it wins.",
            autocompletion=complete_presets,
        ),
    ] = "default",
    classes: ClassesOption = None,
    workers: WorkersOption = None,
    resume: Annotated[bool, typer.Option("--resume", help="Complete a run that was interrupted.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing run.")] = False,
    on_error: OnErrorOption = "stop",
    quiet: QuietOption = False,
) -> None:
    """Finds the contexts of all tweets in a file. The exit code is 3 if none has a context.

    `tweetctx batch tweets.txt -o contexts.jsonl --format jsonl` reads a tweet a line and writes a record a tweet.
    """
    from tweetctx.runs import contextualize_batch

    if resume and force:
        raise typer.BadParameter("expected --resume or --force, not both", param_hint="--force")
    require_files(topics)
    location = index_or_demonstration(index)
    source = STANDARD_INPUT if str(topics) == "-" else topics
    given: dict[str, Any] = {"scorer": scorer, "limit": limit, "unit": unit, "passages": passages, "lam": lam}
    given |= {"rules": rules, "order": order, "min_score": min_score, "run_id": run_id, "classes": classes}
    settings = _settings(preset, location, given)
    check_classes(classes, settings["scorer"])
    work: dict[str, Any] = {"workers": workers, "resume": resume, "force": force, "on_error": on_error}
    standard = str(destination) == "-"
    if standard and (resume or force):
        raise typer.BadParameter("expected a file for --resume or --force, not standard output", param_hint="--output")
    hint = "standard output cannot be resumed" if standard else f"`--resume` completes {destination}"
    with hinting(hint), progress_bar(quiet, "{task.fields[rate]}", rate="") as move:
        report = contextualize_batch(
            source,
            sys.stdout.buffer if standard else destination,
            index=location,
            format=output,
            on_progress=_showing(move),
            **work,
            **settings,
        )
    _print_report(destination, report)
    if not report.contexts:
        raise typer.Exit(NOTHING_FOUND)


def _settings(preset: str, index: str, given: dict[str, Any]) -> dict[str, Any]:
    """The settings that a preset has, overridden by the given options."""
    from tweetctx.index import open_index
    from tweetctx.runs import RUN_PRESETS

    if preset in RUN_PRESETS:  # others need not open it
        warn_of_analyzer(preset, open_index(index), index)
    settings = RUN_PRESETS.get(preset, {"scorer": preset})
    return settings | {name: value for name, value in given.items() if value is not None}


def _print_report(destination: Path, report: BatchReport) -> None:
    for problem in report.problems:
        complain(f"skipped: {problem}")
    for warning in report.warnings:
        complain(f"warning: {warning}")
    if report.notices:
        complain(f"{counted(report.notices, 'notice')} of a stream skipped")
    if report.empty:
        complain(
            f"{report.empty:,} of {counted(report.topics, 'topic')} {'has' if report.empty == 1 else 'have'} no context"
        )
    if report.partial:
        report_partial(counted(report.partial, "topic"))
    say = complain if str(destination) == "-" else print
    say(
        f"{destination}: {counted(report.topics, 'topic')}, {counted(report.contexts, 'context')}, "
        f"{counted(report.sentences, 'sentence')}, {report.skipped:,} skipped"
    )


def _showing(move: Move | None) -> Callable[[BatchProgress], None] | None:
    """Updates the progress bar, with the rate since its first update."""
    if move is None:
        return None
    pace = Pace()

    def show(progress: BatchProgress) -> None:
        rate = pace(progress.topics)
        text = f"{rate:.3g} topics a second" if rate else ""
        move(progress.topics, progress.total, counted(progress.topics, "topic"), rate=text)

    return show
