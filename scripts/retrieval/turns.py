"""Engines that take turns: each in a process of its own, which stays warm, answers all queries round by round.

What disturbs the machine meanwhile disturbs all of them.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from contextlib import ExitStack
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from retrieval.corpora import as_token
from retrieval.engines import OURS, engine

WARM_UP = 2  # rounds; Java compiles what it finds to be worth it in the first thousands of queries


class Player:
    """A process that has an index open."""

    def __init__(self, name: str, folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float) -> None:
        context = get_context("spawn")
        self._name = name
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_play, args=(theirs, name, folder, queries, k, lam), daemon=True)
        self._process.start()
        theirs.close()
        self.version, self.results = self._receive()

    def round(self) -> list[float]:
        """The milliseconds of each query."""
        self._connection.send("round")
        times: list[float] = self._receive()
        return times

    def close(self) -> None:
        """Ends the process."""
        self._connection.send("end")
        self._process.join()

    def _receive(self) -> Any:
        try:
            return self._connection.recv()
        except EOFError as error:
            raise SystemExit(f"{self._name}: its process ended; it says above why") from error


def _play(
    connection: Connection, name: str, folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float
) -> None:
    search = engine(name).open_search(folder, queries, k, lam)
    connection.send((search.version, float(np.mean([search.results(search.run(query)) for query in search.queries]))))
    gc.collect()
    gc.freeze()  # what is open stays, and need not be looked through in a round
    while connection.recv() == "round":
        times = []
        for query in search.queries:
            begin = time.perf_counter()
            search.run(query)
            times.append((time.perf_counter() - begin) * 1e3)
        connection.send(times)


def play(
    folders: dict[str, Path], queries: Sequence[Sequence[str]], k: int, lam: float, rounds: int
) -> dict[str, dict[str, Any]]:
    """Milliseconds a query of each engine, over `rounds` rounds behind those that warm it up; folders: of its index."""
    with ExitStack() as stack:
        players = {}
        tokens = [[as_token(term) for term in terms] for terms in queries]
        for name, folder in folders.items():
            players[name] = Player(name, folder, queries if name == OURS else tokens, k, lam)
            stack.callback(players[name].close)
        times: dict[str, list[list[float]]] = {name: [] for name in players}
        for _ in range(WARM_UP + rounds):
            for name, player in players.items():
                times[name].append(player.round())
        return {
            name: {"version": player.version, "results_a_query": player.results, **summary(times[name][WARM_UP:])}
            for name, player in players.items()
        }


def summary(rounds: Sequence[Sequence[float]]) -> dict[str, Any]:
    """What is told of the milliseconds of each query in each round: of all of them, and the median round by round."""
    p50, p99 = np.percentile(rounds, [50, 99])
    return {
        "mean_ms": round(float(np.mean(rounds)), 4),
        "p50_ms": round(float(p50), 4),
        "p99_ms": round(float(p99), 4),
        "p50_ms_by_round": [round(float(np.median(times)), 4) for times in rounds],
    }
