"""Measures what the checks of an index cost that are made while it answers.

    scripts/bench checks --index INDEX TWEETS [--tweets 500] [--seed 1]

In one process each tweet is answered four times, with the checks of pages, without them, without and with them, after
all of them were answered once. Without them means that `PagedArray.need` and its kin do nothing, as only this script
makes them do; the checks inside of compiled functions stay. Prints a line of JSON: the median milliseconds of a context
with and without checks, and the median of the ratios tweet by tweet with an interval of 95 % by the bootstrap.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from retrieval.corpora import read_tweets

from tweetctx import Contextualizer
from tweetctx.index.storage.pages import PagedArray

_SAMPLES = 2000  # of the bootstrap


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


def seconds(contextualizer: Contextualizer, tweet: str) -> float:
    """How long a context takes."""
    begin = time.perf_counter()
    contextualizer.contextualize(tweet)
    return time.perf_counter() - begin


def measure(contextualizer: Contextualizer, tweets: list[str]) -> Any:
    """Seconds with and without checks, shape (tweets, 2): the sum of two turns each."""
    taken = np.zeros((len(tweets), 2))
    for number, tweet in enumerate(tweets):
        taken[number, 0] += seconds(contextualizer, tweet)
        with unchecked():
            taken[number, 1] += seconds(contextualizer, tweet) + seconds(contextualizer, tweet)
        taken[number, 0] += seconds(contextualizer, tweet)
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
    ratios = taken[:, 0] / taken[:, 1]
    chance = np.random.default_rng(arguments.seed)
    samples = np.median(ratios[chance.integers(len(ratios), size=(_SAMPLES, len(ratios)))], axis=1)
    with_checks, without = np.median(taken, axis=0) / 2 * 1e3
    low, high = np.percentile(samples, [2.5, 97.5])
    result = {"tweets": len(tweets), "with": with_checks, "without": without, "ratio": np.median(ratios), "from": low}
    print(json.dumps({name: round(float(value), 4) for name, value in {**result, "to": high}.items()}))


if __name__ == "__main__":
    main()
