"""Kills changes of an index at random moments and looks at what is left.

    .venv/bin/python scripts/check_index_kills.py [--kills 200] [--articles 60] [--seed 1]

Builds, additions, removals and compactions of an index of invented articles, one after the other, are killed with
SIGKILL after a random part of the time that such a change takes. What is left must open, `verify` must find nothing,
and the answers must be those of the index before the change or after it. Prints a line of JSON: how many changes of
each kind were killed, how many of them had been made by then, and how many first builds, begun again, went on where
they were. Exits with 1 at the first answer that is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

import tweetctx.index.build.reading as build
from tweetctx.errors import IndexMissingError
from tweetctx.index import add_articles, build_index, compact_index, remove_articles
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.manifest import read_manifest

KINDS = ("build", "add", "remove", "compact")
WORDS = [f"{a}{b}{c}{d}" for a in "bdgkz" for b in "aiou" for c in ("mm", "nd", "rk") for d in "aeo"]
QUERIES = [WORDS[place : place + size] for place, size in zip(range(0, 120, 5), [1, 2, 3, 5, 8, 13] * 4, strict=True)]


def article(number: int, chance: random.Random) -> str:
    """An invented article as a line of JSON."""
    frequency = [1 / rank for rank in range(1, len(WORDS) + 1)]

    def words(most: int) -> str:
        return " ".join(chance.choices(WORDS, frequency, k=chance.randint(1, most)))

    text = "\n".join(f"{words(9).capitalize()}. {words(30).capitalize()}!" for _ in range(chance.randint(1, 6)))
    return json.dumps({"id": str(number), "title": words(3), "url": f"https://example.org/{number}", "text": text})


def answers(path: Path) -> list[Any]:
    """What an index says: its statistics, its articles and what queries find; damage that `verify` finds first."""
    index = EmbeddedIndex(path)
    if damage := index.verify():
        raise SystemExit(f"{path}: {damage[0]}")
    stats = index.stats
    cf, df = np.asarray(index.cf), np.asarray(index.df)
    counts = sorted((index.vocabulary.term(number), cf[number], df[number]) for number in np.flatnonzero(cf).tolist())
    found = [
        [(passage.title, passage.text, passage.url, passage.score) for passage in index.search(query, 50)]
        for query in QUERIES
    ]
    return [counts, stats.documents, stats.passages, stats.sentences, stats.collection_length, found]


def begin(change: Callable[[], object]) -> int:
    """Begins a change in a process of its own, which needs not load anything, and returns the number of that."""
    process = os.fork()
    if process:
        return process
    try:
        change()
        os._exit(0)
    finally:
        os._exit(1)


def seconds_of(change: Callable[[], object]) -> float:
    """How long a change takes that nobody disturbs."""
    begun = time.perf_counter()
    _, status = os.waitpid(begin(change), 0)
    if status:
        raise SystemExit("a change ended by itself")
    return time.perf_counter() - begun


def kill(change: Callable[[], object], after: float) -> None:
    """Begins a change and kills it so many seconds later."""
    process = begin(change)
    time.sleep(after)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


class Check:
    """An index, and the same changes made to a copy of it that nobody disturbs."""

    def __init__(self, folder: Path, articles: int, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311
        self._folder, self._articles = folder, articles
        self._index = folder / "wiki.idx"
        self._number = self.continued = 0
        self.done: dict[str, Counter[str]] = {"killed": Counter(), "made": Counter()}
        build_index(self._source(articles), self._index, workers=1)

    def _source(self, number: int) -> str:
        """Articles some of which replace others."""
        path = self._folder / f"source-{self._number}.jsonl"
        self._number += 1
        numbers = self._chance.sample(range(2 * self._articles), number)
        path.write_text("".join(f"{article(place, self._chance)}\n" for place in numbers))
        return str(path)

    def _change(self, kind: str, given: Any) -> Callable[[Path], object]:
        changes: dict[str, Callable[[Path], object]] = {
            "build": lambda index: build_index(given, index, workers=1),
            "add": lambda index: add_articles(given, index, workers=1),
            "remove": lambda index: remove_articles(index, given),
            "compact": compact_index,
        }
        return changes[kind]

    def _given(self, kind: str) -> Any:
        if kind == "build":
            return self._source(self._articles)
        if kind == "add":
            return self._source(self._chance.randint(1, self._articles // 2))
        index = EmbeddedIndex(self._index)
        removed = {int(n) for n in index.segments[0].removed}
        first = index.segments[0].forward.articles
        ids = [index.article(number).id for number in range(first) if number not in removed]
        return self._chance.sample(ids, min(len(ids), self._chance.randint(1, 3)))

    def kill(self, kind: str) -> None:
        """Kills a change of a kind at a random moment, and looks at what is left."""
        change, copy = self._change(kind, self._given(kind)), self._folder / "copy.idx"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self._index, copy)
        before, state = answers(self._index), read_manifest(self._index)["checksum"]
        seconds = seconds_of(lambda: change(copy))
        after = answers(copy)
        kill(lambda: change(self._index), self._chance.uniform(0, 1.1 * seconds))
        found = answers(self._index)
        if found not in (before, after):
            raise SystemExit(f"{kind}: the answers are neither those before it nor those after it")
        self.done["killed"][kind] += 1
        self.done["made"][kind] += read_manifest(self._index)["checksum"] != state

    def first_build(self) -> None:
        """Kills the first build of an index, of which there is all or nothing; then it is built again."""
        source = self._source(self._articles)
        index, whole = self._folder / "first.idx", self._folder / "whole.idx"
        seconds = seconds_of(lambda: build_index(source, whole, workers=1))
        kill(lambda: build_index(source, index, workers=1), self._chance.uniform(0, 1.1 * seconds))
        expected = answers(whole)
        with suppress(IndexMissingError):
            if answers(index) != expected:
                raise SystemExit("first build: there is an index, but not the whole")
            self.done["made"]["first build"] += 1
        self.continued += build_index(source, index, workers=1).continued > 0
        if answers(index) != expected:
            raise SystemExit("first build: built again, it is another index")
        for path in (index, whole):
            shutil.rmtree(path)
        self.done["killed"]["first build"] += 1


def run(folder: Path, kills: int, articles: int, seed: int) -> dict[str, Any]:
    """How many changes of each kind were killed, how many had been made by then, how many first builds went on."""
    build.BATCH_CHARACTERS, build.KEEP_SECONDS = 2_000, 0.01
    check = Check(folder, articles, seed)
    for number in range(kills):
        if number % 5 == 4:
            check.first_build()
        else:
            check.kill(KINDS[number % 5])
    return {**{name: dict(counts) for name, counts in check.done.items()}, "continued": check.continued}


def main() -> None:
    """Runs the check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--articles", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        done = run(Path(folder), arguments.kills, arguments.articles, arguments.seed)
    print(json.dumps({"kills": arguments.kills, "seed": arguments.seed, **done}))


if __name__ == "__main__":
    main()
