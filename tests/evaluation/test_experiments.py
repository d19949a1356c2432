"""Experiments as a whole: what wins, what is written, and that it is the same however it came about."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import ttest_rel
from tiny_experiment import Tiny, average_precision, brute_force, mean_average_precision

from tweetctx import parse_scorer
from tweetctx.errors import ParameterError
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments import runner
from tweetctx.evaluation.experiments.results import slug
from tweetctx.evaluation.experiments.runner import run_experiment
from tweetctx.evaluation.sentences import evaluate_run
from tweetctx.runs.trec import read_qrels, read_trec_run

TRAIN, TEST = Tiny(1, queries=17), Tiny(2, queries=11)
GRID: dict[str, list[float]] = {"lam": [0.1, 0.5, 0.9], "mu": [1, 10, 100]}
MODELS = """
[grid]
lam = [0.1, 0.5, 0.9]
mu = [1, 10, 100]
prior_weight = [0.5, 2]

[[models]]
spec = "tfisf"

[[models]]
model = "jm"

[[models]]
model = "2s-i"
prior = ["uniform", "length"]
terms = ["uniform", "isf"]

[[models]]
model = "class"

[[models]]
model = "bm25"
k1 = [1.0, 2.0]
b = [0.0, 0.5]
"""
ON_TEST = (
    'name = "tiny"\nbaselines = ["tfisf", "jm"]\nclasses = 4\n[tune]\npath = "train.tsv"\n[[test]]\npath = "test.tsv"\n'
)
IN_FOLDS = 'name = "tiny"\nbaselines = ["tfisf"]\nclasses = 4\nfolds = 2\n[tune]\npath = "train.tsv"\n'
LABELS = [
    "tfisf",
    "jm",
    "2s-i",
    "2s-i(terms=isf)",
    "2s-i(prior=length)",
    "2s-i(prior=length, terms=isf)",
    "class",
    "bm25",
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("experiment")
    TRAIN.write(folder / "train.tsv")
    TEST.write(folder / "test.tsv")
    (folder / "on-test.toml").write_text(ON_TEST + MODELS)
    (folder / "in-folds.toml").write_text(IN_FOLDS + MODELS)
    return folder


@pytest.fixture(scope="module")
def results(place: Path) -> Path:
    """The experiment that was never broken off."""
    run_experiment(place / "on-test.toml", place / "unbroken", workers=1)
    return place / "unbroken"


@pytest.fixture(scope="module")
def folds(place: Path) -> Path:
    run_experiment(place / "in-folds.toml", place / "folds", workers=1)
    return place / "folds"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return [*csv.DictReader(file)]


def by_model(folder: Path) -> dict[str, dict[str, str]]:
    return {row["model"]: row for row in rows(folder / "results.csv")}


def spec(model: str, point: dict[str, float], **options: str) -> str:
    return str(parse_scorer(f"{model}({', '.join(f'{k}={v}' for k, v in {**point, **options}.items())})"))


@pytest.mark.thorough
def test_the_winner_is_that_of_a_search_by_hand(results: Path) -> None:
    found = by_model(results)
    assert [*found] == LABELS
    jm, value = brute_force(TRAIN.judged, TRAIN.jm, {"lam": GRID["lam"]})
    assert found["jm"]["spec"] == spec("jm", jm)
    assert float(found["jm"]["tuning"]) == pytest.approx(value)
    plain, value = brute_force(TRAIN.judged, TRAIN.two_stage_inverted, {**GRID, "weight": [0]})
    del plain["weight"]
    assert found["2s-i"]["spec"] == spec("2s-i", plain)
    assert float(found["2s-i"]["tuning"]) == pytest.approx(value)
    prior, value = brute_force(TRAIN.judged, TRAIN.two_stage_inverted, {**GRID, "weight": [0.5, 2]})
    weight = prior.pop("weight")
    assert found["2s-i(prior=length)"]["spec"] == spec("2s-i", prior, prior="length", prior_weight=str(weight))
    assert float(found["2s-i(prior=length)"]["tuning"]) == pytest.approx(value)
    assert [found[label]["tried"] for label in ("tfisf", "jm", "2s-i", "2s-i(prior=length)")] == ["1", "3", "9", "18"]


def test_the_winner_is_measured_on_the_other_collection(results: Path) -> None:
    jm, _ = brute_force(TRAIN.judged, TRAIN.jm, {"lam": GRID["lam"]})
    expected = mean_average_precision(TEST.judged, lambda query: TEST.jm(query, **jm))
    assert float(by_model(results)["jm"]["MAP"]) == pytest.approx(expected)


@pytest.mark.thorough
def test_in_two_folds_each_half_is_measured_with_what_the_other_chose(folds: Path) -> None:
    halves = [TRAIN.judged[0::2], TRAIN.judged[1::2]]
    values: dict[str, float] = {}
    specs = []
    for measured, tuned in (halves, halves[::-1]):
        point, _ = brute_force(tuned, TRAIN.jm, {"lam": GRID["lam"]})
        specs.append(spec("jm", point))
        values |= {query[0]: average_precision(TRAIN.jm(query, **point), query[3]) for query in measured}
    row = by_model(folds)["jm"]
    assert row["spec"] == "; ".join(specs)
    assert float(row["MAP"]) == pytest.approx(sum(values.values()) / len(values))
    found = {line["topic"]: float(line["MAP"]) for line in rows(folds / "by-topic" / "train" / f"{slug('jm')}.csv")}
    assert found == pytest.approx(values)
    assert [item["part"] for item in json.loads((folds / "models" / f"{slug('jm')}.json").read_bytes())["tuned"]] == [
        "all",
        "without fold 1",
        "without fold 2",
    ]


@pytest.mark.parametrize("collection", ["test"])
def test_runs_and_qrels_give_the_values_of_the_tables(results: Path, collection: str) -> None:
    qrels = [*read_qrels(results / "qrels" / f"{collection}.qrels")]
    assert {judgement.query for judgement in qrels} == {query[0] for query in TEST.judged}
    assert sum(judgement.relevance for judgement in qrels) == sum(sum(query[3]) for query in TEST.judged)
    for label, row in by_model(results).items():
        name = json.loads((results / "models").joinpath(f"{slug(label)}.json").read_bytes())["files"]
        run = next(file for file in name if file.endswith(".run"))
        found = evaluate_run("run", read_trec_run(results / run), qrels).means
        assert found == pytest.approx(
            {m: float(row[c]) for m, c in zip(found, ("MAP", "R-Prec", "P@10", "MRR"), strict=True)}
        )


def test_significance_is_scipy_s_t_test_with_holm_by_hand(results: Path) -> None:
    values = {
        label: np.array([float(line["MAP"]) for line in rows(results / f"by-topic/test/{slug(label)}.csv")])
        for label in LABELS
    }
    found = [row for row in rows(results / "significance.csv") if row["measure"] == "MAP"]
    assert len(found) == 2 * (len(LABELS) - 1)
    expected = {}
    for row in found:
        ours, theirs = values[row["model"]], values[row["baseline"]]
        assert float(row["difference"]) == pytest.approx((ours - theirs).mean())
        if np.ptp(ours - theirs) > 0:
            expected[row["model"], row["baseline"]] = float(ttest_rel(ours, theirs).pvalue)
            assert float(row["p"]) == pytest.approx(expected[row["model"], row["baseline"]])
        else:
            assert row["p"] == row["p_holm"] == ""
    floor = 0.0
    del expected["tfisf", "jm"]  # the same comparison as that of jm with tfisf
    for place, (pair, p) in enumerate(sorted(expected.items(), key=lambda item: item[1])):
        floor = max(floor, min(1.0, p * (len(expected) - place)))
        for row in (row for row in found if {row["model"], row["baseline"]} == {*pair}):
            assert float(row["p_holm"]) == pytest.approx(floor)
    wide = by_model(results)["2s-i"]
    assert wide["p jm"] == next(row["p"] for row in found if (row["model"], row["baseline"]) == ("2s-i", "jm"))


def test_markdown_is_a_table_for_each_collection(results: Path) -> None:
    text = (results / "results.md").read_text()
    assert "## test\n" in text
    assert "on other topics: of all combinations of their grids, or, where there are more than 20,000, one" in text
    known = {number for _, _, number, _ in TRAIN.judged}  # documents are called by their numbers in both
    shared = sum(number in known for _, _, number, _ in TEST.judged)
    said = "Topics that share a document with topics on which their parameters were chosen"
    assert f"{said}: {shared} of {len(TEST.judged)}.\n" in text
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    assert [line.split("`")[1] for line in lines] == LABELS
    assert {line.replace("\\|", "").count("|") for line in lines} == {8}
    for line, row in zip(lines, by_model(results).values(), strict=True):
        assert f"{float(row['MAP']):.4f}" in line.split("|")[2]


def test_tuned_specs_can_be_read(results: Path) -> None:
    tuned = tomllib.loads((results / "tuned.toml").read_text())
    assert [*tuned] == [f"tiny-{name}" for name in ("tfisf", "jm", "2s-i", "class", "bm25", "best")]
    values = {label: float(row["tuning"]) for label, row in by_model(results).items()}
    assert tuned["tiny-2s-i"]["value"] == max(value for label, value in values.items() if label.startswith("2s-i"))
    assert tuned["tiny-best"]["value"] == max(values.values())
    assert tuned["tiny-jm"]["grid"] == {"lam": GRID["lam"]}
    assert tuned["tiny-jm"]["spec"] == by_model(results)["jm"]["spec"]
    row = by_model(results)["jm"]
    assert tuned["tiny-jm"]["measured"] == {"test": {m: float(row[m]) for m in ("MAP", "R-Prec", "P@10", "MRR")}}
    for table in tuned.values():
        parse_scorer(table["spec"])


def test_sensitivity_has_the_best_for_each_value(results: Path) -> None:
    found = {
        (r["model"], r["parameter"], float(r["value"])): float(r["MAP"]) for r in rows(results / "sensitivity.csv")
    }
    for lam in GRID["lam"]:
        _, best = brute_force(TRAIN.judged, TRAIN.jm, {"lam": [lam]})
        assert found["jm", "lam", lam] == pytest.approx(best)
        _, best = brute_force(TRAIN.judged, TRAIN.two_stage_inverted, {"lam": [lam], "mu": GRID["mu"], "weight": [0]})
        assert found["2s-i", "lam", lam] == pytest.approx(best)


def test_figures_are_pictures(results: Path) -> None:
    names = {path.name for path in (results / "figures").iterdir()}
    stems = {"prior-test", "terms-test", "sensitivity"}
    assert names == {f"{stem}.{form}" for stem in stems for form in ("png", "svg")}
    for path in (results / "figures").iterdir():
        assert path.read_bytes().startswith(b"\x89PNG" if path.suffix == ".png" else b"<?xml")


@pytest.mark.thorough
def test_the_same_with_two_workers_after_a_kill(place: Path, results: Path) -> None:
    """Killed in the middle, its workers end as well; what is finished then is kept, and the rest is made."""
    folder = place / "killed"
    call = (
        "import sys\n"
        "from tweetctx.evaluation.experiments import run_experiment\n"
        "if __name__ == '__main__':\n"
        "    run_experiment(sys.argv[1], sys.argv[2], workers=2)\n"
    )
    script = place / "call.py"
    script.write_text(call)
    with subprocess.Popen(
        [sys.executable, script, place / "on-test.toml", folder],
        cwd=Path.cwd(),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        for _ in range(20_000):
            if any(folder.glob("models/*.json")) or process.poll() is not None:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    finished = len([*folder.glob("models/*.json")])
    assert finished
    time.sleep(0.2)  # workers see that their parent is gone
    report = run_experiment(place / "on-test.toml", folder, workers=1)
    assert report.kept >= finished
    assert contents(folder) == contents(results)


@pytest.mark.thorough
def test_the_same_after_an_interrupt_and_after_damage(place: Path, results: Path) -> None:
    folder = place / "interrupted"

    def interrupt(done: int, _total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_experiment(place / "on-test.toml", folder, workers=1, on_progress=interrupt)
    (folder / "models" / f"{slug('jm')}.json").write_text('{"label": "jm"')
    (folder / "by-topic" / "test" / "tfisf.csv.part").write_text("half a")
    seen: list[tuple[int, int]] = []
    report = run_experiment(
        place / "on-test.toml", folder, workers=1, on_progress=lambda *progress: seen.append(progress)
    )
    assert (report.kept, seen) == (2, [(n, 8) for n in range(2, 9)])
    assert contents(folder) == contents(results)


def test_what_changes_is_made_anew_and_what_does_not_is_kept(
    place: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "write_report", lambda *_: None)
    folder = place / "changed"
    for name, data in contents(results).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)

    def kept(text: str) -> int:
        (place / "changed.toml").write_text(text)
        return run_experiment(place / "changed.toml", folder, workers=1).kept

    assert kept(ON_TEST + MODELS) == 8
    assert kept(ON_TEST + MODELS.replace("k1 = [1.0, 2.0]", "k1 = [1.0, 1.5]")) == 7
    assert kept(ON_TEST.replace("[tune]", 'tune_by = "MRR"\n[tune]') + MODELS) == 0
    assert (
        kept(ON_TEST.replace("[tune]", 'tune_by = "MRR"\n[tune]') + MODELS.split('[[models]]\nmodel = "class"')[0]) == 6
    )
    assert {path.stem for path in folder.rglob("*.run")} == {slug(label) for label in LABELS[:6]}
    run = folder / "runs" / "test" / f"{slug('jm')}.run"
    run.write_text(run.read_text().replace(" 1 ", " 2 ", 1))
    assert (
        kept(ON_TEST.replace("[tune]", 'tune_by = "MRR"\n[tune]') + MODELS.split('[[models]]\nmodel = "class"')[0]) == 5
    )


def test_many_combinations_are_searched_one_parameter_after_the_other(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "write_report", lambda *_: None)
    text = ON_TEST.replace("classes", "exhaustive = 8\nclasses").replace('["tfisf", "jm"]', "[]")
    (place / "one.toml").write_text(text + '[[models]]\nmodel = "2s-i"\nlam = [0.1, 0.5, 0.9]\nmu = [1, 10, 100]\n')
    (outcome,) = run_experiment(place / "one.toml", place / "one", workers=1).outcomes
    assert outcome.search == "one parameter after the other"

    def worth(**point: float) -> float:
        return round(mean_average_precision(TRAIN.judged, lambda q: TRAIN.two_stage_inverted(q, weight=0, **point)), 9)

    point = {"lam": 0.4, "mu": 100.0}
    for _ in range(20):
        before = dict(point)
        for name in ("lam", "mu"):
            point[name] = max(GRID[name], key=lambda value, name=name: worth(**{**point, name: value}))  # type: ignore[misc]
        if point == before:
            break
    assert outcome.tuned[0].spec == spec("2s-i", point)


def test_what_cannot_be_run(place: Path, tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="workers: found 0"):
        run_experiment(place / "on-test.toml", tmp_path / "x", workers=0)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(ExperimentError, match="mine: found other files, expected an empty folder or one of results"):
        run_experiment(place / "on-test.toml", tmp_path / "mine", workers=1)
    with pytest.raises(ExperimentError, match=r"letter.txt: found a file, expected a folder"):
        run_experiment(place / "on-test.toml", tmp_path / "mine" / "letter.txt", workers=1)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]
    empty = (place / "test.tsv").read_text().replace("\t1\n", "\t0\n")
    (place / "empty.tsv").write_text(empty)
    (place / "empty.toml").write_text((ON_TEST + MODELS).replace("test.tsv", "empty.tsv"))
    with pytest.raises(ExperimentError, match=r"empty.tsv: found no query with a relevant sentence"):
        run_experiment(place / "empty.toml", tmp_path / "x", workers=1)
    (place / "sums.toml").write_text(
        ON_TEST.replace('["tfisf", "jm"]', "[]") + '[[models]]\nmodel = "3mm"\nlam = [0.8]\ngam = [0.8]\n'
    )
    with pytest.raises(ExperimentError, match="3mm: found no values in its grid that go together"):
        run_experiment(place / "sums.toml", tmp_path / "x", workers=1)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("kept", [1, 3, 14])
def test_what_is_held_out_is_not_tuned_on(place: Path, tmp_path: Path, kept: int) -> None:
    lines = (place / "train.tsv").read_text().splitlines()
    names = [query[0] for query in TRAIN.judged[:kept]]
    shared = ["x" + line for line in lines if line.split("\t")[0] in names]  # other ids, the same questions
    (place / "more.tsv").write_text("\n".join([*(place / "test.tsv").read_text().splitlines(), *shared]) + "\n")
    (place / "more.toml").write_text(ON_TEST.replace("test.tsv", "more.tsv") + MODELS)
    with pytest.raises(ExperimentError) as caught:
        run_experiment(place / "more.toml", tmp_path / "x", workers=1)
    found = f"{kept} of {len(TEST.judged) + kept} queries that {place / 'train.tsv'} has too, such as xQ0"
    assert str(caught.value) == f"{place / 'more.tsv'}: found {found}; expected others, or `folds`"
    assert not (tmp_path / "x").exists()


def test_the_same_words_about_another_document_are_another_question(place: Path, tmp_path: Path) -> None:
    text = (place / "train.tsv").read_text().splitlines()
    first = next(line.split("\t")[1] for line in text[1:])
    other = (place / "test.tsv").read_text().splitlines()
    own = next(line.split("\t")[1] for line in other[1:])
    (place / "words.tsv").write_text("\n".join(line.replace(f"\t{own}\t", f"\t{first}\t") for line in other) + "\n")
    (place / "words.toml").write_text(ON_TEST.replace("test.tsv", "words.tsv") + MODELS)
    assert run_experiment(place / "words.toml", tmp_path / "x", workers=1).folder == tmp_path / "x"


def test_more_folds_than_topics(place: Path) -> None:
    many = IN_FOLDS.replace("folds = 2", "folds = 1000")
    (place / "many.toml").write_text(many + '[[models]]\nspec = "tfisf"\n')
    with pytest.raises(ExperimentError) as caught:
        run_experiment(place / "many.toml", place / "many", workers=1)
    found = f"folds: found 1000, expected at most {len(TRAIN.judged)}, the parts of train"
    assert str(caught.value) == f"{place / 'many.toml'}: {found}"
