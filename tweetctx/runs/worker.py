"""Groups of topics to pieces of a run, in this process or in several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain

from tweetctx.errors import RunError
from tweetctx.pipeline import Contextualizer
from tweetctx.processes import end_with_parent, in_order, spawn
from tweetctx.runs.formats import as_bytes, inex_lines, jsonl_line
from tweetctx.runs.settings import RunSettings
from tweetctx.types import Context, ScoredSentence

Group = Sequence[tuple[str, str]]  # ids and texts


@dataclass(frozen=True, slots=True)
class Piece:
    """The bytes of some topics, how many of these have a context, and how many sentences they have."""

    data: bytes
    topics: int
    contexts: int
    sentences: int


class RunWriter:
    """Contextualizes topics for a run."""

    def __init__(self, index: str, settings: RunSettings) -> None:
        self._settings = settings
        self.contextualizer = Contextualizer.open(
            index,
            settings.scorer,
            passages=settings.passages,
            lam=settings.lam,
            rules=settings.rules,
            order=settings.order,
            classes=settings.classes,
        )

    def piece(self, group: Group) -> Piece:
        """The piece of a run that a group of topics is."""
        length = {"limit": self._settings.limit, "unit": self._settings.unit}
        found = [(name, self.contextualizer.contextualize(text, **length)) for name, text in group]  # type: ignore[arg-type]
        return Piece(
            as_bytes("".join(self._lines(name, context) for name, context in found)),
            len(found),
            sum(bool(context.sentences) for _, context in found),
            sum(len(context.sentences) for _, context in found),
        )

    def _lines(self, identifier: str, context: Context) -> str:
        if self._settings.format == "jsonl":
            return jsonl_line(identifier, context)
        return inex_lines(identifier, context, self._page, self._settings.run_id)

    def _page(self, sentence: ScoredSentence) -> str:
        return sentence.article_id


def pieces(
    groups: Iterator[Group], index: str, settings: RunSettings, workers: int, stack: ExitStack
) -> Iterator[Piece]:
    """The pieces of groups, in their order. Small work is done here: a process costs more than it.

    stack: ends the processes when it is closed. Raises RunError if one of them dies.
    """
    first, second = next(groups, None), next(groups, None)
    if first is None:
        return
    if workers == 1 or second is None:
        yield from map(RunWriter(index, settings).piece, chain([first], [second] if second else [], groups))
        return
    try:
        yield from _by_processes(chain([first, second], groups), index, settings, workers, stack)
    except BrokenProcessPool as error:
        raise RunError(
            "a worker process died, as from want of memory; what it had not finished is not in the run, "
            "and resuming completes it"
        ) from error


def _by_processes(
    groups: Iterator[Group], index: str, settings: RunSettings, workers: int, stack: ExitStack
) -> Iterator[Piece]:
    pool = spawn(workers, _start_process, index, settings)
    stack.callback(pool.shutdown, cancel_futures=True)
    return in_order(pool, workers, _piece_in_process, groups)


_given: tuple[str, RunSettings] | None = None
_writer: RunWriter | None = None


def _start_process(index: str, settings: RunSettings) -> None:
    global _given
    _given = index, settings
    end_with_parent()


def _piece_in_process(group: Group) -> Piece:
    # The index is opened here, not at the start, so that what is wrong with it comes back as an error of the group.
    global _writer
    assert _given is not None, "_start_process comes first"  # noqa: S101
    _writer = _writer or RunWriter(*_given)
    return _writer.piece(group)
