"""The engines that are compared: all can search, and the peers of ours index lines of terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

OURS = "ours"


@dataclass(frozen=True, slots=True)
class Peer:
    """An engine as it is asked.

    library: the module of this folder that knows it. index: what its index is called; peers that search the same one
    share it. building, searching: what its module's functions take besides. model: what it ranks by. safe: whether it
    returns the best passages by that model for certain, and does not leave out some of them to be faster.
    """

    label: str
    library: str
    index: str
    model: str
    safe: bool = True
    building: Mapping[str, Any] = field(default_factory=dict)
    searching: Mapping[str, Any] = field(default_factory=dict)

    @property
    def engine(self) -> Engine:
        """Its module."""
        module: Any = import_module(f"retrieval.{self.library}_engine")
        found: Engine = module
        return found


_PISA = {"maxscore": "MaxScore", "block_max_wand": "block-max WAND", "block_max_maxscore": "block-max MaxScore"}

PEERS: dict[str, Peer] = {
    "bm25s": Peer("bm25s (numba)", "bm25s", "bm25s", "BM25"),
    "tantivy": Peer("tantivy", "tantivy", "tantivy", "BM25"),
    "lucene": Peer("Lucene", "lucene", "lucene", "Jelinek-Mercer"),
    "lucene-bp": Peer("Lucene, reordered (BP)", "lucene", "lucene-bp", "Jelinek-Mercer", building={"reorder": True}),
    **{
        f"pisa-{model}-{algorithm}": Peer(
            f"PISA, {label}", "pisa", "pisa", name, searching={"model": model, "algorithm": algorithm}
        )
        for model, name in (("bm25", "BM25"), ("qld", "Dirichlet"))
        for algorithm, label in _PISA.items()
    },
}


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
    """What the module of a peer has."""

    def missing(self) -> str | None:
        """Why the engine cannot run here; None if it can."""
        ...

    def build(self, passages: Path, folder: Path, **options: Any) -> None:
        """Indexes a file of passages, terms separated by spaces, into a folder, with one thread, as one segment."""
        ...

    def open_search(self, folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float, **options: Any) -> Search:
        """Opens what was built, to be searched by one thread; queries: the terms of each, as often as they occur."""
        ...


def open_search(name: str, folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float) -> Search:
    """Opens the index of ours or of a peer."""
    if name == OURS:
        ours: Any = import_module("retrieval.ours_engine")
        opened: Search = ours.open_search(folder, queries, k, lam)
        return opened
    peer = PEERS[name]
    return peer.engine.open_search(folder, queries, k, lam, **peer.searching)


def not_installed(library: str) -> str | None:
    """How to install a library of the extra `bench` that is not there."""
    return None if find_spec(library) else f'{library} is not installed; pip install ".[bench]"'
