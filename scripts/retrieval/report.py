"""The results of the benchmark of retrieval as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from retrieval.engines import OURS, PEERS
from tweetctx.evaluation.tables import markdown_table

TIMES = ("engine", "model", "safe", "mean", "p50", "p90", "p99", "ratio", "memory, MB")
BUILDS = ("engine", "seconds", "peak memory, MB", "index, MB")


def tables(results: Mapping[str, Any]) -> str:
    """Milliseconds a query for each k, and what the indexes of the largest part took."""
    size = results["sizes"][-1]
    parts = [f"{size['passages']:,} passages, {results['queries']:,} queries, {results['terms_a_query']} terms each."]
    for k, engines in size["k"].items():
        parts += [f"**k = {k}**, milliseconds a query", markdown_table(TIMES, _time_rows(engines), words=(0, 1, 2))]
    parts += ["**Indexes**", markdown_table(BUILDS, _build_rows(size["built"]))]
    return "\n\n".join(parts) + "\n"


def _time_rows(engines: Mapping[str, Any]) -> Iterator[list[str]]:
    for name, told in sorted(engines.items(), key=lambda item: float(item[1]["p50_ms"])):
        times = [f"{told[f'{measure}_ms']:.2f}" for measure in ("mean", "p50", "p90", "p99")]
        ratio = "" if name == OURS else f"{told['ours_to']['p50_ms']:.2f}"
        yield [*_kind(name, told["version"]), *times, ratio, f"{told['resident_mb']:.0f}"]


def _build_rows(builds: Mapping[str, Any]) -> Iterator[list[str]]:
    labels = {peer.index: peer.label for peer in PEERS.values()} | {OURS: "tweetctx", "pisa": "PISA"}
    for index, built in builds.items():
        costs = (str(built.get(cost, "")) for cost in ("index_s", "peak_mb"))
        yield [labels[index], *costs, f"{built['bytes'] / 1e6:.0f}"]


def _kind(name: str, version: str) -> tuple[str, str, str]:
    if name == OURS:
        return f"tweetctx {version}", "Jelinek-Mercer", "yes"
    peer = PEERS[name]
    return f"{peer.label}; {version.removeprefix('lucene ')}", peer.model, "yes" if peer.safe else "no"
