"""Tables as paragraphs: one per row, with cells separated by bars."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from tweetctx.corpus.chunks import MAX_LINE, chunks

_ROW = re.compile(r"\n[ \t]*\|-[^\n]*|<tr(?:\s[^<>]*)?>", re.IGNORECASE)
_CELL = re.compile(r"\n[ \t]*[|!]|\|\||!!|<t[dh](?:\s[^<>]*)?>", re.IGNORECASE)
_CAPTION = re.compile(r"\n[ \t]*\|\+")
_SEPARATOR = " &#124; "


def show_table(pieces: Iterable[str]) -> Iterator[str]:
    """Yields the rows of a table as text, given the content of `{|` ... `|}` or <table> in pieces."""
    rows = _rows(pieces)
    # What follows `{|` on its line are attributes.
    _, line_feed, first = next(rows).partition("\n")
    for row in chain((f"{line_feed}{first}",), rows):
        if shown := _show_row(row):
            yield shown


def _rows(pieces: Iterable[str]) -> Iterator[str]:
    """Splits a table at the marks of rows; an overlong row is cut."""
    row = ""
    for text in chunks(pieces):
        first, *others = _ROW.split(_CAPTION.sub("\n|", text))
        row += first
        for other in others:
            yield row
            row = other
        if len(row) > MAX_LINE:
            yield row
            row = ""
    yield row


def _show_row(row: str) -> str:
    _, *cells = _CELL.split(row)
    texts = (" ".join(cell.rpartition("|")[2].split()) for cell in cells)  # attributes stand before a bar
    return _SEPARATOR.join(text for text in texts if text)
