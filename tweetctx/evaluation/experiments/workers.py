"""Models to outcomes, in this process or in several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool

from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments.laboratory import Laboratory, Setting
from tweetctx.evaluation.experiments.outcomes import Outcome
from tweetctx.evaluation.experiments.templates import Template
from tweetctx.processes import end_with_parent, spawn, without_interrupts

Task = tuple[Template, str]  # and the fingerprint


def outcomes(groups: Sequence[Sequence[Task]], setting: Setting, workers: int) -> Iterator[Outcome]:
    """The outcomes of models as they are finished; those of a group are made in one process, in their order.

    ExperimentError if a process dies.
    """
    if workers == 1 or len(groups) < 2:
        laboratory = Laboratory(setting)
        for group in groups:
            for task in group:
                yield laboratory.run(*task)
        return
    try:
        yield from _by_processes(groups, setting, min(workers, len(groups)))
    except BrokenProcessPool as error:
        raise ExperimentError(
            f"{setting.folder}: a worker process died, as from want of memory; the models that were finished are "
            "kept, and running the experiment again completes it"
        ) from error


def _by_processes(groups: Sequence[Sequence[Task]], setting: Setting, workers: int) -> Iterator[Outcome]:
    pool = spawn(workers, _start_process, setting)
    try:
        with without_interrupts():
            waiting = [pool.submit(_run_group, group) for group in groups]
        for future in as_completed(waiting):
            yield from future.result()
    finally:
        pool.shutdown(cancel_futures=True)


_laboratory: Laboratory | None = None


def _start_process(setting: Setting) -> None:
    global _laboratory
    _laboratory = Laboratory(setting)
    end_with_parent()


def _run_group(group: Sequence[Task]) -> list[Outcome]:
    assert _laboratory is not None, "_start_process comes first"  # noqa: S101
    return [_laboratory.run(*task) for task in group]
