"""Runs an experiment: from its file to a folder of results."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tweetctx.errors import TweetctxError
from tweetctx.evaluation.errors import load
from tweetctx.evaluation.experiments.configuration import Experiment, read_experiment
from tweetctx.evaluation.experiments.families import CLASS_MODEL, ModelFamily, own_topics, takes_topics
from tweetctx.evaluation.experiments.questions import QuestionTask
from tweetctx.evaluation.experiments.report import write_report
from tweetctx.evaluation.experiments.results import Outcome, ResultsFolder, as_json
from tweetctx.evaluation.experiments.tuner import outcomes
from tweetctx.presets import parse_preset
from tweetctx.runtime.bundled import PACKAGE
from tweetctx.runtime.checksums import checksum
from tweetctx.runtime.processes import check_workers
from tweetctx.runtime.processors import processors

_LIBRARIES = ("numpy", "regex", "spacy", "PyStemmer", "numba", "rank_bm25", "gensim", "ir_measures", "scipy")


@dataclass(frozen=True, slots=True)
class ExperimentReport:
    """The results of an experiment.

    outcomes: of all families, in the order of the file. kept: how many of them an earlier run had finished.
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
    on_progress: Callable[[int, int], None] | None = None,
) -> ExperimentReport:
    """Tunes the models of an experiment's file, measures them and writes a folder of results.

    workers: processes; all processors if None; with 1 the work stays in this process, as that on contexts always
    does. The files are the same on any number of them. on_progress: called with how many models are finished, and how
    many there are.

    Models that an interrupted experiment finished are kept if what they depend on is the same (the collections, the
    model's own grid, all settings, the code and the libraries); the others are computed again.

    The folder gets `results.csv` and `results.md`, `significance.csv`, `sensitivity.csv`, `tuned.toml`, `figures/` and
    by collection `by-topic/`; of labelled sentences also `runs/` and `qrels/` of the queries that have a relevant
    sentence.

    Raises ExperimentError for a file or a folder that cannot be used, and if a process dies; the errors of what the
    file names; EvaluationError where a library is missing; ParameterError for `workers`. After an error before the
    first model is finished, a folder that is new is removed.
    """
    check_workers(workers)
    for library in ("ir_measures", "scipy.stats", "matplotlib.figure"):
        load(library)
    experiment = read_experiment(file)
    description = _description(experiment)
    results = ResultsFolder(Path(folder))
    results.open(description)
    try:
        return _completed(experiment, description, results, workers or processors(), on_progress)
    except TweetctxError:
        results.discard()
        raise


def _completed(
    experiment: Experiment,
    description: dict[str, Any],
    results: ResultsFolder,
    workers: int,
    on_progress: Callable[[int, int], None] | None,
) -> ExperimentReport:
    """Tunes the models that are not finished, and writes the tables and figures of all."""
    fingerprints = {family.label: _fingerprint(family, description) for family in experiment.families}
    results.forget_others(fingerprints, experiment.task.names)
    finished = {
        label: outcome for label, fingerprint in fingerprints.items() if (outcome := results.load(label, fingerprint))
    }
    kept = len(finished)
    jobs = [(family, fingerprints[family.label]) for family in experiment.families if family.label not in finished]
    progress = on_progress or (lambda _done, _total: None)
    progress(kept, len(fingerprints))
    if isinstance(experiment.task, QuestionTask) and any(family.name == CLASS_MODEL for family, _ in jobs):
        experiment = replace(experiment, task=experiment.task.with_classes(results.path))
    if isinstance(experiment.task, QuestionTask) and any(takes_topics(family) for family, _ in jobs):
        experiment = replace(experiment, task=experiment.task.with_topics(results.path))
    for outcome in outcomes(jobs, experiment, results.path, workers):
        finished[outcome.label] = outcome
        progress(len(finished), len(fingerprints))
    report = ExperimentReport(results.path, experiment, tuple(finished[label] for label in fingerprints), kept)
    write_report(experiment, report.outcomes, results)
    return report


def _description(experiment: Experiment) -> dict[str, Any]:
    """Returns what all models of an experiment depend on, as plain values without paths, which differ by machine."""
    return {
        "code": code_checksum(PACKAGE),
        "libraries": _versions(),
        "name": experiment.name,
        "split": asdict(experiment.split),
        "exhaustive": experiment.exhaustive,
        **experiment.task.description(),
    }


def _versions() -> dict[str, str]:
    """The versions of the libraries; gensim, which may be missing, only if it is installed."""
    versions = dict[str, str]()
    for name in _LIBRARIES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


def _fingerprint(family: ModelFamily, description: dict[str, Any]) -> str:
    """Returns a checksum of everything on which the results of a family depend."""
    file = own_topics(family)
    topics = {"topics_file": checksum(Path(file).read_bytes())} if file else {}
    whole = {**description, "name": "", "family": asdict(family), **topics, **_own_code(family)}
    return checksum(as_json(whole).encode())


def _own_code(family: ModelFamily) -> dict[str, str]:
    """Returns a checksum of the code of a model that another package registered; nothing for a model of ours."""
    root = type(parse_preset(family.model).scorer).__module__.partition(".")[0]
    file = Path(getattr(sys.modules[root], "__file__", None) or "")
    if PACKAGE in file.parents or not file.is_file():
        return {}
    return {"own_code": code_checksum(file.parent) if file.stem == "__init__" else checksum(file.read_bytes())}


def code_checksum(package: Path) -> str:
    """Returns a checksum of a package's modules and tables: a change of any of them invalidates all finished models."""
    files = sorted(path for path in package.rglob("*.*") if path.suffix in (".py", ".toml"))
    return checksum(b"\0".join(part for p in files for part in (str(p.relative_to(package)).encode(), p.read_bytes())))
