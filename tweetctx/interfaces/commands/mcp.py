"""`tweetctx mcp`."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from tweetctx.errors import ServiceError, TweetctxError
from tweetctx.interfaces.commands.completion import complete_presets
from tweetctx.interfaces.commands.shared import (
    SCORER_NAMES,
    IndexOption,
    complain,
    index_or_demonstration,
    warn_of_analyzer,
)
from tweetctx.runtime.libraries import how_to_install

if TYPE_CHECKING:
    from tweetctx.pipeline import Contextualizer


def mcp(
    index: IndexOption = None,
    preset: Annotated[
        str, typer.Option(*SCORER_NAMES, help="The preset that finds contexts.", autocompletion=complete_presets)
    ] = "default",
    transport: Annotated[
        Literal["stdio", "http"],
        typer.Option(help="stdio: the assistant starts this command; http: it asks this machine."),
    ] = "stdio",
    host: Annotated[str, typer.Option(help="The address to listen at, for http.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen at, for http.")] = 8001,
) -> None:
    """Offers the tools explain_tweet and search_wikipedia to assistants (Model Context Protocol).

    Over http they are at /mcp. There is no authentication: keep the address that of this machine.
    """
    from tweetctx.pipeline import Contextualizer
    from tweetctx.presets import parse_served_preset

    try:
        from tweetctx.interfaces.service.mcp import serve_mcp
    except ModuleNotFoundError as error:
        raise ServiceError(f"mcp is not installed; {how_to_install('mcp')}") from error
    location = index_or_demonstration(index)
    contextualizer = Contextualizer.open(location, parse_served_preset(preset))
    warn_of_analyzer(preset, contextualizer.index, location)
    Thread(target=_warm, args=(contextualizer,), daemon=True).start()  # the first call would wait for it
    if transport == "stdio":
        if sys.stdin is None:
            raise ServiceError("standard input: found it closed, expected an assistant at its other end")
        signal.signal(signal.SIGINT, _end_at_once)
    serve_mcp(contextualizer, transport, host, port)


def _warm(contextualizer: Contextualizer) -> None:
    with suppress(TweetctxError):  # the first call says what is wrong
        contextualizer.warm()


def _end_at_once(*_: object) -> NoReturn:
    """Ends the process: a thread waits for standard input, and nothing else can end that."""
    complain("interrupted")
    os._exit(130)
