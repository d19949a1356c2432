"""bm25s with its numba backend: BM25 from scores that are computed when it indexes; all passages are summed up."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from retrieval.engines import Search, not_installed


def missing() -> str | None:
    """Why it cannot run here."""
    return not_installed("bm25s")


def build(passages: Path, folder: Path) -> None:
    """Indexes lines of terms."""
    vocabulary: dict[str, int] = {}
    with passages.open(encoding="utf-8") as lines:
        numbers = [[vocabulary.setdefault(term, len(vocabulary)) for term in line.split()] for line in lines]
    retriever: Any = import_module("bm25s").BM25(backend="numba")
    retriever.index((numbers, vocabulary), show_progress=False)
    retriever.save(folder, show_progress=False)


def open_search(folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float) -> Search:  # noqa: ARG001
    """Its scores are in memory, not mapped; lam is not BM25's."""
    bm25s: Any = import_module("bm25s")
    retriever = bm25s.BM25.load(folder, show_progress=False)
    retriever.activate_numba_scorer()
    most = min(k, retriever.scores["num_docs"])

    def run(terms: Sequence[str]) -> Any:
        return retriever.retrieve([terms], k=most, n_threads=1, show_progress=False).documents

    return Search(bm25s.__version__, [list(terms) for terms in queries], run, lambda found: int(found.shape[1]))
