"""Compares retrieval with bm25s, tantivy, Lucene and PISA: same terms, same queries, in one run.

    scripts/bench retrieval CORPUS TWEETS [--parts 16 8 4 2 1] [-k 10 100 1000] [--synthetic 26000000] [--check 1000]
                            [--work FOLDER] [-o RESULTS.json] [--figure FIGURE.svg] [--table TABLES.md]

CORPUS is an index, or a source of articles, which is indexed first; TWEETS holds a tweet a line, or JSON Lines with
`text`. A query is the terms of a tweet. For every part of the corpus, each engine indexes the same passages and keeps
them open in a process of its own; then the engines answer all queries in turns, round by round, each in one thread,
from one segment, without a cache of queries. The first rounds warm up; the numbers are those of the others together.
tantivy, Lucene and PISA get queries that were made before; the clock of ours and of bm25s begins with strings. Not
all have the language model of Jelinek and Mercer: they rank by BM25, or smooth by Dirichlet's prior. All return the
best passages of their own model for certain. An engine that cannot run here is left out, and a line says why.

--synthetic makes collections of so many passages drawn at random from those of the corpus, for our engine alone, and
measures what building them takes. --check compares the best passages of so many queries with a float64 scan of
everything, at lam 0.1, 0.4 and 0.9. --work keeps the indexes there; otherwise they go into a temporary folder.
Results are JSON, on standard output and after each step in the file of -o; needs Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from retrieval import facts, scan
from retrieval.corpora import as_tokens, make_queries, write_part, write_synthetic, write_terms
from retrieval.engines import OURS, PEERS
from retrieval.figure import draw
from retrieval.measuring import apart, machine, measured_build, peak_mb, size_of
from retrieval.report import tables
from retrieval.turns import play

from tweetctx.errors import TweetctxError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.manifest import MANIFEST

LAMS = (0.1, 0.4, 0.9)


class Bench:
    """A corpus as an index, the queries for it, and the engines that can run here."""

    def __init__(self, arguments: argparse.Namespace, work: Path) -> None:
        self._arguments, self._work = arguments, work
        self._folder: Path = arguments.corpus
        self._built: dict[str, Any] = {}
        self._peers = [name for name in arguments.engines if not missing(name)]
        if not (self._folder / MANIFEST).is_file():
            options = {"analyzer": arguments.analyzer, "workers": arguments.workers}
            self._folder, self._built = self._build(arguments.corpus, work / "whole.idx", options)
        self._index = EmbeddedIndex(self._folder)
        info = self._index.info()
        if info["segments"] != 1 or info["removed"]:
            raise SystemExit(f"{self._folder}: expected one segment and nothing removed; run tweetctx index compact")
        self._queries = make_queries(self._index, arguments.tweets, arguments.queries)
        if not self._queries:
            raise SystemExit(f"{arguments.tweets}: no tweet has a term of the corpus")

    def run(self) -> Iterator[dict[str, Any]]:
        """All that was asked for, as far as it is known: again after each step, for some take an hour."""
        asked = self._arguments
        given = self._folder, self._queries, asked.k[0], asked.lam
        results: dict[str, Any] = {
            "machine": machine(),
            "load_before": os.getloadavg(),
            "queries": len(self._queries),
            "terms_a_query": round(sum(map(len, self._queries)) / len(self._queries), 2),
            "k": asked.k,
            "lam": asked.lam,
            "rounds": asked.rounds,
            "sizes": [],
            "synthetic": [],
        }
        for part in asked.parts:
            results["sizes"].append(self._part(part))
            yield results
        results["alone"] = apart(facts.alone, *given, asked.rounds)
        yield results
        if asked.check:
            results["check"] = self._check()
            yield results
        for passages in asked.synthetic:
            results["synthetic"].append(self._synthetic(passages))
            yield results
        results["load_after"] = os.getloadavg()
        yield results

    def _part(self, part: int) -> dict[str, Any]:
        """One of `part` articles, for all engines."""
        folder, built = self._folder, self._built
        if part > 1:
            source = self._work / f"part-{part}.jsonl"
            write_part(self._index, part, source)
            folder, built = self._build_alike(source)
        return {"part": f"1/{part}", **self._measure(folder, built, self._peers)}

    def _synthetic(self, passages: int) -> dict[str, Any]:
        """Passages drawn at random, for our engine."""
        source = self._work / f"synthetic-{passages}.jsonl"
        say(f"drawing {passages} passages")
        write_synthetic(self._index, passages, source)
        return {"part": "synthetic", **self._measure(*self._build_alike(source), ())}

    def _check(self) -> dict[str, Any]:
        say(f"comparing {self._arguments.check} queries with a scan")
        return apart(scan.compare, self._folder, self._queries[: self._arguments.check], self._arguments.k[0], LAMS)

    def _build_alike(self, source: Path) -> tuple[Path, dict[str, Any]]:
        """Builds an index as the given one was built, from a source that goes then."""
        config = self._index.analyzer.config
        options = {"analyzer": config.name, "language": config.language, "workers": self._arguments.workers}
        try:
            return self._build(source, source.with_suffix(".idx"), options)
        finally:
            source.unlink()

    def _build(self, source: Path, folder: Path, options: dict[str, Any]) -> tuple[Path, dict[str, Any]]:
        say(f"ours: indexing {source}")
        return folder, apart(measured_build, [source], folder, {**options, "restart": True})

    def _measure(self, folder: Path, built: dict[str, Any], peers: Sequence[str]) -> dict[str, Any]:
        """Lets the peers index what stands in an index of ours, and all of them take turns."""
        index = EmbeddedIndex(folder)
        folders, builds = {OURS: folder}, {OURS: {**built, "bytes": size_of(folder)}}
        lines = self._work / "passages.txt"
        if peers:
            write_terms(index, lines)
        for name in peers:
            peer = PEERS[name]
            folders[name] = self._work / f"{folder.stem}.{peer.index}"
            if peer.index not in builds:
                builds[peer.index] = index_lines(name, lines, folders[name])
        sizes = {"articles": index.stats.documents, "passages": index.stats.passages}
        return {**sizes, "built": builds, "k": {str(k): self._play(index, folders, k) for k in self._arguments.k}}

    def _play(self, index: EmbeddedIndex, folders: dict[str, Path], k: int) -> dict[str, Any]:
        say(f"asking {len(self._queries)} queries of {index.stats.passages} passages, k = {k}")
        asked = self._arguments
        played = play(folders, self._queries, as_tokens(index, self._queries), k, asked.lam, asked.rounds)
        return {name: {**told, "ours_to": ratios(played[OURS], told)} for name, told in played.items()}


def index_lines(name: str, lines: Path, folder: Path) -> dict[str, Any]:
    """Lets a peer index lines of terms; the time, with that of its process, its peak memory, and the size."""
    say(f"{name}: indexing")
    shutil.rmtree(folder, ignore_errors=True)
    begin = time.perf_counter()
    peak = apart(build_peer, name, lines, folder)
    return {"index_s": round(time.perf_counter() - begin, 1), "peak_mb": peak, "bytes": size_of(folder)}


def build_peer(name: str, lines: Path, folder: Path) -> int:
    """Lets a peer index in this process; the megabytes that it had at most, files mapped included."""
    PEERS[name].engine.build(lines, folder, **PEERS[name].building)
    return peak_mb()


def ratios(ours: dict[str, Any], peer: dict[str, Any]) -> dict[str, float]:
    """What ours takes to what a peer takes."""
    return {name: round(ours[name] / peer[name], 4) for name in ("mean_ms", "p50_ms", "p90_ms", "p99_ms")}


def missing(name: str) -> bool:
    """Whether a peer is left out; says why."""
    reason = PEERS[name].engine.missing()
    if reason:
        say(f"{name} is left out: {reason}")
    return bool(reason)


def say(line: str) -> None:
    """Tells how far it is."""
    print(line, file=sys.stderr, flush=True)


def parse(words: Sequence[str] | None) -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("tweets", type=Path)
    parser.add_argument("--engines", nargs="*", choices=list(PEERS), default=list(PEERS), help="besides ours")
    parser.add_argument("--parts", nargs="*", type=int, default=[16, 8, 4, 2, 1], help="one of so many articles")
    parser.add_argument("--synthetic", nargs="*", type=int, default=[], metavar="PASSAGES")
    parser.add_argument("--check", type=int, default=0, metavar="QUERIES")
    parser.add_argument("--queries", type=int, default=1000)
    parser.add_argument("-k", nargs="+", type=int, default=[100, 10, 1000], help="the first is that of the figure")
    parser.add_argument("--lam", type=float, default=0.4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2, help="that build our index")
    parser.add_argument("--analyzer", default="english", help="of a source")
    parser.add_argument("--work", type=Path)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--figure", type=Path)
    parser.add_argument("--table", type=Path, help="the results as tables in Markdown")
    return parser.parse_args(words)


def main() -> None:
    """Runs the benchmark."""
    arguments = parse(None)
    with tempfile.TemporaryDirectory() as scratch:
        work = arguments.work or Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        try:
            for results in Bench(arguments, work).run():
                text = json.dumps(results, indent=1)
                if arguments.output:
                    arguments.output.write_text(text + "\n", encoding="utf-8")
        except TweetctxError as error:
            raise SystemExit(str(error)) from error
    print(text)
    if arguments.figure:
        draw(results["sizes"], results["synthetic"], arguments.k[0], arguments.figure)
    if arguments.table:
        arguments.table.write_text(tables(results), encoding="utf-8")


if __name__ == "__main__":  # processes import this file
    main()
