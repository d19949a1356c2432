"""Measures what the checks of an index cost that are made while it answers.

    scripts/bench checks --index INDEX TWEETS [--tweets 500] [--seed 1]

In one process tweets are answered in batches, four times each: with the checks of pages, without, without and with
them, or the other way around in every other batch, after all tweets were answered once. A batch is larger than what a
thread keeps of texts that it has read, so that no turn finds them ready. Without checks means that `PagedArray.need`
and its kin do nothing, as only this script makes them do; the checks inside of compiled functions stay. Prints a line
of JSON: the median milliseconds of a context with and without checks, and the median of the ratios tweet by tweet with
an interval of 95 % by the bootstrap.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
from retrieval.corpora import read_tweets

from tweetctx import Contextualizer
from tweetctx.arrays.types import Floats
from tweetctx.index.storage.pages import PagedArray

_SAMPLES = 2000  # of the bootstrap
_BATCH = 50  # tweets


@contextmanager
def unchecked() -> Any:
    """No page is looked at before it is read."""
    need, at, whole = PagedArray.need, PagedArray.at, PagedArray.whole
    methods: dict[str, Callable[..., Any]] = {
        "need": lambda _self, _begins, _ends: None,
        "at": lambda self, places: self.values[places],
        "whole": lambda self: self.values,
    }
    for name, method in methods.items():
        setattr(PagedArray, name, method)
    try:
        yield
    finally:
        PagedArray.need, PagedArray.at, PagedArray.whole = need, at, whole  # type: ignore[method-assign]


def seconds(contextualizer: Contextualizer, tweets: list[str]) -> Floats:
    """How long each context takes."""
    taken = np.zeros(len(tweets))
    for number, tweet in enumerate(tweets):
        begin = time.perf_counter()
        contextualizer.contextualize(tweet)
        taken[number] = time.perf_counter() - begin
    return taken


def measure(contextualizer: Contextualizer, tweets: list[str]) -> Floats:
    """Seconds with and without checks, shape (2, tweets): the sum of two turns each."""
    taken = np.zeros((2, len(tweets)))
    for number, first in enumerate(range(0, len(tweets), _BATCH)):
        batch = slice(first, first + _BATCH)
        for turn in (0, 1, 1, 0):
            way = turn ^ number & 1
            with unchecked() if way else nullcontext():
                taken[way, batch] += seconds(contextualizer, tweets[batch])
    return taken


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="TWEETS", type=Path)
    parser.add_argument("--index", required=True)
    parser.add_argument("--tweets", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    contextualizer = Contextualizer.open(arguments.index)
    tweets = read_tweets(arguments.file, arguments.tweets)
    for tweet in tweets:
        contextualizer.contextualize(tweet)
    taken = measure(contextualizer, tweets)
    ratios = taken[0] / taken[1]
    chance = np.random.default_rng(arguments.seed)
    samples = np.median(ratios[chance.integers(len(ratios), size=(_SAMPLES, len(ratios)))], axis=1)
    with_checks, without = np.median(taken, axis=1) / 2 * 1e3
    low, high = np.percentile(samples, [2.5, 97.5])
    result = {"tweets": len(tweets), "with": with_checks, "without": without, "ratio": np.median(ratios), "from": low}
    print(json.dumps({name: round(float(value), 4) for name, value in {**result, "to": high}.items()}))


if __name__ == "__main__":
    main()
