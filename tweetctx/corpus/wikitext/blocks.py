"""Lines to paragraphs, headings and list items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tweetctx.corpus.headings import SectionBuilder
from tweetctx.corpus.wikitext.inline import finish

if TYPE_CHECKING:
    from tweetctx.types import Section

_LETTER = re.compile(r"\w")
_RULE = re.compile(r"-{4,}")
_LIST_MARKS = "*#:;"


def build_page(text: str, *, lists: bool) -> tuple[Section, ...]:
    """Gather the lines of a page, free of templates, links, tables and tags, into sections.

    Lines in a row make a paragraph, an empty line ends it. A list item is a paragraph of its own, or nothing.
    """
    page = _Page()
    for line in text.split("\n"):
        first = line[:1]
        if not line or line.isspace():
            page.end_paragraph()
        elif first == "=" and (heading := _heading(line)):
            page.heading(heading)
        elif first in _LIST_MARKS:
            page.end_paragraph()
            if lists:
                page.item(line)
        elif first == "|" or _RULE.match(line):  # a broken table, a rule
            page.end_paragraph()
        else:
            page.lines.append(line)
    page.end_paragraph()
    return page.builder.build()


class _Page:
    """Sections so far, and the lines of a paragraph that goes on."""

    def __init__(self) -> None:
        self.builder = SectionBuilder()
        self.lines: list[str] = []

    def end_paragraph(self) -> None:
        if self.lines:
            self._add(finish(" ".join(self.lines)))
            self.lines.clear()

    def heading(self, text: str) -> None:
        self.end_paragraph()
        if text := finish(text):
            self.builder.heading(text)

    def item(self, line: str) -> None:
        """`; term : definition` becomes "term: definition"."""
        text = line.lstrip(_LIST_MARKS)
        if line.startswith(";"):
            text = text.replace(" : ", ": ", 1)
        self._add(finish(text))

    def _add(self, text: str) -> None:
        if _LETTER.search(text):
            self.builder.paragraph(text)


def _heading(line: str) -> str:
    """Return the text between equal signs; the empty string where there is none."""
    line = line.rstrip()
    before = len(line) - len(line.lstrip("="))
    after = len(line) - len(line.rstrip("="))
    level = min(before, after, 6)
    return line[level : len(line) - level].strip() if level else ""
