"""Times `contextualize`, all stages, in one thread, in several, and in several processes.

    scripts/bench contextualize --index INDEX TWEETS [--tweets 500] [--rounds 3] [--scorer dcu-185 ...]

TWEETS holds a tweet a line, or JSON Lines with `text`. The scorers take turns tweet by tweet, so that all of them meet
the same machine; each tweet is answered once by each before the clock runs. Prints a line of JSON a scorer:
milliseconds a tweet as a whole and by stage, the milliseconds that a processor worked for it, and tweets a second in
1, 2 and 8 threads, and in 2 processes of `contextualize_many`, whose contexts must be the same: the median of rounds
that take turns.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from pathlib import Path
from statistics import median
from typing import Any

from retrieval.corpora import read_tweets
from retrieval.measuring import percentiles

from tweetctx import Contextualizer, open_index
from tweetctx.runtime.deadlines import Work

THREADS = (1, 2, 8)
PROCESSES = (2,)


class Times:
    """Milliseconds of each tweet: as a whole, of the processor, and by stage."""

    def __init__(self) -> None:
        self._of: dict[str, list[float]] = {}

    def add(self, one: Contextualizer, tweet: str) -> None:
        """Answers a tweet."""
        with Work().current() as work:
            begin, processor = time.perf_counter(), time.thread_time()
            one.contextualize(tweet)
            took = {"": time.perf_counter() - begin, "processor": time.thread_time() - processor}
        for name, seconds in (took | work.times).items():
            self._of.setdefault(name, []).append(seconds * 1e3)

    def summary(self) -> dict[str, Any]:
        """p50, p90 and p99 of the whole, and p50 and p99 of the parts."""
        whole = self._of[""]
        parts = {name: percentiles(of, 50, 99) for name, of in self._of.items() if name}
        return {**percentiles(whole, 50, 90, 99), **parts}


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="TWEETS", type=Path)
    parser.add_argument("--index", required=True)
    parser.add_argument("--tweets", type=int, default=500)
    parser.add_argument("--scorer", action="append")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    tweets = read_tweets(arguments.file, arguments.tweets)
    begin = time.perf_counter()
    index = open_index(arguments.index)
    opening = (time.perf_counter() - begin) * 1e3
    names = arguments.scorer or ["dcu-185", "dcu-186", "dcu-187", "default"]
    contextualizers = {name: Contextualizer(index, name) for name in names}
    texts = {name: [one.contextualize(tweet).text for tweet in tweets] for name, one in contextualizers.items()}
    times = {name: Times() for name in names}
    for tweet in tweets:
        for name, one in contextualizers.items():
            times[name].add(one, tweet)
    for name, one in contextualizers.items():
        threads: dict[int, list[float]] = {number: [] for number in THREADS}
        processes: dict[int, list[float]] = {number: [] for number in PROCESSES}
        for _ in range(arguments.rounds):
            for number, rates in threads.items():
                rates.append(in_threads(one, tweets, texts[name], number))
            for number, rates in processes.items():
                rates.append(in_processes(one, tweets, texts[name], number))
        record = {
            "scorer": str(one.scorer),
            "tweets": len(tweets),
            "open_ms": round(opening, 1),
            **times[name].summary(),
            "per_second_by_threads": {number: round(median(rates), 1) for number, rates in threads.items()},
            "per_second_by_processes": {number: round(median(rates), 1) for number, rates in processes.items()},
        }
        print(json.dumps(record), flush=True)


def in_threads(one: Contextualizer, tweets: Sequence[str], texts: Sequence[str], threads: int) -> float:
    """Tweets a second in some threads; ends the benchmark if they find other contexts."""
    with ThreadPoolExecutor(threads) as pool:
        begin = time.perf_counter()
        found = [context.text for context in pool.map(one.contextualize, tweets)]
        took = time.perf_counter() - begin
    if found != texts:
        raise SystemExit(f"{one.scorer}: {threads} threads gave other contexts than one")
    return len(tweets) / took


def in_processes(one: Contextualizer, tweets: Sequence[str], texts: Sequence[str], processes: int) -> float:
    """Tweets a second in some processes, which have answered all tweets before the clock runs."""
    contexts = one.contextualize_many(chain(tweets, tweets), workers=processes)
    found = [context.text for context in islice(contexts, len(tweets))]
    begin = time.perf_counter()
    again = [context.text for context in contexts]
    took = time.perf_counter() - begin
    if not found == again == texts:
        raise SystemExit(f"{one.scorer}: {processes} processes gave other contexts than one")
    return len(tweets) / took


if __name__ == "__main__":
    main()
