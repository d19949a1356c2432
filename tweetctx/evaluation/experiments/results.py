"""The outcomes of an experiment's model families, and the folder in which they are stored."""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from tweetctx.arrays.types import Floats
from tweetctx.evaluation.drawing import save
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.runtime.checksums import checksum
from tweetctx.runtime.durable import missing_folders, remove_empty, replace_file

MARK = "experiment.json"  # marks a folder of results
_MODELS = "models"  # the folder of finished models
_OTHER = re.compile(r"[^A-Za-z0-9.\-]+")
_LONGEST = 80  # characters of a label in a file's name


@dataclass(frozen=True, slots=True)
class Tuned:
    """The best spec on a part of the topics, and its value there by the measure that is tuned."""

    part: str
    spec: str
    value: float


@dataclass(frozen=True, slots=True)
class Reading:
    """The best value of a family with one parameter set to `setting`, on all tuning topics."""

    parameter: str
    setting: float
    value: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished model family.

    fingerprint: of everything that it depends on. tuned: the best spec for each part: all topics, then those outside
    each fold. tried: how many specs were compared. measured: the specs measured, one, or one a fold. means: by
    collection and measure. files: checksums of its runs and values, by their path in the folder.
    """

    fingerprint: str
    label: str
    tuned: tuple[Tuned, ...]
    measured: tuple[str, ...]
    tried: int
    search: str
    means: dict[str, dict[str, float]]
    files: dict[str, str]
    readings: tuple[Reading, ...]


_OUTCOME = TypeAdapter(Outcome)


def slug(label: str) -> str:
    """Returns a label as a part of file names: `2s-i.prior-length.5f0c`, with a checksum that tells labels apart."""
    readable = _OTHER.sub("-", label.replace("(", ".").replace(", ", ".").replace("=", "-").rstrip(")"))
    return f"{readable[:_LONGEST]}.{checksum(label.encode())[:8]}"


def as_json(values: Any) -> str:
    """Formats indented JSON."""
    return json.dumps(values, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


class ResultsFolder:
    """A folder of results, which keeps finished models."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._made = missing_folders(path)

    def open(self, description: dict[str, Any]) -> None:
        """Creates the folder; ExperimentError if it exists and contains anything else."""
        if self.path.exists() and not self.path.is_dir():
            raise ExperimentError(f"{self.path}: found a file, expected a folder for the results")
        if self.path.is_dir() and any(self.path.iterdir()) and not (self.path / MARK).is_file():
            raise ExperimentError(f"{self.path}: found other files, expected an empty folder or one of results")
        self.path.mkdir(parents=True, exist_ok=True)
        for part in self.path.rglob("*.part"):
            part.unlink()
        self.write(MARK, as_json(description))

    def discard(self) -> None:
        """Removes the folder, and those above it that `open` made, if it is new and no model is finished."""
        if self._made and not (self.path / _MODELS).exists():
            shutil.rmtree(self.path, ignore_errors=True)
            remove_empty(self._made)

    def write(self, name: str, text: str) -> None:
        """Writes a file atomically."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text.encode())

    def draw(self, figure: Any, name: str) -> None:
        """Writes `figures/NAME.png` and `.svg`."""
        (self.path / "figures").mkdir(exist_ok=True)
        for form in ("png", "svg"):
            save(figure, self.path / "figures" / f"{name}.{form}")

    def checksums(self, names: Iterable[str]) -> dict[str, str]:
        """Returns the checksums of the files that exist."""
        return {name: checksum((self.path / name).read_bytes()) for name in names if (self.path / name).is_file()}

    def save(self, outcome: Outcome) -> None:
        """Keeps a finished family, whose files are written already."""
        self.write(f"{_MODELS}/{slug(outcome.label)}.json", as_json(asdict(outcome)))

    def load(self, label: str, fingerprint: str) -> Outcome | None:
        """Returns a finished family if its file is complete, it has this fingerprint and its files are unchanged."""
        with suppress(OSError, ValueError):
            outcome = _OUTCOME.validate_json((self.path / _MODELS / f"{slug(label)}.json").read_bytes())
            if outcome.fingerprint == fingerprint and self.checksums(outcome.files) == outcome.files:
                return outcome
        return None

    def values(self, collection: str, label: str) -> Floats:
        """Reads the measures of a family by topic, shape (T, M)."""
        with (self.path / values_file(collection, label)).open(encoding="utf-8", newline="") as file:
            return np.array([[*map(float, values)] for _, *values in list(csv.reader(file))[1:]])

    def forget_others(self, labels: Iterable[str], collections: Iterable[str]) -> None:
        """Removes families and collections that the experiment no longer has, and all figures."""
        models, folders = {slug(label) for label in labels}, {_MODELS, *collections}
        for pattern in (f"{_MODELS}/*.json", "runs/*/*.run", "by-topic/*/*.csv", "figures/*.*"):
            for path in self.path.glob(pattern):
                if path.stem not in models or path.parent.name not in folders:
                    path.unlink()


def values_file(collection: str, label: str) -> str:
    """Returns the file that holds the measures of a family, topic by topic."""
    return f"by-topic/{collection}/{slug(label)}.csv"
