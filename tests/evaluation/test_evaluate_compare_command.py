"""`tweetctx evaluate compare`: all pairs of some runs."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tweetctx.interfaces.commands.app import app

pytest.importorskip("scipy")
pytest.importorskip("ir_measures")

CONTEXTS = {"a": ("Houston sang.", "Newark is old."), "b": ("A park.", "A city."), "c": ("Songs.", "Newark.")}
RANKINGS = {"x": (3, 2, 1), "y": (1, 2, 3), "z": (2, 3, 1)}


def evaluate(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["evaluate", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, texts in CONTEXTS.items():
        records = [{"id": str(topic), "text": text, "sentences": []} for topic, text in enumerate(texts)]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    references = ["Houston sang songs.", "Newark is a city of songs."]
    records = [{"id": str(topic), "reference": text} for topic, text in enumerate(references)]
    (tmp_path / "references.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    for name, scores in RANKINGS.items():
        lines = [f"{q} Q0 s{place} 0 {score + q / 10} {name}\n" for q in (1, 2) for place, score in enumerate(scores)]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    (tmp_path / "qrels").write_text("1 0 s0 1\n1 0 s1 0\n2 0 s0 0\n2 0 s1 1\n")
    return tmp_path


def test_two_runs_are_compared_as_evaluate_contexts_compares_them(folder: Path) -> None:
    runs, references = [folder / f"{name}.jsonl" for name in "ab"], folder / "references.jsonl"
    found = evaluate("compare", *runs, "--references", references)
    assert (found.exit_code, found.stdout) == (
        0,
        evaluate("contexts", runs[0], references, "--against", runs[1]).stdout,
    )
    assert "unigram" in found.stdout
    assert "p_holm" not in found.stdout


@pytest.mark.thorough
def test_all_pairs_are_shown_and_their_p_corrected(folder: Path) -> None:
    runs, references = [folder / f"{name}.jsonl" for name in "abc"], folder / "references.jsonl"
    found = evaluate("compare", *runs, "--references", references)
    assert [line.partition(":")[0] for line in found.stdout.splitlines() if " − " in line] == [
        "a − b",
        "a − c",
        "b − c",
    ]
    assert found.stdout.count("corrected by Holm for 3 comparisons") == 3
    record = json.loads(evaluate("compare", *runs, "--references", references, "--format", "json").stdout)
    compared = record["comparisons"]
    assert [(one["run"], one["other"]) for one in compared] == [("a", "b"), ("a", "c"), ("b", "c")]
    tests = sorted((one["difference"]["unigram"]["p"], one["difference"]["unigram"]["p_holm"]) for one in compared)
    smallest, middle, largest = (p for p, _ in tests)
    first = min(1.0, 3 * smallest)
    second = max(first, min(1.0, 2 * middle))
    assert [corrected for _, corrected in tests] == pytest.approx([first, second, max(second, largest)])
    assert record["runs"][1]["difference"] == compared[0]["difference"]


def test_csv_has_a_row_for_each_pair(folder: Path) -> None:
    runs, references = [folder / f"{name}.jsonl" for name in "abc"], folder / "references.jsonl"
    found = evaluate("compare", *runs, "--references", references, "--format", "csv")
    rows = [row for row in csv.DictReader(io.StringIO(found.stdout)) if row["measure"] == "unigram"]
    assert [(row["run"], row["other"]) for row in rows] == [("a", ""), ("b", "a"), ("c", "a"), ("c", "b")]
    means = {row["run"]: float(row["mean"]) for row in rows}
    for row in rows[1:]:
        assert float(row["difference"]) == pytest.approx(means[row["other"]] - means[row["run"]])
        assert float(row["p_holm"]) >= float(row["p"])


def test_rankings(folder: Path) -> None:
    runs, qrels = [folder / f"{name}.run" for name in "xyz"], folder / "qrels"
    found = evaluate("compare", *runs, "--qrels", qrels, "--measures", "RR", "--by-topic")
    assert found.exit_code == 0
    assert [pair in found.stdout for pair in ("x − y", "x − z", "y − z")] == [True] * 3
    against = evaluate(
        "sentences", runs[0], qrels, "--against", runs[1], "--against", runs[2], "--measures", "RR"
    ).stdout
    assert [pair in against for pair in ("x − y", "x − z", "y − z")] == [True, True, False]


@pytest.mark.parametrize(
    ("runs", "options", "message"),
    [
        ("a", ("references",), "found a.jsonl alone, expected two runs or more"),
        ("ab", (), "found neither, expected --references for contexts or --qrels for rankings"),
        ("ab", ("references", "qrels"), "found both, expected --references for contexts or --qrels for rankings"),
    ],
)
def test_what_cannot_be_compared(
    runs: str, options: tuple[str, ...], message: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    files = {"references": "references.jsonl", "qrels": "qrels"}
    given = [word for option in options for word in (f"--{option}", files[option])]
    found = evaluate("compare", *[f"{name}.jsonl" for name in runs], *given)
    assert (found.exit_code, found.stdout) == (2, "")
    assert message in " ".join(found.stderr.replace("│", " ").split())
