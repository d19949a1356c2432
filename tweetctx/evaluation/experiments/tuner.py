"""Tunes model families and measures them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property
from pathlib import Path
from typing import Protocol

from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments.configuration import Experiment
from tweetctx.evaluation.experiments.families import ModelFamily
from tweetctx.evaluation.experiments.results import Outcome, Reading, ResultsFolder, Tuned, slug, values_file
from tweetctx.evaluation.experiments.search import Point, how_searched, search
from tweetctx.evaluation.experiments.tweets import TweetTask
from tweetctx.evaluation.tables import csv_text
from tweetctx.runtime.processes import in_processes


class Objective(Protocol):
    """T topics on which specs are measured, and the one of M measures that is maximised.

    name: of the topics, for files. topics: their ids. labels: what each is about, for folds that are grouped.
    measures: names of the columns of values. tune_by: the measure that is maximised.
    """

    name: str
    topics: tuple[str, ...]
    labels: Sequence[Iterable[str]]
    measures: tuple[str, ...]
    tune_by: str

    def values(self, spec: str) -> Floats:
        """Returns the measures of a spec, shape (T, M)."""
        ...

    def measure(self, specs: Sequence[str], run: Path, tag: str) -> Floats:
        """Measures topics, each with its own of T specs, shape (T, M); writes a run if the task has one."""
        ...


class Tuner:
    """Tunes and measures the families of an experiment, one after the other, and keeps the outcomes in a folder."""

    def __init__(self, experiment: Experiment, folder: Path) -> None:
        self._experiment = experiment
        self._folder = ResultsFolder(folder)

    @cached_property
    def _objectives(self) -> list[Objective]:
        return [*self._experiment.task.objectives()]

    @cached_property
    def _fold(self) -> Ints:
        """The fold of each topic tuned on; ExperimentError if a fold has none."""
        split, tuned = self._experiment.split, self._objectives[0]
        fold = split.fold_of(tuned.labels)
        if (most := len(distinct(fold))) < split.folds:
            problem = f"found {split.folds}, expected at most {most}, the parts of {tuned.name}"
            raise ExperimentError(f"{self._experiment.file}: folds: {problem}")
        return fold

    def run(self, family: ModelFamily, fingerprint: str) -> Outcome:
        """Tunes a family, measures it, and keeps the outcome."""
        split, exhaustive = self._experiment.split, self._experiment.exhaustive
        trials = _Trials(family, self._objectives[0], split.tuning_sets(self._fold))
        best = [search(family, lambda point, p=part: trials(point, p), exhaustive) for part in trials.sets]  # type: ignore[misc]
        specs = [family.spec({**one.point, **family.ablation}) for one in best]
        measured = tuple(specs[1:] if family.held_out and split.folds else specs[:1])
        tuned = tuple(Tuned(part, family.spec(b.point), b.value) for part, b in zip(trials.sets, best, strict=True))
        means: dict[str, dict[str, float]] = {}
        files: dict[str, str] = {}
        for objective in self._objectives if split.folds else self._objectives[1:]:
            means[objective.name], names = self._measure(family.label, objective, measured)
            files |= self._folder.checksums(names)
        how, readings = how_searched(family, exhaustive), tuple(trials.readings())
        outcome = Outcome(fingerprint, family.label, tuned, measured, len(trials), how, means, files, readings)
        self._folder.save(outcome)
        return outcome

    def _measure(self, label: str, objective: Objective, specs: Sequence[str]) -> tuple[dict[str, float], list[str]]:
        """Writes the values of each topic, and a run where there is one; returns means, and the names of the files."""
        folds = self._fold.tolist() if len(specs) > 1 else [0] * len(objective.topics)
        chosen = [specs[fold] for fold in folds]
        run, table = f"runs/{objective.name}/{slug(label)}.run", values_file(objective.name, label)
        values = objective.measure(chosen, self._folder.path / run, slug(label))
        rows = [[topic, *map(repr, row)] for topic, row in zip(objective.topics, values.tolist(), strict=True)]
        self._folder.write(table, csv_text([["topic", *objective.measures], *rows]))
        return dict(zip(objective.measures, values.mean(axis=0).tolist(), strict=True)), [run, table]


class _Trials:
    """Measures the objective on each set of topics at points of a family's grid, at each point once."""

    def __init__(self, family: ModelFamily, objective: Objective, sets: dict[str, Bools]) -> None:
        self.sets = sets
        self._family, self._objective = family, objective
        self._column = objective.measures.index(objective.tune_by)
        self._known: dict[tuple[float, ...], dict[str, float] | None] = {}

    def __len__(self) -> int:
        return sum(values is not None for values in self._known.values())

    def __call__(self, point: Point, part: str) -> float | None:
        """Returns the mean of the tuned measure; None if the values of the point are not allowed together."""
        key = tuple(point[name] for name in self._family.grid)
        if key not in self._known:
            self._known[key] = self._values(point)
        return (self._known[key] or {}).get(part)

    def _values(self, point: Point) -> dict[str, float] | None:
        if not self._family.allows(point):
            return None
        values: Floats = self._objective.values(self._family.spec(point))[:, self._column]
        return {name: float(values[members].mean()) for name, members in self.sets.items()}

    def readings(self) -> Iterator[Reading]:
        """Yields, for each value of each parameter, the best result with it on all tuning topics."""
        tried = {key: values["all"] for key, values in self._known.items() if values}
        for index, (name, choices) in enumerate(self._family.grid.items()):
            for choice in choices if len(choices) > 1 else ():
                values = [value for key, value in tried.items() if key[index] == choice]
                if values:
                    yield Reading(name, float(choice), max(values))


Job = tuple[ModelFamily, str]  # and the fingerprint


def outcomes(jobs: Sequence[Job], experiment: Experiment, folder: Path, workers: int) -> Iterator[Outcome]:
    """Yields the outcomes of families in their order; ExperimentError if a process dies.

    Contexts stay in this process: the folds of a model try mostly the same specs, whose contexts are remembered.
    """
    if workers == 1 or len(jobs) < 2 or isinstance(experiment.task, TweetTask):
        tuner = Tuner(experiment, folder)
        yield from (tuner.run(*job) for job in jobs)
        return
    try:
        yield from in_processes(min(workers, len(jobs)), _runner, (experiment, folder), jobs)
    except BrokenProcessPool as error:
        raise ExperimentError(
            f"{folder}: a worker process died, as from want of memory; the models that were finished are kept, and "
            "running the experiment again completes it"
        ) from error


def _runner(experiment: Experiment, folder: Path) -> Callable[[Job], Outcome]:
    tuner = Tuner(experiment, folder)
    return lambda job: tuner.run(*job)
