"""Builds collections of growing size, up to that of a large Wikipedia, and measures each index.

    scripts/bench scale SOURCE... --tweets TWEETS --work FOLDER [--sizes 1/16 1/4 1 22] [--figure FIGURE]

A size is a number of copies of the articles of the sources, or a share of them, as multiply_articles.py makes it: with
links, redirects and names that many articles share. Appends a line of JSON for each to FOLDER/sizes.jsonl: articles,
passages, terms, names; of the build the seconds that passed, the processor seconds divided by the workers, peak memory
(as in bench_build) and peak disk; then, in a fresh process, the milliseconds to open the index, and of rankings of 100
passages and contexts of the default preset for 300 tweets, each asked once before. Memory is what no file backs. A
collection that is in FOLDER is used again; a size in the file is not measured again. --figure draws all sizes. Compiled
code must be there: `tweetctx warm`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import multiply_articles
import numpy as np
from bench_getting import measured
from retrieval.corpora import read_tweets
from retrieval.measuring import apart, milliseconds, percentiles, resident

from tweetctx import Contextualizer, normalize, open_index
from tweetctx.evaluation.drawing import clean, new_figure, save, style
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.key_table import KeyTable

TWEETS = 300
PASSAGES = 100


def measure(sources: Sequence[Path], tweets: Path, folder: Path, size: Fraction, workers: int) -> dict[str, Any]:
    """Makes a collection of a size, builds its index and asks it."""
    folder.mkdir(parents=True, exist_ok=True)
    collection = folder / "articles"
    if not collection.exists():
        partial = folder / "partial"
        multiply_articles.multiply(sources, max(1, size.numerator), partial, size.denominator)
        partial.rename(collection)
    built = apart(measured, collection, folder / "index", workers)
    return {"size": str(size), "workers": workers, "build": built} | apart(asked, folder / "index", tweets)


def asked(path: Path, tweets: Path) -> dict[str, Any]:
    """What an index holds, and how long it takes to open it and to answer."""
    begin = time.perf_counter()
    index = open_index(path)
    opening = (time.perf_counter() - begin) * 1e3
    if not isinstance(index, EmbeddedIndex):
        raise SystemExit(f"{path}: no index in a folder")
    texts = read_tweets(tweets, TWEETS)
    queries = [index.query(index.analyzer.terms(" ".join(normalize(text).words))) for text in texts]
    ranking = times(lambda query: index.retrieve(query, PASSAGES), [query for query in queries if query.terms])
    one = Contextualizer(index)
    contexts = times(one.contextualize, texts)
    memory = resident()["resident_anonymous_mb"]
    counts = {name: index.info()[name] for name in ("documents", "passages", "sentences", "terms", "bytes")}
    return {
        **counts,
        "names": names_of(index),
        "open_ms": round(opening, 1),
        "ranking": ranking,
        "context": contexts,
        "memory_mb": memory,
    }


def times(work: Callable[[Any], object], inputs: Sequence[Any]) -> dict[str, float]:
    """Percentiles of the milliseconds of each input, which is asked once before."""
    spent = []
    for one in inputs:
        work(one)
        spent.append(milliseconds(partial(work, one)))
    return percentiles(spent, 50, 90, 99)


def names_of(index: EmbeddedIndex) -> int:
    """The distinct surface forms of an index of one segment: names of articles and texts of links."""
    (segment,) = index.segments
    keys = [KeyTable(segment.file, f"surface_{name}") for name in ("surfaces", "anchors")]
    return len(np.unique(np.concatenate([part for table in keys for _, part in table.parts(1 << 20)])))


def draw(results: Sequence[dict[str, Any]], path: Path) -> None:
    """What a build and an answer cost by the number of passages, both axes logarithmic."""
    results = sorted(results, key=lambda result: result["passages"])
    passages = [result["passages"] for result in results]
    figure = new_figure(8, 3.4)
    left, right = figure.subplots(1, 2)
    build = [result["build"] for result in results]
    left.plot(passages, [one["elapsed"] / 60 for one in build], label="build, minutes", **style(0))
    left.plot(passages, [one["memory"] / 1e9 for one in build], label="memory of the build, GB", **style(1))
    left.plot(passages, [result["bytes"] / 1e9 for result in results], label="index, GB", **style(2))
    for number, name in enumerate(("context", "ranking")):
        for share in (50, 99):
            values = [result[name][f"p{share}_ms"] for result in results]
            right.plot(passages, values, label=f"{name}, p{share}, ms", **style(2 * number + (share == 99)))
    right.plot(passages, [result["open_ms"] for result in results], label="opening, ms", **style(4))
    for panel in (left, right):
        panel.set(xscale="log", yscale="log", xlabel="passages")
        panel.legend(fontsize=8)
        clean(panel)
    save(figure, path)


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", type=Path)
    parser.add_argument("--tweets", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--sizes", type=Fraction, nargs="+", default=[Fraction(1, 16), Fraction(1, 4), 1, 22])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--figure", type=Path)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    record = arguments.work / "sizes.jsonl"
    results = [json.loads(line) for line in record.read_text().splitlines()] if record.exists() else []
    for size in map(Fraction, arguments.sizes):
        if str(size) in {result["size"] for result in results}:
            continue
        folder = arguments.work / str(size).replace("/", "-")
        results.append(measure(arguments.sources, arguments.tweets, folder, size, arguments.workers))
        with record.open("a") as file:
            print(json.dumps(results[-1]), file=file)
        print(json.dumps(results[-1]), flush=True)
    if arguments.figure:
        draw(results, arguments.figure)


if __name__ == "__main__":  # worker processes import this file
    main()
