"""Articles of `pages-articles` dumps, converted by processes, with the redirects that lead to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from tweetctx.corpus.conversion import convert_items
from tweetctx.corpus.dumps.collecting import open_collected
from tweetctx.corpus.dumps.pages import Block, Splitter
from tweetctx.corpus.dumps.redirects import redirects_to
from tweetctx.corpus.dumps.site import read_site
from tweetctx.corpus.dumps.streams import is_multistream, is_padding, stream_starts
from tweetctx.corpus.dumps.work import Dump, StreamEnd, StreamUnit, numbered
from tweetctx.corpus.source_file import SourceFile
from tweetctx.corpus.sources import size_of
from tweetctx.corpus.workers import open_workers
from tweetctx.errors import InputError, counted
from tweetctx.types import Article

_NOT_CLOSED = InputError("no </mediawiki>", "a whole dump", "at its end")


def dump_language(source: SourceFile) -> str | None:
    """The language that the first element of a dump names."""
    return read_site(source.pieces)[0].language


def read_dump(source: SourceFile) -> Iterator[Article]:
    """Yields the articles of a dump; a broken page or stream is reported, and the next one is read.

    Marks are page numbers; in a file of many bzip2 streams, the offset of a stream and page numbers in it.
    """
    site, taken = read_site(source.pieces)
    collected = source.reading.shared(open_collected)
    dump = Dump(site, collected.templates)
    articles = _by_streams(source, dump) if is_multistream(source.path) else _by_pages(source, dump, taken)
    for article in articles:
        yield replace(article, redirects=redirects_to(collected.redirects, site.base, article.title))


def _by_pages(source: SourceFile, dump: Dump, taken: bytes) -> Iterator[Article]:
    """Reads the articles of a file from its beginning, whatever its compression."""
    splitter = Splitter()
    pages = numbered(splitter.split(chain([taken], source.pieces)), (source.start or {"pages": 0})["pages"])
    yield from convert_items(pages, _size, dump.convert_blocks, source)
    if not splitter.closed:
        source.report(_NOT_CLOSED)


def _size(page: tuple[int, Block | InputError]) -> int:
    return len(page[1].data) if isinstance(page[1], Block) else 0


def _by_streams(source: SourceFile, dump: Dump) -> Iterator[Article]:
    """The articles of a file of many bzip2 streams, which the worker processes read themselves."""
    path, size = source.path, size_of(source.path)
    start = source.start or {"stream": 0, "pages": 0}
    units = (
        StreamUnit(path, at, start["pages"] if at == start["stream"] else 0)
        for at in stream_starts(path, start["stream"])
    )
    begin: int | None = start["stream"]  # of the next stream, None if unknown because the last is damaged
    closed = False
    work = partial(dump.convert_stream, lists=source.reading.options.lists, tables=source.reading.options.tables)
    for unit, result in source.reading.shared(open_workers).run(work, units):
        if begin is not None and unit.start < begin:
            continue  # by chance a stream seemed to begin inside another
        _check_gap(source, begin, unit.start)
        begin = source.bytes_read = unit.start
        if isinstance(result, StreamEnd):
            begin, closed = result.end, result.closed or closed or result.end is None
        elif isinstance(result, InputError):
            source.report(result)
        else:
            source.mark, article = result
            yield article
    _check_gap(source, begin, size)
    source.bytes_read = size
    if not closed:
        source.report(_NOT_CLOSED)


def _check_gap(source: SourceFile, begin: int | None, end: int) -> None:
    if begin is not None and not is_padding(source.path, begin, end):
        source.report(
            InputError(f"{counted(end - begin, 'byte')} of something else", "a bzip2 stream", f"byte {begin}")
        )
