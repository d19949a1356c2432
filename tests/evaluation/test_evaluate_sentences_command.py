"""`tweetctx evaluate sentences` as it prints."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tweetctx.commands.evaluate_sentences import evaluate_sentences
from tweetctx.errors import ParameterError

APP = typer.Typer()
APP.command()(evaluate_sentences)

RUN = "q1 Q0 a 1 2.0 t\nq1 Q0 b 2 1.0 t\nquery2 Q0 a 1 2.0 t\nquery2 Q0 b 2 1.0 t\nx Q0 a 1 1 t\n"
QRELS = "q1 0 a 1\nq1 0 b 0\nquery2 0 a 0\nquery2 0 b 1\nq3 0 a 0\nq4 0 a 1\n"
GAPS = (
    "tweetctx: 1 queries without a relevant sentence, left out: q3\n"
    "tweetctx: 1 of 3 queries are not in the run, scored 0: q4\n"
    "tweetctx: 1 queries of the run without judgements, left out: x\n"
)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "run").write_text(RUN)
    (tmp_path / "qrels").write_text(QRELS)
    return [str(tmp_path / "run"), str(tmp_path / "qrels")]


def test_table(files: list[str]) -> None:
    result = CliRunner().invoke(APP, [*files, "--by-query", "--measures", "AP, P@10"])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "query       AP    P@10",
        "q1      1.0000  0.1000",
        "query2  0.5000  0.1000",
        "q4      0.0000  0.0000",
        "all     0.5000  0.0667",
        "3 queries",
    ]
    assert result.stderr == GAPS


def test_csv(files: list[str]) -> None:
    result = CliRunner().invoke(APP, [*files, "--format", "csv"])
    assert result.stdout == f"query,AP,Rprec,P@10,RR\nall,0.5,{1 / 3!r},{(0.1 + 0.1) / 3!r},0.5\n"


def test_json(files: list[str]) -> None:
    result = CliRunner().invoke(APP, [*files, "--format", "json", "--by-query", "--measures", "RR"])
    assert json.loads(result.stdout) == {
        "queries": 3,
        "without_relevant": ["q3"],
        "missing": ["q4"],
        "unjudged": ["x"],
        "mean": {"RR": 0.5},
        "by_query": [{"query": "q1", "RR": 1.0}, {"query": "query2", "RR": 0.5}, {"query": "q4", "RR": 0.0}],
    }


def test_a_wrong_measure(files: list[str]) -> None:
    result = CliRunner().invoke(APP, [*files, "--measures", "AP,MAP"])
    assert isinstance(result.exception, ParameterError)
