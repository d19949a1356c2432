"""Metrics of the service, for Prometheus."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.process_collector import ProcessCollector

from tweetctx.interfaces.service.queue import WorkQueue

MULTIPROCESS = "PROMETHEUS_MULTIPROC_DIR"  # where several processes keep their metrics; prometheus_client reads it
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The counters of one process; `text` gives the sums over all processes of the service."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = registry = CollectorRegistry()
        count = partial(Counter, registry=registry)
        observe = partial(Histogram, buckets=_SECONDS, registry=registry)
        largest, total = (partial(Gauge, registry=registry, multiprocess_mode=mode) for mode in ("livemax", "livesum"))
        self.requests = count("tweetctx_requests", "Requests answered", ["route", "method", "status"])
        self.seconds = observe("tweetctx_request_seconds", "From request to answer", ["route"])
        self.stages = observe("tweetctx_stage_seconds", "What each stage of the work took", ["stage"])
        self.refusals = count(
            "tweetctx_refusals", "Requests refused, by reason: queue, deadline, not_ready", ["reason"]
        )
        self.cached = count("tweetctx_cached_answers", "Answers taken from the cache")
        self.held = total("tweetctx_queue_held", "Requests that work or wait for a thread")
        self.capacity = total("tweetctx_queue_capacity", "The most that they may be")
        self.wait = largest("tweetctx_queue_wait_seconds", "How long a request that came now would probably wait")
        self.generation = largest("tweetctx_index_generation", "How many times the index was opened")
        self.articles = largest("tweetctx_index_articles", "Articles in the index")
        if MULTIPROCESS not in os.environ:
            ProcessCollector(registry=registry)
            GCCollector(registry=registry)

    def watch_queue(self, queue: WorkQueue) -> None:
        """Reports how full a queue is."""
        self.capacity.set(queue.capacity)
        self._queue = queue

    def before_text(self, note: Callable[[], None]) -> None:
        """Has a function called before the metrics are shown, so that they are up to date."""
        self._note = note

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        self._note()
        self.held.set(self._queue.held)
        self.wait.set(self._queue.wait)
        if MULTIPROCESS not in os.environ:
            return generate_latest(self._registry)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        with suppress(FileNotFoundError):  # deleted by `forget_process` since the files were listed
            return generate_latest(registry)
        return generate_latest(registry)


def forget_process(process: int | None) -> None:
    """Removes from the sums the gauges of a process that has ended.

    Also deletes its files that count nothing: a process that could not open the index leaves them, and no sum can be
    made with an empty one.
    """
    mark_process_dead(process)  # type: ignore[no-untyped-call]
    for file in Path(os.environ[MULTIPROCESS]).glob(f"*_{process}.db"):
        if not file.stat().st_size or not any(_values(file)):
            file.unlink()


def _values(file: Path) -> list[float]:
    values = MmapedDict.read_all_values_from_file(file)  # type: ignore[no-untyped-call]
    return [value for _, value, *_ in values]
