"""An index that is mistreated, and its twin, to which the same changes are made undisturbed."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from torturing.articles import QUERIES, TWEETS, article
from torturing.children import begin, end
from tweetctx import Contextualizer
from tweetctx.index import add_articles, build_index, compact_index, remove_articles
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.files import BUFFER
from tweetctx.index.storage.manifest import read_manifest

KINDS = ("build", "add", "remove", "compact")


class TortureError(Exception):
    """What must not happen has happened."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be made to several indexes."""

    kind: str
    make: Callable[[Path], object]


def answers(opened: EmbeddedIndex) -> str:
    """A digest of what an index answers: statistics, ranked passages and contexts."""
    stats = opened.stats
    cf, df = np.asarray(opened.cf), np.asarray(opened.df)
    counts = sorted(
        (opened.vocabulary.term(term), int(cf[term]), int(df[term])) for term in np.flatnonzero(cf).tolist()
    )
    found = [[(hit.title, hit.text, hit.url, hit.score) for hit in opened.search(query, 30)] for query in QUERIES]
    contexts = [Contextualizer(opened).contextualize(tweet).sentences for tweet in TWEETS]
    sizes = (stats.documents, stats.passages, stats.sentences, stats.collection_length)
    return blake2b(repr((counts, sizes, found, contexts)).encode(), digest_size=16).hexdigest()


def answers_of(index: Path) -> str:
    """The same of an index on disk, in which `verify` finds nothing."""
    opened = EmbeddedIndex(index)
    if damage := opened.verify():
        raise TortureError(f"{index}: {damage[0]}")
    return answers(opened)


class Twins:
    """Both indexes, and the changes that are made to them."""

    def __init__(self, folder: Path, articles: int, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311
        self.folder, self.articles = folder, articles
        self.index, self.twin = folder / "wiki.idx", folder / "twin.idx"
        self._sources = 0
        source = self.source(articles)
        for path in (self.index, self.twin):
            build_index(source, path, workers=1)
        self.expected = answers_of(self.twin)
        self._seconds: dict[str, float] = {}
        for kind in KINDS:  # here, so that all functions are compiled and loaded
            change = self.change(kind)
            change.make(self.index)
            self.follow(change)
        self.check()

    def source(self, number: int) -> Path:
        """A file of articles, some of which replace others."""
        path = self.folder / f"source-{self._sources % 50}.jsonl"  # those of earlier changes are not needed any more
        self._sources += 1
        numbers = self.chance.sample(range(2 * self.articles), number)
        path.write_text("".join(f"{article(place, self.chance)}\n" for place in numbers))
        return path

    def change(self, kind: str | None = None) -> Change:
        """A random change."""
        kind = kind or self.chance.choice(KINDS)
        if kind == "compact":
            return Change(kind, compact_index)
        if kind == "remove":
            gone = self._some_ids()
            return Change(kind, lambda index: remove_articles(index, gone))
        most = self.articles if kind == "build" else self.articles // 2
        source = self.source(self.chance.randint(min(20, most), most))
        made = build_index if kind == "build" else add_articles
        return Change(kind, lambda index: made(source, index, workers=1))

    def _some_ids(self) -> list[str]:
        opened = EmbeddedIndex(self.twin)
        removed = {int(number) for number in opened.segments[0].removed}
        first = opened.segments[0].forward.articles
        ids = [opened.article(number).id for number in range(first) if number not in removed]
        return self.chance.sample(ids, min(len(ids), self.chance.randint(1, 3)))

    def follow(self, change: Change) -> None:
        """Makes a change to the twin; how long it takes is kept for `moment`."""
        begun = time.perf_counter()
        change.make(self.twin)
        self._seconds[change.kind] = time.perf_counter() - begun
        self.expected = answers_of(self.twin)

    def moment(self, kind: str) -> float:
        """Seconds until a random moment of a change, or just after it."""
        return self.chance.uniform(0, 1.1 * self._seconds[kind])

    def state(self) -> str:
        """The checksum of the mistreated index, which every change changes."""
        return str(read_manifest(self.index)["checksum"])

    def check(self, *, folders: bool = False) -> None:
        """Compares the answers of both; `folders`: and the numbers of their files."""
        if answers_of(self.index) != self.expected:
            raise TortureError(f"{self.index}: answers differ from those of the twin")
        if folders:
            shutil.rmtree(self.index / BUFFER, ignore_errors=True)
            left, right = (sorted(path.name[:-6] for path in index.iterdir()) for index in (self.index, self.twin))
            if left != right:
                raise TortureError(f"{self.index}: found the files {left}, expected {right} as the twin has")

    def copied(self, name: str) -> Path:
        """A copy of the mistreated index."""
        path = self.folder / name
        shutil.rmtree(path, ignore_errors=True)
        return Path(shutil.copytree(self.index, path))

    def undisturbed(self, change: Change) -> None:
        """Makes a change to both."""
        if code := end(begin(lambda: change.make(self.index))):
            raise TortureError(f"{change.kind}: undisturbed, it ends with exit code {code}")
        self.follow(change)
        self.check(folders=True)


def made(twins: Twins, change: Change, before: str, code: int, allowed: tuple[int, ...]) -> Any:
    """Lets the twin follow a disturbed change that was made; returns whether it was."""
    if code not in (0, *allowed):
        raise TortureError(f"{change.kind}: ends with exit code {code}")
    done = twins.state() != before
    if code == 0 and not done:
        raise TortureError(f"{change.kind}: ends well, but has changed nothing")
    if done:
        twins.follow(change)
    twins.check()
    return done
