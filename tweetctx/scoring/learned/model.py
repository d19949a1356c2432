"""The learned model of sentences: boosted trees over the features of a sentence, in one file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tweetctx.arrays import trees
from tweetctx.arrays.trees import Trees
from tweetctx.arrays.types import Floats
from tweetctx.errors import ScorerError
from tweetctx.runtime.bundled import MODELS
from tweetctx.scoring.learned.columns import FEATURES
from tweetctx.scoring.learned.features import Matrix


@dataclass(frozen=True, slots=True, eq=False)
class SentenceModel:
    """The sum of the trees is what a sentence is expected to be worth: see `training.sentences`."""

    trees: Trees

    def worth(self, rows: Matrix) -> Floats:
        """What each sentence is expected to be worth, shape (S,). rows: the features, (S, F)."""
        return self.trees.logits(rows)

    def write(self, path: Path, record: dict[str, Any]) -> None:
        """Writes the model; an existing file stays intact until it replaces it. record: its origin, kept as `made`."""
        trees.write_model(path, FEATURES, record, {"trees": self.trees.to_json()})


def read_model(path: Path) -> SentenceModel:
    """Reads a model that `train sentences` wrote; ScorerError for another file, or one with other features."""
    return trees.read_model(path, FEATURES, "sentences", ScorerError, _model)


def _model(content: dict[str, Any]) -> SentenceModel:
    return SentenceModel(Trees.from_json(content["trees"], len(FEATURES)))


@cache
def default_model() -> SentenceModel:
    """The model that comes with tweetctx."""
    return read_model(MODELS / "sentences.json")
