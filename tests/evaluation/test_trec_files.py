"""Runs and qrels, written and read, against ir_measures' own readers."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.errors import ParameterError, RunError
from tweetctx.runs.trec import Judgement, RunEntry, ranking, read_qrels, read_trec_run, write_qrels, write_run

THEIRS: Any = ir_measures  # not annotated

ENTRIES = [
    RunEntry("Q1", "D1:2", -1.5),
    RunEntry("Q1", "D1:0", -1.5),
    RunEntry("Q1", "D1:1", float("-inf")),
    RunEntry("Q2", "é:7", 1e-300),
]


def test_a_run_as_it_stands_in_its_file(tmp_path: Path) -> None:
    write_run(tmp_path / "run", ENTRIES, "mine")
    assert (tmp_path / "run").read_bytes().decode() == (
        "Q1 Q0 D1:2 1 -1.5 mine\nQ1 Q0 D1:0 2 -1.5 mine\nQ1 Q0 D1:1 3 -inf mine\nQ2 Q0 é:7 1 1e-300 mine\n"
    )
    assert list(read_trec_run(tmp_path / "run")) == ENTRIES


def test_qrels_as_they_stand_in_their_file(tmp_path: Path) -> None:
    judged = [Judgement("Q1", "D1:0", 1), Judgement("Q1", "D1:1", 0), Judgement("Q2", "D1:0", -1)]
    write_qrels(tmp_path / "qrels", judged)
    assert (tmp_path / "qrels").read_text("utf-8") == "Q1 0 D1:0 1\nQ1 0 D1:1 0\nQ2 0 D1:0 -1\n"
    assert list(read_qrels(tmp_path / "qrels")) == judged


def test_ir_measures_reads_the_same(tmp_path: Path) -> None:
    write_run(tmp_path / "run", ENTRIES, "mine")
    write_qrels(tmp_path / "qrels", [Judgement("Q1", "D1:0", 2)])
    assert [tuple(doc) for doc in THEIRS.read_trec_run(str(tmp_path / "run"))] == ENTRIES
    (qrel,) = THEIRS.read_trec_qrels(str(tmp_path / "qrels"))
    assert (qrel.query_id, qrel.doc_id, qrel.relevance) == ("Q1", "D1:0", 2)


def test_what_other_programs_write(tmp_path: Path) -> None:
    path = tmp_path / "run.gz"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf1\tQ0\tA  0\t3\tx\r\n\r\n  1 0 B rank 4.5e0 x\n"))
    assert list(read_trec_run(path)) == [RunEntry("1", "A", 3.0), RunEntry("1", "B", 4.5)]


@given(st.lists(st.floats(allow_nan=False), max_size=30))
def test_a_ranking_is_sorted_and_stable(scores: list[float]) -> None:
    docnos = [f"d{number}" for number in range(len(scores))]
    entries = list(ranking("q", docnos, np.array(scores, dtype=np.float64)))
    expected = sorted(zip(docnos, scores, strict=True), key=lambda pair: -pair[1])  # sorted is stable too
    assert [(entry.docno, entry.score) for entry in entries] == expected


def test_ranks_as_scores_keep_ties_apart() -> None:
    entries = list(ranking("q", ["a", "b", "c"], np.array([1.0, 2.0, 1.0]), ranks_as_scores=True))
    assert entries == [RunEntry("q", "b", 3.0), RunEntry("q", "a", 2.0), RunEntry("q", "c", 1.0)]


@pytest.mark.parametrize(
    ("entries", "tag"),
    [
        ([RunEntry("q", "a", 1.0), RunEntry("q", "b", 2.0)], "t"),
        ([RunEntry("q", "a", float("nan"))], "t"),
        ([RunEntry("q q", "a", 1.0)], "t"),
        ([RunEntry("q", "", 1.0)], "t"),
        ([RunEntry("q", "a\n", 1.0)], "t"),
        ([RunEntry("q", "a", 1.0)], "my run"),
    ],
)
def test_what_a_run_cannot_hold(tmp_path: Path, entries: list[RunEntry], tag: str) -> None:
    with pytest.raises(ParameterError, match="found"):
        write_run(tmp_path / "run", entries, tag)


def test_what_qrels_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="id: found 'a b', expected one word"):
        write_qrels(tmp_path / "qrels", [Judgement("q", "a b", 1)])


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (
            read_trec_run,
            b"q Q0 a 1 1.0 t\nq Q0 b 2 1.0",
            "line 2: found 'q Q0 b 2 1.0'; expected query Q0 docno rank score tag",
        ),
        (read_trec_run, b"q Q0 a 1 high t", "line 1: found 'q Q0 a 1 high t'; expected query Q0 docno rank score tag"),
        (read_trec_run, b"q Q0 a 1 2 t\n\nq Q0 a 2", "line 3: found 'q Q0 a 2'; expected"),
        (read_trec_run, b"q Q0 \xff 1 2 t", "line 1: found byte 0xff at column 6; expected text in UTF-8"),
        (
            read_trec_run,
            b"q Q0 a 1 2 t\nr Q0 a 1 2 t\nq Q0 a 2 1 t",
            "line 3: found a a second time for the query q; expected it once",
        ),
        (read_qrels, b"q 0 a 1\nq 0 a 1", "line 2: found a a second time for the query q; expected it once"),
        (read_qrels, b"q 0 a", "line 1: found 'q 0 a'; expected query 0 docno relevance"),
        (read_qrels, b"q 0 a 0.5", "line 1: found 'q 0 a 0.5'; expected query 0 docno relevance"),
        (read_qrels, b"q 0 a " + b"9" * 5000, "line 1: found 'q 0 a 9999"),
        (read_qrels, b"q 0 a 1\nq 0 b 1000001", "line 2: found the relevance 1000001; expected a number from -1000000"),
        (read_qrels, b"q 0 a -" + b"9" * 50, "line 1: found the relevance -999"),
        (read_trec_run, b"q Q0 a 1 2 t\nq Q0 b 2 NaN t", "line 2: found the score 'NaN'; expected a number"),
        (read_qrels, b"q 0 a 1\nr 0 a 1\nq 0 a x", "line 3: found 'q 0 a x'; expected"),
    ],
)
def test_damage(tmp_path: Path, read: Callable[[Path], Any], text: bytes, message: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(text)
    with pytest.raises(RunError) as caught:
        list(read(path))
    assert str(caught.value).startswith(f"{path}, {message}")


def test_it_streams(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("q Q0 a 1 1.0 t\nbroken\n")
    entries = read_trec_run(path)
    assert next(entries).docno == "a"
    with pytest.raises(RunError, match="line 2"):
        next(entries)


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="nowhere: cannot be read"):
        list(read_trec_run(tmp_path / "nowhere"))
