"""Rows of comma-separated values; broken lines and rows are reported and skipped."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

from tweetctx.errors import InputError
from tweetctx.reading.lines import MAX_RECORD
from tweetctx.reading.problems import Report

MOST_CELLS = 1 << 12  # of a line, far more than a table has, to bound memory


def read_rows(lines: Iterable[str], delimiter: str, report: Report, first: int = 1) -> Iterator[tuple[int, list[str]]]:
    """Yields rows and the lines on which they begin, of which the first has the number `first`.

    A cell may be quoted and may then contain delimiters, line feeds and doubled quotation marks.
    """
    csv.field_size_limit(MAX_RECORD)
    rows = csv.reader(_usual_lines(lines, delimiter, report, first), delimiter=delimiter)
    while True:
        begin = rows.line_num + first
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            report(InputError(f"no row of a table ({error})", "an id and a text", begin))
        else:
            yield begin, row


def _usual_lines(lines: Iterable[str], delimiter: str, report: Report, first: int) -> Iterator[str]:
    """Yields lines with line feeds; one with too many cells is replaced by an empty line and reported.

    Delimiters inside quotation marks do not count.
    """
    inside = 0  # whether a cell in quotation marks continues from the line before
    for number, line in enumerate(lines, first):
        if line.count(delimiter) > MOST_CELLS and _delimiters(line, delimiter, inside) > MOST_CELLS:
            report(InputError(f"more than {MOST_CELLS} cells", "a row of a table", number))
            yield "\n"
        else:
            yield f"{line}\n"
        inside = (inside + line.count('"')) % 2


def _delimiters(line: str, delimiter: str, inside: int) -> int:
    """The number of delimiters outside quotation marks."""
    count = begin = 0
    while begin >= 0:
        end = line.find('"', begin)
        if not inside:
            count += line.count(delimiter, begin, end if end >= 0 else None)
        inside, begin = 1 - inside, end + 1 if end >= 0 else -1
    return count
