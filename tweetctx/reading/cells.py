"""Rows of comma-separated values; broken lines and rows are reported and skipped."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from tweetctx.errors import InputError
from tweetctx.reading.lines import MAX_RECORD
from tweetctx.reading.problems import Report

MOST_CELLS = 1 << 12  # of a line, far more than a table has, to bound memory
_BEHIND = "expected after"  # what csv says of text behind a cell in quotation marks
_RUN = 1 << 10  # lines of a long row that are held together


def read_rows(
    lines: Iterable[str], delimiter: str, report: Report, first: int = 1, escape: str = ""
) -> Iterator[tuple[int, list[str]]]:
    """Yields rows and the lines on which they begin, of which the first has the number `first`.

    A cell may be quoted and may then contain delimiters, line feeds and doubled quotation marks. If a quotation is
    not closed, the line on which its row begins is reported, and the lines after it are read as rows of their own.
    A row with text behind a quoted cell is reported. escape: a sign that may also stand before quotation marks inside.
    """
    csv.field_size_limit(MAX_RECORD)
    usual = _usual_lines(lines, delimiter, report, first)
    taken: list[str] = []  # of the row that is being read: its first line, and runs of the others
    again: list[str] = []  # runs of lines to read a second time, the last first
    count = 0  # the lines of the row
    ended = False

    def feed() -> Iterator[str]:
        nonlocal count, ended
        while (line := _pop_line(again) if again else next(usual, None)) is not None:
            taken.append(line)
            count += 1
            if count % _RUN == 1 and count > 1:  # many short lines take more memory apart than together
                taken[-_RUN:] = ["".join(taken[-_RUN:])]
            yield line
        ended = True

    form: dict[str, Any] = {"delimiter": delimiter, "escapechar": escape or None, "strict": True}
    rows, begin = csv.reader(feed(), **form), first
    while True:
        taken.clear()
        count = 0
        try:
            row = next(rows, None)
        except csv.Error as error:
            if ended or (count > 1 and _BEHIND in str(error)):  # the first mark of a later cell has closed it
                report(InputError("a quotation mark that is not closed", "a second one at the end of the cell", begin))
                again.extend(reversed(taken[1:]))
                count = 1
                rows, ended = csv.reader(feed(), **form), False
            else:
                report(InputError(*_fault(error, delimiter), begin))
        else:
            if row is None:
                return
            yield begin, row
        begin += count


def _pop_line(runs: list[str]) -> str:
    """Takes the first line of the last of some runs of lines."""
    run = runs.pop()
    if run.find("\n") < len(run) - 1:
        runs.extend(reversed(_lines_of(run)))
        run = runs.pop()
    return run


def _lines_of(run: str) -> list[str]:
    return [f"{line}\n" for line in run[:-1].split("\n")]


def _usual_lines(lines: Iterable[str], delimiter: str, report: Report, first: int) -> Iterator[str]:
    """Yields lines with line feeds; one with too many cells is replaced by an empty line and reported.

    Delimiters inside quotation marks do not count.
    """
    inside = 0  # whether a cell in quotation marks continues from the line before
    for line_number, line in enumerate(lines, first):
        if line.count(delimiter) > MOST_CELLS and _delimiters(line, delimiter, inside) > MOST_CELLS:
            report(InputError(f"more than {MOST_CELLS} cells", "a row of a table", line_number))
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


def _fault(error: csv.Error, delimiter: str) -> tuple[str, str]:
    """What is wrong with a row, and what was expected, in words that do not speak of Python's file modes."""
    if "new-line" in str(error):
        return "no row of a table (a carriage return in a cell without quotation marks)", "an id and a text"
    if _BEHIND in str(error):
        behind = "a tab" if delimiter == "\t" else f"`{delimiter}`"
        return "text behind a cell in quotation marks", f'{behind} there, and the marks inside the cell doubled (`""`)'
    return f"no row of a table ({error})", "an id and a text"
