"""An experiment's file: what it says by default, and every way in which it can be wrong, in one line each."""

import json
from pathlib import Path

import pytest
import typer
from tiny_experiment import Tiny
from typer.testing import CliRunner

from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments import read_experiment
from tweetctx.evaluation.experiments.configuration import find_experiment
from tweetctx.evaluation.experiments.questions import QuestionTask
from tweetctx.evaluation.experiments.search import Split
from tweetctx.interfaces.commands.experiment import experiment

APP = typer.Typer()
APP.command()(experiment)

GOOD = """\
folds = 2
[tune]
path = "a.tsv"
[[models]]
model = "jm"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.tsv", "b.tsv"):
        Tiny(1).write(tmp_path / name)
    return tmp_path


def write(folder: Path, text: str) -> Path:
    path = folder / "file.toml"
    path.write_text(text)
    return path


def test_defaults(folder: Path) -> None:
    found = read_experiment(write(folder, GOOD))
    assert (found.name, found.split, found.exhaustive) == ("file", Split(2, None, grouped=False), 20_000)
    assert isinstance(found.task, QuestionTask)
    assert (found.task.names, found.task.tune_by, found.task.analyzer) == (("a",), "MAP", "plain")
    assert (found.task.classes, len(found.task.collections[0].queries)) == (500, 9)
    assert found.baselines == ()
    assert [family.label for family in found.families] == ["jm"]


@pytest.mark.parametrize(
    ("model", "start"),
    [
        ('model = "3mm"', {"lam": 0.4, "gam": 0.4}),  # the defaults
        ('model = "3mm"\nlam = [0.7, 0.8]\ngam = [0.2, 0.3]', {"lam": 0.7, "gam": 0.3}),  # nearest to them
        ('model = "3mm"\nlam = 0.8', {"gam": 0.2}),  # 0.4 is too much
        ('model = "3mm"\nlam = [0.9, 0.8]\ngam = [0.1, 0.2]', {"lam": 0.8, "gam": 0.2}),
    ],
)
def test_a_search_starts_in_the_grid(folder: Path, model: str, start: dict[str, float]) -> None:
    (family,) = read_experiment(write(folder, GOOD.replace('model = "jm"', model))).families
    assert family.start == start


def test_a_search_may_start_in_the_middle(folder: Path) -> None:
    text = 'start = "middle"\n' + GOOD.replace('model = "jm"', 'model = "4mm"')
    (family,) = read_experiment(write(folder, text)).families
    assert sum(family.start.values()) <= 1.0  # 0.4 of each, the middle, would be too much
    assert all(family.start[name] in values for name, values in family.grid.items())


def test_ablations_go_with_all_that_may_be_chosen(folder: Path) -> None:
    grid = 'model = "3mm"\nlam = [0.1, 0.2]\ngam = [0.1, 0.2]\n[ablation]\n'
    found = read_experiment(write(folder, GOOD.replace('model = "jm"', grid + '"high" = { lam = 0.7 }')))
    assert [family.label for family in found.families] == ["3mm", "high"]
    with pytest.raises(ExperimentError, match=r"ablation\.high: 3mm: lam\+gam: found lam=0.9, gam=0.2"):
        read_experiment(write(folder, GOOD.replace('model = "jm"', grid + '"high" = { lam = 0.9 }')))


def test_several_models_have_ablations(folder: Path) -> None:
    text = GOOD + '[[models]]\nmodel = "3mm"\n[ablation]\n"none" = { lam = 0 }\n'
    found = read_experiment(write(folder, text))
    assert [family.label for family in found.families] == ["jm", "jm: none", "3mm", "3mm: none"]


def test_paths_may_have_variables(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_DATA", str(folder))
    for path in ("$SOME_DATA/b.tsv", "${SOME_DATA}/b.tsv", "../" + folder.name + "/b.tsv"):
        found = read_experiment(write(folder, GOOD.replace("a.tsv", path)))
        assert found.task.names == ("b",)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("folds = 2", "folds = ", "found broken TOML (Invalid value (at line 1, column 9)), expected an experiment"),
        ("folds = 2", "fold = 2", "found the unknown key 'fold', expected one of name, tune, "),
        ("folds = 2", "folds = 1", "folds: found 1, expected a number from 2"),
        ("folds = 2", "folds = true", "folds: found True, expected a valid integer"),
        ("folds = 2", "", "folds: found neither folds nor test, expected [[test]] collections"),
        ("[[models]]", '[[test]]\npath = "b.tsv"\n[[models]]', "folds: found both folds and test, expected [[test]]"),
        ("folds = 2", 'folds = 2\ntune_by = "AP"', "tune_by: found 'AP', expected 'MAP', 'R-Prec', 'P@10' or 'MRR'"),
        ("folds = 2", 'folds = 2\nanalyzer = "x"', "analyzer: found 'x', expected 'english', 'plain' or 'dcu'"),
        ("folds = 2", "folds = 2\nseed = -1", "seed: found -1, expected a number from 0"),
        ("folds = 2", "folds = 2\nclasses = 0", "classes: found 0, expected a file or a whole number from 1"),
        (
            "folds = 2",
            'folds = 2\nclasses = "no.tsv"',
            "classes: found nothing at {}/no.tsv, expected a file or folder",
        ),
        ("folds = 2", "folds = 2\nexhaustive = 0.5", "exhaustive: found 0.5, expected a valid integer"),
        ("folds = 2", 'folds = 2\nname = "a/b"', "name: found 'a/b', expected letters, digits, - _ and ."),
        ("folds = 2", 'folds = 2\nbaselines = "jm"', "baselines: found 'jm', expected a valid list"),
        ("folds = 2", 'folds = 2\nbaselines = ["dir"]', "baselines: found 'dir', expected one of the models: jm"),
        ("folds = 2", 'tune = "a.tsv"\nfolds = 2\n[x]', "found broken TOML"),
        ("[tune]", "[tuned]", "found the unknown key 'tuned', expected one of name, "),
        ('path = "a.tsv"', "", "tune.path: found nothing, expected a value"),
        ('path = "a.tsv"', 'path = " "', "tune.path: found ' ', expected a path"),
        ("a.tsv", "no.tsv", "tune.path: found nothing at {}/no.tsv, expected a file or folder"),
        ("a.tsv", "$NO_SUCH/a.tsv", "tune.path: found $NO_SUCH, which is not set, expected the environment to have it"),
        (
            '"a.tsv"',
            '"a.tsv"\nformat = "x"',
            "tune.format: found 'x', expected 'wikiqa', 'selqa', ",
        ),
        ('"a.tsv"', '"a.tsv"\nfield = "x"', "tune.field: found 'x', expected 'title', 'desc' or 'narr'"),
        (
            '"a.tsv"',
            '"a.tsv"\nfield = "title"',
            "tune.field: found 'title' for {}/a.tsv, expected it for a folder",
        ),
        ('"a.tsv"', '"a.tsv"\nqrels = "b.tsv"', "tune.qrels: found '{}/b.tsv' for {}/a.tsv, expected it for a folder"),
        ("folds = 2", 'seed = 1\n[[test]]\npath = "b.tsv"', "seed: found it without folds, expected it with them al"),
        ("folds = 2", 'grouped = true\n[[test]]\npath = "b.tsv"', "grouped: found it without folds, expected it wit"),
        ('"a.tsv"', '"a.tsv"\nqrels = "x"', "tune.qrels: found nothing at {}/x, expected a file or folder"),
        ('"a.tsv"', '"a.tsv"\npaht = "x"', "tune: found the unknown key 'paht', expected one of path, "),
        ("[[models]]", "[models]", "models: found {'model': 'jm'}, expected a valid list"),
        ('[[models]]\nmodel = "jm"', "", "models: found nothing, expected a value"),
        ('model = "jm"', "", "models[1]: found nothing, expected one of model and spec"),
        ('model = "jm"', 'model = "jm"\nspec = "jm"', "models[1]: found model, spec, expected one of model and spec"),
        ('model = "jm"', 'spec = "jm"\nlam = 1', "models[1]: found spec, lam, expected spec alone"),
        ('model = "jm"', 'spec = "jm(lam=2)"', "models[1].spec: jm: lam: found 2, expected a number from 0 to 1"),
        ('model = "jm"', 'model = "jn"', "models[1].model: scorer: found 'jn', expected one of jm, dir, 3mm, "),
        ('model = "jm"', "model = 3", "models[1].model: found 3, expected a model's name"),
        ('model = "jm"', 'model = "jm(lam=1)"', "models[1].model: found 'jm(lam=1)', expected a model's name"),
        ('model = "jm"', 'model = "dcu-185"', "models[1].model: found 'dcu-185', expected a model's name"),
        ('model = "jm"', 'model = "selqa-jm"', "models[1].model: found 'selqa-jm', expected a model's name"),
        ('"jm"', '"jm"\nmu = 3', "models[1].mu: found a parameter that jm does not have, expected one of lam, "),
        ('"jm"', '"jm"\nlam = 2', "models[1].lam: found 2, expected a number from 0 to 1"),
        ('"jm"', '"jm"\nlam = [0.1, "x"]', "models[1].lam: found 'x', expected a number from 0 to 1"),
        ('"jm"', '"jm"\nlam = [0.1, 0.1]', "models[1].lam: found [0.1, 0.1], expected different values"),
        ('"jm"', '"jm"\nlam = []', "models[1].lam: found [], expected different values, at least one"),
        ('"jm"', '"jm"\nprior = "x"', "models[1].prior: found 'x', expected one of uniform, importance, length"),
        ('"jm"', '"jm"\nprior = []', "models[1].prior: found [], expected different values, at least one"),
        ('"jm"', '"2s"\nwindow = "grid"', "models[1].window: found 'grid', expected values; lam, gam, "),
        ('"jm"', '"jm"\n[[models]]\nmodel = "jm"', "models: found jm twice, expected it once"),
        (
            'model = "jm"',
            'model = "default"',
            "models: found default, which links tweets, expected sentence models",
        ),
        ('model = "jm"', 'spec = "default(share=0.3)"', "models: found default("),
        ("[tune]", "[grid]\nx = [1]\n[tune]", "grid.x: found a parameter without a grid, expected one of lam, gam, "),
        ("[tune]", "[grid]\nlam = 3\n[tune]", "grid.lam: found 3, expected a valid list"),
        ("[tune]", "[grid]\nlam = [nan]\n[tune]", "grid.lam[1]: found nan, expected a finite number"),
        ("[tune]", "[grid]\nlam = [3]\n[tune]", "models[1].lam: found 3, expected a number from 0 to 1"),
        ("[tune]", "[x]\nlam = 2\n[tune]", "found the unknown key 'x', expected one of name, tune, "),
    ],
)
def test_broken_files(folder: Path, old: str, new: str, message: str) -> None:
    path = write(folder, GOOD.replace(old, new))
    with pytest.raises(ExperimentError) as error:
        read_experiment(path)
    text = str(error.value)
    assert text.startswith(f"{path}: {message.replace('{}', str(folder))}")
    assert "\n" not in text


def test_files_that_are_none(folder: Path) -> None:
    with pytest.raises(ExperimentError, match=r"no.toml: expected a file of TOML \(No such file or directory\)"):
        read_experiment(folder / "no.toml")
    with pytest.raises(
        ExperimentError, match=r"^wikisa: found no such file .* contexts, multirc, multirc-topics, papers"
    ):
        read_experiment("wikisa")
    (folder / "latin.toml").write_bytes(b'name = "\xe9"')
    with pytest.raises(ExperimentError, match=r"latin.toml: found broken TOML"):
        read_experiment(folder / "latin.toml")
    text = GOOD.replace("folds = 2", "") + '[[test]]\npath = "b.tsv"\n[[test]]\npath = "b.tsv"\n'
    with pytest.raises(ExperimentError, match=r"test.name: found a, b, b for \[tune\] and \[\[test\]\], expected diff"):
        read_experiment(write(folder, text))


@pytest.mark.parametrize("baseline", ["bm25", "bm25(b=0)", "bm25(k1=1.2, b=0, k3=0)"])
def test_a_baseline_goes_by_its_spec_too(baseline: str, folder: Path) -> None:
    text = f'baselines = ["{baseline}", "jm"]\n{GOOD}[[models]]\nspec = "bm25"\n'
    assert read_experiment(write(folder, text)).baselines == ("bm25(k1=1.2, b=0, k3=0)", "jm")


def test_the_same_name_in_two_folders(folder: Path) -> None:
    # Files and checksums go by the name: one of the two would have the classes and topics of the other.
    (folder / "other").mkdir()
    Tiny(2).write(folder / "other" / "a.tsv")
    text = GOOD.replace("folds = 2", "") + '[[test]]\npath = "other/a.tsv"\n'
    with pytest.raises(ExperimentError, match=r"test.name: found a, a for \[tune\] and"):
        read_experiment(write(folder, text))
    assert read_experiment(write(folder, text + 'name = "b"\n')).task.names == ("a", "b")


def test_the_files_that_come_with_the_project_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sentences").mkdir()
    for name in ("WikiQA-train.tsv", "WikiQA-dev.tsv"):
        Tiny(1).write(tmp_path / "sentences" / name)
    selqa = {"question": "q", "article": "A", "section": "S", "candidates": ["a", "b"], "answers": [0]}
    (tmp_path / "sentences" / "selqa-dev.json").write_text(json.dumps([selqa]))
    asked = {"question": "q", "idx": "0", "sentences_used": [0]}
    paragraph = {"text": "<b>Sent 1: </b>a<br><b>Sent 2: </b>b<br>", "questions": [asked]}
    (tmp_path / "sentences" / "multirc-train.json").write_text(
        json.dumps({"data": [{"id": "p", "paragraph": paragraph}]})
    )
    for year in ("2002", "2003", "2004"):
        (tmp_path / year).mkdir()
        (tmp_path / year / "topics").write_text("<top><num>Number: N1<title>t</top>")
        (tmp_path / year / "N1.docs").write_text('<s docid="D1" num="1">a b</s>')
        (tmp_path / year / "qrels").write_text("N1 D1:1\n")
    monkeypatch.setenv("TWEETCTX_DATA", str(tmp_path))
    monkeypatch.setenv("TREC_NOVELTY", str(tmp_path))
    models = Path(__file__).parents[2] / "models"
    for name in ("wikiqa", "selqa", "multirc", "papers"):
        found = read_experiment(models / f"{name}.toml")
        assert len(found.families) > 40
        assert len(found.baselines) == 3
        if name != "papers":
            topics = read_experiment(models / f"{name}-topics.toml")
            assert [family.label for family in topics.families if "trlm" in family.label or "lbdm" in family.label]
            assert topics.baselines == ("dir", "trlm(lam=0.4)")
    (tmp_path / "tweets").mkdir()
    for name in ("tweeki-dev.jsonl", "tweeki-dev.refs.jsonl"):
        (tmp_path / "tweets" / name).touch()
    monkeypatch.setenv("TWEETCTX_INDEX", str(tmp_path))
    found = read_experiment(models / "contexts.toml")
    assert found.task.names == ("tweeki-dev",)
    assert next(family.label for family in found.families if family.grid) == found.baselines[0]


def test_an_experiment_goes_by_its_name() -> None:
    assert find_experiment("wikiqa") == Path(__file__).parents[2] / "models" / "wikiqa.toml"
    assert find_experiment("some/wikiqa") == Path("some/wikiqa")


def test_a_file_comes_before_a_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "wikiqa").write_text(GOOD)
    assert read_experiment("wikiqa").name == "wikiqa"
    assert read_experiment("wikiqa").task.names == ("a",)


def test_the_command(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(folder, GOOD)
    result = CliRunner().invoke(APP, [str(path), "-o", str(folder / "out"), "--workers", "1"])
    assert result.exit_code == 0, result.output
    first, second = result.stdout.splitlines()
    assert first == f"{folder / 'out'}: 1 model"
    assert second.startswith("a: best MAP 0.")
    assert second.endswith(", jm")
    assert result.stderr == ""
    monkeypatch.chdir(folder)
    again = CliRunner().invoke(APP, [str(path), "-o", str(folder / "out"), "--quiet"])
    assert again.stdout.splitlines()[0] == f"{folder / 'out'}: 1 model, 1 of them kept"
    broken = CliRunner().invoke(APP, [str(folder / "no.toml")])
    assert isinstance(broken.exception, ExperimentError)
    assert not (folder / "no-results").exists()


def test_an_interrupt_says_how_to_go_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tweetctx.evaluation.experiments as library
    from tweetctx.interfaces.commands import shared

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(library, "run_experiment", interrupt)
    result = CliRunner().invoke(APP, [str(write(folder, GOOD))])
    assert result.exit_code == 130
    assert shared.interrupt_hint == "the same command completes it"  # `tweetctx.interfaces.commands.cli` says it
