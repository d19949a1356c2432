"""The learned model of a linker: boosted trees over the features of a candidate, and their calibration, in one file."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Floats
from tweetctx.errors import LinkerError
from tweetctx.linking.columns import FEATURES, Column
from tweetctx.linking.features import first_scores
from tweetctx.linking.trees import Trees
from tweetctx.runtime.bundled import MODELS
from tweetctx.runtime.durable import replace_file


@dataclass(frozen=True, slots=True, eq=False)
class LinkModel:
    """P(the mention names the article) = 1 / (1 + exp(−(slope·f + intercept))).

    f is the logit of the first score plus the sum of the trees. slope, intercept: the calibration (Platt 1999), fitted
    on predictions out of fold.
    """

    trees: Trees
    slope: float = 1.0
    intercept: float = 0.0

    def probabilities(self, rows: NDArray[np.float32]) -> Floats:
        """The probability of each candidate; rows: the features that `gather_evidence` finds, (C, F)."""
        logits = first_scores(rows) + self.trees.logits(rows)
        probabilities: Floats = 1.0 / (1.0 + np.exp(-(self.slope * logits + self.intercept)))
        return probabilities

    def contributions(self, row: NDArray[np.float32]) -> Floats:
        """What each feature adds to the logit of one candidate, shape (F,)."""
        shares = self.trees.contributions(row)
        shares[Column.first_score] += first_scores(row[None])[0]
        return shares

    def write(self, path: Path, record: dict[str, Any]) -> None:
        """Writes the model; an existing file stays intact until it replaces it. record: its origin, kept as `made`."""
        content = {
            "made": record,
            "features": list(FEATURES),
            "calibration": {"slope": self.slope, "intercept": self.intercept},
            "trees": {name: _numbers(values) for name, values in self.trees.to_arrays().items()},
        }
        lines = (f" {json.dumps(name)}: {json.dumps(value)}" for name, value in content.items())
        replace_file(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


HAND_WEIGHTS: Final = LinkModel(Trees.none())


def _numbers(values: NDArray[Any]) -> list[float]:
    """The values of an array as JSON shows them shortest."""
    rounded = np.round(values.astype(np.float64), 6).tolist()
    return [int(value) if value.is_integer() else value for value in rounded]


def read_model(path: Path) -> LinkModel:
    """Reads what `LinkModel.write` wrote; LinkerError for another file, or one with other features."""
    try:
        content = json.loads(path.read_text("utf-8"))
        features, calibration = content["features"], content["calibration"]
        kinds = {"feature": np.int16, "threshold": np.float32, "value": np.float32}
        names = [field.name for field in fields(Trees)]
        trees = Trees(**{name: np.array(content["trees"][name], kinds.get(name, np.int32)) for name in names})
        trees.check(len(FEATURES))
        model = LinkModel(trees, float(calibration["slope"]), float(calibration["intercept"]))
    except OSError as error:
        raise LinkerError(f"{path}: cannot be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError) as error:
        expected = "what `tweetctx train linker` writes"
        raise LinkerError(f"{path}: found no model of a linker ({error}), expected {expected}") from error
    if features != list(FEATURES):
        different = sorted(set(features) ^ set(FEATURES)) or ["their order"]
        raise LinkerError(f"{path}: found other features than this version's, train it again: {', '.join(different)}")
    return model


@cache
def default_model() -> LinkModel:
    """The model that comes with tweetctx; if its file is missing, the weights set by hand alone."""
    file = MODELS / "linker.json"
    return read_model(file) if file.exists() else HAND_WEIGHTS
