"""Tables as lines: a paragraph a row, its cells separated by bars."""

from __future__ import annotations

import re

_ROW = re.compile(r"\n[ \t]*\|-[^\n]*|<tr(?:\s[^<>]*)?>", re.IGNORECASE)
_CELL = re.compile(r"\n[ \t]*[|!]|\|\||!!|<t[dh](?:\s[^<>]*)?>", re.IGNORECASE)
_CAPTION = re.compile(r"\n[ \t]*\|\+")
_SEPARATOR = " &#124; "


def show_table(inside: str) -> str:
    """Returns the rows of what stands between `{|` and `|}`, or <table> and </table>, a paragraph each."""
    first, *rows = _ROW.split(_CAPTION.sub("\n|", inside))
    # What follows `{|` on its line are attributes.
    head = first.partition("\n")
    lines = [_show_row(f"{head[1]}{head[2]}"), *(_show_row(row) for row in rows)]
    return "".join(f"\n\n{line}\n\n" for line in lines if line)


def _show_row(row: str) -> str:
    _, *cells = _CELL.split(row)
    texts = (" ".join(cell.rpartition("|")[2].split()) for cell in cells)  # attributes stand before a bar
    return _SEPARATOR.join(text for text in texts if text)
