"""Topics a line: plain text, or columns, an id and a text, separated by tabs or commas, with a header or without."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tweetctx.errors import InputError
from tweetctx.reading.cells import read_rows
from tweetctx.reading.lines import text_lines
from tweetctx.reading.problems import Report
from tweetctx.tweets.topics.topic import Located, Reader, Topic, make_topic

_IDS = "id id_str tweet_id tweetid status_id qid query_id query-id topic topic_id number"
_TEXTS = ("text", "full_text", "tweet", "tweet_text", "content", "query", "title")
_ID = r"(?:[^\W\d]|[.:-])*+\d[\w.:-]*+"


@dataclass(frozen=True, slots=True)
class Table:
    """The separator of columns, and the columns of ids and of texts, from 0."""

    delimiter: str
    id: int = 0
    text: int = 1
    header: bool = False

    def read(self, pieces: Iterable[bytes], report: Report) -> Iterator[Located]:
        """Yields a topic for each row; a row without these columns is reported and skipped."""
        rows = self._rows(text_lines(pieces, report), report)
        if self.header:
            next(rows, None)
        for line, row in rows:
            try:
                if len(row) <= max(self.id, self.text):
                    raise InputError(f"{len(row)} columns", f"at least {max(self.id, self.text) + 1}")
                text = row[self.text] if self.header else self.delimiter.join(row[self.text :])
                yield line, make_topic(row[self.id].strip(), text)
            except InputError as error:
                report(error.at(line))

    def _rows(self, lines: Iterator[str], report: Report) -> Iterator[tuple[int, Sequence[str]]]:
        """Yields the rows that are not blank, and the lines on which they begin."""
        if self.delimiter == "\t":
            most = max(self.id, self.text) + 1 if self.header else 1
            yield from ((n, line.split("\t", most)) for n, line in enumerate(lines, 1) if line.strip())
            return
        for begin, row in read_rows(lines, self.delimiter, report):
            if any(map(str.strip, row)):
                yield begin, row


def read_text(pieces: Iterable[bytes], report: Report) -> Iterator[Located]:
    """Yields a topic for each line that is not blank; its id is the number of the line, from 1."""
    for number, line in enumerate(text_lines(pieces, report), 1):
        if line.strip():
            yield number, Topic(str(number), line)


def sniff_table(lines: Sequence[str], *, named_csv: bool) -> Reader | None:
    """Returns the reader of a table that begins with these lines; None if they are plain text.

    A header must name an id and a text. Without one, the first line and more than half of all must have an id with a
    digit, a tab and a text; or a number, a comma and a quoted text; in a file named .csv, an id, a comma and any text.
    """
    rows = [line.removesuffix("\r") for line in lines if line.strip()]
    for delimiter in "\t,;" if rows else "":
        names = [name.strip().lower() for name in next(csv.reader([rows[0]], delimiter=delimiter))]
        identifier = next((name for name in _IDS.split() if name in names), None)
        text = next((name for name in _TEXTS if name in names and name != identifier), None)
        if identifier and text and all(re.fullmatch(r"[\w -]*", name) for name in names):
            return Table(delimiter, names.index(identifier), names.index(text), header=True).read
    forms = {"\t": rf"\s*{_ID}\s*\t", ",": rf"\s*{_ID}\s*," if named_csv else r'\s*\d+\s*,\s*"'}
    for delimiter, form in forms.items():
        fitting = [re.match(form, row) is not None for row in rows]
        if fitting and fitting[0] and 2 * sum(fitting) > len(rows):
            return Table(delimiter).read
    return None
