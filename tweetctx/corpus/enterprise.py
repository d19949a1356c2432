"""Wikimedia Enterprise's snapshots: one article per line, JSON with its HTML, in files of a `.tar.gz` or a single file.

An article that was changed while the snapshot was made may occur twice; the latest revision is read. A first pass over
the identifiers finds these articles.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from tweetctx.arrays.sums import distinct
from tweetctx.corpus.addresses import points_elsewhere, revision_of
from tweetctx.corpus.cleaning import clean_line
from tweetctx.corpus.conversion import RawPage
from tweetctx.corpus.source_file import SourceFile
from tweetctx.errors import CorpusError, InputError
from tweetctx.reading.compression import open_content
from tweetctx.reading.lines import read_lines
from tweetctx.reading.objects import identifier_of, list_of, object_of, optional_text_of, parse_object, text_of
from tweetctx.reading.tar import TarReader, is_tar
from tweetctx.types import Article

_RECORD = 'an object {"name", "identifier", "article_body": {"html" or "wikitext"}} on one line'
# With unescaped quotation marks and names that nothing inside an article's other fields has.
_BEGINS = re.compile(
    rb'\{\s*"(?:name"\s*:\s*"(?:[^"\\]++|\\.)*+"\s*,\s*"identifier"\s*:\s*\d|identifier"\s*:\s*\d+\s*,\s*"name")'
)
_IDENTIFIER = re.compile(r'\{\s*"(?:name"\s*:\s*"(?:[^"\\]++|\\.)*+"\s*,\s*")?identifier"\s*:\s*(\d{1,18})\b')
_VERSION = re.compile(r'"version"\s*:\s*\{\s*"identifier"\s*:\s*(\d{1,18})\b')
LANGUAGE = re.compile(rb'"in_language"\s*:\s*\{[^{}]{0,300}?"identifier"\s*:\s*"([A-Za-z-]{2,20})"')


def begins_enterprise(start: bytes) -> bool:
    """Whether a file that begins with these bytes is a snapshot, or one of the files in its archive."""
    return is_tar(start) or _BEGINS.match(start) is not None


def _lines(source: SourceFile, before: int) -> Iterator[tuple[int, str, str | InputError]]:
    """The lines of a file in one of its two passes: line number among all, place, and text or what is wrong with it.

    before: how many of the file's bytes were counted already.
    """
    read = before

    def count(size: int) -> None:
        nonlocal read
        read += size
        source.bytes_read = read // 2

    line_number = 0
    for prefix, pieces in _files(source.path, count):
        for line, text in enumerate(read_lines(pieces), 1):
            line_number += 1
            if isinstance(text, InputError) or not (not text or text.isspace()):
                yield line_number, f"{prefix}line {line}", text


def _files(path: Path, on_read: Callable[[int], None]) -> Iterator[tuple[str, Iterable[bytes]]]:
    """The files in an archive, or the file itself, each with the prefix of its line numbers in messages."""
    start, pieces = open_content(path, CorpusError, on_read)
    if is_tar(start):
        for name, content in TarReader(path, pieces, CorpusError).members():
            yield f"{clean_line(name)}, ", content
    else:
        yield "", pieces


def _newest_versions(source: SourceFile) -> dict[int, int]:
    """The newest version of each article that occurs more than once, by its identifier; holds 16 bytes per line."""
    identifiers, versions = array("q"), array("q")
    try:
        for _, _, text in _lines(source, 0):
            if pair := _versions(text):
                identifiers.append(pair[0])
                versions.append(pair[1])
    except CorpusError:  # the second pass meets it again, after the articles before it
        pass
    ids = np.frombuffer(identifiers, np.int64)
    order = np.lexsort((np.frombuffer(versions, np.int64), ids))
    ordered = ids[order]
    repeated = distinct(ordered[1:][ordered[1:] == ordered[:-1]])
    last = np.searchsorted(ordered, repeated, side="right") - 1
    return {int(ids[index]): versions[index] for index in order[last]}


def _versions(text: str | InputError) -> tuple[int, int] | None:
    """The identifiers of a line's article and of its version; None if they are not where they are expected."""
    if isinstance(text, InputError):
        return None
    identifier, version = _IDENTIFIER.match(text), _VERSION.search(text)
    return (int(identifier[1]), int(version[1])) if identifier and version else None


def enterprise_pages(source: SourceFile) -> Iterator[RawPage | InputError]:
    """Yields the articles in order; marks are line numbers, counted over all files of the archive."""
    newest = _newest_versions(source)
    taken: set[int] = set()  # of the articles that come more than once
    size = source.path.stat().st_size
    for line_number, place, text in _lines(source, size):
        if line_number == 1:
            _refuse_other_tars(source.path, place, text)
        pair = _versions(text)
        if pair and pair[0] in newest:
            if pair[0] in taken or newest[pair[0]] != pair[1]:
                continue
            taken.add(pair[0])
        if line_number <= (source.start or 0):
            continue
        try:
            if isinstance(text, InputError):
                raise text
            if page := _page(parse_object(text, _RECORD), place, line_number):
                yield page
        except InputError as error:
            yield error.at(place)


def _refuse_other_tars(path: Path, place: str, text: str | InputError) -> None:
    """Raises CorpusError for an archive whose first line is no article of a snapshot. place: of that line."""
    member = place.rpartition(", ")[0]
    if member and isinstance(text, str) and not _BEGINS.match(text.encode()) and '"article_body"' not in text:
        raise CorpusError(
            f"{path}: found a tar of other files, such as {member}; expected a snapshot of Wikimedia Enterprise, or "
            "the files themselves: unpack it first (tar xf)"
        )


def _page(record: dict[str, object], place: str, line_number: int) -> RawPage | None:
    if object_of(record, "namespace").get("identifier", 0) != 0:
        return None
    body = object_of(record, "article_body")
    html, wikitext = optional_text_of(body, "html"), optional_text_of(body, "wikitext")
    if body.get("html") is None and body.get("wikitext") is None:
        raise InputError('no "article_body" with "html" or "wikitext"', _RECORD)
    names = [_name(value) for key in ("templates", "categories") for value in list_of(record, key)]
    article = Article(
        id=clean_line(identifier_of(record, "identifier", _RECORD)),
        title=clean_line(text_of(record, "name", _RECORD)),
        url=clean_line(optional_text_of(record, "url")),
        sections=(),
        redirects=tuple(title for value in list_of(record, "redirects") if (title := _name(value))),
        disambiguation=points_elsewhere(names),
        revision=revision_of(object_of(record, "version").get("identifier")),
    )
    language = optional_text_of(object_of(record, "in_language"), "identifier") or "en"
    return RawPage(place, line_number, article, html or wikitext, "html" if html else "wikitext", language)


def _name(value: object) -> str:
    if not isinstance(value, dict):
        raise InputError(f"{value!r:.40} in a list of names", 'an object {"name"}')
    return clean_line(text_of(value, "name", 'an object {"name"}'))
