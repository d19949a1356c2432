"""`tweetctx index update`: brings an index of a dump up to date with what Wikimedia publishes every day."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tweetctx.errors import CorpusError, DownloadError, IndexAccessError, counted
from tweetctx.interfaces.commands.get import DownloadBar
from tweetctx.interfaces.commands.index import DEFAULT_MEGABYTES, MemoryOption
from tweetctx.interfaces.commands.shared import (
    CONTINUES,
    ChecksumsOption,
    ContactOption,
    MirrorOption,
    QuietOption,
    WorkersOption,
    complain,
    hinting,
    report_problems,
)

if TYPE_CHECKING:
    from tweetctx.wikipedias.updating import Step

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def index_update(
    index: Annotated[
        str | None, typer.Argument(metavar="INDEX", help="The folder of an index of a dump; without one, the default.")
    ] = None,
    every: Annotated[
        str | None, typer.Option(metavar="TIME", help="Run on, and update after each such time: 24h, 90m.")
    ] = None,
    mirror: MirrorOption = None,
    checksums: ChecksumsOption = None,
    contact: ContactOption = None,
    workers: WorkersOption = None,
    memory: MemoryOption = DEFAULT_MEGABYTES,
    spacy_model: Annotated[str | None, typer.Option(help="The spaCy pipeline that the index was built with.")] = None,
    quiet: QuietOption = False,
) -> None:
    """Applies Wikimedia's daily changes since the day of an index, each day in one step.

    After the next dump has appeared, articles that were deleted meanwhile are removed, too. The same command continues
    after an interruption; a service that has the index open takes up each change.
    """
    from tweetctx.index.building.updating import updatable
    from tweetctx.wikipedias.downloads import MIRROR, Patience
    from tweetctx.wikipedias.indexes import index_to_open

    seconds = None if every is None else _seconds(every)
    location = index_to_open(index)
    server: dict[str, Any] = {"url": mirror or MIRROR, "checksums": checksums, "contact": contact}
    options = {**server, "workers": workers, "memory": memory, "spacy_model": spacy_model}
    options["patience"] = Patience(tell=complain)
    if seconds is None:
        with hinting(CONTINUES):
            _update(location, options, quiet, print)
        return
    if "://" not in location:
        updatable(Path(location))  # an index that cannot be updated is an error at the beginning
    while True:
        try:
            _update(location, options, quiet, _log)
        except (DownloadError, CorpusError, IndexAccessError, OSError) as error:  # they may pass
            _log(f"error: {error}")
        sleep(seconds)


def _update(location: str, options: dict[str, Any], quiet: bool, tell: Callable[[str], object]) -> None:
    """Updates an index once, and tells what each step did."""
    from tweetctx.index import index_info
    from tweetctx.wikipedias.updating import update_index

    with ExitStack() as stack:
        bar = DownloadBar(stack, quiet)
        said = 0

        def say(line: str) -> None:
            nonlocal said
            said += 1
            tell(f"{location}: {line}")

        for step in update_index(location, **options, on_download=bar.download, on_progress=bar.build, tell=say):
            report_problems(step.done.problem_kinds)
            say(_line(step, index_info(location)["wiki"]))
    if not said:
        tell(f"{location}: is of {index_info(location)['date']}, and nothing later is complete")


def _line(step: Step, wiki: str) -> str:
    done = step.done
    what = [f"{done.removed:,} removed", f"{counted(done.redirects, 'redirect')} changed"]
    if step.compared:
        bringing = f"; `tweetctx get {wiki} --date {step.day:%Y%m%d}` brings them"
        missing = f", {counted(done.missing, 'article')} of it not known{bringing}" if done.missing else ""
        return f"compared with the dump of {step.day}: {', '.join(what)}{missing}"
    skipped = f", {done.skipped:,} skipped" if done.skipped else ""
    return f"is of {step.day}: {counted(done.edited, 'article')} new or edited, {', '.join(what)}{skipped}"


def _log(line: str) -> None:
    print(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {line}", flush=True)


def _seconds(text: str) -> float:
    """The seconds of a time such as 24h."""
    if not (match := re.fullmatch(r"([1-9][0-9]{0,4})([smhd])", text)):  # `sleep` takes 292 years at most
        expected = "a time of at most five digits, such as 24h, 90m or 7d"
        raise typer.BadParameter(f"found {text!r}, expected {expected}", param_hint="--every")
    return int(match[1]) * _SECONDS[match[2]]
