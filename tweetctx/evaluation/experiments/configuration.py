"""An experiment as a file of TOML describes it."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from tweetctx.evaluation.collections import FORMATS
from tweetctx.evaluation.collections.novelty import Field
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments.grids import DEFAULT_GRIDS, Values
from tweetctx.evaluation.experiments.tables import Table
from tweetctx.evaluation.experiments.templates import Template, expand
from tweetctx.evaluation.rankings import MEASURES
from tweetctx.text.analyzer import AnalyzerName

CLASSES = 500
EXHAUSTIVE = 20_000  # the most combinations that are all tried

_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a collection is; the fields are the arguments of `read_collection`."""

    path: Path
    format: str | None
    field: Field
    qrels: Path | None
    name: str


@dataclass(frozen=True, slots=True)
class LengthFigure:
    """What the figure of length corrections assumes: parameters, and how likely a term is in b and the collection."""

    lam: float = 0.5
    mu: float = 100.0
    p_context: float = 0.01
    p_collection: float = 0.0005
    longest: int = 60


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is tuned on what, and measured on what.

    test: the collections to measure on; none with folds, where each part of `tune` is measured with what is best on
    the others. classes: a file, or how many classes are made of a collection's own text. exhaustive: the most
    combinations of values that are all tried.
    """

    name: str
    tune: Source
    test: tuple[Source, ...]
    folds: int
    seed: int | None
    tune_by: str
    analyzer: str
    classes: Path | int
    exhaustive: int
    baselines: tuple[str, ...]
    templates: tuple[Template, ...]
    length_figure: LengthFigure


def read_experiment(path: str | Path) -> Experiment:
    """Reads an experiment's file; ExperimentError names file and key of what does not fit.

    Keys: `name`, `tune_by` (MAP, R-Prec, P@10 or MRR), `analyzer`, `classes`, `exhaustive`, `folds`, `seed`,
    `baselines`; `[tune]` and `[[test]]` (`path`, `name`, and what `read_collection` takes), `[grid]` (values by
    parameter), `[[models]]` (see `templates.expand`), `[figures]` (see LengthFigure). Paths may begin with an
    environment variable, `$DATA/x.tsv`; others are relative to the file.
    """
    path = Path(path)
    table = Table(load_toml(path), str(path))
    experiment = _experiment(table, path)
    table.done()
    _check(experiment, str(path))
    return experiment


def load_toml(path: Path) -> dict[str, Any]:
    """The content of an experiment's file; ExperimentError if it is no TOML."""
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise ExperimentError(f"{path}: expected a file of TOML ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{path}: found broken TOML ({error}), expected an experiment") from None


def _experiment(table: Table, path: Path) -> Experiment:
    tune = table.table("tune", required=True)
    return Experiment(
        name=table.word("name", path.stem),
        tune=_source(tune, path),
        test=tuple(_source(test, path) for test in table.tables("test")),
        folds=table.whole("folds", 0, 2),
        seed=table.whole("seed", 0, 0) if "seed" in table else None,
        tune_by=table.choice("tune_by", tuple(MEASURES), "MAP"),
        analyzer=table.choice("analyzer", get_args(AnalyzerName), "plain"),
        classes=_classes(table, path),
        exhaustive=table.whole("exhaustive", EXHAUSTIVE, 1),
        baselines=tuple(table.texts("baselines")),
        templates=_templates(table),
        length_figure=_length_figure(table.table("figures")),
    )


def _source(table: Table, path: Path) -> Source:
    place = path_of(table.text("path"), table, "path", path)
    qrels = path_of(table.text("qrels"), table, "qrels", path) if "qrels" in table else None
    source = Source(
        place,
        table.choice("format", FORMATS, None),
        table.choice("field", get_args(Field), "title"),
        qrels,
        table.word("name", place.name.partition(".")[0]),
    )
    table.done()
    return source


def path_of(text: str, table: Table, key: str, file: Path) -> Path:
    """A path with its environment variables, relative to the experiment's file; it must be there."""

    def value(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        if name not in os.environ:
            raise table.error(key, f"found ${name}, which is not set, expected the environment to have it")
        return os.environ[name]

    path = file.parent / _VARIABLE.sub(value, text)
    if not path.exists():
        raise table.error(key, f"found nothing at {path}, expected a file or folder")
    return path


def _classes(table: Table, path: Path) -> Path | int:
    if isinstance(table.get("classes"), str):
        return path_of(table.text("classes"), table, "classes", path)
    return table.whole("classes", CLASSES, 1)


def _templates(table: Table) -> tuple[Template, ...]:
    grids = _grids(table.table("grid"))
    found: list[Template] = []
    for part in table.tables("models", required=True):
        found += expand(part.values, grids, part.place)
    return tuple(found)


def _grids(table: Table) -> Mapping[str, Values]:
    for name in table.values:
        if name not in DEFAULT_GRIDS:
            raise table.error(name, f"found a parameter without a grid, expected one of {', '.join(DEFAULT_GRIDS)}")
    return {name: tuple(table.numbers(name)) for name in [*table.values]}


def _length_figure(table: Table) -> LengthFigure:
    found = LengthFigure()
    figure = LengthFigure(
        lam=table.real("lam", found.lam, 0.0, 1.0),
        mu=table.real("mu", found.mu, 0.0),
        p_context=table.real("p_context", found.p_context, 0.0, 1.0),
        p_collection=table.real("p_collection", found.p_collection, 1e-12, 1.0),
        longest=table.whole("longest", found.longest, 2),
    )
    table.done()
    return figure


def _check(experiment: Experiment, place: str) -> None:
    labels = [template.label for template in experiment.templates]
    for label in labels:
        if labels.count(label) > 1:
            raise ExperimentError(f"{place}: models: found {label} twice, expected it once")
    for baseline in experiment.baselines:
        if baseline not in labels:
            raise ExperimentError(
                f"{place}: baselines: found {baseline!r}, expected one of the models: {', '.join(labels)}"
            )
    if bool(experiment.folds) == bool(experiment.test):
        raise ExperimentError(
            f"{place}: folds: found {'folds and test' if experiment.test else 'neither folds nor test'}, expected "
            "either collections to measure on under test, or into how many folds the one under tune is cut"
        )
    names = [source.name for source in experiment.test]
    if len(set(names)) < len(names):
        raise ExperimentError(f"{place}: test.name: found {', '.join(names)}, expected different names")
