"""An experiment on contexts from its file to its folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from tweetctx.evaluation.context_experiments.configuration import (
    KIND,
    ContextExperiment,
    middle_of,
    read_context_experiment,
)
from tweetctx.evaluation.context_experiments.findings import ON_ALL, TUNED, ContextExperimentReport
from tweetctx.evaluation.context_experiments.laboratory import Laboratory
from tweetctx.evaluation.context_experiments.report import write_report
from tweetctx.evaluation.experiments.laboratory import fold_of
from tweetctx.evaluation.experiments.outcomes import Folder, Reading
from tweetctx.evaluation.experiments.runner import ExperimentProgress
from tweetctx.evaluation.experiments.tuning import Best, Point, search
from tweetctx.evaluation.libraries import load
from tweetctx.ragged import Bools, Floats, Ints


def run_context_experiment(
    file: str | Path,
    folder: str | Path,
    *,
    on_progress: Callable[[ExperimentProgress], None] | None = None,
) -> ContextExperimentReport:
    """Tunes a model on tweets with references, fold by fold and on all of them, and writes a folder of results.

    The tweets of a fold are measured with the parameters that are best on the others. To see what a part of the model
    is worth, it is taken out of what each fold chose, and nothing is chosen again. All of it is done in this process,
    as the folds try mostly the same.

    The folder gets `results.md`, `results.csv`, `folds.csv`, `sensitivity.csv`, `by-tweet.csv`, `tuned.toml` and
    `figures/`. Raises ExperimentError for a file or a folder that cannot be used, EvaluationError where a library is
    missing, and the errors of what the file names.
    """
    for library in ("scipy.stats", "matplotlib.figure"):
        load(library)
    experiment = read_context_experiment(file)
    results = Folder(Path(folder))
    results.open({"kind": KIND, "name": experiment.name}, parts=("figures",))
    report = _run(experiment, results.path, on_progress or (lambda _: None))
    write_report(report, results)
    return report


def _run(
    experiment: ContextExperiment, folder: Path, on_progress: Callable[[ExperimentProgress], None]
) -> ContextExperimentReport:
    laboratory = Laboratory(experiment)
    fold = fold_of(len(laboratory.topics), experiment.folds, experiment.seed)
    points: list[Best] = []
    for held in range(-1, experiment.folds):  # none is held out first
        on_progress(ExperimentProgress(len(points), experiment.folds + 1))
        points.append(_best(experiment, laboratory, fold != held))
    on_all, *chosen = points
    held_out = {TUNED: {}, **experiment.ablation}
    values = {label: _held_out(experiment, laboratory, fold, chosen, part) for label, part in held_out.items()}
    values[ON_ALL] = laboratory.values(experiment.template.spec(on_all.point))
    values |= {spec: laboratory.values(spec) for spec in experiment.baselines}
    worth = {model: laboratory.worth(found) for model, found in values.items()}
    readings = tuple(_readings(experiment, laboratory, on_all.point))
    on_progress(ExperimentProgress(len(points), experiment.folds + 1))
    return ContextExperimentReport(
        folder, experiment, laboratory.topics, fold, (*chosen,), on_all, values, worth, readings, laboratory.tried
    )


def _best(experiment: ContextExperiment, laboratory: Laboratory, tweets: Bools) -> Best:
    template = experiment.template

    def worth(point: Point) -> float:
        return float(laboratory.worth(laboratory.values(template.spec(point)))[tweets].mean())

    return search(template, worth, experiment.exhaustive, middle_of(template))


def _held_out(
    experiment: ContextExperiment,
    laboratory: Laboratory,
    fold: Ints,
    chosen: list[Best],
    part: Mapping[str, float],
) -> Floats:
    """Each tweet's values with what the others chose for it, but for a part that has other values."""
    by_fold = [laboratory.values(experiment.template.spec({**best.point, **part})) for best in chosen]
    return np.stack(by_fold)[fold, np.arange(len(fold))]


def _readings(experiment: ContextExperiment, laboratory: Laboratory, point: Point) -> list[Reading]:
    return [
        Reading(name, value, float(laboratory.worth(laboratory.values(spec)).mean()))
        for name, values in experiment.template.grid.items()
        for value in values
        for spec in [experiment.template.spec({**point, name: value})]
    ]
