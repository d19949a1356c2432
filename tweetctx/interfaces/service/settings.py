"""The settings of the service."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from tweetctx.errors import ParameterError
from tweetctx.specs import Parameters, choice, flag, number, whole

_ORIGIN = re.compile(r"\*|[a-z][a-z0-9+.-]*://[^/?#\s]+")  # as browsers write it, without a path


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Parameters):
    """The settings of a service; ParameterError names the choices or the range of a wrong one.

    index: a path, or an engine's URI. preset: the default for requests. workers: processes. threads: working threads of
    each process. queue: how many requests of a process may wait for a thread at most, for the sake of memory; fewer
    may if the last would wait longer than half the deadline. deadline: seconds that a request may take, including the
    wait; in a batch, each tweet. max_body: bytes. max_tweet: code points. max_batch: tweets. cache:
    how many answers a process keeps. poll: seconds between two checks of the index on disk. drain: seconds that a
    process has to finish its requests when it is told to end. cors: the origins whose pages may call the service, `*`
    for all. api_keys: a file with one key per line; without it, no key is required.
    """

    error: ClassVar[type[ParameterError]] = ParameterError
    index: str
    preset: str = "default"
    host: str = "127.0.0.1"
    port: int = whole(8000, 0, 65535)
    workers: int = whole(1, 1, 1024)
    threads: int = whole(2, 1, 1024)
    queue: int = whole(1000, 0)
    deadline: float = number(10.0, low_open=True)
    max_body: int = whole(1 << 20, 1)
    max_tweet: int = whole(10_000, 1)
    max_batch: int = whole(100, 1)
    cache: int = whole(1000, 0)
    poll: float = number(1.0, low_open=True)
    drain: float = number(9.0, low_open=True)
    log_format: str = choice("text", ("text", "json"))
    log_tweets: bool = flag(False)
    cors: tuple[str, ...] = ()
    api_keys: Path | None = None

    def __post_init__(self) -> None:
        Parameters.__post_init__(self)
        for origin in self.cors:
            if not _ORIGIN.fullmatch(origin):
                raise ParameterError(f"cors: found {origin!r}, expected an origin such as https://example.org, or *")
