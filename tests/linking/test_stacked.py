"""What a candidate is told about the others of its tweet, by hand."""

import math
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from tweetctx.arrays.trees import Trees
from tweetctx.linking.columns import FEATURES, STACKED, Column
from tweetctx.linking.model import LinkModel, Stage, stacked
from tweetctx.linking.scored import ScoredMentions
from tweetctx.training.linker import trees_of

# `Bank of America and NBC`: the mentions Bank of America, America and NBC, and the articles that they may name.
BANK, COUNTRY, CONTINENT, NETWORK = range(4)
ARTICLES = [BANK, COUNTRY, CONTINENT, NETWORK, BANK]
MENTIONS = [0, 1, 1, 2, 1]  # America may name the bank, too
SPANS = [(0, 15), (8, 15), (20, 23)]
LOGITS = [1.0, 2.0, -1.0, 3.0, -2.0]


def likely(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def tweet() -> ScoredMentions:
    features = np.zeros((len(ARTICLES), len(FEATURES)), np.float32)
    features[:, Column.first_score] = LOGITS
    candidates = SimpleNamespace(mentions=np.array(MENTIONS), articles=np.array(ARTICLES))
    starts, ends = np.array(SPANS).T
    mentions = SimpleNamespace(starts=starts, ends=ends)
    return cast(ScoredMentions, SimpleNamespace(features=features, candidates=candidates, mentions=mentions))


def told(row: int) -> dict[str, float]:
    """The columns of a candidate that are not as if nothing were there."""
    rows = stacked(tweet(), np.array(LOGITS))
    return {
        name: round(float(rows[row, Column[name]]), 4) for name in STACKED if rows[row, Column[name]] not in (-12, 0)
    }


def test_a_long_name_is_told_what_lies_inside_it() -> None:
    inside = likely(2.0) + likely(-1.0) + likely(-2.0)
    assert told(0) == {
        "stacked_logit": 1.0,
        "stacked_inside": 2.0,
        "stacked_inside_same": -2.0,
        "stacked_mass": round(likely(1.0), 4),
        "stacked_mass_inside": round(inside, 4),
    }


def test_a_short_name_is_told_of_its_rivals_and_what_lies_around_it() -> None:
    own = likely(2.0) + likely(-1.0) + likely(-2.0)
    assert told(2) == {
        "stacked_logit": -1.0,
        "stacked_rival": 2.0,
        "stacked_around": 1.0,
        "stacked_mass": round(own, 4),
        "stacked_mass_around": round(likely(1.0), 4),
    }
    assert told(4)["stacked_around_same"] == 1.0


def test_the_second_stage_adds_to_likely_candidates_alone() -> None:
    # One tree: 1 for candidates with a rival of at least even odds, else -1.
    stump = {
        "split_feature": int(Column.stacked_rival),
        "threshold": 0.0,
        "left_child": {"leaf_value": -1.0},
        "right_child": {"leaf_value": 1.0},
    }
    model = LinkModel(Stage(Trees.none(), 1.0, -3.0), Stage(trees_of([stump]), 2.0, 0.5))
    logits = [1.0 - 3.0, 2.0 - 3.0, -1.0 - 3.0, 3.0 - 3.0, -2.0 - 3.0]
    expected = [2 * (logit - 1.0) + 0.5 for logit in logits[:4]] + [logits[4]]  # the last is below one in a hundred
    # numpy's exp is not that of every processor in the last digit.
    assert model.judge(tweet())[1].tolist() == pytest.approx([*map(likely, expected)], rel=1e-12, abs=0)
