"""The work of processes on a dump: they convert its pages, or search them for redirects and templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tweetctx.corpus.conversion import RawPage, Results, convert_numbered
from tweetctx.corpus.dumps.pages import Block, Splitter, may_redirect, page_title, parse_page
from tweetctx.corpus.dumps.redirects import Redirect
from tweetctx.corpus.dumps.site import Site
from tweetctx.corpus.dumps.streams import Stream, StreamError
from tweetctx.corpus.dumps.templates import template_line
from tweetctx.corpus.workers import Begun
from tweetctx.errors import CorpusError, InputError
from tweetctx.types import Article

MAX_HELD = 64 << 20  # bytes of a stream that are held until its checksum is known; a hundred pages have one to three
_FEW = 1000  # redirects and templates that are sent at a time
_HEAD = 2000  # bytes of a page in which its namespace stands

# Pages by their numbers, from 1; a problem has that of the page before.
Items = Iterator[tuple[int, Block | InputError]]


@dataclass(frozen=True, slots=True)
class StreamUnit:
    """A stream of a file, by its offset; its first `skip` pages are skipped."""

    path: Path
    start: int
    skip: int = 0


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """The end of a stream: its offset, None if it is damaged, and whether the dump ends in it."""

    end: int | None
    closed: bool


@dataclass(frozen=True, slots=True)
class Dump:
    """The wiki of a dump, and the folder with the pages of its templates."""

    site: Site
    templates: Path

    def raw_pages(self, items: Items, stream: int | None = None) -> Iterator[tuple[int, RawPage | InputError]]:
        """Yields the articles among pages, and problems, with their numbers. stream: the offset of theirs, if any."""
        before, mark = ("", {}) if stream is None else (f"stream at byte {stream}, ", {"stream": stream})
        for page_number, item in items:
            if isinstance(item, InputError):
                yield page_number, item.at(f"{before}line {item.place}")
                continue
            place = f"{before}line {item.line}"
            try:
                page = parse_page(item.data, self.site.namespaces)
            except InputError as error:
                yield page_number, error.at(f"{place}, page {page_title(item.data)!r}")
                continue
            if page and not page.redirect:
                article = Article(page.id, page.title, self.site.url(page.title), (), revision=page.revision)
                language, templates = self.site.language or "en", (self.templates, self.site.base)
                mark_here = {**mark, "pages": page_number}
                yield page_number, RawPage(place, mark_here, article, page.text, "wikitext", language, templates)

    def convert_blocks(
        self, unit: list[tuple[int, Block | InputError]], skip: int, *, lists: bool, tables: bool
    ) -> Results:
        """Yields the articles and problems of some pages after so many."""
        pages = (page for _, page in self.raw_pages(iter(unit)))
        return convert_numbered(enumerate(pages, 1), skip, lists=lists, tables=tables)

    def convert_stream(
        self, unit: StreamUnit, skip: int, *, lists: bool, tables: bool
    ) -> Iterator[Begun | InputError | StreamEnd | tuple[Any, Article]]:
        """Yields the articles and problems of a stream after so many pages, and its end."""
        stream, splitter, end = Stream(unit.path, unit.start), Splitter(), None
        try:
            pages = self.raw_pages(pages_of(stream, splitter, max(skip, unit.skip)), unit.start)
            yield from convert_numbered(pages, 0, lists=lists, tables=tables)
            end = stream.end
        except StreamError as error:
            lost = "the rest of its articles is" if error.whole else "its articles, up to a hundred, are"
            yield InputError(f"{error.found}; {lost} lost", "a whole bzip2 stream", f"stream at byte {unit.start}")
        yield StreamEnd(end, splitter.closed)


def numbered(items: Iterable[Block | InputError], skip: int) -> Items:
    """Numbers pages and problems; skips so many pages."""
    page_number = 0
    for item in items:
        page_number += isinstance(item, Block)
        if page_number > skip or (page_number == skip and isinstance(item, InputError)):
            yield page_number, item


def pages_of(stream: Stream, splitter: Splitter, skip: int = 0) -> Items:
    """Yields the pages of a stream after so many; none if its checksum is wrong, unless it is too large to be held.

    Raises StreamError after the pages that are intact.
    """
    return numbered(splitter.split(_verified(stream)), skip)


def _verified(stream: Stream) -> Iterator[bytes]:
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


@dataclass(slots=True)
class SearchResult:
    """The result of a search: redirects, and templates with their pages as lines."""

    redirects: list[Redirect] = field(default_factory=list)
    templates: list[tuple[str, str]] = field(default_factory=list)


def search_stream(unit: StreamUnit, _skip: int, *, site: Site) -> Iterator[SearchResult]:
    """Yields the redirects and templates of a stream."""
    yield from search((page for _, page in pages_of(Stream(unit.path, unit.start), Splitter())), site)


def search(pages: Iterable[Block | InputError], site: Site) -> Iterator[SearchResult]:
    """Yields the redirects and templates among pages, some at a time; problems are left to the conversion."""
    result = SearchResult()
    with suppress(StreamError, CorpusError):
        for page in pages:
            if isinstance(page, Block):
                with suppress(InputError):
                    _look_at(page.data, site, result)
            if len(result.redirects) + len(result.templates) >= _FEW:
                yield result
                result = SearchResult()
    yield result


def _look_at(block: bytes, site: Site, result: SearchResult) -> None:
    if b"<ns>10</ns>" in block[:_HEAD]:
        page = parse_page(block, site.namespaces, b"10")
        if page and (line := template_line(page)):
            result.templates.append(line)
    elif may_redirect(block):
        page = parse_page(block, site.namespaces)
        if page and page.redirect:
            result.redirects.append(Redirect(page.id, page.title, page.redirect, page.revision))
