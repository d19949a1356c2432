"""Skips lines of comma-separated values with far more cells than a table has, to bound memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tweetctx.errors import InputError

MOST_CELLS = 1 << 12  # of a line


def usual_lines(
    lines: Iterable[str], delimiter: str, report: Callable[[InputError], object], first: int = 1
) -> Iterator[str]:
    """Yields lines; one with too many cells is replaced by an empty line and reported. first: the first line's number.

    Delimiters inside quotation marks do not count.
    """
    inside = 0  # whether a cell in quotation marks goes on from the line before
    for number, line in enumerate(lines, first):
        if line.count(delimiter) > MOST_CELLS and _delimiters(line, delimiter, inside) > MOST_CELLS:
            report(InputError(f"more than {MOST_CELLS} cells", "a row of a table", number))
            yield "\n"
        else:
            yield line
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
