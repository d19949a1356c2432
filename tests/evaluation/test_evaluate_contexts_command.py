"""The command: what it prints, and what it says of files it cannot use."""

import csv
import io
import json
import math
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import typer
from typer.testing import CliRunner, Result

from tweetctx.errors import TweetctxError
from tweetctx.evaluation.contexts import MEASURES
from tweetctx.interfaces.commands.evaluate import evaluate_contexts

pytest.importorskip("scipy")
APP = typer.Typer()
APP.command()(evaluate_contexts)

Records = list[dict[str, Any]]
REFERENCES: Records = [
    {"id": "1", "reference": "Houston sang songs.", "entities": ["Houston"]},
    {"id": "2", "reference": "Protesters in a park."},
    {"id": "3", "reference": "Newark is a city of songs."},
    {"id": "4", "reference": "."},
]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(APP, [str(argument) for argument in arguments])


def context(identifier: str, *texts: str) -> dict[str, Any]:
    sentences = [{"text": text, "title": "Houston", "score": 1.0} for text in texts]
    return {"id": identifier, "text": " ".join(texts), "sentences": sentences}


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A run, another run, and references."""
    ours = [context("1", "Houston sang."), context("3", "Newark is old.", "Newark is a city."), context("8", "No.")]
    theirs = [context("1", "Nothing here."), context("2", "A park."), context("3", "A city.")]
    paths = tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl", tmp_path / "references.jsonl"
    for path, records in zip(paths, (ours, theirs, REFERENCES), strict=True):
        path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return paths


# houston sang song against houston sang.
FIRST = 2 / 3 * (1 - math.log(1 / 3 + 1) / math.log(1 / 2 + 1)) + 1 / 3


def test_json(files: tuple[Path, Path, Path]) -> None:
    result = run(files[0], files[2], "--against", files[1], "--format", "json", "--by-topic")
    assert result.exit_code == 0
    ours, theirs = json.loads(result.stdout)["runs"]
    assert (ours["run"], ours["topics"], ours["missing"], ours["unjudged"]) == ("ours", 3, ["2"], ["8"])
    assert ours["left_out"] == theirs["left_out"] == ["4"]
    assert list(ours["mean"]) == [*MEASURES, "entity_f1"]
    assert list(theirs["difference"]) == list(MEASURES)
    topics = {row["id"]: row for row in ours["by_topic"]}
    assert list(topics) == ["1", "2", "3"]
    assert topics["1"]["unigram"] == pytest.approx(FIRST)
    assert topics["2"]["unigram"] == 1
    assert topics["2"]["truncated"] is None
    assert topics["1"]["entity_recall"] == 1
    assert "difference" not in ours
    difference = theirs["difference"]["unigram"]
    assert difference["mean"] == pytest.approx(ours["mean"]["unigram"] - theirs["mean"]["unigram"])
    assert difference["low"] <= difference["mean"] <= difference["high"]
    assert 0 < difference["p"] < 1
    assert theirs["difference"]["truncated"]["p"] is None  # no run has a truncated sentence


def test_csv_of_means(files: tuple[Path, Path, Path]) -> None:
    result = run(files[0], files[2], "--against", files[1], "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [(row["run"], row["measure"]) for row in rows] == [
        (name, measure) for name in ("ours", "theirs") for measure in (*MEASURES, "entity_f1")
    ]
    ours, theirs = (next(row for row in rows if row["run"] == name) for name in ("ours", "theirs"))
    assert ours["topics"] == theirs["topics"] == "3"
    assert ours["difference"] == ours["p"] == ""
    assert float(theirs["difference"]) == pytest.approx(float(ours["mean"]) - float(theirs["mean"]))


def test_csv_of_topics(files: tuple[Path, Path, Path]) -> None:
    result = run(files[0], files[2], "--format", "csv", "--by-topic")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["topic"] for row in rows] == ["1", "2", "3"]
    assert float(rows[0]["unigram"]) == pytest.approx(FIRST)
    assert rows[1]["sentence_words"] == ""


def test_table(files: tuple[Path, Path, Path]) -> None:
    result = run(files[0], files[2], "--by-topic", "--against", files[1])
    assert result.exit_code == 0
    topics, means, differences = result.stdout.rstrip().split("\n\n")
    assert f"{FIRST:.4f}" in topics.splitlines()[1]
    assert means.splitlines()[0].split()[:4] == ["measure", "topics", "ours", "theirs"]
    assert differences.startswith("ours − theirs: mean difference, 95% interval of 10,000 bootstrap samples")
    assert len(means.splitlines()) == len(MEASURES) + 2
    counts = {line.split()[0]: line.split()[1] for line in means.splitlines()}
    assert (counts["unigram"], counts["sentence_words"]) == ("3", "2/3")  # no context of "2" in the first run


def test_the_table_has_the_topics_of_each_run(files: tuple[Path, Path, Path]) -> None:
    ours, theirs, references = files
    result = run(theirs, references, "--against", ours, "--against", theirs)
    counts = {line.split()[0]: line.split()[1] for line in result.stdout.split("\n\n")[0].splitlines()}
    assert (counts["unigram"], counts["sentence_words"]) == ("3", "3/2/3")


def test_what_has_no_counterpart_is_said_on_stderr(files: tuple[Path, Path, Path]) -> None:
    assert run(files[0], files[2]).stderr.splitlines() == [
        "tweetctx: ours: topics missing of 3, which score worst: 1 (2)",
        "tweetctx: ours: topics that are not judged, left out: 1 (8)",
        "tweetctx: ours: topics to which nothing is relevant, left out: 1 (4)",
    ]


def test_the_seed_decides_on_the_interval(files: tuple[Path, Path, Path]) -> None:
    command = (files[0], files[2], "--against", files[1], "--format", "json", "--seed")
    assert run(*command, "1").stdout == run(*command, "1").stdout


def test_runs_of_one_name_go_by_their_paths(files: tuple[Path, Path, Path]) -> None:
    result = run(files[0], files[2], "--against", files[0], "--format", "json")
    assert [found["run"] for found in json.loads(result.stdout)["runs"]] == [str(files[0])] * 2


def test_inex_files(tmp_path: Path) -> None:
    (tmp_path / "run.txt").write_text("7\tQ0\tp1\t1\t2.0\tme\tHouston sang.\n7\tQ0\tp2\t2\t1.0\tme\tShe sang.\n")
    (tmp_path / "pool.txt").write_text("7\tQ0\tp1\t1\t1\tjudge\tHouston sang.\n7\tQ0\tp2\t1\t1\tjudge\tShe sang.\n")
    result = run(tmp_path / "run.txt", tmp_path / "pool.txt", "--format", "json")
    assert json.loads(result.stdout)["runs"][0]["mean"]["skip"] == 0


@pytest.mark.thorough
@pytest.mark.parametrize("suffix", ["png", "svg", "PNG"])
def test_figures(files: tuple[Path, Path, Path], tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib")
    paths = [tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"]
    for path in paths:
        assert run(files[0], files[2], "--against", files[1], "--figure", path).exit_code == 0
    one, two = (path.read_bytes() for path in paths)
    assert one == two
    if suffix == "svg":
        ET.fromstring(one)  # noqa: S314
    else:
        assert one.startswith(b"\x89PNG")
    alone = tmp_path / f"alone.{suffix}"
    assert run(files[0], files[2], "--figure", alone).exit_code == 0
    assert alone.read_bytes() != one


def one_line(result: Result) -> str:
    assert result.exit_code == 1
    assert isinstance(result.exception, TweetctxError)
    assert result.stdout == ""
    assert "\n" not in str(result.exception)
    return str(result.exception)


def test_errors_are_one_line(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    ours, theirs, references = files
    theirs.write_text("1\tQ0\n")
    assert f"{theirs}, line 1" in one_line(run(theirs, references))
    assert f"{theirs}, line 1" in one_line(run(ours, references, "--against", theirs))
    assert f"{theirs}, line 1: found 2 columns" in one_line(run(ours, theirs))
    assert "missing: found nothing" in one_line(run(tmp_path / "missing", references))
    assert "missing: found nothing" in one_line(run(ours, tmp_path / "missing"))
    (tmp_path / "blank").write_text('{"id": "1", "reference": "the of"}\n')
    assert f"{tmp_path / 'blank'}: found no reference with words, expected" in one_line(run(ours, tmp_path / "blank"))
    assert "figure: found" in one_line(run(ours, references, "--figure", tmp_path / "figure.jpg"))
    pytest.importorskip("matplotlib")
    place = tmp_path / "nowhere" / "a.png"
    expected = "expected the name of a file to write, in a folder that is there"
    assert one_line(run(ours, references, "--figure", place)) == f"{place}: {expected}"
    (tmp_path / "mine.svg").write_text("mine")
    assert "mine.svg: found a file; expected a new name, or --force" in one_line(
        run(ours, references, "--figure", tmp_path / "mine.svg")
    )


@pytest.mark.parametrize(("library", "option"), [("scipy.stats", "--against"), ("matplotlib", "--figure")])
def test_a_missing_library_says_how_to_install_it(
    files: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch, library: str, option: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, "matplotlib.figure", raising=False)
    value = files[1] if option == "--against" else "figure.svg"
    message = one_line(run(files[0], files[2], option, value))
    assert message == f'{library.partition(".")[0]} is not installed; pip install ".[eval]" in a clone of the source'


def test_neither_library_is_needed_without_its_option(
    files: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for library in ("scipy", "scipy.stats", "matplotlib"):
        monkeypatch.setitem(sys.modules, library, None)
    assert run(files[0], files[2]).exit_code == 0
