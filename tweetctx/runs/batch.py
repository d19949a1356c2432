"""Contextualizes a file of tweets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from tweetctx import __version__
from tweetctx.context.policy import Order
from tweetctx.errors import ParameterError, RunError
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES
from tweetctx.index.folder import index_mark
from tweetctx.presets import parse_preset, topics_file
from tweetctx.reading.problems import OnError
from tweetctx.runs.runfile import RunFile, RunStream
from tweetctx.runs.settings import Format, RunSettings
from tweetctx.runs.topics import TopicsOrFile, TopicSource
from tweetctx.runs.worker import Group, RunWriter, pieces
from tweetctx.runtime.bundled import trained_models
from tweetctx.runtime.checksums import checksum
from tweetctx.runtime.durable import Mode
from tweetctx.runtime.processes import check_workers
from tweetctx.runtime.processors import processors
from tweetctx.scoring import Scorer
from tweetctx.tweets import Rules
from tweetctx.tweets.topics import Topic

GROUP = 8  # topics that a worker is given at a time, and that are written at a time


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """Topics done, and their total; None if that is not known."""

    topics: int
    total: int | None


@dataclass(frozen=True, slots=True)
class BatchReport:
    """Counts over a whole run: topics, those with and without a context, and sentences.

    skipped: the number of broken records in the file of topics; problems: the first messages about them. notices: the
    objects there that are no posts, such as notices of deletions. partial: for how many topics a part of the collection
    did not answer (only if that is allowed); a resumed run counts anew.
    """

    topics: int
    contexts: int
    empty: int
    sentences: int
    skipped: int
    problems: tuple[str, ...] = ()
    partial: int = 0
    notices: int = 0
    warnings: tuple[str, ...] = ()


def contextualize_batch(
    topics: TopicsOrFile,
    destination: str | Path | BinaryIO,
    *,
    index: str | Path,
    scorer: str | Scorer = "default",
    limit: int | None = None,
    unit: str | None = None,
    passages: int = DEFAULT_PASSAGES,
    lam: float = DEFAULT_LAM,
    rules: Rules = "default",
    order: Order | None = None,
    min_score: float | None = None,
    format: Format = "inex",  # noqa: A002
    run_id: str = "tweetctx",
    classes: str | Path | None = None,
    workers: int | None = None,
    resume: bool = False,
    force: bool = False,
    on_error: OnError = "stop",
    on_progress: Callable[[BatchProgress], None] | None = None,
) -> BatchReport:
    """Writes the contexts of topics to a file, in their order; the same bytes on any number of workers.

    topics: a file or folder of tweets, or several `tweetctx.tweets.topics.Topic(id, text)` with ids that differ.
    destination: a file, or a stream of bytes, which cannot be resumed. scorer: a preset, a sentence model, or the name
    or spec of one. limit: of each context, in units of `unit`; both, and the order, are the preset's if None. passages,
    lam, rules, order, min_score, classes: those of Contextualizer. format: of the file. run_id: a column of the INEX
    and TREC formats. workers: processes; all processors if None; with 1 the work stays in this process. on_error:
    "skip" leaves out broken records. force: replaces a file. resume: completes an interrupted run to the bytes of an
    unbroken one; settings, index and topics must be the same (which is not checked for topics that can be read only
    once). A complete run is computed again and compared.

    Raises RunError for a destination that cannot be written or resumed and if a worker dies, TopicsError before
    anything is written, ParameterError for an argument out of its range or choices. Afterwards, as after an
    interrupt, the run can be resumed.
    """
    named = str(classes) if classes else None
    settings = RunSettings(str(scorer), limit, unit, passages, lam, rules, order, min_score, format, run_id, named)
    check_workers(workers)
    if resume and force:
        raise ParameterError("resume, force: found both, expected one: to complete a run or to replace it")
    # Opened here first, so that what is wrong with it is known before anything is written.
    writer = RunWriter(str(index), settings)
    if isinstance(destination, str | Path):
        _check_destination(topics, Path(destination))
    elif resume or force:
        raise ParameterError("resume, force: found one of them for a stream; expected a file as destination")
    source = TopicSource(topics, settings.format, on_error)
    total, digest = source.survey()
    partial = 0
    identity = {"tweetctx": __version__, **_identity(settings), "index": writer.index_identity, "topics": digest}
    with ExitStack() as stack:
        run: RunFile | RunStream
        if isinstance(destination, str | Path):
            mode: Mode = "continue" if resume else "replace" if force else "new"
            run = stack.enter_context(RunFile(Path(destination), identity, mode))
        else:
            run = RunStream(destination)
        groups = _groups(source.after(run.written.topics))
        for piece in pieces(groups, writer, workers or processors(), stack):
            run.add(piece)
            partial += piece.partial
            if on_progress:
                on_progress(BatchProgress(run.written.topics, total))
    done = run.written
    empty = done.topics - done.contexts
    return BatchReport(
        done.topics,
        done.contexts,
        empty,
        done.sentences,
        source.skipped,
        source.problems,
        partial,
        source.notices,
        source.warnings,
    )


def _check_destination(topics: TopicsOrFile, destination: Path) -> None:
    """Raises RunError for a destination in an index, and for the file of topics itself."""
    if index_mark(str(destination.resolve().parent)):
        raise RunError(f"{destination}: found a folder that is an index, expected a place outside it for the run")
    if not isinstance(topics, str | Path) or not destination.exists():
        return
    if Path(topics).exists() and destination.samefile(topics):
        raise RunError(f"{destination}: found the file of topics itself, expected another file for the run")


def _identity(settings: RunSettings) -> dict[str, Any]:
    """Returns the settings with digests of the files that they name and of the trained models."""
    model = topics_file(parse_preset(settings.scorer).scorer)
    files = {"classes": settings.classes, "topics_of_scorer": model}
    checksums = {name: checksum(Path(file).read_bytes()) if file else None for name, file in files.items()}
    return {**asdict(settings), **checksums, "models": trained_models()}


def _groups(topics: Iterator[Topic]) -> Iterator[Group]:
    while group := list(islice(topics, GROUP)):
        yield group
