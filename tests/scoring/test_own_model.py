"""The model on the page docs/own-model.md works in Python, on the command line and in experiments."""

import math
import sys
from pathlib import Path

import numpy as np
import pytest
import regex

from tweetctx import Contextualizer, parse_scorer
from tweetctx.errors import ScorerError
from tweetctx.interfaces.presentation import explanation_text
from tweetctx.scoring import Pool

PAGE = Path(__file__).parents[2] / "docs" / "own-model.md"
BROKEN = """broken = math:pi
nowhere = nowhere:Model
lacking = math:Model
raising = raising:Plain
plain = plain:Plain
"""
DOCUMENTS = [[["a", "b"], ["b"], []], [["a", "c"]], [["c"]]]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lays the page's module beside tweetctx as a package manager would."""
    (code,) = regex.findall(r"```python\n# overlap.py\n(.*?)```", PAGE.read_text("utf-8"), regex.DOTALL)
    (entry,) = regex.findall(
        r"```toml\n\[project.entry-points.\"([\w.]+)\"\]\noverlap = \"(.*?)\"\n```", PAGE.read_text()
    )
    assert len(code.strip().splitlines()) <= 20
    (tmp_path / "overlap.py").write_text(code)
    metadata = tmp_path / "overlap-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: overlap\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{entry[0]}]\noverlap = {entry[1]}\n" + BROKEN)
    (tmp_path / "raising.py").write_text("class Plain:\n    def score(self, query, pool): ...\n\n1 / 0\n")
    (tmp_path / "plain.py").write_text("class Plain:\n    def score(self, query, pool): ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "overlap", raising=False)


@pytest.mark.usefixtures("installed")
def test_it_scores_by_hand_and_is_its_text() -> None:
    scorer = parse_scorer("overlap(power=2)")
    assert str(scorer) == "overlap(power=2)"
    assert parse_scorer(str(scorer)) == scorer
    scores = scorer.score(["a", "b", "zz"], Pool.from_documents(DOCUMENTS))
    a, b = math.log(3 / 2) ** 2, math.log(3 / 1) ** 2
    assert scores.tolist() == pytest.approx([a + b, b, 0, a, 0])


@pytest.mark.usefixtures("installed")
def test_it_makes_contexts(demo_index: Path) -> None:
    contextualizer = Contextualizer.open(demo_index, "overlap")
    tweet = "The funeral of #WhitneyHouston in Newark"
    assert contextualizer.contextualize(tweet).sentences
    assert np.isfinite([sentence.score for sentence in contextualizer.contextualize(tweet).sentences]).all()
    explanation = contextualizer.explain(tweet)
    assert explanation.scores[0] == ()
    lines = explanation_text(explanation).splitlines()
    first = lines.index("chosen, in the order of reading") + 1
    shown = lines[first : first + len(explanation.scores)]
    assert all(f"] {one.text}" in line for line, one in zip(shown, explanation.context.sentences, strict=True))


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("overlap(power=-1)", "overlap: power: found -1, expected a number from 0"),
        ("overlap(lam=1)", "overlap: found the parameter 'lam', expected one of power"),
        ("broken", "scorer: found math:pi, expected a dataclass with a method `score`"),
        ("plain", "scorer: found plain:Plain, expected a dataclass with a method `score`"),
        ("nowhere", "scorer: found nowhere:Model, which cannot be loaded (ModuleNotFoundError: No module named"),
        ("lacking", "scorer: found math:Model, which cannot be loaded (AttributeError: "),
        ("raising", "scorer: found raising:Plain, which cannot be loaded (ZeroDivisionError: division by zero)"),
    ],
)
def test_errors(spec: str, message: str) -> None:
    with pytest.raises(ScorerError) as caught:
        parse_scorer(spec)
    assert str(caught.value).startswith(message)


@pytest.mark.usefixtures("installed")
def test_it_is_among_the_choices() -> None:
    with pytest.raises(ScorerError, match=r"^scorer: found 'overlapp', expected .*\boverlap\b"):
        parse_scorer("overlapp")
