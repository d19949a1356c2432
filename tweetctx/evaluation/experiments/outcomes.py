"""What an experiment found of each model, and the folder that keeps it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tweetctx.evaluation.drawing import save
from tweetctx.evaluation.errors import ExperimentError

PARTS = ("models", "runs", "by-query", "qrels", "classes", "figures")
MARK = "experiment.json"  # a folder that has it is one of results
_OTHER = re.compile(r"[^A-Za-z0-9.\-]+")


@dataclass(frozen=True, slots=True)
class Tuned:
    """A spec that won: on which part of the collection, and its value there, by the measure it was tuned by."""

    part: str
    spec: str
    value: float


@dataclass(frozen=True, slots=True)
class Reading:
    """The best that a model has with one parameter set to `value`, by the measure and on all that it was tuned by."""

    parameter: str
    value: float
    measure: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished model.

    fingerprint: of everything that it depends on. tuned: the winner for each part (all, and with folds each fold's).
    tried: how many specs were compared. means: by collection and measure. files: checksums of its runs and values,
    by their path in the folder.
    """

    fingerprint: str
    label: str
    tuned: tuple[Tuned, ...]
    tried: int
    search: str
    means: dict[str, dict[str, float]]
    files: dict[str, str]
    readings: tuple[Reading, ...]

    def spec_on_all(self) -> str:
        """The spec that is best on the whole of the collection tuned on."""
        return self.tuned[0].spec


def slug(label: str) -> str:
    """A model's label as a part of file names: `2s-i.context-window.prior-importance`."""
    text = label.replace("(", ".").replace(", ", ".").replace("=", "-").rstrip(")")
    return _OTHER.sub("-", text)


def checksum(data: bytes) -> str:
    """What tells these bytes from others."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class Folder:
    """A folder of results; models that are finished are kept in it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self, description: dict[str, Any], parts: Iterable[str] = PARTS) -> None:
        """Makes the folder and its parts; ExperimentError if it is there with something else in it."""
        if self.path.exists() and not self.path.is_dir():
            raise ExperimentError(f"{self.path}: found a file, expected a folder for the results")
        if self.path.is_dir() and any(self.path.iterdir()) and not (self.path / MARK).is_file():
            raise ExperimentError(f"{self.path}: found other files, expected an empty folder or one of results")
        for name in parts:
            (self.path / name).mkdir(parents=True, exist_ok=True)
        for draft in self.path.rglob("*.part"):
            draft.unlink()
        self.write(MARK, as_json(description))

    def write(self, name: str, text: str) -> None:
        """Writes a file as a whole or not at all."""
        self.replace(name, lambda draft: draft.write_bytes(text.encode()))

    def replace(self, name: str, write: Any) -> None:
        """Puts in place what `write` writes to the path it is given."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.part")
        write(draft)
        draft.replace(path)

    def draw(self, figure: Any, name: str) -> None:
        """Writes `figures/NAME.png` and `.svg`."""
        for form in ("png", "svg"):
            save(figure, self.path / "figures" / f"{name}.{form}")

    def checksum(self, name: str) -> str:
        """The checksum of a file; empty if it is not there."""
        path = self.path / name
        return checksum(path.read_bytes()) if path.is_file() else ""

    def save(self, outcome: Outcome) -> None:
        """Keeps a finished model; its files are there already."""
        self.write(f"models/{slug(outcome.label)}.json", as_json(asdict(outcome)))

    def load(self, label: str, fingerprint: str) -> Outcome | None:
        """A finished model, if it was made of the same and its files are as they were written."""
        try:
            values = json.loads((self.path / "models" / f"{slug(label)}.json").read_bytes())
            outcome = _outcome(values)
        except (OSError, ValueError, KeyError, TypeError):
            return None  # not there, or not whole: it is made again
        whole = all(self.checksum(name) == expected for name, expected in outcome.files.items())
        return outcome if outcome.fingerprint == fingerprint and outcome.label == label and whole else None

    def forget_others(self, labels: Iterable[str], collections: Iterable[str]) -> None:
        """Removes models and collections of an earlier form of the experiment, and what there is of them."""
        models, names = {slug(label) for label in labels}, set(collections)
        for pattern in ("models/*.json", "runs/*/*.run", "by-query/*/*.csv"):
            for path in self.path.glob(pattern):
                if path.stem not in models or (pattern[:6] != "models" and path.parent.name not in names):
                    path.unlink()
        for path in self.path.glob("figures/*.*"):  # drawn anew
            path.unlink()


def _outcome(values: dict[str, Any]) -> Outcome:
    return Outcome(
        **{
            **values,
            "tuned": tuple(Tuned(**item) for item in values["tuned"]),
            "readings": tuple(Reading(**item) for item in values["readings"]),
        }
    )


def as_json(values: Any) -> str:
    """JSON for people and programs, with an end of line."""
    return json.dumps(values, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
