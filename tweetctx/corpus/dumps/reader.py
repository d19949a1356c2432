"""Articles of `pages-articles` dumps, converted by processes, with the redirects that lead to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from tweetctx.corpus.dumps.collecting import open_collected
from tweetctx.corpus.dumps.redirects import redirects_to
from tweetctx.corpus.dumps.site import read_site
from tweetctx.corpus.dumps.streams import is_multistream, is_padding, stream_starts
from tweetctx.corpus.dumps.units import Batches, Conversion, Converted, StreamEnd, StreamUnit
from tweetctx.corpus.source_file import SourceFile
from tweetctx.corpus.sources import size_of
from tweetctx.corpus.workers import open_workers
from tweetctx.errors import InputError
from tweetctx.types import Article

_NOT_CLOSED = InputError("no </mediawiki>", "a whole dump", "at its end")

Results = Iterator[tuple[Any, Converted | InputError]]  # an article with its mark, or what is wrong


def dump_language(source: SourceFile) -> str | None:
    """The language that the first element of a dump names."""
    return read_site(source.pieces)[0].language


def read_nothing(_source: SourceFile) -> Iterator[Article]:
    """Yields nothing: the index of a multistream dump has no articles and is not needed."""
    return iter(())


def read_dump(source: SourceFile) -> Iterator[Article]:
    """Yields the articles of a dump; a broken page or stream is reported, and the next one is read.

    Marks are page numbers; in a file of many bzip2 streams, the offset of a stream and page numbers in it.
    """
    site, taken = read_site(source.pieces)
    collected = source.reading.shared(open_collected)
    conversion = Conversion(site, source.options.lists, source.options.tables, collected.templates)
    results = _by_streams if is_multistream(source.path) else _by_batches
    for mark, result in results(source, conversion, taken):
        if isinstance(result, InputError):
            source.report(result)
        else:
            source.mark = mark
            yield replace(result.article, redirects=redirects_to(collected.redirects, site.base, result.article.title))


def _by_batches(source: SourceFile, conversion: Conversion, taken: bytes) -> Results:
    """The results of a file that is read from its beginning, with any compression."""
    batches = Batches(chain([taken], source.pieces), (source.start or {"pages": 0})["pages"])
    for _, result in source.reading.shared(open_workers).run(conversion, batches):
        yield {"pages": result.page} if isinstance(result, Converted) else None, result
    if batches.error:
        raise batches.error
    if not batches.closed:
        yield None, _NOT_CLOSED


def _by_streams(source: SourceFile, conversion: Conversion, _taken: bytes) -> Results:
    """The results of a file of many bzip2 streams, which the worker processes read themselves."""
    path, size = source.path, size_of(source.path)
    start = source.start or {"stream": 0, "pages": 0}
    units = (
        StreamUnit(path, at, start["pages"] if at == start["stream"] else 0)
        for at in stream_starts(path, start["stream"])
    )
    begin: int | None = start["stream"]  # of the next stream, None if unknown because the last is damaged
    closed = False
    for unit, result in source.reading.shared(open_workers).run(conversion, units):
        if begin is not None and unit.start < begin:
            continue  # by chance a stream seemed to begin inside another
        yield from _gap(path, begin, unit.start)
        begin = source.bytes_read = unit.start
        if isinstance(result, StreamEnd):
            begin, closed = result.end, result.closed or closed or result.end is None
        else:
            yield {"stream": unit.start, "pages": result.page} if isinstance(result, Converted) else None, result
    yield from _gap(path, begin, size)
    source.bytes_read = size
    if not closed:
        yield None, _NOT_CLOSED


def _gap(path: Path, begin: int | None, end: int) -> Iterator[tuple[None, InputError]]:
    if begin is not None and not is_padding(path, begin, end):
        yield None, InputError(f"{end - begin} bytes of something else", "a bzip2 stream", f"byte {begin}")
