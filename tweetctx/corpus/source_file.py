"""A file as the reader of its format sees it, and what the readers of one iteration share."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tweetctx.reading.problems import Report

Shared = TypeVar("Shared")

DEFAULT_PAGE_SECONDS = 10.0  # a page of 2 MB, the most that MediaWiki stores, takes about one
MAX_PAGE_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Options:
    """How articles are made of formats that need conversion.

    What is kept of the text, by how many processes, in how much time of a processor for a page; the folder where what
    is collected before the first article is kept, and what is told of how far that is, in bytes of all.
    """

    lists: bool = False
    tables: bool = False
    workers: int = 1
    page_seconds: float = DEFAULT_PAGE_SECONDS
    scratch: Path | None = None
    on_scan: Callable[[int, int], None] | None = None


class Reading:
    """One iteration over some sources: what its readers share ends with it."""

    def __init__(self, sources: Sequence[Path], options: Options, stack: ExitStack) -> None:
        self.sources = sources
        self.options = options
        self._stack = stack
        self._shared: dict[object, Any] = {}

    def shared(self, make: Callable[[Reading], AbstractContextManager[Shared]]) -> Shared:
        """What `make` makes: made when it is first asked for, closed when the iteration ends."""
        if make not in self._shared:
            self._shared[make] = self._stack.enter_context(make(self))
        made: Shared = self._shared[make]
        return made


@dataclass(slots=True)
class SourceFile:
    """A file that is being read.

    `pieces` is its content, decompressed, from the beginning. A reader that opens `path` itself leaves them alone and
    sets `bytes_read`, of the file as it is stored, as it goes.

    `report` takes what is wrong with one record. A reader that can go on behind an article without reading everything
    before it sets `mark`, before it yields that article, to any value that JSON can hold, and begins behind that
    article when it finds the value in `start`. Of a reader that sets none, articles are counted and discarded.
    """

    path: Path
    pieces: Iterator[bytes]
    report: Report
    reading: Reading
    start: Any = None
    mark: Any = None
    bytes_read: int = 0

    @property
    def options(self) -> Options:
        """Those of the iteration."""
        return self.reading.options
