"""WikiExtractor's doc format: `<doc id=".." url=".." title="..">`, the title again, a paragraph per line, `</doc>`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tweetctx.corpus.anchors import take_anchors
from tweetctx.corpus.cleaning import clean, clean_line, decode_entities
from tweetctx.corpus.headings import MAX_LINES, sections_of_text
from tweetctx.corpus.source_file import SourceFile
from tweetctx.errors import InputError
from tweetctx.reading import lines
from tweetctx.reading.lines import read_lines
from tweetctx.types import Article

_HEAD = '<doc id="..." url="..." title="...">'
_IS_HEAD = re.compile(r'<doc\s+\w+="')
# Between the values of two attributes: old versions leave quotation marks inside a title as they are.
_NEXT_ATTRIBUTE = re.compile(r'"\s+(\w+)="')
_HEAD_ENDS = re.compile(r'"\s*>\s*$')
_MAX_HEAD = 1 << 16  # characters; a title has 255 bytes


class _Doc:
    """A <doc> that is being read."""

    def __init__(self, head: str, line: int) -> None:
        if len(head) > _MAX_HEAD:
            raise InputError(f"a <doc> with {len(head)} characters of attributes", _HEAD)
        # A quotation mark in front, so that the first attribute looks as the others do.
        pieces = _NEXT_ATTRIBUTE.split(_HEAD_ENDS.sub("", f'"{head.removeprefix("<doc")}', count=1))
        pairs = zip(pieces[1::2], pieces[2::2], strict=True)
        values = {name: clean_line(decode_entities(value)) for name, value in pairs}
        for name in ("id", "title"):
            if name not in values:
                raise InputError(f"a <doc> without {name}", _HEAD)
        self.id, self.title, self.url = values["id"], values["title"], values.get("url", "")
        self.line = line
        self._lines: list[str] = []
        self._size = 0

    def add(self, text: str) -> None:
        self._size += len(text)
        if self._size > lines.MAX_RECORD:
            raise InputError(f"more than {lines.MAX_RECORD} characters since the <doc> of line {self.line}", "</doc>")
        if len(self._lines) > MAX_LINES:
            raise InputError(f"more than {MAX_LINES} lines since the <doc> of line {self.line}", "</doc>")
        self._lines.append(clean(text))

    def article(self) -> Article:
        body = self._lines
        if body and clean_line(decode_entities(body[0])) == self.title:
            body = body[1:]
        text, links = take_anchors("\n".join(body))
        sections = sections_of_text(text, self.url)
        return Article(self.id, self.title, self.url, sections, links=links)


def read_docs(source: SourceFile) -> Iterator[Article]:
    """Yields an article for each <doc>; a broken one is reported and skipped up to the next.

    Marks are the numbers of the lines that end an article.
    """
    doc: _Doc | None = None
    lost = False  # between a flaw, which was reported, and the next <doc> or </doc>
    line_number = 0
    for line_number, line in enumerate(read_lines(source.pieces), 1):
        try:
            if line_number <= (source.start or 0):
                continue
            if isinstance(line, InputError):
                raise line
            if line.startswith("<doc") and _IS_HEAD.match(line):
                if doc:
                    source.report(InputError(f"a <doc> inside the <doc> of line {doc.line}", "</doc>", line_number))
                doc, lost = None, False
                doc = _Doc(line, line_number)
            elif line.startswith("</doc>"):
                if doc:
                    source.mark = line_number
                    yield doc.article()
                elif not lost:
                    raise InputError("</doc> without a <doc>", _HEAD)
                doc, lost = None, False
            elif doc:
                doc.add(line)
            elif line.strip() and not lost:
                raise InputError("text outside of a <doc>", _HEAD)
        except InputError as error:
            if not lost:
                source.report(error.at(line_number))
            doc, lost = None, True
    if doc:
        source.report(InputError(f"the end of the file inside the <doc> of line {doc.line}", "</doc>", line_number))
