"""Topics a line: plain text, or columns, an id and a text, separated by tabs or commas, with a header or without."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tweetctx.errors import InputError, counted
from tweetctx.reading.cells import read_rows
from tweetctx.reading.lines import text_lines
from tweetctx.reading.problems import Report
from tweetctx.tweets.dates import is_time_of_day, read_date
from tweetctx.tweets.platforms.fields import wrong_date
from tweetctx.tweets.records import Post
from tweetctx.tweets.topics.columns import DELIMITERS, Columns, Dialect, find_columns, find_dialect, separator_of
from tweetctx.tweets.topics.topic import Located, Reader, Topic, make_topic

_ID = r"(?:[^\W\d]|[.:-])*+\d[\w.:-]*+"
_OF_NAMES = {"csv": ",", "tsv": "\t"}  # the delimiters of files that are named so
_UNNAMED = Columns(text=1, id=0)  # of a table without a header


@dataclass(frozen=True, slots=True)
class Table:
    """The dialect of a table and its columns.

    header: how many lines that are not blank stand before the first row, names or not.
    """

    dialect: Dialect
    columns: Columns = _UNNAMED
    header: int = 0

    def read(self, pieces: Iterable[bytes], report: Report) -> Iterator[Located]:
        """Yields a topic for each row; a row without these columns, or with more, is reported and skipped."""
        lines = text_lines(pieces, report)
        first = self._skip_header(lines) + 1
        for line, row in self._rows(lines, report, first):
            try:
                yield line, self._topic(self._fitted(row))
            except InputError as error:
                report(error.at(line))

    def _skip_header(self, lines: Iterator[str]) -> int:
        """Skips the header and blank lines before it and in it; returns how many lines that are."""
        left, skipped = self.header, 0
        while left and (line := next(lines, None)) is not None:
            skipped += 1
            left -= bool(line.strip())
        return skipped

    def _topic(self, row: Sequence[str]) -> Topic:
        columns = self.columns
        date, account, name = (self._cell(row, column) for column in (columns.date, columns.account, columns.name))
        account = account.strip().removeprefix("@")
        if " " in account:  # a display name
            account, name = "", name or account
        created_at = read_date(date)
        if date.strip() and created_at is None and not is_time_of_day(date):
            raise wrong_date(columns.date_name, date)
        post = Post(row[columns.text], account, name.strip(), created_at)
        return make_topic(row[columns.id].strip(), post) if columns.id >= 0 else Topic("", post)

    @staticmethod
    def _cell(row: Sequence[str], column: int) -> str:
        return row[column] if 0 <= column < len(row) else ""

    def _fitted(self, row: Sequence[str]) -> Sequence[str]:
        """A row with as many cells as columns, where that is clear; raises InputError where it is not."""
        columns, needed = self.columns, max(self.columns.id, self.columns.text) + 1
        if len(row) < needed:
            raise InputError(counted(len(row), "column"), f"at least {needed}")
        if not columns.count:
            return [row[0], self.dialect.delimiter.join(row[1:])]
        if columns.count == 1:
            return [self.dialect.delimiter.join(row)]
        if len(row) <= columns.count or not any(cell.strip() for cell in row[columns.count :]):
            return row
        if self.dialect.delimiter == "\t" and columns.count == needed == 2 and columns.text == 1:
            return [row[0], "\t".join(row[1:])]  # only the text can hold the tab
        cells = len(row) if self.dialect.quoted else len(row) + row[-1].count(self.dialect.delimiter)
        raise InputError(counted(cells, "cell"), f"{columns.count}, as in the header")

    def _rows(self, lines: Iterator[str], report: Report, first: int) -> Iterator[tuple[int, Sequence[str]]]:
        """Yields the rows that are not blank, and the lines on which they begin. first: the number of the next line.

        The last cell of a row that is not quoted holds what the header has no column for.
        """
        if not self.dialect.quoted:
            delimiter, most = self.dialect.delimiter, self.columns.count or 1
            yield from ((n, line.split(delimiter, most)) for n, line in enumerate(lines, first) if line.strip())
            return
        for begin, row in read_rows(lines, self.dialect.delimiter, report, first, self.dialect.escape):
            if any(map(str.strip, row)):
                yield begin, row


def read_text(pieces: Iterable[bytes], report: Report) -> Iterator[Located]:
    """Yields a topic without an id for each line that is not blank."""
    for line_number, line in enumerate(text_lines(pieces, report), 1):
        if line.strip():
            yield line_number, Topic("", line)


def sniff_table(lines: Sequence[str], *, named: str) -> Reader | None:
    """Returns the reader of a table that begins with these lines; None if they are plain text.

    named: csv or tsv if the file's name says so. A header must name a text and an id; in such a file a text suffices,
    and ids are the numbers of rows. Without a header, the first line and more than half of all must have an id with a
    digit, a tab and a text; or a number, a comma and a quoted text; in a file named .csv, an id, a comma and any text.
    """
    texts = [line.removesuffix("\r") for line in lines if line.strip()]
    declared = separator_of(texts[0]) if texts else ""
    texts, before = (texts[1:], 1) if declared else (texts, 0)
    if not texts:
        return None
    for delimiter in declared or DELIMITERS:
        columns = find_columns(Dialect(delimiter).cells(texts[0]))
        if columns and columns.count == 1:
            delimiter = declared or _OF_NAMES.get(named, delimiter)
        if columns and (columns.id >= 0 or named or declared):
            return Table(find_dialect(texts, delimiter, columns.count), columns, before + 1).read
    forms = {"\t": rf"\s*{_ID}\s*\t", ",": rf"\s*{_ID}\s*," if named == "csv" else r'\s*\d+\s*,\s*"'}
    for delimiter, form in forms.items():
        fitting = [re.match(form, row) is not None for row in texts]
        if fitting[0] and 2 * sum(fitting) > len(texts):
            tabs = delimiter == "\t"
            return Table(Dialect(delimiter, quoted=False) if tabs else find_dialect(texts, ",", 2), header=before).read
    return None
