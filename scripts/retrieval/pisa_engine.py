"""PISA (Mallia et al. 2019) by its binding for PyTerrier: one call of its compiled code for each query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from retrieval.engines import Search, not_installed

BATCH = 4_000_000  # passages inverted at a time: all of them, so that nothing is merged

_ONLY_FOR_BUILDING = ("fwd", "fwd.urls", "inv.docs", "inv.freqs")


def missing() -> str | None:
    """Why it cannot run here."""
    return not_installed("pyterrier_pisa")


def build(passages: Path, folder: Path) -> None:
    """Indexes lines of terms; blocks are compressed by SIMD-BP128, its default."""
    indexed: Any = _index(folder)
    with passages.open(encoding="utf-8") as lines:
        indexed.indexer("text").index(_documents(lines))
    for model in ("bm25", "qld"):  # what a first search of each would write: compressed lists and bounds of blocks
        getattr(indexed, model)(num_results=1)
    for name in _ONLY_FOR_BUILDING:
        (folder / name).unlink()


def open_search(
    folder: Path,
    queries: Sequence[Sequence[str]],
    k: int,
    lam: float,  # noqa: ARG001
    model: str,
    algorithm: str,
) -> Search:
    """Each term weighted by its count if one occurs twice; lam is of neither model. Passages are told by name."""
    retriever: Any = getattr(_index(folder), model)(num_results=k)
    retrieve, context = import_module("pyterrier_pisa._pisathon").retrieve, retriever._ctxt
    numbers, ranks = np.empty(k, np.int32), np.empty(k, np.int32)
    names, scores = np.empty(k, object), np.empty(k, np.float32)

    def run(counts: Mapping[str, float]) -> int:
        found: int = retrieve(
            context,
            algorithm,
            [(0, counts)],
            k=k,
            threads=1,
            query_weighted=int(max(counts.values()) > 1),
            pretokenised=True,
            result_qidxs=numbers,
            result_docnos=names,
            result_ranks=ranks,
            result_scores=scores,
        )
        return found

    version = import_module("importlib.metadata").version("pyterrier_pisa")
    asked = [{term: float(count) for term, count in Counter(terms).items()} for terms in queries]
    return Search(version, asked, run, int)


def _index(folder: Path) -> Any:
    """Its default index, whose terms stay as they are."""
    pisa: Any = import_module("pyterrier_pisa")
    return pisa.PisaIndex(str(folder), stemmer="none", stops="none", threads=1, batch_size=BATCH)


def _documents(lines: Iterator[str]) -> Iterator[dict[str, str]]:
    for number, line in enumerate(lines):
        yield {"docno": str(number), "text": line.rstrip("\n")}
