"""Boosted trees by hand, and the file they are kept in."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from tweetctx.arrays.trees import MOST_LEAVES, Trees
from tweetctx.errors import LinkerError
from tweetctx.linking.columns import FEATURES
from tweetctx.linking.model import HAND_WEIGHTS, LinkModel, Stage, default_model, probabilities_of, read_model
from tweetctx.linking.scored import ScoredMentions
from tweetctx.training.linker import fit_platt, trees_of

# x0 <= 1 ? (x1 <= 5 ? 0.5 : -1) : 2, and a tree that is a leaf.
NESTED: list[dict[str, Any]] = [
    {
        "split_feature": 0,
        "threshold": 1.0,
        "left_child": {
            "split_feature": 1,
            "threshold": 5.0,
            "left_child": {"leaf_value": 0.5},
            "right_child": {"leaf_value": -1.0},
        },
        "right_child": {"leaf_value": 2.0},
    },
    {"leaf_value": 0.25},
]
ROWS = np.array([[1, 5], [1, 6], [2, 0]], np.float32)


NO_STAGES = json.dumps({"features": list(FEATURES), "first": {"calibration": {"slope": "x"}, "trees": {}}})


def trees() -> Trees:
    return trees_of(NESTED)


def looked_at(logit: float) -> ScoredMentions:
    """ROWS with a logit of the first score and zeros for other features."""
    rows = np.zeros((len(ROWS), len(FEATURES)), np.float32)
    rows[:, :2] = ROWS
    rows[:, [*FEATURES].index("first_score")] = logit
    return scored_rows(rows)


def scored_rows(rows: NDArray[np.float32], starts: Sequence[int] = (0, 5, 10)) -> ScoredMentions:
    """Candidates with these features, each of a mention of its own, four characters long, that names an article."""
    own = np.arange(len(rows))
    candidates = SimpleNamespace(mentions=own, articles=own)
    mentions = SimpleNamespace(starts=np.array(starts), ends=np.array(starts) + 4)
    return cast(ScoredMentions, SimpleNamespace(features=rows, candidates=candidates, mentions=mentions))


def test_weights_set_by_hand_need_no_trees() -> None:
    assert HAND_WEIGHTS.judge(looked_at(0.0))[1].tolist() == [0.5] * len(ROWS)


def test_each_row_falls_into_its_leaves() -> None:
    assert trees().logits(ROWS).tolist() == [0.5 + 0.25, -1.0 + 0.25, 2.0 + 0.25]


def test_the_leaves_of_random_trees_are_those_of_a_walk() -> None:
    rng = np.random.default_rng(5)
    grown = trees_of([_random_tree(rng, int(leaves)) for leaves in rng.integers(1, MOST_LEAVES + 1, 20)])
    rows = rng.integers(0, 6, (30, 4)).astype(np.float32)  # as whole as the thresholds
    rows[0, 0] = np.nan
    for row, logit in zip(rows, grown.logits(rows), strict=True):
        total = 0.0
        for root in grown.roots.tolist():
            node = root
            while node >= 0:
                side = grown.left if row[grown.feature[node]] <= grown.threshold[node] else grown.right
                node = int(side[node])
            total += float(grown.value[-1 - node])
        assert logit == total
    too_many = trees_of([_random_tree(rng, MOST_LEAVES + 1)])
    with pytest.raises(ValueError, match=f"a tree of {MOST_LEAVES + 1} leaves, expected at most {MOST_LEAVES}"):
        too_many.logits(rows)
    with pytest.raises(ValueError, match=f"a tree of {MOST_LEAVES + 1} leaves, expected at most {MOST_LEAVES}"):
        too_many.check(4)


def _random_tree(rng: np.random.Generator, leaves: int) -> dict[str, Any]:
    if leaves == 1:
        return {"leaf_value": float(rng.random())}
    left = int(rng.integers(1, leaves))
    return {
        "split_feature": int(rng.integers(0, 4)),
        "threshold": float(rng.integers(0, 6)),
        "left_child": _random_tree(rng, left),
        "right_child": _random_tree(rng, leaves - left),
    }


def test_contributions_are_changes_of_the_mean() -> None:
    # Means: below x1 (0.5 − 1) / 2 = −0.25; at the root (−0.25 + 2) / 2 = 0.875.
    assert trees().contributions(ROWS[0]).tolist() == [-0.25 - 0.875, 0.5 + 0.25]
    assert trees().contributions(ROWS[2]).tolist() == [2.0 - 0.875, 0.0]


def test_a_model_comes_back_from_its_file(tmp_path: Path) -> None:
    model = LinkModel(Stage(trees(), 0.5, -0.25))
    model.write(tmp_path / "m.json", {"seed": 3})
    read = read_model(tmp_path / "m.json")
    expected = [1 / (1 + math.exp(-(0.5 * (logit + 3.0) - 0.25))) for logit in (0.75, -0.75, 2.25)]
    assert read.judge(looked_at(3.0))[1].tolist() == pytest.approx(expected)
    assert json.loads((tmp_path / "m.json").read_text("utf-8"))["made"] == {"seed": 3}


def test_the_model_that_comes_along_is_small_and_knows_the_features() -> None:
    made = default_model()
    assert max(made.first.trees.feature.max(), made.second.trees.feature.max()) < len(FEATURES)
    root = Path(__file__).parents[2]
    assert (root / "models" / "linker.json").stat().st_size <= 1_000_000


def test_other_features_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    LinkModel(Stage(trees())).write(path, {})
    content = json.loads(path.read_text("utf-8"))
    content["features"][0] = "luck"
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(LinkerError, match=r"m\.json: found other features .*: luck, prior"):
        read_model(path)


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("left", [0, -1], "a node below itself, or one in two places"),
        ("right", [1, 1], "a node below itself, or one in two places"),
        ("left", [2, -1], "a root or child outside -4 to 1"),
        ("right", [-5, -2], "a root or child outside -4 to 1"),
        ("roots", [2], "a root or child outside -4 to 1"),
        ("feature", [0, len(FEATURES)], f"a feature outside 0 to {len(FEATURES) - 1}"),
        ("feature", [0, -1], f"a feature outside 0 to {len(FEATURES) - 1}"),
        ("feature", [0, 70_000], ""),
        ("feature", [0], "lists of nodes that differ in length"),
        ("value", [0.5, -1.0, math.nan], "a threshold or value that is not finite"),
    ],
)
def test_damaged_trees_are_refused(tmp_path: Path, name: str, value: list[float], found: str) -> None:
    path = tmp_path / "m.json"
    LinkModel(Stage(trees())).write(path, {})
    content = json.loads(path.read_text("utf-8"))
    content["first"]["trees"][name] = value
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(LinkerError, match=rf"m\.json: found no model of a linker \({found}"):
        read_model(path)


def test_a_model_is_replaced_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.json"
    LinkModel(Stage(trees())).write(path, {})
    before = path.read_bytes()

    def full(self: Path, content: bytes) -> None:
        self.write_text(content[:10].decode("utf-8"), "utf-8")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        LinkModel(Stage(trees())).write(path, {"seed": 3})
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize(
    "content", ["", "{}", "[1]", '{"features": 5}', '{"features": [["prior"]]}', '{"features": [1]}', NO_STAGES]
)
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "m.json"
    path.write_text(content, "utf-8")
    with pytest.raises(LinkerError, match=r"m\.json: found no model of a linker"):
        read_model(path)
    with pytest.raises(LinkerError, match="cannot be read"):
        read_model(tmp_path / "none.json")


@pytest.mark.filterwarnings("error")
def test_platt_of_logits_that_tell_all_apart_warns_of_nothing() -> None:
    slope, _ = fit_platt(np.array([-800.0, -900.0, 2.0, 3.0]), np.array([False, False, True, True]))
    assert 0 < slope < 100
    assert probabilities_of(np.array([-2000.0, 0.0, 2000.0])).tolist() == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(("slope", "intercept"), [(0.05, 0.0), (0.3, 2.0), (0.7, -10.0), (1.0, 8.0), (3.0, 0.0)])
def test_platt_converges_wherever_the_logits_lie(slope: float, intercept: float) -> None:
    random = np.random.default_rng(0)
    for spread in (0.5, 5.0, 30.0):
        logits = random.normal(-intercept / slope, spread, 400)
        labels = random.random(400) < probabilities_of(slope * logits + intercept)
        found = fit_platt(logits, labels)
        residuals = labels - probabilities_of(found[0] * logits + found[1])
        assert abs(residuals.sum()) < 1e-4
        assert abs(residuals @ logits) < 1e-3


def test_platt_finds_the_rates_of_two_logits() -> None:
    logits = np.array([1.0] * 10 + [-1.0] * 10)
    labels = np.array([1] * 8 + [0] * 2 + [1] * 1 + [0] * 9, np.bool_)
    slope, intercept = fit_platt(logits, labels)
    assert 1 / (1 + math.exp(-(slope + intercept))) == pytest.approx(0.8)
    assert 1 / (1 + math.exp(-(-slope + intercept))) == pytest.approx(0.1)
