"""An experiment from its file to its folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tweetctx.errors import ParameterError
from tweetctx.evaluation.experiments.configuration import Experiment, read_experiment
from tweetctx.evaluation.experiments.laboratory import Setting
from tweetctx.evaluation.experiments.outcomes import Folder, Outcome, as_json, checksum
from tweetctx.evaluation.experiments.prepared import digest_of, prepare, read_source
from tweetctx.evaluation.experiments.report import write_report
from tweetctx.evaluation.experiments.templates import Template
from tweetctx.evaluation.experiments.word_classes import kept_classes
from tweetctx.evaluation.experiments.workers import Task, outcomes
from tweetctx.evaluation.libraries import load

_PACKAGE = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class ExperimentProgress:
    """How many models are finished, of how many."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ExperimentReport:
    """What an experiment found.

    outcomes: of each model, in the order of the file. kept: how many were finished before.
    """

    folder: Path
    experiment: Experiment
    outcomes: tuple[Outcome, ...]
    kept: int


def run_experiment(
    file: str | Path,
    folder: str | Path,
    *,
    workers: int | None = None,
    on_progress: Callable[[ExperimentProgress], None] | None = None,
) -> ExperimentReport:
    """Tunes the models of an experiment's file, measures them and writes a folder of results.

    workers: processes; all processors if None; with 1 the work stays in this process. The files are the same on any
    number of them. Models that an interrupted experiment finished are kept if what they depend on is the same (the
    collections, the model's own grid, all settings, the code); the others are made anew.

    The folder gets `results.csv` and `results.md`, `significance.csv`, `sensitivity.csv`, `collections.csv`,
    `tuned.toml`, `figures/`, and by collection `runs/`, `qrels/` and `by-query/`, of the queries that have a relevant
    sentence.

    Raises ExperimentError for a file or a folder that cannot be used, and if a process dies; CollectionError and
    ClassesError for what the file names; EvaluationError where a library is missing; ParameterError for `workers`.
    """
    if workers is not None and workers < 1:
        raise ParameterError(f"workers: found {workers}, expected a number of processes from 1")
    for library in ("ir_measures", "scipy.stats", "matplotlib.figure"):
        load(library)
    experiment = read_experiment(file)
    setting = _setting(experiment, Path(folder))
    results = Folder(setting.folder)
    description = _description(experiment, setting)
    results.open(description)
    results.forget_others([template.label for template in experiment.templates], setting.names)
    prints = {template.label: _fingerprint(template, description) for template in experiment.templates}
    found = {label: outcome for label, mark in prints.items() if (outcome := results.load(label, mark))}
    kept = len(found)
    _tell(on_progress, kept, len(prints))
    groups = _groups([(t, prints[t.label]) for t in experiment.templates if t.label not in found])
    if isinstance(experiment.classes, int) and any(task[0].needs_classes() for group in groups for task in group):
        setting = _with_own_classes(setting, experiment.classes, description)
    for outcome in outcomes(groups, setting, workers or os.cpu_count() or 1):
        found[outcome.label] = outcome
        _tell(on_progress, len(found), len(prints))
    report = ExperimentReport(setting.folder, experiment, tuple(found[label] for label in prints), kept)
    write_report(experiment, report.outcomes, setting)
    return report


def _tell(on_progress: Callable[[ExperimentProgress], None] | None, done: int, total: int) -> None:
    if on_progress:
        on_progress(ExperimentProgress(done, total))


def _setting(experiment: Experiment, folder: Path) -> Setting:
    sources = (experiment.tune, *experiment.test)
    return Setting(
        tuple(read_source(source) for source in sources),
        tuple(source.name for source in sources),
        experiment.folds,
        experiment.seed,
        experiment.tune_by,
        experiment.analyzer,
        (experiment.classes if isinstance(experiment.classes, Path) else None,) * len(sources),
        experiment.exhaustive,
        folder,
    )


def _with_own_classes(setting: Setting, classes: int, description: dict[str, Any]) -> Setting:
    """The setting with files of classes, made of each collection's own text."""
    files = []
    for collection, about in zip(setting.collections, description["collections"], strict=True):
        file = setting.folder / "classes" / f"{about['name']}.tsv"
        pool = prepare(collection, about["name"], setting.analyzer).pool
        kept_classes(file, pool, classes, {"analyzer": setting.analyzer, "collection": about["checksum"]})
        files.append(file)
    return replace(setting, classes=tuple(files))


def _description(experiment: Experiment, setting: Setting) -> dict[str, Any]:
    """What all models of an experiment depend on, as plain values; no paths, which differ from place to place."""
    classes = experiment.classes
    return {
        "code": _code(),
        "name": experiment.name,
        "collections": [
            {"name": name, "checksum": digest_of(collection)}
            for name, collection in zip(setting.names, setting.collections, strict=True)
        ],
        "folds": setting.folds,
        "seed": setting.seed,
        "tune_by": setting.tune_by,
        "analyzer": setting.analyzer,
        "classes": checksum(classes.read_bytes()) if isinstance(classes, Path) else classes,
        "exhaustive": setting.exhaustive,
    }


def _code() -> str:
    """A checksum of the code that decides on scores and measures: when it changes, all models are made anew."""
    folders = ("text", "scoring", "evaluation")
    return checksum(b"".join(p.read_bytes() for f in folders for p in sorted((_PACKAGE / f).rglob("*.py"))))


def _fingerprint(template: Template, description: dict[str, Any]) -> str:
    return checksum(as_json({**description, "name": "", "model": asdict(template)}).encode())


def _groups(tasks: list[Task]) -> list[list[Task]]:
    """Models that differ in their prior alone share most of what is computed for them."""
    groups: dict[str, list[Task]] = {}
    for task in tasks:
        groups.setdefault(task[0].without_prior(), []).append(task)
    return [*groups.values()]
