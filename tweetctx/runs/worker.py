"""Contextualizes groups of topics, in this process or in several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import cast

from tweetctx.context import Unit
from tweetctx.errors import RunError
from tweetctx.pipeline import Contextualizer
from tweetctx.runs.run_formats import as_bytes, inex_lines, jsonl_line, trec_lines
from tweetctx.runs.settings import RunSettings
from tweetctx.runtime.processes import end_with_parent, in_order, spawn
from tweetctx.tweets.topics import Topic
from tweetctx.types import Context

Group = Sequence[Topic]


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a run for a group of topics: its bytes, and counts of topics, contexts and sentences.

    partial: for how many topics a part of the collection did not answer.
    """

    data: bytes
    topics: int
    contexts: int
    sentences: int
    partial: int = 0


class RunWriter:
    """Contextualizes topics for a run."""

    def __init__(self, uri: str, settings: RunSettings) -> None:
        self.uri = uri
        self.settings = settings
        self.contextualizer = Contextualizer.open(
            uri,
            settings.scorer,
            passages=settings.passages,
            lam=settings.lam,
            rules=settings.rules,
            order=settings.order,
            min_score=settings.min_score,
            classes=settings.classes,
        )

    @property
    def index_identity(self) -> str:
        """The identity of the index, or its URI."""
        return self.contextualizer.index.identity or self.uri

    def piece(self, group: Group) -> Piece:
        """Contextualizes a group of topics."""
        limit, unit = self.settings.limit, cast("Unit", self.settings.unit)
        contextualize = partial(self.contextualizer.contextualize, limit=limit, unit=unit)
        contexts = [(topic.id, contextualize(topic.post)) for topic in group]
        return Piece(
            as_bytes("".join(self._lines(name, context) for name, context in contexts)),
            len(contexts),
            sum(bool(context.sentences) for _, context in contexts),
            sum(len(context.sentences) for _, context in contexts),
            sum(context.partial for _, context in contexts),
        )

    def _lines(self, identifier: str, context: Context) -> str:
        if self.settings.format == "jsonl":
            return jsonl_line(identifier, context)
        lines = trec_lines if self.settings.format == "trec" else inex_lines
        return lines(identifier, context, self.settings.run_id)


def pieces(groups: Iterator[Group], writer: RunWriter, workers: int, stack: ExitStack) -> Iterator[Piece]:
    """Yields the pieces of groups in their order; a single group stays in this process, as starting one costs more.

    stack: ends the processes when it is closed. Raises RunError if a process dies, or if the index was replaced after
    the writer opened it.
    """
    first, second = next(groups, None), next(groups, None)
    if first is None:
        return
    if workers == 1 or second is None:
        yield from map(writer.piece, chain([first], [second] if second else [], groups))
        return
    pool = stack.enter_context(spawn(workers, _start_process, writer.uri, writer.settings, writer.index_identity))
    try:
        yield from in_order(pool, workers, _piece_in_process, chain([first, second], groups))
    except BrokenProcessPool as error:
        raise RunError(
            "a worker process died, as from want of memory; what it had not finished is not in the run, "
            "and resuming completes it (--resume, with fewer --workers)"
        ) from error


_given: tuple[str, RunSettings, str] | None = None
_writer: RunWriter | None = None


def _start_process(uri: str, settings: RunSettings, identity: str) -> None:
    global _given
    _given = uri, settings, identity
    end_with_parent()


def _piece_in_process(group: Group) -> Piece:
    # The index is opened here, not at the start, so that what is wrong with it comes back as an error of the group.
    global _writer
    assert _given is not None, "_start_process comes first"  # noqa: S101
    if _writer is None:
        uri, settings, identity = _given
        opened = RunWriter(uri, settings)
        if opened.index_identity != identity:
            raise RunError(
                f"{uri}: found another index than at the start of the run; expected that it is not replaced meanwhile. "
                "--force starts the run again with the new one"
            )
        _writer = opened
    return _writer.piece(group)
