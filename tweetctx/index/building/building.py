"""Builds an index from articles, and adds articles to one."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, tee
from operator import attrgetter
from pathlib import Path

from tweetctx.corpus import Corpus, OnError, read_articles
from tweetctx.corpus.names import AliasTable
from tweetctx.corpus.portions import Portion, grouped
from tweetctx.corpus.sources import fingerprint
from tweetctx.errors import CorpusError, IndexAccessError, ParameterError
from tweetctx.index.building.aliases import AliasReport, add_aliases
from tweetctx.index.building.analysis import (
    AnalyzedPortions,
    ArticleAnalyzer,
    analyze_in_process,
    analyze_portions,
    start_process,
)
from tweetctx.index.building.changes import (
    changing,
    check_model,
    held_bytes,
    keep_wiki_pages,
    publish_addition,
    publish_build,
)
from tweetctx.index.building.origin import added_to, digesting, named_origin, parse_day, with_wiki
from tweetctx.index.building.phrase_files import read_phrases
from tweetctx.index.building.segment_buffer import SegmentBuffer
from tweetctx.index.building.sizes import DEFAULT_MEMORY
from tweetctx.index.building.source_check import refuse_indexes
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.files import BUFFER, check_free
from tweetctx.index.storage.manifest import VERSION, read_manifest
from tweetctx.index.storage.origin import origin_from_json, origin_to_json
from tweetctx.reading.problems import ProblemKind
from tweetctx.reading.progress import ReadingProgress
from tweetctx.runtime.compiled import is_cached
from tweetctx.runtime.processes import check_workers, in_order, spawn
from tweetctx.runtime.processors import processors
from tweetctx.text.analyzer import AnalyzerConfig
from tweetctx.text.languages import language_of_url
from tweetctx.text.segmentation import open_segmenter
from tweetctx.types import Day

BATCH_CHARACTERS = 1 << 20
ANALYSIS = "tweetctx.index.building.token_kernels"  # loops that the first batch needs
KEEP_SECONDS = 20.0  # between the points from which an interrupted build can continue


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build read and wrote.

    articles, passages, sentences, terms: what the index has. continued: how many of the articles an interrupted build
    had read. skipped: records that were left out; problem_kinds: their problems, since the build was continued.
    repeated: articles that were dropped because a later one has their id. aliases: the content of a table of other
    names.
    """

    articles: int
    passages: int
    sentences: int
    terms: int
    continued: int
    skipped: int
    problem_kinds: tuple[ProblemKind, ...]
    repeated: int = 0
    aliases: AliasReport | None = None


@dataclass(frozen=True, slots=True)
class AdditionReport:
    """What an addition read: articles added, those among them that replaced one of the index, and what was skipped.

    repeated: articles that were dropped because a later one has their id.
    """

    added: int
    replaced: int
    skipped: int
    problem_kinds: tuple[ProblemKind, ...]
    repeated: int = 0


OnProgress = Callable[[ReadingProgress], None]


