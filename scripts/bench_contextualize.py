"""Times `contextualize`, all stages, in one thread and in several.

    scripts/bench contextualize --index INDEX TWEETS [--tweets 500] [--scorer dcu-185 --scorer dcu-187 ...]

TWEETS holds a tweet a line, or JSON Lines with `text`. The scorers take turns tweet by tweet, so that all of them meet
the same machine; each tweet is answered once by each before the clock runs. Prints a line of JSON a scorer:
milliseconds a tweet, and tweets a second in one and in eight threads, whose contexts must be the same.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from retrieval.corpora import read_tweets

from tweetctx import Contextualizer, open_index

THREADS = 8


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="TWEETS", type=Path)
    parser.add_argument("--index", required=True)
    parser.add_argument("--tweets", type=int, default=500)
    parser.add_argument("--scorer", action="append")
    arguments = parser.parse_args()
    tweets = read_tweets(arguments.file, arguments.tweets)
    begin = time.perf_counter()
    index = open_index(arguments.index)
    opening = (time.perf_counter() - begin) * 1e3
    names = arguments.scorer or ["dcu-185", "dcu-186", "dcu-187", "default"]
    contextualizers = {name: Contextualizer(index, name) for name in names}
    texts = {name: [one.contextualize(tweet).text for tweet in tweets] for name, one in contextualizers.items()}
    times: dict[str, list[float]] = {name: [] for name in names}
    for tweet in tweets:
        for name, one in contextualizers.items():
            begin = time.perf_counter()
            one.contextualize(tweet)
            times[name].append((time.perf_counter() - begin) * 1e3)
    for name, one in contextualizers.items():
        begin = time.perf_counter()
        with ThreadPoolExecutor(THREADS) as pool:
            found = [context.text for context in pool.map(one.contextualize, tweets)]
        threaded = time.perf_counter() - begin
        if found != texts[name]:
            raise SystemExit(f"{name}: {THREADS} threads gave other contexts than one")
        p50, p90, p99 = np.percentile(times[name], [50, 90, 99])
        print(
            json.dumps(
                {
                    "scorer": str(one.scorer),
                    "tweets": len(tweets),
                    "open_ms": round(opening, 1),
                    "p50_ms": round(p50, 2),
                    "p90_ms": round(p90, 2),
                    "p99_ms": round(p99, 2),
                    "per_second": round(len(tweets) / sum(times[name]) * 1e3),
                    f"per_second_{THREADS}_threads": round(len(tweets) / threaded),
                }
            )
        )


if __name__ == "__main__":
    main()
