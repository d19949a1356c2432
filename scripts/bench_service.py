"""Measures the service under load from this process, on loopback, bounded in time and number.

    scripts/bench service overhead|throughput|overload|start|memory --index INDEX TWEETS
    scripts/bench service replace|kill|hostile TWEETS

TWEETS holds a tweet a line. Each prints a line of JSON. The first five take an index of any size; the others build
theirs from the demonstration corpus. `overload`, `replace` and `hostile` end
with code 1 if anything failed that must not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from retrieval.corpora import read_tweets
from service.clients import Answers, SingleConnection, bodies, closed_loop, open_loop
from service.faults import PLENTY, hostile, kill, replace
from service.processes import private, serving

from tweetctx import Contextualizer

_DEADLINE = 2.0  # seconds, of an overloaded service


def overhead(index: str, tweets: list[str], _: float) -> dict[str, Any]:
    """p50 of a tweet over HTTP with one client against the library's, taking turns tweet by tweet."""
    library = Contextualizer.open(index)
    library.warm()
    with serving(index, "--cache", 0, *PLENTY) as service:
        service.wait()
        _pairs(service.port, library, tweets)
        times = _pairs(service.port, library, tweets)
    http, own = (statistics.median(column) * 1e3 for column in zip(*times, strict=True))
    paired = statistics.median(one - other for one, other in times) * 1e3
    return {"http_p50_ms": http, "library_p50_ms": own, "difference_ms": http - own, "paired_difference_ms": paired}


def _pairs(port: int, library: Contextualizer, tweets: list[str]) -> list[tuple[float, float]]:
    """The seconds that each tweet takes over HTTP and by the library."""
    connection = SingleConnection(port)
    times = []
    for number, (tweet, body) in enumerate(zip(tweets, bodies(tweets), strict=True)):
        ways: dict[str, Callable[[], object]] = {
            "http": partial(connection.post, "/v1/context", body),
            "library": partial(library.contextualize, tweet),
        }
        taken = {}
        for way in sorted(ways, reverse=number % 2 == 0):  # the second finds warm memory
            begin = time.perf_counter()
            ways[way]()
            taken[way] = time.perf_counter() - begin
        times.append((taken["http"], taken["library"]))
    connection.close()
    return times


def throughput(index: str, tweets: list[str], seconds: float) -> dict[str, Any]:
    """Tweets a second of two workers with four clients against one process that calls the library in one thread."""
    library = Contextualizer.open(index)
    library.warm()
    own = _library_rate(library, tweets, seconds)
    with serving(index, "--workers", 2, "--threads", 1, "--cache", 0, *PLENTY) as service:
        service.wait()
        service.wait_for_workers(2)
        asyncio.run(closed_loop(service.port, bodies(tweets), 4, 3.0))
        answers = asyncio.run(closed_loop(service.port, bodies(tweets), 4, seconds))
    rate = len(answers.seconds.get(200, [])) / seconds
    again = _library_rate(library, tweets, seconds)
    return {
        "service": rate,
        "library": [own, again],
        "ratio": rate / statistics.mean([own, again]),
        "answers": answers.counts(),
    }


def _library_rate(library: Contextualizer, tweets: list[str], seconds: float) -> float:
    begin, done = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        library.contextualize(tweets[done % len(tweets)])
        done += 1
    return done / (time.perf_counter() - begin)


def overload(index: str, tweets: list[str], seconds: float) -> dict[str, Any]:
    """Half and twice the capacity: every request must be answered, or refused, within its deadline."""
    requests = bodies(tweets)
    with serving(index, "--workers", 2, "--threads", 1, "--cache", 0, "--deadline", _DEADLINE) as service:
        service.wait()
        service.wait_for_workers(2)
        asyncio.run(closed_loop(service.port, requests, 4, 3.0))
        capacity = len(asyncio.run(closed_loop(service.port, requests, 4, 10.0)).seconds[200]) / 10.0
        half = asyncio.run(open_loop(service.port, requests, capacity / 2, seconds))
        twice = asyncio.run(open_loop(service.port, requests, capacity * 2, seconds))
    found = {"half": _summary(half), "twice": _summary(twice)}
    wrong = [one["late"] or one["answers"].keys() - {"200", "503"} for one in found.values()]
    return {"capacity": capacity, "deadline_s": _DEADLINE, **found, "ok": not any(wrong)}


def _summary(answers: Answers) -> dict[str, Any]:
    """late: answers of any kind behind the deadline."""
    times = [taken for found in answers.seconds.values() for taken in found]
    return {
        "answers": answers.counts(),
        "late": sum(taken > _DEADLINE for taken in times),
        "longest_ms": round(1e3 * max(times)),
        "p50_ms": answers.ms(200, 0.5),
        "p99_ms": answers.ms(200, 0.99),
        "refused_p50_ms": answers.ms(503, 0.5),
        "refused_p99_ms": answers.ms(503, 0.99),
    }


def start(index: str, _: list[str], __: float) -> dict[str, Any]:
    """Seconds from the start of the command to ready, with one worker and with two; the first start fills caches."""
    found: dict[str, list[float]] = {}
    for workers in (1, 1, 1, 1, 2, 2, 2):
        with serving(index, "--workers", workers) as service:
            found.setdefault(f"workers_{workers}", []).append(round(service.wait(), 3))
    return dict(found)


def memory(index: str, tweets: list[str], seconds: float) -> dict[str, Any]:
    """The private memory in MB of each of ten workers after they answered twenty clients, and of their parent."""
    with serving(index, "--workers", 10, "--cache", 0, *PLENTY) as service:
        service.wait()
        service.wait_for_workers(10)
        answers = asyncio.run(closed_loop(service.port, bodies(tweets), 20, seconds))
        workers = sorted(round(private(process) / 1e6, 1) for process in service.workers())
        parent = round(private(service.process.pid) / 1e6, 1)
    return {"workers": workers, "parent": parent, "answers": answers.counts()}


MEASURES = {
    measure.__name__: measure for measure in (overhead, throughput, overload, start, memory, replace, kill, hostile)
}


def main() -> None:
    """Runs one of the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measure", choices=MEASURES)
    parser.add_argument("file", metavar="TWEETS", type=Path)
    parser.add_argument("--index", default="")
    parser.add_argument("--tweets", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    arguments = parser.parse_args()
    if not arguments.index and arguments.measure in ("overhead", "throughput", "overload", "start", "memory"):
        parser.error(f"{arguments.measure} needs --index")
    tweets = read_tweets(arguments.file, arguments.tweets)
    found = MEASURES[arguments.measure](arguments.index, tweets, arguments.seconds)
    print(json.dumps(found, ensure_ascii=False, indent=1))
    sys.exit(not found.get("ok", True))


if __name__ == "__main__":
    main()
