"""The learned model of a linker: two stages of boosted trees over the features of a candidate, in one file."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays import trees
from tweetctx.arrays.trees import Trees
from tweetctx.arrays.types import Bools, Floats
from tweetctx.errors import LinkerError
from tweetctx.linking.columns import FEATURES, Column
from tweetctx.linking.features import Matrix, first_scores
from tweetctx.linking.scored import ScoredMentions
from tweetctx.runtime.bundled import MODELS
from tweetctx.runtime.compiled import late

_kernels: Final = late("tweetctx.linking.stacked_kernels")
LEAST_STACKED: Final = 0.01  # the probability by the first stage from which the second looks at a candidate


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """Trees that add to a logit, and the calibration of the sum (Platt 1999), fitted on predictions out of fold."""

    trees: Trees
    slope: float = 1.0
    intercept: float = 0.0

    def logits(self, rows: Matrix, given: Floats) -> Floats:
        """slope·(given + trees) + intercept of each row, shape (C,). given: logits, shape (C,)."""
        logits: Floats = self.slope * (given + self.trees.logits(rows)) + self.intercept
        return logits


@dataclass(frozen=True, slots=True, eq=False)
class LinkModel:
    """P(the mention names the article): the first score and two stages of trees that add to its logit.

    first: looks at each candidate by itself. second: sees besides what the first makes of the others, by the columns
    STACKED (Kou and Cohen, "Stacked graphical models", 2007); without trees it changes nothing.
    """

    first: Stage
    second: Stage = field(default_factory=lambda: Stage(Trees.none()))

    def judge(self, scored: ScoredMentions) -> tuple[Matrix, Floats]:
        """The features of the candidates with the columns STACKED filled in, and the probability of each."""
        rows = scored.features
        logits = self.first.logits(rows, first_scores(rows))
        if self.second.trees.roots.size:
            rows = stacked(scored, logits)
            seen = np.flatnonzero(is_stacked(logits))
            logits[seen] = self.second.logits(rows[seen], logits[seen])
        return rows, probabilities_of(logits)

    def contributions(self, row: NDArray[np.float32]) -> Floats:
        """What each feature adds to the logit of one candidate, shape (F,)."""
        shares = self.first.trees.contributions(row) + self.second.trees.contributions(row)
        shares[Column.first_score] += first_scores(row[None])[0]
        return shares

    def write(self, path: Path, record: dict[str, Any]) -> None:
        """Writes the model; an existing file stays intact until it replaces it. record: its origin, kept as `made`."""
        stages = {
            name: {
                "calibration": {"slope": stage.slope, "intercept": stage.intercept},
                "trees": stage.trees.to_json(),
            }
            for name, stage in (("first", self.first), ("second", self.second))
        }
        trees.write_model(path, FEATURES, record, stages)


HAND_WEIGHTS: Final = LinkModel(Stage(Trees.none()))


def stacked(scored: ScoredMentions, logits: Floats) -> Matrix:
    """The features of candidates with the columns STACKED. logits: by the first stage, shape (C,)."""
    rows, mentions = scored.features.copy(), scored.candidates.mentions
    spans = scored.mentions.starts[mentions], scored.mentions.ends[mentions]
    _kernels().stacked_columns(rows, logits, mentions, *spans, scored.candidates.articles)
    return rows


def is_stacked(logits: Floats) -> Bools:
    """Whether the second stage looks at candidates with these logits by the first."""
    likely: Bools = logits >= np.log(LEAST_STACKED / (1.0 - LEAST_STACKED))
    return likely


def probabilities_of(logits: Floats) -> Floats:
    """1 / (1 + exp(−logit))."""
    with np.errstate(over="ignore"):  # few tweets can have logits of thousands; their probability is 0
        probabilities: Floats = 1.0 / (1.0 + np.exp(-logits))
    return probabilities


def _model(content: dict[str, Any]) -> LinkModel:
    first, second = (
        Stage(
            Trees.from_json(stage["trees"], len(FEATURES)),
            float(stage["calibration"]["slope"]),
            float(stage["calibration"]["intercept"]),
        )
        for stage in (content["first"], content["second"])
    )
    return LinkModel(first, second)


def read_model(path: Path) -> LinkModel:
    """Reads a model that `train linker` wrote; LinkerError for another file, or one with other features."""
    return trees.read_model(path, FEATURES, "a linker", LinkerError, _model)


@cache
def default_model() -> LinkModel:
    """The model that comes with tweetctx."""
    return read_model(MODELS / "linker.json")
