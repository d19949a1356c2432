"""`tweetctx get` and `tweetctx indexes`: a Wikipedia in one command, and those that are there."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from dataclasses import asdict
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

import typer

from tweetctx.errors import counted
from tweetctx.interfaces.commands.completion import complete_indexes, complete_wikis
from tweetctx.interfaces.commands.progress import Move, Pace, progress_bar
from tweetctx.interfaces.commands.shared import (
    CONTINUES,
    NOTHING_FOUND,
    ChecksumsOption,
    ContactOption,
    MirrorOption,
    PlainFormat,
    QuietOption,
    WorkersOption,
    complain,
    hinting,
    print_json,
    report_problems,
)

if TYPE_CHECKING:
    from tweetctx.reading.progress import ReadingProgress
    from tweetctx.wikipedias.downloads import DownloadProgress
    from tweetctx.wikipedias.getting import Plan
    from tweetctx.wikipedias.indexes import KeptIndex


def get(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A Wikipedia: simplewiki, enwiki, de, German, ...", autocompletion=complete_wikis
        ),
    ],
    date: Annotated[str, typer.Option(help="The day of a dump, as YYYYMMDD, or latest.")] = "latest",
    mirror: MirrorOption = None,
    checksums: ChecksumsOption = None,
    contact: ContactOption = None,
    workers: WorkersOption = None,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the dump after it is indexed.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Begin even if the disk may not suffice.")] = False,
    quiet: QuietOption = False,
) -> None:
    """Downloads and indexes a Wikipedia, and makes it the index that commands open by default.

    Says first what it will take. The same command continues after an interruption.
    """
    from tweetctx.wikipedias.downloads import MIRROR, Patience
    from tweetctx.wikipedias.getting import get_wikipedia

    with hinting(CONTINUES), ExitStack() as stack:
        bar = DownloadBar(stack, quiet)
        got = get_wikipedia(
            name,
            date,
            url=mirror or MIRROR,
            checksums=checksums,
            contact=contact,
            workers=workers,
            keep=keep,
            patience=Patience(tell=complain),
            on_plan=lambda plan: _begins(plan, yes=yes),
            on_download=bar.download,
            on_build=bar.build,
        )
    if got is None:
        raise typer.Exit(1)
    if got.report is None:
        print(f"{got.path}: {got.wiki} of {got.date} is there already, and the default")
        return
    report_problems(got.report.problem_kinds)
    print(
        f"{got.path}: {counted(got.report.articles, 'article')} of {got.wiki} of {got.date}, "
        f"{counted(got.report.passages, 'passage')}; it is the default now"
    )


class DownloadBar:
    """One progress bar for the download and the build, shown from the first of them on."""

    def __init__(self, stack: ExitStack, quiet: bool) -> None:
        self._stack, self._quiet = stack, quiet
        self._pace = Pace()

    @cached_property
    def _move(self) -> Move:
        bar = self._stack.enter_context(progress_bar(self._quiet, "{task.fields[rate]}", rate=""))
        return bar or (lambda *_, **__: None)

    def download(self, done: DownloadProgress) -> None:
        """Shows how far the download is."""
        rate = "checking" if done.checking else f"{self._pace(done.bytes) / 1e6:.1f} MB/s"
        self._move(done.bytes, done.total, done.file, rate=rate)

    def build(self, progress: ReadingProgress) -> None:
        """Shows how far the build is."""
        counts = f"{counted(progress.articles, 'article')}, {progress.skipped:,} skipped"
        self._move(progress.bytes_read, progress.bytes_total, progress.phase, rate=counts)


def _begins(plan: Plan, *, yes: bool) -> bool:
    """Says what it will take, and returns whether to begin: it asks only if the disk may not suffice."""
    from tweetctx.index.building.building import ANALYSIS
    from tweetctx.runtime.compiled import is_cached

    if plan.problem:
        complain(f"the new index replaces the one that is there, which cannot be opened: {plan.problem}")
    complain(f"{plan.wiki} of {plan.date}{', continued' if plan.continued else ''}: {_costs(plan)}")
    if not is_cached(ANALYSIS):
        complain("the first index on this machine takes one to three minutes more, once, to compile the code")
    if plan.fits or yes:
        return True
    complain(f"only {_size(plan.free)} are free on the disk of {plan.path.parent}")
    if sys.stdin is not None and sys.stdin.isatty():
        return typer.confirm("Begin nevertheless?", err=True)
    complain("nothing was done; --yes begins nevertheless")
    return False


def _costs(plan: Plan) -> str:
    if plan.bytes is None or plan.estimate is None:
        return "the server does not tell the size"
    needed = plan.estimate
    missing = plan.bytes - plan.downloaded
    download = f"{_size(missing)} to download" if missing > 0 else "the dump is there"
    return (
        f"{download}; then about {_time(needed.seconds)} to index on this machine, with "
        f"{_size(needed.memory)} of memory and {_size(needed.disk)} of disk, of which the index keeps "
        f"{_size(needed.index)}"
    )


def _size(count: float) -> str:
    """A number of bytes for people."""
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def _time(seconds: float) -> str:
    """A time for people."""
    if seconds < 90:
        return counted(round(max(seconds, 1)), "second")
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"


def indexes(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The index to make the default: a name in the list, the path of another, or demonstration.",
            autocompletion=complete_indexes,
        ),
    ] = None,
    output: Annotated[PlainFormat, typer.Option("--format", help="How the list is printed.")] = "text",
) -> None:
    """Lists the indexes that are there, the default marked by a star, or makes one the default.

    `--index` and `TWEETCTX_INDEX` win over the default. `demonstration` is the small corpus that comes with tweetctx.
    The exit code is 3 if there is none.
    """
    from tweetctx.wikipedias.indexes import INDEX_VARIABLE, choose_index, kept_indexes

    if name is not None:
        path = choose_index(name)
        print(f"{path or 'the demonstration corpus'}: is the default now")
        if named := os.environ.get(INDEX_VARIABLE):
            complain(f"{INDEX_VARIABLE} is set and wins over the default: {named}")
        return
    kept = list(kept_indexes())
    for index in kept:
        if output == "json":
            print_json({**asdict(index), "path": str(index.path)})
        else:
            print(_line(index))
    if not kept:
        complain("found none; `tweetctx get simplewiki` gets a Wikipedia")
        raise typer.Exit(NOTHING_FOUND)


def _line(index: KeptIndex) -> str:
    mark = "*" if index.is_default else " "
    if index.problem:
        return f"{mark} {index.name}  {index.problem}"
    about = f"{index.date or 'no date':<10}  {counted(index.articles, 'article'):>20}  {_size(index.bytes):>8}"
    return f"{mark} {index.name:<16} {about}  {index.path}"
