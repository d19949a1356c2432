"""The engines that are compared, a module each: all can search, and the peers of ours index lines of terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

OURS = "ours"
PEERS = ("bm25s", "tantivy", "lucene")


@dataclass(frozen=True, slots=True)
class Search:
    """An open index and the queries for it.

    queries: as the engine takes them, made before the clock runs. run: what is timed. results: how many passages are
    in what it returns.
    """

    version: str
    queries: Sequence[Any]
    run: Callable[[Any], Any]
    results: Callable[[Any], int]


class Engine(Protocol):
    """What the module of an engine has; `build` and `missing` are those of the peers."""

    def missing(self) -> str | None:
        """Why the engine cannot run here; None if it can."""
        ...

    def build(self, passages: Path, folder: Path) -> None:
        """Indexes a file of passages, terms separated by spaces, into a folder, with one thread, as one segment."""
        ...

    def open_search(self, folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float) -> Search:
        """Opens what was built, to be searched by one thread; queries: the terms of each, as often as they occur."""
        ...


def engine(name: str) -> Engine:
    """The module of an engine."""
    module: Any = import_module(f"retrieval.{name}_engine")
    found: Engine = module
    return found


def not_installed(library: str) -> str | None:
    """How to install a library of the extra `bench` that is not there."""
    return None if find_spec(library) else f'{library} is not installed; pip install ".[bench]"'
