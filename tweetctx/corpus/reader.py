"""Articles from files and folders, whatever their format and compression."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from tweetctx.corpus.collections import is_collection
from tweetctx.corpus.formats import COLLECTION, Format, choose_format
from tweetctx.corpus.portions import Portion, grouped
from tweetctx.corpus.source_file import DEFAULT_PAGE_SECONDS, MAX_PAGE_SECONDS, Options, Reading, SourceFile
from tweetctx.corpus.sources import check_sources, list_files, paths_of, size_of
from tweetctx.errors import CorpusError, InputError, ParameterError, counted
from tweetctx.reading.compression import check_compression, open_content
from tweetctx.reading.lines import split_lines
from tweetctx.reading.problems import OnError, ProblemKind, Problems, Report, Skipping
from tweetctx.runtime.processes import check_workers
from tweetctx.runtime.processors import processors
from tweetctx.specs import Range
from tweetctx.types import Article

_PAGE_SECONDS = Range(0, MAX_PAGE_SECONDS, low_open=True)

_LOOKED_AT = 16  # files that are asked for their language


@dataclass(frozen=True, slots=True)
class Position:
    """The position after an article: the number of its file, from 0, that file's name and size, and the mark in it."""

    file: int
    name: str
    size: int
    mark: Any

    @classmethod
    def parse(cls, value: Any) -> Position:
        """Reads the result of `as_json`; raises ParameterError for anything else."""
        try:
            position = cls(**value)
        except TypeError:
            position = None
        if not position or not all(type(n) is int and n >= 0 for n in (position.file, position.size)):
            raise ParameterError(f"start: found {value!r}; expected None or a position that a Corpus gave")
        return position

    def as_json(self) -> dict[str, Any]:
        """The position as plain values."""
        return asdict(self)

    def check(self, file: Path) -> None:
        """Raises CorpusError if the position belongs to another file."""
        actual = (file.name, size_of(file))
        if actual != (self.name, self.size):
            raise CorpusError(
                f"{file}: found {counted(actual[1], 'byte')}; "
                f"expected {self.name} of {counted(self.size, 'byte')}, where reading continues"
            )


class Corpus(Skipping):
    """The articles of some files and folders; iterate to read them, as often as needed.

    The constructor raises CorpusError for a path that does not exist and for a folder without visible files, and
    ParameterError for no sources and for a parameter out of its range.

    During an iteration, `skipped` counts the records skipped since `start`, `problems` holds the first 20 messages,
    `bytes_read` approaches `bytes_total` (bytes of the files as stored), and `position` is that after the last article.
    Each iteration resets them, so only one reader may iterate a Corpus at a time.
    """

    def __init__(
        self,
        sources: Sequence[Path | str],
        *,
        on_error: OnError = "stop",
        start: Any = None,
        options: Options | None = None,
    ) -> None:
        self._sources = paths_of(sources)
        if not self._sources:
            raise ParameterError("sources: found none; expected at least one file or folder")
        self._on_error: OnError = on_error
        self._problems = Problems(on_error, CorpusError)
        self._options = options or Options()
        self._start = self._position = None if start is None else Position.parse(start)
        check_sources(self._sources)
        self._bytes_before = 0  # of the files before the one that is being read
        self._current: SourceFile | None = None

    @property
    def problem_kinds(self) -> tuple[ProblemKind, ...]:
        """All problems, counted by kind, most frequent first."""
        return tuple(self._problems.kinds)

    @property
    def bytes_read(self) -> int:
        """How many bytes of the files, as stored, have been read or skipped."""
        return self._bytes_before + (self._current.bytes_read if self._current else 0)

    @cached_property
    def bytes_total(self) -> int:
        """The size of all files, computed when first needed."""
        return sum(size_of(file) for file in list_files(self._sources))

    @property
    def position(self) -> dict[str, Any] | None:
        """The position after the last article, as plain values; None before the first."""
        return self._position.as_json() if self._position else None

    @cached_property
    def language(self) -> str | None:
        """The language code that the sources give, such as "en"; None if the first files give none."""
        with ExitStack() as stack:
            reading = Reading(self._sources, self._options, stack)
            for file in islice(list_files(self._sources), _LOOKED_AT):
                try:
                    form, source = self._open(file, reading)
                    if language := form.language(source):
                        return language
                except CorpusError:  # reading the file will say so
                    continue
        return None

    def __iter__(self) -> Iterator[Article]:
        with ExitStack() as stack:
            reading = Reading(self._sources, self._options, stack)
            for index, file, start in self._files():
                try:
                    yield from self._read(file, index, reading, start)
                except CorpusError as error:
                    self._problems.add(error, file)

    def portions(self, size: int) -> Iterator[Portion]:
        """Yields all records, in portions of about so many characters, for other processes to read.

        Each portion must be passed to `done`, in order; only then its problems are counted and `position` is after it.
        """
        with ExitStack() as stack:
            reading = Reading(self._sources, self._options, stack)
            for index, file, start in self._files():
                try:
                    yield from self._portions(Portion(index, file), reading, start, size)
                except CorpusError as error:
                    yield Portion(index, file, error=error)

    def done(self, portion: Portion, flaws: Iterable[InputError]) -> None:
        """Records that a portion is read, and the problems of its records.

        Raises CorpusError for the first problem with `on_error="stop"`.
        """
        report = self._reporter(portion.file)
        for error in flaws:
            report(error)
        if portion.error:
            self._problems.add(portion.error, portion.file)
        if portion.mark is not None:
            self._position = Position(portion.file_index, portion.file.name, size_of(portion.file), portion.mark)

    def _files(self) -> Iterator[tuple[int, Path, Position | None]]:
        """The files from the start position on, with their numbers and, for the first, that position."""
        self._problems = Problems(self._on_error, CorpusError)
        self._bytes_before, self._current, self._position = 0, None, self._start
        for index, file in enumerate(list_files(self._sources)):
            start = self._start if self._start and index <= self._start.file else None
            if start and index < start.file:
                self._bytes_before += size_of(file)
                continue
            if start:
                start.check(file)
            yield index, file, start
            if self._current:
                self._bytes_before, self._current = self.bytes_read, None

    def _read(self, file: Path, index: int, reading: Reading, start: Position | None) -> Iterator[Article]:
        form, source = self._begin(file, reading, start)
        source.report = self._reporter(file)
        size = size_of(file)
        for article in form.read(source):
            self._position = Position(index, file.name, size, source.mark)
            yield article

    def _portions(self, of: Portion, reading: Reading, start: Position | None, size: int) -> Iterator[Portion]:
        """The portions of a file. of: an empty portion of that file."""
        form, source = self._begin(of.file, reading, start)
        if form.article_of:
            yield from _line_portions(replace(of, article_of=form.article_of), source, size)
            return
        flaws: list[InputError] = []
        source.report = self._reporter(of.file) if self._on_error == "stop" else flaws.append
        yield from _article_portions(of, source, form.read(source), flaws, size)

    def _reporter(self, file: Path) -> Report:
        """A function that adds what is wrong in a file, or raises that its compression is damaged if that is why."""
        report = self._problems.reporter(file)

        def checking(error: InputError) -> None:
            try:
                report(error)
            except CorpusError:
                if file.is_file():
                    check_compression(file, self.bytes_read, CorpusError)
                raise

        return checking

    def _begin(self, file: Path, reading: Reading, start: Position | None) -> tuple[Format, SourceFile]:
        form, source = self._open(file, reading)
        self._current = source
        source.start = start.mark if start else None
        return form, source

    def _open(self, file: Path, reading: Reading) -> tuple[Format, SourceFile]:
        """The format of a file, and the file, which does not report problems yet."""

        def count(size: int) -> None:
            source.bytes_read += size

        source = SourceFile(file, iter(()), Problems("skip", CorpusError).reporter(file), reading)
        if is_collection(file):
            return COLLECTION, source
        start, source.pieces = open_content(file, CorpusError, count)
        return choose_format(file, start), source


