"""Converts articles of any format to JSON Lines; an interrupted conversion can continue."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any

import zstandard

from tweetctx.corpus.jsonl import record_of
from tweetctx.corpus.reader import Corpus, read_articles
from tweetctx.corpus.sources import fingerprint, paths_of
from tweetctx.errors import ConversionError, CorpusError
from tweetctx.reading.problems import OnError, ProblemKind, ProblemKinds
from tweetctx.reading.progress import ReadingProgress
from tweetctx.runtime.durable import Mode, ResumableFile

BLOCK = 4 << 20  # bytes of records that are packed together, and that a kill may cost
HINT = "the same command continues, --restart begins anew"
# Every block is compressed independently (a gzip member, an xz or bzip2 stream, a zstandard frame), so that a resumed
# conversion gives the same bytes.
_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "jsonl": lambda block: block,
    "json": lambda block: block,
    "gz": lambda block: gzip.compress(block, mtime=0),
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor(level=6, write_checksum=True).compress,
}
_OFTEN = 64  # articles between two words about the progress


@dataclass(frozen=True, slots=True)
class Conversion:
    """The report of a conversion: articles, bytes of the file, problems skipped and their kinds, most frequent first.

    continued: how many of the articles an earlier, interrupted run had written.
    """

    articles: int
    bytes: int
    skipped: int
    problem_kinds: tuple[ProblemKind, ...]
    continued: int


@dataclass(frozen=True, slots=True)
class _State:
    """The state of a conversion after the blocks written; complete: whether it is finished."""

    position: Any = None
    articles: int = 0
    skipped: int = 0
    problems: tuple[ProblemKind, ...] = ()
    complete: bool = False

    @classmethod
    def of(cls, file: ResumableFile) -> _State:
        try:
            values = {**(file.state or {})}
            problems = (ProblemKind(**{**kind, "places": tuple(kind["places"])}) for kind in values.pop("problems", ()))
            return cls(**values, problems=tuple(problems))
        except (TypeError, KeyError) as error:
            raise ConversionError(
                f"{file.notes}: damaged ({error}); expected the state of a conversion; {HINT}"
            ) from error


def convert_corpus(
    sources: Sequence[Path | str],
    destination: str | Path,
    *,
    on_error: OnError = "stop",
    workers: int | None = None,
    lists: bool = False,
    tables: bool = False,
    restart: bool = False,
    on_progress: Callable[[ReadingProgress], None] | None = None,
) -> Conversion:
    """Writes the articles of files and folders as JSON Lines that `read_articles` reads back as the same articles.

    destination: a new file .jsonl, .jsonl.gz, .jsonl.xz, .jsonl.bz2 or .jsonl.zst, whose suffix gives the compression.
    sources, on_error, workers, lists, tables: see `read_articles`; the file is the same on any number of workers.

    An interrupted conversion is continued, to the same bytes, unless its sources have changed; `restart` starts over
    and replaces an existing file.

    Raises CorpusError for sources that cannot be read or hold no article, ConversionError for a destination that
    cannot be written or continued, ParameterError for an argument out of its range.
    """
    path = Path(destination)
    given = paths_of(sources)
    corpus = read_articles(given, on_error=on_error)  # what is wrong with them is known before anything is written
    _check_apart(path, given)
    identity: dict[str, Any] = {"sources": [str(source.resolve()) for source in given], "files": fingerprint(given)}
    identity |= {"lists": lists, "tables": tables}
    if path.is_dir():
        raise ConversionError(f"{path}: found a folder; expected a new file")
    if path.exists() and not (restart and path.is_file()):
        raise ConversionError(f"{path}: found an existing file; expected a new one, or --restart to replace it")
    suffix = path.name.rpartition(".")[2].lower()
    if suffix not in _PACKERS:
        raise ConversionError(f"{path.name}: found the suffix {suffix!r}; expected one of .{', .'.join(_PACKERS)}")
    with _resumable(path, identity, restart) as (file, scratch):
        begin = end = _State.of(file)

        def on_scan(done: int, total: int) -> None:
            if on_progress:
                on_progress(ReadingProgress("redirects", 0, 0, done, total))

        if not begin.complete:
            corpus = read_articles(
                given,
                on_error=on_error,
                start=begin.position,
                workers=workers,
                lists=lists,
                tables=tables,
                scratch=scratch,
                on_scan=on_scan,
            )
            for end, block in _blocks(corpus, begin, on_progress):
                file.append(_PACKERS[suffix](block) if block else b"", asdict(end))
        if not end.articles:
            file.discard()
            if corpus.problems:
                raise CorpusError(f"{corpus.problems[0]}; and no article was found that can be read")
            raise CorpusError(f"{', '.join(map(str, given))}: found no article; expected at least one")
    return Conversion(end.articles, file.bytes, end.skipped, end.problems, begin.articles)


@contextmanager
def _resumable(path: Path, identity: dict[str, Any], restart: bool) -> Iterator[tuple[ResumableFile, Path]]:
    """The file, and a scratch folder beside it that a later run can use; it is removed at the end."""
    scratch = path.parent / f"{path.name}.part.scratch"
    if restart:
        rmtree(scratch, ignore_errors=True)
    mode: Mode = "replace" if restart else "continue"
    with ResumableFile(path, identity, ConversionError, mode=mode, hint=HINT) as file:
        try:
            yield file, scratch
        except BaseException:
            if not file.bytes:
                rmtree(scratch, ignore_errors=True)
            raise
    rmtree(scratch, ignore_errors=True)


def _blocks(
    corpus: Corpus, begin: _State, on_progress: Callable[[ReadingProgress], None] | None
) -> Iterator[tuple[_State, bytes]]:
    """Yields blocks of records, each with the state after it; the last block may be empty."""
    records: list[bytes] = []
    size, articles = 0, begin.articles

    def state(*, complete: bool = False) -> _State:
        kinds = tuple(ProblemKinds(begin.problems).plus(corpus.problem_kinds))
        return _State(corpus.position, articles, begin.skipped + corpus.skipped, kinds, complete)

    def tell() -> None:
        if on_progress:
            skipped = begin.skipped + corpus.skipped
            on_progress(ReadingProgress("articles", articles, skipped, corpus.bytes_read, corpus.bytes_total))

    for articles, article in enumerate(corpus, begin.articles + 1):
        records.append(record_of(article, corpus.language))
        size += len(records[-1])
        if size >= BLOCK:
            yield state(), b"".join(records)
            records, size = [], 0
        if articles % _OFTEN == 0:
            tell()
    tell()
    yield state(complete=True), b"".join(records)


def _check_apart(destination: Path, sources: Sequence[Path]) -> None:
    """Raises ConversionError for a destination that would be read as a source."""
    target = destination.resolve()
    for source in sources:
        if source.resolve() in (target, *target.parents):
            where = "among the sources" if source.resolve() == target else f"inside {source}"
            raise ConversionError(f"{destination}: found it {where}; expected another place")
