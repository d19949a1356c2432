"""Model families to outcomes, in this process or in several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool

from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments.families import ModelFamily
from tweetctx.evaluation.experiments.results import Outcome
from tweetctx.evaluation.experiments.tuner import Setting, Tuner
from tweetctx.evaluation.experiments.tweets import TweetTask
from tweetctx.processes import end_with_parent, in_order, spawn

Job = tuple[ModelFamily, str]  # and the fingerprint


def outcomes(jobs: Sequence[Job], setting: Setting, workers: int) -> Iterator[Outcome]:
    """Yields the outcomes of families in their order; ExperimentError if a process dies.

    Contexts stay in this process: the folds of a model try mostly the same specs, whose contexts are remembered.
    """
    if workers == 1 or len(jobs) < 2 or isinstance(setting.task, TweetTask):
        tuner = Tuner(setting)
        yield from (tuner.run(*job) for job in jobs)
        return
    pool = spawn(min(workers, len(jobs)), _start_process, setting)
    try:
        yield from in_order(pool, workers, _run, jobs)
    except BrokenProcessPool as error:
        raise ExperimentError(
            f"{setting.folder}: a worker process died, as from want of memory; the models that were finished are "
            "kept, and running the experiment again completes it"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


_tuner: Tuner | None = None


def _start_process(setting: Setting) -> None:
    global _tuner
    _tuner = Tuner(setting)
    end_with_parent()


def _run(job: Job) -> Outcome:
    assert _tuner is not None, "_start_process comes first"  # noqa: S101
    return _tuner.run(*job)