def build_index(
    sources: Sequence[Path],
    destination: Path,
    *,
    analyzer: str | None = None,
    language: str | None = None,
    spacy_model: str | None = None,
    workers: int | None = None,
    memory: int = DEFAULT_MEMORY,
    on_error: OnError = "stop",
    lists: bool = False,
    tables: bool = False,
    aliases: str | Path | None = None,
    wiki: str | None = None,
    date: str | Day | None = None,
    phrases: str | Path | None = None,
    restart: bool = False,
    replace: bool = True,
    on_progress: OnProgress | None = None,
) -> BuildReport:
    """Builds an index in a folder: see `tweetctx.index.engines.build_index`."""
    check_workers(workers)
    held = held_bytes(memory)
    asked = AnalyzerConfig.named(analyzer, language or "en")
    day = parse_day(date)
    if wiki is not None and not isinstance(wiki, str):
        raise ParameterError(f"wiki: found {wiki!r:.80}, expected the name of a Wikipedia, such as enwiki")
    lists, tables = bool(lists), bool(tables)
    listed = _listed(phrases, asked)
    read = partial(read_articles, sources, on_error=on_error, lists=lists, tables=tables)
    read()  # a missing source is reported before anything is written
    refuse_indexes(sources, destination)
    if not replace:
        check_free(destination)
    with changing(destination, build=True) as change:
        folder = change.index / BUFFER
        if restart:
            shutil.rmtree(folder, ignore_errors=True)
        made_of = {"version": VERSION, "sources": fingerprint(sources), "lists": lists, "tables": tables}
        made_of |= {"analyzer": analyzer, "language": language, "spacy_model": spacy_model}
        buffer = SegmentBuffer(folder, made_of)
        config = asked if language else None
        reading = ArticleIntake(read, buffer, config, analyzer, spacy_model, workers, on_progress)
        continued = buffer.articles
        read_for = [*sources, *([] if aliases is None else [Path(aliases)])]
        with closing(buffer), digesting(read_for) as digests:
            config = reading.run(keep=True)
            if reading.skipped and not buffer.articles:
                raise CorpusError(f"{reading.corpus.problems[0]}; and no article was found that can be read")
            named = None if aliases is None else add_aliases(buffer, AliasTable(aliases, on_error=on_error))
            reading.show("writing")
            origin = added_to(with_wiki(named_origin(sources, wiki, day), buffer), digests.result())
            description = {"analyzer": config.to_json(), "spacy_model": spacy_model, "origin": origin_to_json(origin)}
            description |= keep_wiki_pages(
                change, reading.scratch, origin.to_dict()["date"], lists=lists, tables=tables
            )
            repeated = publish_build(change, buffer, description, config.phrases, held, listed)
    counts = EmbeddedIndex(destination).info()
    return BuildReport(
        counts["documents"],
        counts["passages"],
        counts["sentences"],
        counts["terms"],
        continued,
        reading.skipped,
        reading.corpus.problem_kinds,
        repeated,
        named,
    )


def _listed(phrases: str | Path | None, config: AnalyzerConfig) -> frozenset[str]:
    if phrases is None:
        return frozenset()
    if not config.phrases:
        raise ParameterError(f"phrases: found {phrases} with the analyzer {config.name}, expected the analyzer dcu")
    return read_phrases(phrases, config.name)


def add_articles(
    sources: Sequence[Path],
    index: Path,
    *,
    workers: int | None = None,
    memory: int = DEFAULT_MEMORY,
    spacy_model: str | None = None,
    on_error: OnError = "stop",
    lists: bool = False,
    tables: bool = False,
    on_progress: OnProgress | None = None,
) -> AdditionReport:
    """Adds articles to an index in a folder: see `tweetctx.index.engines.add_articles`."""
    check_workers(workers)
    held = held_bytes(memory)
    read = partial(read_articles, sources, on_error=on_error, lists=lists, tables=tables)
    with changing(index) as change, ExitStack() as stack:
        old = read_manifest(change.index)
        refuse_indexes(sources, index)
        check_model(index, spacy_model)
        buffer = stack.enter_context(closing(SegmentBuffer(change.new_path("buffer"))))
        config = AnalyzerConfig.from_json(old["analyzer"])
        reading = ArticleIntake(read, buffer, config, None, spacy_model, workers, on_progress)
        digests = stack.enter_context(digesting(sources))
        reading.run(keep=False, index=index)
        reading.show("writing")
        origin = added_to(origin_from_json(old["origin"]), digests.result())
        added, replaced, repeated = publish_addition(change, buffer, held, origin)
    return AdditionReport(added, replaced, reading.skipped, reading.corpus.problem_kinds, repeated)


def scratch_of(buffer: SegmentBuffer) -> Path:
    """The folder in which reading keeps what it collects before the first article."""
    return buffer.folder / "corpus"


