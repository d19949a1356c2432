"""Tables of other names of articles: `alias, title[, count]`, separated by tabs, a name a line.

>>> from tweetctx.corpus.names import AliasTable
>>> table = AliasTable("aliases.tsv.xz", on_error="skip")  # doctest: +SKIP
>>> for row in table:  # doctest: +SKIP
...     print(row.alias, row.title, row.count)
>>> table.skipped, table.problems  # doctest: +SKIP

The reader does not check titles; the build counts unknown ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tweetctx.corpus.cleaning import clean_line
from tweetctx.errors import CorpusError, InputError
from tweetctx.reading.compression import open_content
from tweetctx.reading.lines import text_lines
from tweetctx.reading.problems import OnError, Problems, Skipping

_EXPECTED = "alias, title and, if known, count, separated by tabs"
_POSITIONS = {"alias": 0, "title": 1, "count": 2}
_MAX_DIGITS = 15
_MAX_CELLS = 64  # of a line; the last holds the rest


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of an article, the article's title, and how often it is used; 1 if that is unknown.

    `title` is as the table has it, with spaces for underscores; it may be the title of a redirect, or of no article.
    """

    alias: str
    title: str
    count: int = 1


class AliasTable(Skipping):
    """The rows of a table in their order; iterate to read it, as often as needed.

    path: a file in UTF-8, plain or compressed with gzip, bzip2, xz or zstandard.

    The first line may be a header, which has `alias` and `title` among its columns and may have them in any order;
    without one the columns are alias, title and count. Other columns are ignored, and so are blank lines.

    With `on_error="stop"` the first invalid line raises CorpusError, "FILE, line N: found ...; expected ...";
    with "skip" it is counted in `skipped`, and `problems` holds the first 20 messages, anew with each iteration. A file
    that cannot be read, or whose compression is damaged, raises CorpusError with either.
    """

    def __init__(self, path: Path | str, *, on_error: OnError = "stop") -> None:
        self.path = Path(path)
        self._on_error: OnError = on_error
        self._problems = Problems(on_error, CorpusError)

    def __iter__(self) -> Iterator[Alias]:
        self._problems = Problems(self._on_error, CorpusError)
        report = self._problems.reporter(self.path)
        positions = _POSITIONS
        _, pieces = open_content(self.path, CorpusError)
        for line_number, line in enumerate(text_lines(pieces, report), 1):
            try:
                cells = [clean_line(cell) for cell in line.split("\t", _MAX_CELLS)]
                if line_number == 1 and (header := _header(cells)):
                    positions = header
                elif any(cells):
                    yield _row(cells, positions)
            except InputError as error:
                report(error.at(line_number))


def _header(cells: list[str]) -> dict[str, int]:
    """The positions of the columns that a header names; none if the line is not a header."""
    names = [cell.lower() for cell in cells]
    columns = {name: names.index(name) for name in _POSITIONS if name in names}
    return columns if {"alias", "title"} <= columns.keys() else {}


def _row(cells: list[str], positions: Mapping[str, int]) -> Alias:
    values = {name: cells[position] for name, position in positions.items() if position < len(cells)}
    for name in ("alias", "title"):
        if not values.get(name):
            raise InputError(f"no {name}", _EXPECTED)
    count = values.get("count") or "1"
    if not (count.isascii() and count.isdecimal() and len(count) <= _MAX_DIGITS):
        raise InputError(f"a count of {count!r:.40}", "a whole number from 0")
    return Alias(values["alias"], " ".join(values["title"].replace("_", " ").split()), int(count))
