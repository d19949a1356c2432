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

from retrieval.engines import OURS, open_search
from retrieval.measuring import resident

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

    def memory(self) -> dict[str, float]:
        """What of the process is in memory, in megabytes."""
        self._connection.send("memory")
        found: dict[str, float] = self._receive()
        return found

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
    search = open_search(name, folder, queries, k, lam)
    connection.send((search.version, float(np.mean([search.results(search.run(query)) for query in search.queries]))))
    gc.collect()
    gc.freeze()  # what is open stays, and need not be looked through in a round
    while (asked := connection.recv()) != "end":
        if asked == "memory":
            connection.send(resident())
            continue
        times = []
        for query in search.queries:
            begin = time.perf_counter()
            search.run(query)
            times.append((time.perf_counter() - begin) * 1e3)
        connection.send(times)


def play(
    folders: dict[str, Path],
    queries: Sequence[Sequence[str]],
    tokens: Sequence[Sequence[str]],
    k: int,
    lam: float,
    rounds: int,
) -> dict[str, dict[str, Any]]:
    """Milliseconds a query of each engine, over `rounds` rounds behind those that warm it up, and its memory then.

    folders: of each one's index. queries: terms, for ours. tokens: the same as they stand in lines of terms.
    """
    with ExitStack() as stack:
        players = {}
        for name, folder in folders.items():
            players[name] = Player(name, folder, queries if name == OURS else tokens, k, lam)
            stack.callback(players[name].close)
        times: dict[str, list[list[float]]] = {name: [] for name in players}
        for _ in range(WARM_UP + rounds):
            for name, player in players.items():
                times[name].append(player.round())
        return {
            name: {
                "version": player.version,
                "results_a_query": player.results,
                **summary(times[name][WARM_UP:]),
                **player.memory(),
            }
            for name, player in players.items()
        }


def summary(rounds: Sequence[Sequence[float]]) -> dict[str, Any]:
    """What is told of the milliseconds of each query in each round: of all of them, and the median round by round."""
    p50, p90, p99 = np.percentile(rounds, [50, 90, 99])
    return {
        "mean_ms": round(float(np.mean(rounds)), 4),
        "p50_ms": round(float(p50), 4),
        "p90_ms": round(float(p90), 4),
        "p99_ms": round(float(p99), 4),
        "p50_ms_by_round": [round(float(np.median(times)), 4) for times in rounds],
    }