def read_articles(
    sources: Sequence[Path | str],
    *,
    on_error: OnError = "stop",
    start: Any = None,
    workers: int | None = 1,
    lists: bool = False,
    tables: bool = False,
    page_seconds: float = DEFAULT_PAGE_SECONDS,
    scratch: Path | str | None = None,
    on_scan: Callable[[int, int], None] | None = None,
) -> Corpus:
    """Returns the articles of files and folders, read as they are iterated.

    A folder is walked in the order of names; hidden files are skipped. A file is plain or compressed with gzip,
    bzip2, xz or zstandard, and holds JSON Lines (`{"id", "url", "title", "text"}`), a dump of MediaWiki in XML
    (`pages-articles`, in one stream or many) or another format of the table in `tweetctx.corpus.formats`; compression
    and format are detected from its first bytes. `ir_datasets:ID` in place of a file is a document collection of
    ir_datasets.

    on_error: with "stop" the first problem raises CorpusError, "FILE, line N: found ...; expected ...". With "skip" a
    broken record is counted and the next one is read; after damaged compression or broken XML the next file is read,
    except that the other streams and pages of a dump are read. A folder that cannot be listed raises CorpusError in
    both cases. See Corpus for its other errors and its attributes.
    start: a `position` of a Corpus of the same sources; reading continues after that article.
    workers: processes that convert wikitext and HTML; None for one per core. lists, tables: whether to keep list items
    and table rows. page_seconds: the processor time of a page, above which it is a problem like others.
    scratch: a folder that keeps the redirects of all dumps among the sources, which are collected before the first
    article of a dump and take a while; without it they are deleted when the iteration ends. on_scan: called meanwhile
    with how many bytes have been searched, and how many there are.
    """
    check_workers(workers)
    if page_seconds not in _PAGE_SECONDS:
        raise ParameterError(f"page_seconds: found {page_seconds!r}; expected above 0, up to {MAX_PAGE_SECONDS}")
    folder = None if scratch is None else Path(scratch)
    options = Options(lists, tables, workers or processors(), page_seconds, folder, on_scan)
    return Corpus(sources, on_error=on_error, start=start, options=options)


def _line_portions(of: Portion, source: SourceFile, size: int) -> Iterator[Portion]:
    """The lines of a file after a position in it."""
    read: int = source.start or 0
    lines = islice(split_lines(source.pieces), read, None)
    for group, held in grouped(lines, lambda line: len(line or b"") + 1, size):
        yield replace(of, lines=group, first=read + 1, mark=read + len(group), size=held)
        read += len(group)


def _article_portions(
    of: Portion, source: SourceFile, articles: Iterator[Article], flaws: list[InputError], size: int
) -> Iterator[Portion]:
    """The articles of a file and the problems between them. Trailing problems form a final, empty portion.

    Reading that continues after the last article finds the trailing problems again.
    """
    before = 0  # flaws before the last article

    def size_of(article: Article) -> int:
        nonlocal before
        before = len(flaws)
        return len(article.title) + sum(len(text) for section in article.sections for text in section.paragraphs)

    try:
        for group, held in grouped(articles, size_of, size):
            yield replace(of, articles=group, flaws=flaws[:before], mark=source.mark, size=held)
            del flaws[:before]
            before = 0
    except CorpusError:
        yield replace(of, flaws=flaws)
        raise
    yield replace(of, flaws=flaws)
