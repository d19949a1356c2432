"""Contextualizes groups of topics, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import cast

from tweetctx.context import Unit
from tweetctx.errors import RunError
from tweetctx.pipeline import Contextualizer
from tweetctx.runs.run_formats import as_bytes, inex_lines, jsonl_line, trec_lines
from tweetctx.runs.settings import RunSettings
from tweetctx.runtime.processes import in_processes
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
    given = writer.uri, writer.settings, writer.index_identity
    made = stack.enter_context(closing(in_processes(workers, _pieces_of, given, chain([first, second], groups))))
    try:
        yield from made
    except BrokenProcessPool as error:
        raise RunError(
            "a worker process died, as from want of memory; what it had not finished is not in the run, "
            "and resuming completes it (--resume, with fewer --workers)"
        ) from error


def _pieces_of(uri: str, settings: RunSettings, identity: str) -> Callable[[Group], Piece]:
    writer = RunWriter(uri, settings)
    if writer.index_identity != identity:
        raise RunError(
            f"{uri}: found another index than at the start of the run; expected that it is not replaced meanwhile. "
            "--force starts the run again with the new one"
        )
    return writer.piece
