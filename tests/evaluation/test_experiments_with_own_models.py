"""Experiments with models of other packages and files of topics: results are kept as long as both are the same."""

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest
from tiny_experiment import WORDS, Tiny

from tweetctx.errors import ParameterError, TopicModelError
from tweetctx.evaluation.experiments import runner
from tweetctx.evaluation.experiments.runner import run_experiment
from tweetctx.scoring.topics import TopicModel, write_topics

MODEL = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Longest:
    def __str__(self):
        return "longest"

    def score(self, query, pool):
        return pool.sentences.lengths * 1.0
"""


@pytest.mark.thorough
@pytest.mark.parametrize("package", [False, True])
def test_a_model_is_measured_anew_when_its_code_changes(
    package: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, other = tmp_path / "longest.py", tmp_path / "longest" / "other.py"
    if package:
        other.parent.mkdir()
        module = other.with_name("__init__.py")
        other.write_text("")
    module.write_text(MODEL)
    metadata = tmp_path / "longest-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: longest\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[tweetctx.scorers]\nlongest = longest:Longest\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(runner, "write_report", lambda *_: None)
    Tiny(1).write(tmp_path / "tiny.tsv")
    models = '[[models]]\nspec = "longest"\n[[models]]\nspec = "tfisf"\n'
    (tmp_path / "own.toml").write_text(f'folds = 2\n[tune]\npath = "tiny.tsv"\n{models}')

    def kept_and_value() -> tuple[int, float]:
        for name in [name for name in sys.modules if name.partition(".")[0] == "longest"]:
            monkeypatch.delitem(sys.modules, name)
        importlib.invalidate_caches()
        report = run_experiment(tmp_path / "own.toml", tmp_path / "results", workers=1)
        return report.kept, report.outcomes[0].tuned[0].value

    kept, value = kept_and_value()
    assert kept == 0
    assert kept_and_value() == (2, value)
    module.write_text(MODEL.replace("lengths * 1.0", "lengths * -1.0"))
    kept, changed = kept_and_value()
    assert kept == 1
    assert changed != value
    if package:
        other.write_text("# a comment\n")
        assert kept_and_value() == (1, changed)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "table",
    [
        'spec = "lbdm(lam=0, topics={})"',
        'model = "lbdm"\nlam = 0.1\nmu = [1, 10]\ntopics = "{}"',
        'spec = "trlm(topics={})"',
    ],
)
def test_topics_of_a_file_are_part_of_the_model(table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "write_report", lambda *_: None)
    file = tmp_path / "t.topics"
    Tiny(1).write(tmp_path / "tiny.tsv")
    models = f'[[models]]\n{table.format(file)}\n[[models]]\nspec = "tfisf"\n'
    (tmp_path / "own.toml").write_text(f'folds = 2\n[tune]\npath = "tiny.tsv"\n{models}')

    def kept(seed: int, analyzer: str) -> int:
        parameters = np.random.default_rng(seed).gamma(0.5, 8.0, (len(WORDS), 4)).astype(np.float32) + np.float32(0.01)
        write_topics(TopicModel(WORDS, parameters, 0.4, {"analyzer": analyzer}), file)
        return run_experiment(tmp_path / "own.toml", tmp_path / "results", workers=1).kept

    assert [kept(seed, "plain") for seed in (1, 1, 2, 2)] == [0, 2, 1, 2]
    with pytest.raises(ParameterError, match=f"^{file}: found terms of the analyzer english, expected those of the"):
        kept(2, "english")
    file.unlink()
    with pytest.raises(TopicModelError, match=f"^{file}: expected a file of topics"):
        run_experiment(tmp_path / "own.toml", tmp_path / "results", workers=1)
