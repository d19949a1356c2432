"""Comma- or tab-separated values: a header with `id`, `text` optionally `title` and `url`; then one article per row."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from tweetctx.corpus.cleaning import clean, clean_line
from tweetctx.corpus.headings import sections_of_text
from tweetctx.corpus.source_file import SourceFile
from tweetctx.errors import InputError, counted
from tweetctx.reading.cells import read_rows
from tweetctx.reading.lines import text_lines
from tweetctx.types import Article

_EXPECTED = "a header with the columns id, text and, if known, title and url, then as many cells a row"
_NAMES = {"id": ("id", "_id"), "text": ("text", "contents"), "title": ("title",), "url": ("url",)}
_LONGEST_HEADER = 1 << 16  # characters
_HEADER = re.compile(rb'"?\w+"?(?:[,\t]"?\w+"?)+(?:[\r\n]|\Z)')


def begins_delimited(start: bytes) -> bool:
    """Whether a file that begins with these bytes has a header with the required columns."""
    header = _HEADER.match(start)
    return header is not None and {"id", "text"} <= _columns(re.split("[,\t]", header[0].decode().strip())).keys()


def read_delimited(source: SourceFile) -> Iterator[Article]:
    """Yields the articles of a table, one a row; a row without one is reported and skipped. Marks are row numbers."""
    text = text_lines(source.pieces, source.report)
    header = next(text, "")
    delimiter = "\t" if "\t" in header else ","
    names = next(csv.reader([header[:_LONGEST_HEADER]], delimiter=delimiter), [])
    columns = _columns(names)
    for row_number, (line, cells) in enumerate(read_rows(text, delimiter, source.report, 2), 1):
        if row_number <= (source.start or 0) or not cells:
            continue
        try:
            if len(cells) != len(names):
                raise InputError(counted(len(cells), "cell"), f"{len(names)}, as the header has")
            article = _article({name: cells[at] for name, at in columns.items()})
        except InputError as error:
            source.report(error.at(line))
        else:
            source.mark = row_number
            yield article


def _columns(names: list[str]) -> dict[str, int]:
    """The positions of the columns that are read, by their content."""
    known = [name.strip().strip('"').lower() for name in names]
    positions = {
        kind: next((known.index(name) for name in aliases if name in known), -1) for kind, aliases in _NAMES.items()
    }
    return {kind: at for kind, at in positions.items() if at >= 0}


def _article(row: dict[str, str]) -> Article:
    identifier = clean_line(row["id"])
    if not identifier:
        raise InputError("no id", _EXPECTED)
    title, url = clean_line(row.get("title", "")) or identifier, clean_line(row.get("url", ""))
    text = clean(row["text"].replace("\r\n", "\n"))
    return Article(identifier, title, url, sections_of_text(text, url))