class ArticleIntake:
    """Reads sources into a buffer, from the point where it stopped."""

    def __init__(
        self,
        read: Callable[..., Corpus],
        buffer: SegmentBuffer,
        config: AnalyzerConfig | None,
        analyzer: str | None,
        spacy_model: str | None,
        workers: int | None,
        on_progress: OnProgress | None,
    ) -> None:
        """read: `read_articles` of some sources. config: None to detect the language; `analyzer` then names it."""
        self._buffer, self._config, self._analyzer, self._model = buffer, config, analyzer, spacy_model
        self._workers = workers or processors()
        self._on_progress = on_progress
        before = buffer.position or {}
        self._skipped_before: int = before.get("skipped", 0)
        self._language: str | None = before.get("language")
        self.scratch = scratch_of(buffer)
        self.scratch.mkdir(exist_ok=True)
        start = before.get("corpus")
        self.corpus = read(start=start, workers=self._workers, scratch=self.scratch, on_scan=self._on_scan)

    @property
    def skipped(self) -> int:
        """The number of records skipped, including those before an interruption."""
        return self._skipped_before + self.corpus.skipped

    def run(self, *, keep: bool, index: Path | None = None) -> AnalyzerConfig:
        """Analyzes all articles into the buffer.

        keep: record progress from time to time, so that an interrupted build can continue. index: the index that they
        are added to, which accepts only articles in its language.
        """
        portions = self.corpus.portions(BATCH_CHARACTERS)
        if self._config is None or index:
            portions = self._find_language(portions)
        if self._config is None:
            self._config = self._analyzer_of_sources()
        expected, found = self._config.language, self._language
        if index and found and AnalyzerConfig.named(None, found).language != expected:
            raise IndexAccessError(
                f"{index}: found articles in the language {found!r}; expected {expected!r} as in the index"
            )
        kept = time.monotonic()
        self.show(self._beginning)
        batches = (batch for batch, _ in grouped(portions, attrgetter("size"), BATCH_CHARACTERS) if batch)
        with ExitStack() as stack:  # of the processes, which hold much memory and end before the index is written
            for read, (batch, flaws) in _analyzed(batches, self._config, self._model, self._workers, stack):
                for portion, own_flaws in zip(read, flaws, strict=True):
                    self.corpus.done(portion, own_flaws)
                self._buffer.add(batch)
                self.show("reading")
                if keep and time.monotonic() - kept > KEEP_SECONDS:
                    position = {"corpus": self.corpus.position, "skipped": self.skipped, "language": self._language}
                    self._buffer.keep(position)
                    kept = time.monotonic()
        return self._config

    def _analyzer_of_sources(self) -> AnalyzerConfig:
        """The analyzer of the language that was found. A ParameterError says where the language came from."""
        try:
            return AnalyzerConfig.named(self._analyzer, self._language or "en")
        except ParameterError as error:
            if self._language is None:
                raise
            stated = f"the sources, or the address of their first article, state {self._language!r}"
            raise ParameterError(f"{error}; {stated}, and --language names another") from None

    def _find_language(self, portions: Iterator[Portion]) -> Iterator[Portion]:
        """Finds the language that the sources state, or the address of the first article; returns all portions."""
        self._language = self._language or self.corpus.language
        if self._language is not None:
            return portions
        first: list[Portion] = []
        for portion in portions:
            first.append(portion.read())
            if articles := first[-1].articles:
                self._language = language_of_url(articles[0].url)
                break
        return chain(first, portions)

    @cached_property
    def _beginning(self) -> str:
        """The phase until the first batch is analyzed, in which loops may have to be compiled."""
        return "reading" if is_cached(ANALYSIS) else "compiling, once"

    def show(self, phase: str) -> None:
        """Reports progress."""
        if self._on_progress:
            done = self.corpus.bytes_read, self.corpus.bytes_total
            self._on_progress(ReadingProgress(phase, self._buffer.articles, self.skipped, *done))

    def _on_scan(self, done: int, total: int) -> None:
        if self._on_progress:
            done_before = self._buffer.articles, self._skipped_before
            phase = "looking for redirects" if done < total else self._beginning
            self._on_progress(ReadingProgress(phase, *done_before, done if done < total else 0, total))


def _analyzed(
    batches: Iterator[list[Portion]], config: AnalyzerConfig, spacy_model: str | None, workers: int, stack: ExitStack
) -> Iterator[tuple[list[Portion], AnalyzedPortions]]:
    """Yields batches with their analysis, in order. A single batch is analyzed here: starting a process costs more."""
    first = next(batches, None)
    second = next(batches, None)
    if first is None:
        return
    if workers == 1 or second is None:
        analyzer = ArticleAnalyzer(config, open_segmenter(spacy_model, config.language))
        for batch in chain((first,), (second,) if second else (), batches):
            yield batch, analyze_portions(analyzer, batch)
        return
    open_segmenter(spacy_model, config.language)  # an error is clearer here than in a process
    pool = stack.enter_context(spawn(workers, start_process, config, spacy_model))
    try:
        given, shown = tee(chain((first, second), batches))
        yield from zip(shown, in_order(pool, workers, analyze_in_process, given), strict=True)
    except BrokenProcessPool as error:
        raise IndexAccessError(
            "a worker process of the build ended at once: was it killed, or out of memory?"
        ) from error
