"""The XML of INEX's tweet contextualization track: `page` elements with `ID`, `title`, `a`, `s`, `h`, `p` and `t`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from io import StringIO
from itertools import islice
from xml.parsers import expat

from tweetctx.corpus.chunks import map_chunks
from tweetctx.corpus.cleaning import clean, decode_entities
from tweetctx.corpus.headings import SectionBuilder
from tweetctx.corpus.source_file import SourceFile
from tweetctx.errors import InputError
from tweetctx.reading import lines
from tweetctx.types import Article

_PAGE = "<page> with <ID> and <title>"
_FIELDS = frozenset({"ID", "title", "url"})
_BLOCKS = _FIELDS | {"a", "s", "h", "p"}  # every other element, such as t, stands inside a text
_MAX_DEPTH = 1 << 16  # of elements; some 100 bytes are held for each that is open
_FED = 1 << 16  # bytes that are parsed at a time
_MAX_TAG = 1 << 17  # bytes of one tag or comment; attributes take many times their bytes
_BREAK = re.compile(r"(?:(?<![^\S\n])[^\S\n]++)?\n\s*+")
_CURID = "https://en.wikipedia.org/wiki?curid="


def read_inex(source: SourceFile) -> Iterator[Article]:
    """Yields an article for each <page>, as soon as it ends; reading stops at the first XML error.

    Marks are numbers of articles from 1.
    """
    begin = source.start or 0
    for mark, article in enumerate(islice(_articles(source), begin, None), begin + 1):
        source.mark = mark
        yield article


def _articles(source: SourceFile) -> Iterator[Article]:
    pages = _Pages()
    try:
        for piece in source.pieces:
            pages.feed(piece)
            yield from pages.take()
        pages.close()
    except InputError as error:
        # Pages that were whole before the flaw are as good as in any other format.
        yield from pages.take()
        source.report(error.at(pages.line))


class _Pages:
    """Turns the events of an XML parser into articles."""

    def __init__(self) -> None:
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.EntityDeclHandler = self._refuse_entity
        parser.SkippedEntityHandler = self._skipped_entity
        self._blank_lines = 0
        self._depth = 0
        self._fed = 0  # bytes in all
        self._size = 0  # bytes since the last page ended
        self._root = ""
        self._page: _Page | None = None
        self._ready: list[Article] = []
        self._has_page = False

    @property
    def line(self) -> int:
        return self._parser.CurrentLineNumber + self._blank_lines

    def feed(self, piece: bytes) -> None:
        if not self._root and not self._size:  # XML may not begin with blank lines; files do
            text = piece.lstrip()
            self._blank_lines += piece[: len(piece) - len(text)].count(b"\n")
            piece = text
        for begin in range(0, len(piece), _FED):
            self._parse(piece[begin : begin + _FED], final=False)
        self._size += len(piece)
        if self._size > lines.MAX_RECORD:
            raise InputError(f"more than {lines.MAX_RECORD} bytes without the end of a <page>", "</page>")

    def close(self) -> None:
        self._parse(b"", final=True)
        if not self._has_page:
            raise InputError(f"XML without a <page>, its root is <{self._root}>", _PAGE)

    def take(self) -> list[Article]:
        ready, self._ready = self._ready, []
        return ready

    def _parse(self, piece: bytes, *, final: bool) -> None:
        try:
            self._parser.Parse(piece, final)
            self._fed += len(piece)
        except expat.ExpatError as error:
            raise InputError(
                f"broken XML ({expat.ErrorString(error.code)}, column {error.offset + 1})", _PAGE
            ) from None
        if self._fed - self._parser.CurrentByteIndex > _MAX_TAG:  # what is held until its end comes
            raise InputError(f"a tag or comment of more than {_MAX_TAG} bytes", _PAGE)

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        self._root = self._root or name
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise InputError(f"elements nested more than {_MAX_DEPTH} deep", _PAGE)
        if name == "page":
            if self._page:
                raise InputError("a <page> inside a <page>", "</page>")
            self._page = _Page()
        elif self._page and name in _BLOCKS:
            self._page.open(name)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if not self._page:
            return
        if name == "page":
            self._ready.append(self._page.article())
            self._page, self._has_page, self._size = None, True, 0
        elif name in _BLOCKS:
            self._page.close()

    def _data(self, text: str) -> None:
        if self._page:
            self._page.text.write(text)

    def _refuse_entity(self, name: str, *_: object) -> None:
        # A few nested declarations can stand for gigabytes of text, and no corpus needs one.
        raise InputError(f"a declaration of the entity {name}", "XML without such declarations")

    def _skipped_entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:  # one that a DTD elsewhere would declare, such as &eacute;
            self._data(decode_entities(f"&{name};"))


class _Page:
    """A page that is being read: its open blocks, and the text since the last block tag."""

    def __init__(self) -> None:
        self.text = StringIO()
        self._fields: dict[str, str] = {}
        self._blocks = ["page"]
        self._headings = [""]  # of the sections that are open
        self._moved = False  # into or out of a section that the builder does not have yet
        self._builder = SectionBuilder()

    def open(self, name: str) -> None:
        self._flush()
        self._blocks.append(name)
        if name == "s":
            self._headings.append("")
            self._moved = True

    def close(self) -> None:
        self._flush()
        if self._blocks.pop() == "s":
            self._headings.pop()
            self._moved = True

    def article(self) -> Article:
        self._flush()
        for name in ("ID", "title"):
            if name not in self._fields:
                raise InputError(f"a <page> without <{name}>", _PAGE)
        identifier = self._fields["ID"]
        numeric = identifier.isascii() and identifier.isdecimal()
        url = self._fields.get("url") or (_CURID + identifier if numeric else "")
        return Article(identifier, self._fields["title"], url, self._builder.build())

    def _flush(self) -> None:
        text = map_chunks(partial(_BREAK.sub, " "), clean(decode_entities(self.text.getvalue()))).strip()
        self.text = StringIO()
        block = self._blocks[-1]
        if block in _FIELDS:
            self._fields[block] = self._fields.get(block, "") + text
        elif not text:
            return
        elif block == "h":
            self._headings[-1] = text
            self._builder.heading(text)
            self._moved = False
        else:
            self._paragraph(text)

    def _paragraph(self, text: str) -> None:
        if self._moved:
            self._builder.heading(self._headings[-1])
            self._moved = False
        self._builder.paragraph(text)
