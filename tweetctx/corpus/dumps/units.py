"""The work of worker processes: units of a dump, a stream or some pages each, converted or searched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tweetctx.corpus.conversion import RawPage, convert_page, too_long
from tweetctx.corpus.dumps.pages import Block, Splitter, page_title, parse_page
from tweetctx.corpus.dumps.site import Site
from tweetctx.corpus.dumps.streams import Stream, StreamError
from tweetctx.corpus.dumps.templates import open_templates, template_line
from tweetctx.corpus.workers import Begun
from tweetctx.errors import CorpusError, InputError
from tweetctx.types import Article

MAX_HELD = 64 << 20  # bytes of a stream that are held until its checksum is known; a hundred pages have one to three
BATCH = 1 << 20  # bytes of pages that make a unit where streams do not
_FLAW = 1 << 10  # bytes that a flaw counts as, so that a file of flaws is no single batch
_FEW = 1000  # redirects and templates that are sent at a time
_HEAD = 2000  # bytes of a page in which its namespace stands


@dataclass(frozen=True, slots=True)
class StreamUnit:
    """A stream of a file, by its offset; its first `skip` pages are skipped."""

    path: Path
    start: int
    skip: int = 0

    @property
    def place(self) -> str:
        """The text before the line number in a message."""
        return f"stream at byte {self.start}, "


@dataclass(frozen=True, slots=True)
class BatchUnit:
    """Pages by their numbers in the file, from 1; a problem has the number of the page before it."""

    items: tuple[tuple[int, Block | InputError], ...]
    place: str = ""


Unit = StreamUnit | BatchUnit


@dataclass(frozen=True, slots=True)
class Converted:
    """An article, and the number of its page in the stream or file."""

    page: int
    article: Article


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """The end of a stream: its offset, None if it is damaged, and whether the dump ends in it."""

    end: int | None
    closed: bool


@dataclass(frozen=True, slots=True)
class Conversion:
    """Converts pages to articles; called with a unit in a worker process. templates: the folder of their pages."""

    site: Site
    lists: bool
    tables: bool
    templates: Path

    def __call__(self, unit: Unit, skip: int) -> Iterator[Begun | InputError | Converted | StreamEnd]:
        """Yields the articles and problems of a unit after so many pages, and the end of a stream."""
        for number, item in items_of(unit, skip):
            if isinstance(item, InputError):
                yield item.at(f"{unit.place}line {item.place}") if isinstance(item.place, int) else item
            elif isinstance(item, Block):
                yield from self._convert(number, item, f"{unit.place}line {item.line}")
            else:
                yield item

    def _convert(self, number: int, block: Block, line: str) -> Iterator[Begun | InputError | Converted]:
        place = f"{line}, page {page_title(block.data)!r}"
        try:
            page = parse_page(block.data, self.site.namespaces)
        except InputError as error:
            yield error.at(place)
            return
        if not page or page.redirect:
            return
        yield Begun(number, place)
        article = Article(page.id, page.title, self.site.url(page.title), ())
        templates = open_templates(self.templates, self.site.base)
        raw = RawPage(place, number, article, page.text, "wikitext", self.site.language or "en", templates)
        made = too_long(raw) or convert_page(raw, lists=self.lists, tables=self.tables)
        if isinstance(made, InputError):
            yield made
        elif made:
            yield Converted(number, made)


@dataclass(slots=True)
class Found:
    """The result of a search: redirects with their targets, and templates with their pages as lines."""

    redirects: list[tuple[str, str]] = field(default_factory=list)
    templates: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Search:
    """Finds redirects and templates; called with a unit in a worker process."""

    site: Site

    def __call__(self, unit: Unit, skip: int) -> Iterator[Found]:
        """Yields what is found, some at a time; problems are left to the conversion."""
        found = Found()
        for _, item in items_of(unit, skip):
            if isinstance(item, Block):
                with suppress(InputError):
                    self._look_at(item.data, found)
            if len(found.redirects) + len(found.templates) >= _FEW:
                yield found
                found = Found()
        yield found

    def _look_at(self, block: bytes, found: Found) -> None:
        if b"<ns>10</ns>" in block[:_HEAD]:
            page = parse_page(block, self.site.namespaces, b"10")
            if page and (line := template_line(page)):
                found.templates.append(line)
        elif b"<redirect" in block:
            page = parse_page(block, self.site.namespaces)
            if page and page.redirect:
                found.redirects.append((page.title, page.redirect))


def numbered(items: Iterable[Block | InputError], skip: int) -> Iterator[tuple[int, Block | InputError]]:
    """Yields pages with their numbers, from 1, and problems with that of the page before; skips so many pages."""
    number = 0
    for item in items:
        number += isinstance(item, Block)
        if number > skip or (number == skip and isinstance(item, InputError)):
            yield number, item


class Batches:
    """The pages of a file after the first `skip`, some at a time. error: the error that ended it, or None."""

    def __init__(self, pieces: Iterable[bytes], skip: int) -> None:
        self._pieces = pieces
        self._skip = skip
        self._splitter = Splitter()
        self.error: CorpusError | None = None

    @property
    def closed(self) -> bool:
        """Whether the file ended properly, or its caller knows that it has."""
        return self._splitter.closed

    def __iter__(self) -> Iterator[BatchUnit]:
        held: list[tuple[int, Block | InputError]] = []
        size = 0
        try:
            for number, item in numbered(self._splitter.split(self._pieces), self._skip):
                held.append((number, item))
                size += len(item.data) if isinstance(item, Block) else _FLAW
                if size >= BATCH:
                    yield BatchUnit(tuple(held))
                    held, size = [], 0
        except CorpusError as error:  # told when what precedes it was converted
            self.error = error
        yield BatchUnit(tuple(held))


def items_of(unit: Unit, skip: int) -> Iterator[tuple[int, Block | InputError | StreamEnd]]:
    """Yields the pages of a unit after so many, numbered as by `numbered`, and the end of a stream."""
    if isinstance(unit, BatchUnit):
        yield from ((n, item) for n, item in unit.items if n > skip or (n == skip and isinstance(item, InputError)))
        return
    stream, splitter = Stream(unit.path, unit.start), Splitter()
    try:
        yield from numbered(splitter.split(_verified(stream)), max(skip, unit.skip))
        yield 0, StreamEnd(stream.end, splitter.closed)
    except StreamError as error:
        yield 0, InputError(error.found, "a whole bzip2 stream", f"stream at byte {unit.start}")
        yield 0, StreamEnd(None, splitter.closed)


def _verified(stream: Stream) -> Iterator[bytes]:
    """The pieces of a stream; none if its checksum is wrong, unless it is too large to be held."""
    held: list[bytes] = []
    size = 0
    pieces = stream.pieces()
    try:
        for piece in pieces:
            held.append(piece)
            size += len(piece)
            if size > MAX_HELD:
                break
    except StreamError as error:
        if error.whole:
            yield from held
        raise
    yield from held
    yield from pieces
