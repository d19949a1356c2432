"""`tweetctx warm`."""

from __future__ import annotations

from typing import Annotated

import typer

from tweetctx.interfaces.commands.progress import progress_bar
from tweetctx.interfaces.commands.shared import QuietOption


def warm(
    index: Annotated[
        str | None,
        typer.Option("--index", envvar="TWEETCTX_INDEX", help="An index for which the code is compiled as well."),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Compiles the code that builds and searches indexes, and caches it; this takes one to three minutes, once."""
    from tweetctx.interfaces.warming import warm_up

    with progress_bar(quiet) as move:
        warm_up(index, move or (lambda *_: None))
