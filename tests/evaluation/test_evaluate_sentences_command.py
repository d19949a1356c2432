"""`tweetctx evaluate sentences` as it prints."""

import gzip
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tweetctx.errors import ParameterError
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.interfaces.commands.evaluate import evaluate_sentences

APP = typer.Typer()
APP.command()(evaluate_sentences)

RUN = "q1 Q0 a 1 2.0 t\nq1 Q0 b 2 1.0 t\nquery2 Q0 a 1 2.0 t\nquery2 Q0 b 2 1.0 t\nx Q0 a 1 1 t\n"
QRELS = "q1 0 a 1\nq1 0 b 0\nquery2 0 a 0\nquery2 0 b 1\nq3 0 a 0\nq4 0 a 1\n"
GAPS = (
    "tweetctx: run: topics missing of 3, which score worst: 1 (q4)\n"
    "tweetctx: run: topics that are not judged, left out: 1 (x)\n"
    "tweetctx: run: topics to which nothing is relevant, left out: 1 (q3)\n"
)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "run").write_text(RUN)
    (tmp_path / "qrels").write_text(QRELS)
    return [str(tmp_path / "run"), str(tmp_path / "qrels")]


def test_table(files: list[str]) -> None:
    result = CliRunner().invoke(APP, [*files, "--by-topic", "--measures", "AP, P@10"])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "run  topic       AP    P@10",
        "run  q1      1.0000  0.1000",
        "run  query2  0.5000  0.1000",
        "run  q4      0.0000  0.0000",
        "",
        "measure  topics     run",
        "AP            3  0.5000",
        "P@10          3  0.0667",
    ]
    assert result.stderr == GAPS


def test_csv(files: list[str]) -> None:
    result = CliRunner().invoke(APP, [*files, "--format", "csv", "--measures", "AP,Rprec,RR"])
    assert result.stdout == (
        "run,measure,topics,mean,other,difference,low,high,t,p,p_holm\n"
        f"run,AP,3,0.5,,,,,,,\nrun,Rprec,3,{1 / 3!r},,,,,,,\nrun,RR,3,0.5,,,,,,,\n"
    )


def test_json(files: list[str]) -> None:
    result = CliRunner().invoke(APP, [*files, "--format", "json", "--by-topic", "--measures", "RR"])
    (found,) = json.loads(result.stdout)["runs"]
    assert found == {
        "run": "run",
        "topics": 3,
        "missing": ["q4"],
        "unjudged": ["x"],
        "left_out": ["q3"],
        "mean": {"RR": 0.5},
        "by_topic": [{"id": "q1", "RR": 1.0}, {"id": "query2", "RR": 0.5}, {"id": "q4", "RR": 0.0}],
    }


def test_another_run(files: list[str], tmp_path: Path) -> None:
    (tmp_path / "other").write_text("q1 Q0 b 1 2.0 t\nq1 Q0 a 2 1.0 t\nquery2 Q0 b 1 1 t\nq4 Q0 a 1 1 t\n")
    result = CliRunner().invoke(APP, [*files, "--against", str(tmp_path / "other"), "--format", "json"])
    ours, theirs = json.loads(result.stdout)["runs"]
    assert (ours["mean"]["AP"], theirs["mean"]["AP"]) == (0.5, (0.5 + 1 + 1) / 3)
    assert theirs["difference"]["AP"]["mean"] == pytest.approx(((1 - 0.5) + (0.5 - 1) + (0 - 1)) / 3)


def test_a_wrong_measure(files: list[str]) -> None:
    result = CliRunner().invoke(APP, [*files, "--measures", "AP,MAP"])
    assert isinstance(result.exception, ParameterError)


@pytest.mark.parametrize(
    ("content", "found"),
    [("", "no judgements, expected one at least"), ("q1 0 a 0\n", "no relevant sentence for 1 query, expected")],
)
def test_qrels_by_which_nothing_can_be_measured(files: list[str], tmp_path: Path, content: str, found: str) -> None:
    (tmp_path / "none.qrels").write_text(content)
    result = CliRunner().invoke(APP, [*files[:-1], str(tmp_path / "none.qrels")])
    assert isinstance(result.exception, EvaluationError)
    assert str(result.exception).startswith(f"{tmp_path / 'none.qrels'}: found {found}")


def test_a_packed_run_is_named_without_its_suffixes_and_errors_name_its_file(tmp_path: Path) -> None:
    packed, qrels, empty = tmp_path / "a.run.gz", tmp_path / "qrels", tmp_path / "empty.run"
    packed.write_bytes(gzip.compress(RUN.encode()))
    qrels.write_text(QRELS)
    empty.write_text("")
    result = CliRunner().invoke(APP, [str(packed), str(qrels), "--measures", "RR"])
    assert "measure  topics       a" in result.stdout.splitlines()
    result = CliRunner().invoke(APP, [str(packed), str(qrels), "--measures", "RR", "--against", str(empty)])
    assert isinstance(result.exception, EvaluationError)
    assert str(result.exception).startswith(f"{empty}: found none of the queries")
