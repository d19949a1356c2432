"""Articles from files and folders, whatever their format and compression."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tweetctx.corpus.inex import read_inex
from tweetctx.corpus.jsonl import read_jsonl
from tweetctx.corpus.sources import check_sources, list_files, size_of
from tweetctx.corpus.wikiextractor import read_docs
from tweetctx.errors import CorpusError, ParameterError
from tweetctx.reading.compression import read_pieces
from tweetctx.reading.problems import OnError, Problems, Report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tweetctx.types import Article

    Reader = Callable[[Iterable[bytes], Report], Iterator[Article]]

_BOM = b"\xef\xbb\xbf"
_HEAD = 16  # bytes that tell a format
_BLANK = 1 << 16  # bytes of white space that a file may begin with
_FORMATS = 'JSON Lines, WikiExtractor\'s output (<doc id="..."> or JSON), or INEX XML (<page>)'


class Corpus:
    """The articles of some files and folders; iterate to read them, as often as needed.

    Raises CorpusError at once for a path that is not there, and for a folder without a file that is not hidden;
    ParameterError for no sources and for an `on_error` that is neither "stop" nor "skip".

    While it is iterated, `skipped` counts what was skipped, `problems` holds the first 20 messages, and `bytes_read`
    approaches `bytes_total`: bytes of the files as they are stored, compressed or not. They begin anew with each
    iteration, so that one Corpus is iterated by one reader at a time.
    """

    def __init__(self, sources: Sequence[Path | str], *, on_error: OnError = "stop") -> None:
        self._sources = [Path(source) for source in ([sources] if isinstance(sources, str | Path) else sources)]
        if not self._sources:
            raise ParameterError("sources: found none; expected at least one file or folder")
        self._on_error: OnError = on_error
        self._problems = Problems(on_error, CorpusError)
        check_sources(self._sources)
        self.bytes_read = 0

    @property
    def skipped(self) -> int:
        """How many records, or files from some place on, were skipped."""
        return self._problems.count

    @property
    def problems(self) -> tuple[str, ...]:
        """The first 20 messages about them."""
        return tuple(self._problems.messages)

    @cached_property
    def bytes_total(self) -> int:
        """The size of all files; folders are walked once for it when it is first asked for."""
        return sum(size_of(file) for file in list_files(self._sources))

    def __iter__(self) -> Iterator[Article]:
        self._problems = Problems(self._on_error, CorpusError)
        self.bytes_read = 0
        for file in list_files(self._sources):
            try:
                yield from self._read(file)
            except CorpusError as error:
                self._problems.add(error)

    def _read(self, file: Path) -> Iterator[Article]:
        pieces = read_pieces(file, self._count, CorpusError)
        head = _peel(pieces).removeprefix(_BOM)
        reader = _choose_reader(file, head.lstrip())
        return reader(chain([head], pieces), self._problems.reporter(file))

    def _count(self, size: int) -> None:
        self.bytes_read += size


def read_articles(sources: Sequence[Path | str], *, on_error: OnError = "stop") -> Corpus:
    """Return the articles of files and folders, read as they are iterated.

    A folder is walked in the order of names; hidden files are passed over. A file is plain or compressed with gzip,
    bzip2, xz or zstandard, and holds JSON Lines (`{"id", "url", "title", "text"}`), WikiExtractor's <doc> format or
    JSON, or INEX XML; compression and format are found by looking at its first bytes.

    With `on_error="stop"` the first problem raises CorpusError, "FILE, line N: found ...; expected ...". With "skip"
    a broken record is counted and the next one read; after damaged compression and broken XML the next file is.
    A folder that cannot be listed raises CorpusError in both. See Corpus for what else it raises and offers.
    """
    return Corpus(sources, on_error=on_error)


def _peel(pieces: Iterator[bytes]) -> bytes:
    """Take pieces until the first bytes that are not white space are among them."""
    head = b""
    while len(head.removeprefix(_BOM).lstrip()) < _HEAD and len(head) < _BLANK:
        piece = next(pieces, b"")
        if not piece:
            break
        head += piece
    return head


def _choose_reader(file: Path, start: bytes) -> Reader:
    if start.startswith(b"{"):
        return read_jsonl
    if start.startswith(b"<doc") and start[4:5].isspace():
        return read_docs
    if start.startswith(b"<"):
        return read_inex
    found = f"a file that begins with {start[:_HEAD]!r}" if start else "an empty file"
    raise CorpusError(f"{file}: found {found}; expected {_FORMATS}")
