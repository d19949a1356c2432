"""Models to outcomes, in this process or in several."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection

from tweetctx.evaluation.experiments.errors import ExperimentError
from tweetctx.evaluation.experiments.laboratory import Laboratory, Setting
from tweetctx.evaluation.experiments.outcomes import Outcome
from tweetctx.evaluation.experiments.templates import Template

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
    # Processes are spawned, not forked: the caller may have threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_start_process, initargs=(setting,))
    try:
        with _without_interrupts():
            waiting = [pool.submit(_run_group, group) for group in groups]
        for future in as_completed(waiting):
            yield from future.result()
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Holds Ctrl-C back. A process started meanwhile never sees it: who started it decides what is to end."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_laboratory: Laboratory | None = None


def _start_process(setting: Setting) -> None:
    global _laboratory
    _laboratory = Laboratory(setting)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Without this, a worker whose parent was killed would wait for work forever."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "this runs in a worker process"  # noqa: S101
    connection.wait([parent.sentinel])
    os._exit(1)


def _run_group(group: Sequence[Task]) -> list[Outcome]:
    assert _laboratory is not None, "_start_process comes first"  # noqa: S101
    return [_laboratory.run(*task) for task in group]
