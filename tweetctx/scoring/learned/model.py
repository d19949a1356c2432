"""The learned model of sentences: boosted trees over the features of a sentence, in one file."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Floats
from tweetctx.errors import ScorerError
from tweetctx.linking.trees import Trees
from tweetctx.runtime.bundled import MODELS
from tweetctx.runtime.durable import replace_file
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
        trees = {name: _numbers(values) for name, values in self.trees.to_arrays().items()}
        content = {"made": record, "features": list(FEATURES), "trees": trees}
        lines = (f" {json.dumps(name)}: {json.dumps(value)}" for name, value in content.items())
        replace_file(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def _numbers(values: NDArray[Any]) -> list[float]:
    """The values of an array as JSON shows them shortest."""
    rounded = np.round(values.astype(np.float64), 6).tolist()
    return [int(value) if value.is_integer() else value for value in rounded]


def read_model(path: Path) -> SentenceModel:
    """Reads what `SentenceModel.write` wrote; ScorerError for another file, or one with other features."""
    try:
        content = json.loads(path.read_text("utf-8"))
        features = content["features"]
        kinds = {"feature": np.int16, "threshold": np.float32, "value": np.float32}
        names = [field.name for field in fields(Trees)]
        trees = Trees(**{name: np.array(content["trees"][name], kinds.get(name, np.int32)) for name in names})
        trees.check(len(FEATURES))
    except OSError as error:
        raise ScorerError(f"{path}: cannot be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError) as error:
        expected = "what `tweetctx train sentences` writes"
        raise ScorerError(f"{path}: found no model of sentences ({error}), expected {expected}") from error
    if features != list(FEATURES):
        different = sorted(set(features) ^ set(FEATURES)) or ["their order"]
        raise ScorerError(f"{path}: found other features than this version's, train it again: {', '.join(different)}")
    return SentenceModel(trees)


@cache
def default_model() -> SentenceModel:
    """The model that comes with tweetctx."""
    return read_model(MODELS / "sentences.json")
