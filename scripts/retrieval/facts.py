"""What is measured of our index alone, in a fresh process."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from retrieval.measuring import milliseconds, resident
from tweetctx.index.embedded import EmbeddedIndex

OPENINGS = 20
FIRST = 100  # queries


def alone(folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float, rounds: int) -> dict[str, Any]:
    """All of it; what takes memory last."""
    return {**opening(folder, queries, k, lam), **threads(folder, queries, k, lam, rounds)}


def opening(folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float) -> dict[str, Any]:
    """The milliseconds of opening, the first time in this process and in general; its memory after 100 queries."""
    before = resident()
    first = milliseconds(lambda: EmbeddedIndex(folder))
    index = EmbeddedIndex(folder)

    def ask() -> None:
        for terms in queries[:FIRST]:
            index.rank(index.query(terms), k, lam)

    asking = milliseconds(ask)
    after = resident()
    return {
        "first_open_ms": round(first, 2),
        "open_ms": round(float(np.median([milliseconds(lambda: EmbeddedIndex(folder)) for _ in range(OPENINGS)])), 2),
        "first_100_queries_ms": round(asking, 1),  # loads the compiled kernels, or compiles them
        "resident_mb_before_opening": before["resident_mb"],
        **after,
    }


def threads(folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float, rounds: int) -> dict[str, Any]:
    """Queries a second in one thread and in two, in turns: the medians over the rounds, and their ratio."""
    index = EmbeddedIndex(folder)

    def work(waiting: Iterator[Sequence[str]]) -> None:
        for terms in waiting:
            index.rank(index.query(terms), k, lam)

    speeds: dict[int, list[float]] = {1: [], 2: []}
    with ThreadPoolExecutor(2) as pool:
        for number in range(1 + rounds):
            for count, found in speeds.items():
                waiting = iter(queries)
                begin = time.perf_counter()
                list(pool.map(work, [waiting] * count))
                if number:  # the first round warms up
                    found.append(len(queries) / (time.perf_counter() - begin))
    one, two = (float(np.median(found)) for found in speeds.values())
    return {"queries_a_second": {"1": round(one), "2": round(two)}, "two_threads_to_one": round(two / one, 3)}
