"""`tweetctx serve`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from tweetctx.errors import ServiceError
from tweetctx.interfaces.commands.completion import complete_presets
from tweetctx.interfaces.commands.shared import SCORER_NAMES, IndexOption, PlainFormat, index_or_demonstration
from tweetctx.runtime.libraries import how_to_install

_LIBRARIES = ("httptools", "jinja2", "prometheus_client", "starlette", "uvicorn", "uvloop")  # of the extra `serve`


def serve(
    index: IndexOption = None,
    preset: Annotated[
        str,
        typer.Option(
            *SCORER_NAMES,
            help="How contexts are found where a request does not say.",
            autocompletion=complete_presets,
        ),
    ] = "default",
    host: Annotated[str, typer.Option(help="The address to listen to.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="Processes; they share the index.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads of each process that work.")] = 2,
    queue: Annotated[
        int,
        typer.Option(min=0, help="Requests of each process that may wait, if the wait is below half the deadline."),
    ] = 1000,
    deadline: Annotated[float, typer.Option(help="Seconds that a request may take, the wait included.")] = 10.0,
    max_body: Annotated[int, typer.Option(min=1, help="The most bytes of a body.")] = 1 << 20,
    max_tweet: Annotated[int, typer.Option(min=1, help="The most characters of a tweet.")] = 10_000,
    max_batch: Annotated[int, typer.Option(min=1, help="The most tweets of a batch.")] = 100,
    cache: Annotated[int, typer.Option(min=0, help="Answers that each process keeps.")] = 1000,
    cors: Annotated[
        list[str] | None, typer.Option(help="An origin whose pages may call; repeat it for several.")
    ] = None,
    api_keys: Annotated[Path | None, typer.Option(help="A file with a key a line, one of which callers need.")] = None,
    log_format: Annotated[PlainFormat, typer.Option(help="How the log is written, on stderr.")] = "text",
    log_tweets: Annotated[bool, typer.Option("--log-tweets", help="Write tweets into the log.")] = False,
) -> None:
    """Serves contexts over HTTP, and a page to try them.

    SIGHUP reads the index and the keys again, SIGTERM ends the service after the requests in progress.
    """
    if missing := [name for name in _LIBRARIES if not find_spec(name)]:
        raise ServiceError(f"{missing[0]} is not installed; {how_to_install('serve')}")
    from tweetctx.interfaces.service.server import serve as run
    from tweetctx.interfaces.service.settings import Settings
    from tweetctx.wikipedias.indexes import index_to_open

    run(
        Settings(
            index=index_or_demonstration(index) if log_format == "text" else index_to_open(index),
            preset=preset,
            host=host,
            port=port,
            workers=workers,
            threads=threads,
            queue=queue,
            deadline=deadline,
            max_body=max_body,
            max_tweet=max_tweet,
            max_batch=max_batch,
            cache=cache,
            cors=tuple(cors or ()),
            api_keys=api_keys,
            log_format=log_format,
            log_tweets=log_tweets,
        )
    )
