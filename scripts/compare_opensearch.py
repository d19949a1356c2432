"""Compares an index in OpenSearch with the embedded index that it was made from: contexts, rankings, times.

    python scripts/compare_opensearch.py wiki.idx opensearch://127.0.0.1:9201/wiki tweets.jsonl

Prints a JSON object a measurement. Tweets are the field `text` or `tweet` of JSON Lines.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from tweetctx import Contextualizer, normalize, open_index
from tweetctx.index import Engine
from tweetctx.index.first_pass import DEFAULT_LAM
from tweetctx.index.opensearch.candidates import candidate_search, candidates_of
from tweetctx.index.opensearch.engine import OpenSearchEngine
from tweetctx.index.queries import query_of
from tweetctx.types import Query

PRESETS = ("default", "dcu-185", "dcu-186")


class Requests:
    """Counts requests, and adds up how long they took, those of one context at a time."""

    def __init__(self) -> None:
        self.count = 0
        self.seconds: dict[str, float] = defaultdict(float)

    def watch(self, engine: OpenSearchEngine) -> None:
        """Times the requests of an engine."""
        connection = engine.reader.connection
        call = connection.call

        def timed(method: str, path: str, *arguments: Any, **options: Any) -> Any:
            begin = time.perf_counter()
            answer = call(method, path, *arguments, **options)
            self.count += 1
            self.seconds[path.rpartition("/")[2]] += time.perf_counter() - begin
            return answer

        connection.call = timed  # type: ignore[method-assign]

    def taken(self) -> tuple[int, dict[str, float]]:
        """What was counted since the last time."""
        taken = self.count, dict(self.seconds)
        self.count, self.seconds = 0, defaultdict(float)
        return taken


def contexts(ours: Engine, theirs: Engine, tweets: list[str], requests: Requests) -> Iterator[dict[str, Any]]:
    """For each preset: how many contexts are the same, and how long they take."""
    for preset in PRESETS:
        one, other = Contextualizer(ours, preset), Contextualizer(theirs, preset)
        one.contextualize(tweets[0])
        other.contextualize(tweets[0])
        requests.taken()
        rows, different = [], []
        for tweet in tweets:
            begin = time.perf_counter()
            context = one.contextualize(tweet)
            took = time.perf_counter() - begin
            count, seconds = requests.taken()
            begin = time.perf_counter()
            expected = other.contextualize(tweet)
            rows.append((took, sum(seconds.values()), count, time.perf_counter() - begin, seconds))
            if context.text != expected.text or context.links != expected.links:
                different.append({"tweet": tweet, "ours": context.text, "theirs": expected.text})
        yield {
            "preset": preset,
            "tweets": len(tweets),
            "identical": len(tweets) - len(different),
            "p50_ms": round(median(row[0] for row in rows) * 1e3, 1),
            "p50_requests_ms": round(median(row[1] for row in rows) * 1e3, 1),
            "p50_embedded_ms": round(median(row[3] for row in rows) * 1e3, 1),
            "requests": dict(sorted(Counter(row[2] for row in rows).items())),
            "mean_ms": {
                name: round(sum(row[4].get(name, 0.0) for row in rows) / len(rows) * 1e3, 1)
                for name in sorted({name for row in rows for name in row[4]})
            },
            "different": different[:5],
        }


def depth(engine: OpenSearchEngine, query: Query, best: Sequence[int]) -> int:
    """How many candidates it takes to have all of the best passages among them."""
    size = engine.size.collection_length
    (hits,) = engine.reader.search([candidate_search(query, candidates_of(len(best)), size, DEFAULT_LAM)])
    place = {hit["_source"]["number"]: number for number, hit in enumerate(hits, 1)}
    return max(place.get(passage, len(hits) + 1) for passage in best)


def rankings(ours: OpenSearchEngine, theirs: Engine, tweets: list[str]) -> Iterator[dict[str, Any]]:
    """How often the best k passages and their order are exactly the embedded engine's."""
    queries = [query_of(normalize(tweet, words=theirs.breaker), theirs) for tweet in tweets]
    for k in (20, 100):
        same, times, depths = 0, [], []
        for query in queries:
            begin = time.perf_counter()
            hits = ours.retrieve(query, k)
            times.append(time.perf_counter() - begin)
            expected = theirs.retrieve(query, k)
            same += bool(
                np.array_equal(hits.passages, expected.passages) and np.array_equal(hits.scores, expected.scores)
            )
            if len(expected) == k:
                depths.append(depth(ours, query, expected.passages.tolist()))
        yield {
            "k": k,
            "queries": len(queries),
            "exact": same,
            "p50_ms": round(median(times) * 1e3, 1),
            "candidates": candidates_of(k),
            "candidates_needed": dict(zip(("p50", "p99", "p99.9", "most"), _quantiles(depths), strict=True)),
        }


def _quantiles(values: list[int]) -> list[int]:
    return np.quantile(values, (0.5, 0.99, 0.999, 1.0), method="higher").tolist() if values else [0] * 4


def main() -> None:
    """Measures what its arguments name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("uri")
    parser.add_argument("tweets", type=Path)
    parser.add_argument("--contexts", type=int, default=500)
    parser.add_argument("--queries", type=int, default=1000)
    given = parser.parse_args()
    records = [json.loads(line) for line in given.tweets.read_text().splitlines()]
    texts = [record.get("text") or record["tweet"] for record in records]
    requests = Requests()
    ours, theirs = OpenSearchEngine.open(given.uri), open_index(given.index)
    requests.watch(ours)
    for line in rankings(ours, theirs, texts[: given.queries]):
        print(json.dumps(line), flush=True)
    for line in contexts(ours, theirs, texts[: given.contexts], requests):
        print(json.dumps(line, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
