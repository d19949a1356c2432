"""`tweetctx index`: building and inspecting indexes."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tweetctx.commands.shared import (
    OnErrorName,
    OnErrorOption,
    PlainFormat,
    QuietOption,
    WorkersOption,
    complain,
    progress_bar,
)

if TYPE_CHECKING:
    from tweetctx.index import BuildProgress


class AnalyzerChoice(StrEnum):
    """What decides on the terms of a text."""

    english = "english"
    plain = "plain"
    dcu = "dcu"


IndexArgument = Annotated[Path, typer.Argument(metavar="INDEX", help="The folder of an index.")]


def index_build(
    sources: Annotated[list[Path], typer.Argument(metavar="SOURCE...", help="Files or folders of articles.")],
    destination: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    analyzer: Annotated[
        AnalyzerChoice | None, typer.Option(help="What makes terms of text; by default the language's own.")
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(help="As its Wikipedia is called (de, fr, ...); by default what the source says, or en."),
    ] = None,
    spacy_model: Annotated[str | None, typer.Option(help="A trained spaCy pipeline that finds the sentences.")] = None,
    workers: WorkersOption = None,
    on_error: OnErrorOption = OnErrorName.stop,
    quiet: QuietOption = False,
) -> None:
    """Builds an index of Wikipedia: JSON Lines, WikiExtractor's output or INEX XML, plain or compressed."""
    from tweetctx.index import build_index

    with progress_bar(quiet, "{task.fields[articles]} articles", articles=0) as move:

        def on_progress(done: BuildProgress) -> None:
            if move:
                move(done.bytes_read, done.bytes_total, done.stage, articles=done.articles)

        report = build_index(
            [*sources],
            destination,
            analyzer=analyzer and analyzer.value,
            language=language,
            spacy_model=spacy_model,
            workers=workers,
            on_error=on_error.value,
            on_progress=on_progress,
        )
    for problem in report.problems:
        complain(f"skipped: {problem}")
    print(
        f"{destination}: {report.articles} articles, {report.passages} passages, {report.sentences} sentences, "
        f"{report.terms} terms, {report.skipped} skipped"
    )


def index_info(
    index: IndexArgument,
    output: Annotated[PlainFormat, typer.Option("--format", help="How it is printed.")] = PlainFormat.text,
) -> None:
    """Prints what an index holds and how it was made."""
    from tweetctx import presentation
    from tweetctx.index.embedded import EmbeddedIndex
    from tweetctx.index.information import information

    info = information(EmbeddedIndex(index))
    if output is PlainFormat.json:
        print(presentation.as_json(info))
    else:
        for name, value in info.items():
            print(f"{name:<18} {value}")


def index_verify(index: IndexArgument) -> None:
    """Reads all files of an index and compares them with their checksums."""
    from tweetctx.index.embedded import EmbeddedIndex

    damage = EmbeddedIndex(index).verify()
    for line in damage:
        complain(f"error: {line}")
    if damage:
        raise typer.Exit(1)
    print(f"{index}: all files are as they were written")
