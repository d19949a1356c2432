"""The file that a format's reader gets, and the resources that the readers of one iteration share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tweetctx.reading.problems import Report

Shared = TypeVar("Shared")

DEFAULT_PAGE_SECONDS = 10.0  # a page of 2 MB, the most that MediaWiki stores, takes about one
MAX_PAGE_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Options:
    """How formats that need conversion are read; see `read_articles`."""

    lists: bool = False
    tables: bool = False
    workers: int = 1
    page_seconds: float = DEFAULT_PAGE_SECONDS
    scratch: Path | None = None
    on_scan: Callable[[int, int], None] | None = None


class Reading:
    """One iteration over some sources, which owns the resources that its readers share."""

    def __init__(self, sources: Sequence[Path], options: Options, stack: ExitStack) -> None:
        self.sources = sources
        self.options = options
        self._stack = stack
        self._shared: dict[object, Any] = {}

    def shared(self, make: Callable[[Reading], AbstractContextManager[Shared]]) -> Shared:
        """The resource that `make` creates, when first needed; it is closed when the iteration ends."""
        if make not in self._shared:
            self._shared[make] = self._stack.enter_context(make(self))
        made: Shared = self._shared[make]
        return made


@dataclass(slots=True)
class SourceFile:
    """A file that is being read.

    pieces: its content from the beginning, decompressed. A reader that opens `path` itself ignores them and updates
    `bytes_read`, counted in the file as stored.
    report: called with the problem of a record. mark, start: a reader sets `mark` to a JSON value before it yields an
    article, and starts after that article if `start` has that value.
    """

    path: Path
    pieces: Iterator[bytes]
    report: Report
    reading: Reading
    start: Any = None
    mark: Any = None
    bytes_read: int = 0
