"""What scripts/bench_retrieval.py tells fits what it measured; how fast things are is not tested."""

import json
import math
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import index_contents
import numpy as np
import pytest
from retrieval import engines, lucene_engine, scan
from retrieval.corpora import as_tokens, write_synthetic, write_terms

from tweetctx.corpus import read_articles
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.types import Article, Query

pytestmark = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs Linux")

ROOT = Path(__file__).parents[2]
QUERIES, ROUNDS, CHECKED, DRAWN = 6, 3, 4, 150
TWEETS = (
    "The church and the king of England",
    "who wrote the symphony? #music",
    "war and peace in Europe",
    "zzzqqq",  # no term of the corpus
    "the river, the sea and the city",
    "science of the stars and the earth",
    "a law of the state",
)


@pytest.fixture(scope="module")
def tweets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tweets") / "tweets.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in TWEETS))
    return path


@pytest.fixture(scope="module")
def figure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("figures") / "retrieval.svg"


@pytest.fixture(scope="module")
def results(demo_index: Path, tweets: Path, figure: Path) -> dict[str, Any]:
    """The script run by our engine alone."""
    numbers = ["--queries", str(QUERIES), "--rounds", str(ROUNDS), "--check", str(CHECKED), "--synthetic", str(DRAWN)]
    written = ["--figure", str(figure), "--table", str(figure.with_suffix(".md"))]
    command = [str(ROOT / "scripts" / "bench_retrieval.py"), str(demo_index), str(tweets), "--engines", "--parts", "2"]
    ran = subprocess.run(
        [sys.executable, *command, "1", *numbers, "-k", "10", "3", "--workers", "1", *written],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def articles_of(demo_corpus: list[Path]) -> list[Article]:
    return list(read_articles(demo_corpus))


def passages_of(articles: list[Article]) -> int:
    return sum(len(section.paragraphs) for article in articles for section in article.sections)


@pytest.mark.thorough
def test_sizes_are_those_of_the_articles(results: dict[str, Any], demo_corpus: list[Path], demo_index: Path) -> None:
    articles = articles_of(demo_corpus)
    half, whole = results["sizes"]
    assert [half["part"], whole["part"]] == ["1/2", "1/1"]
    assert (half["articles"], half["passages"]) == (math.ceil(len(articles) / 2), passages_of(articles[::2]))
    assert (whole["articles"], whole["passages"]) == (len(articles), passages_of(articles))
    assert results["synthetic"][0]["passages"] == DRAWN
    assert whole["built"]["ours"]["bytes"] == sum(f.stat().st_size for f in demo_index.rglob("*") if f.is_file())


@pytest.mark.thorough
def test_only_what_was_built_has_a_time_and_memory(results: dict[str, Any]) -> None:
    half, whole = (size["built"]["ours"] for size in results["sizes"])
    for built in (half, results["synthetic"][0]["built"]["ours"]):
        assert built["index_s"] > 0
        assert built["peak_mb"] >= built["peak_anonymous_mb"] > 0
    assert "index_s" not in whole


@pytest.mark.thorough
def test_times_agree_with_each_other(results: dict[str, Any]) -> None:
    for size in (*results["sizes"], *results["synthetic"]):
        assert list(size["k"]) == ["10", "3"]
        for k, told in size["k"].items():
            assert list(told) == ["ours"]
            ours = told["ours"]
            assert len(ours["p50_ms_by_round"]) == ROUNDS
            assert min(ours["p50_ms_by_round"]) <= ours["p50_ms"] <= max(ours["p50_ms_by_round"])
            assert 0 < ours["p50_ms"] <= ours["p90_ms"] <= ours["p99_ms"]
            assert set(ours["ours_to"].values()) == {1}
            assert 0 < ours["results_a_query"] <= int(k)
            assert ours["resident_mb"] > 10


@pytest.mark.thorough
def test_queries_are_the_tweets_with_terms(results: dict[str, Any]) -> None:
    assert results["queries"] == QUERIES == len(TWEETS) - 1
    assert results["terms_a_query"] > 1


@pytest.mark.thorough
def test_facts_of_our_engine_agree_with_each_other(results: dict[str, Any]) -> None:
    alone = results["alone"]
    one, two = alone["queries_a_second"]["1"], alone["queries_a_second"]["2"]
    assert alone["two_threads_to_one"] == pytest.approx(two / one, rel=0.01)
    assert alone["resident_mb"] > max(alone["resident_anonymous_mb"], alone["resident_mb_before_opening"])
    assert min(alone["open_ms"], alone["first_open_ms"]) > 0


@pytest.mark.thorough
def test_the_check_found_what_a_scan_finds(results: dict[str, Any]) -> None:
    assert results["check"] == {"queries": CHECKED, "same": {"0.1": 4, "0.4": 4, "0.9": 4}, "wrong": []}


@pytest.mark.thorough
def test_the_figure_is_one(results: dict[str, Any], figure: Path) -> None:
    assert results
    assert ET.parse(figure).getroot().tag.endswith("svg")  # noqa: S314


@pytest.mark.thorough
def test_tables_are_of_the_largest_part(results: dict[str, Any], figure: Path) -> None:
    whole = results["sizes"][-1]
    lines = figure.with_suffix(".md").read_text("utf-8").splitlines()
    assert lines[0].startswith(f"{whole['passages']:,} passages, {QUERIES} queries")
    ours = [line.split(" | ") for line in lines if line.startswith("| tweetctx ")]
    times = [f"{whole['k'][k]['ours']['p50_ms']:.2f}" for k in ("10", "3")]
    assert [row[4] for row in ours[:2]] == times
    assert ours[2][-1] == f"{whole['built']['ours']['bytes'] / 1e6:.0f} |"


def test_a_scan_ranks_by_the_formula(demo_index: Path) -> None:
    index = EmbeddedIndex(demo_index)
    query = index.query(index.analyzer.terms("the king of the church, the church"))
    numbers = query.stats.keys.tolist()
    size = index.stats.collection_length
    for lam in (0.1, 0.9):
        scores = {}
        for passage, row in enumerate(index_contents.passage_terms(index, np.arange(index.stats.passages))):
            tf = Counter(row.tolist())
            scores[passage] = sum(
                term.weight * math.log1p((1 - lam) * (tf[number] / len(row)) / (lam * index.stats.cf[term.term] / size))
                for term, number in zip(query.terms, numbers, strict=True)
                if tf[number]
            )
        expected = sorted((passage for passage in scores if scores[passage]), key=lambda p: (-scores[p], p))[:20]
        ((passages, found),) = scan.Scan(index, np.array(sorted(numbers))).rank(query, 20, [lam])
        assert passages.tolist() == expected
        assert found == pytest.approx([scores[passage] for passage in expected])


def test_ties_go_to_the_earlier_passage_even_at_the_end() -> None:
    passages, scores = scan.best(np.array([3, 5, 7, 9]), np.array([1.0, 2.0, 1.0, 1.0]), 3)
    assert (passages.tolist(), scores.tolist()) == ([5, 3, 7], [2.0, 1.0, 1.0])


def test_the_check_can_fail(demo_index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rank = EmbeddedIndex.rank

    def swapped(self: EmbeddedIndex, query: Query, k: int, lam: float) -> tuple[Any, Any]:
        passages, scores = rank(self, query, k, lam)
        return (passages[[1, 0, *range(2, k)]] if lam == 0.9 else passages), scores

    monkeypatch.setattr(EmbeddedIndex, "rank", swapped)
    found = scan.compare(demo_index, [["church"], ["king", "king"]], 5, (0.4, 0.9))
    assert found["same"] == {"0.4": 2, "0.9": 0}
    assert [wrong["terms"] for wrong in found["wrong"]] == [["church"], ["king", "king"]]


def test_drawn_passages_are_those_of_the_corpus(demo_index: Path, demo_corpus: list[Path], tmp_path: Path) -> None:
    index = EmbeddedIndex(demo_index)
    write_synthetic(index, DRAWN, tmp_path / "drawn.jsonl")
    drawn = list(read_articles([tmp_path / "drawn.jsonl"]))
    known = {text for article in articles_of(demo_corpus) for part in article.sections for text in part.paragraphs}
    assert passages_of(drawn) == DRAWN
    assert {text for article in drawn for part in article.sections for text in part.paragraphs} <= known
    assert len({article.id for article in drawn}) == len(drawn)
    assert len({article.title for article in drawn}) > len(drawn) / 2


def test_a_collection_larger_than_the_disk_is_not_begun(demo_index: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="MB free; 1000000000000000 passages need about"):
        write_synthetic(EmbeddedIndex(demo_index), 10**15, tmp_path / "drawn.jsonl")
    assert not list(tmp_path.iterdir())


def test_lines_of_terms_are_the_passages(demo_index: Path, tmp_path: Path) -> None:
    index = EmbeddedIndex(demo_index)
    write_terms(index, tmp_path / "terms.txt")
    lines = (tmp_path / "terms.txt").read_text("utf-8").splitlines()
    assert len(lines) == index.stats.passages
    passage = index_contents.passage(index, 7)
    terms = index.analyzer.terms(f"{passage.title}\n{passage.heading}\n{passage.text}")
    assert Counter(lines[7].split()) == Counter(*as_tokens(index, [terms]))
    assert as_tokens(index, [["church", "king"], ["church"]])[0][:1] == as_tokens(index, [["church"]])[0]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["tantivy", "bm25s", "pisa-bm25-maxscore", "pisa-qld-block_max_wand"])
def test_peers_find_the_passages_that_have_a_term(name: str, tmp_path: Path) -> None:
    peer = engines.PEERS[name]
    if peer.engine.missing():
        pytest.skip(f"{name} is not installed")
    (tmp_path / "terms.txt").write_text("red apple\ngreen apple apple\nred\nblue sky\n")
    peer.engine.build(tmp_path / "terms.txt", tmp_path / "index", **peer.building)
    queries = [["apple"], ["red", "red", "sky"], ["plum"]]
    search = engines.open_search(name, tmp_path / "index", queries, 4, 0.4)
    found = [search.results(search.run(query)) for query in search.queries]
    assert found == ([4, 4, 4] if name == "bm25s" else [2, 3, 0])  # bm25s fills up with passages that have no term


def test_tantivy_ranks_by_the_counts_of_terms(tmp_path: Path) -> None:
    pytest.importorskip("tantivy")
    peer = engines.PEERS["tantivy"].engine
    (tmp_path / "terms.txt").write_text("red apple\ngreen apple apple\nred\nblue sky\n")
    peer.build(tmp_path / "terms.txt", tmp_path / "index")
    search = peer.open_search(tmp_path / "index", [["apple"], ["red", "red", "sky"], ["plum"]], 4, 0.4)
    found = [[address.doc for _, address in search.run(query)] for query in search.queries]
    assert found == [[1, 0], [2, 0, 3], []]  # twice in three terms is more than once in two; a short passage goes first


def test_a_library_that_is_not_there_is_named() -> None:
    assert engines.not_installed("json") is None
    assert engines.not_installed("no_such_library") == 'no_such_library is not installed; pip install ".[bench]"'


def test_lucene_is_left_out_where_it_cannot_be_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jpype")

    def no_network(command: list[str], **_: Any) -> None:
        raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(lucene_engine, "user_cache_path", lambda _: tmp_path / "cache")
    monkeypatch.setattr(subprocess, "run", no_network)
    assert "cannot be fetched" in (lucene_engine.missing() or "")
