"""Reads nested templates, links and tables in one pass, with a stack of frames.

When a frame is closed, its text is added to the enclosing frame. Inner text is final by then, so `|` and `=` in it are
written as entities until the end of the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from tweetctx.corpus.chunks import CHUNK, MAX_LINE, chunks, drain
from tweetctx.corpus.holes import LOST
from tweetctx.corpus.wikitext.inline import BREAK
from tweetctx.corpus.wikitext.marks import OPEN, link_text, show_link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tweetctx.corpus.wikitext.templates.arguments import Arguments

# MediaWiki itself expands templates to a depth of 40 (its default); what is nested deeper is skipped.
MAX_DEPTH = 64

MAX_INSIDE = 1 << 17  # characters inside a template that are read; of the longest infoboxes some 100,000

_LONGEST_TARGET = 255  # characters; MediaWiki allows as many bytes

# Alternatives begin with a literal each, which `re` looks for quickly.
_TOKEN = re.compile(
    r"\[\[([^\[\]{}|\n]*)(?:\|([^\[\]{}|\n]*))?\]\]"  # a link with nothing nested: most of them
    r"|\[(?:https?:)?//[^\[\]{}|\n]*\]"  # an external link, so that its end is not taken for half of a link's
    r"|\[\[|\]\]|\{\{+|\}\}+"
    r"|\n[ \t:*#]*\{\|(?!\})"
    r"|\n[ \t]*\|\}(?!\}(?!\}))"  # the end of a table, not the empty last parameter of a template
    r"|<[tT][aA][bB][lL][eE](?=[\s>])[^<>]*>|</[tT][aA][bB][lL][eE]\s*>"
)
_LINE_OF_PARTS = re.compile(r"^[ \t]*[|!].*|</?t(?:[rdh]|body|head|foot)\b.*", re.MULTILINE | re.IGNORECASE)
_NAME_LINE = re.compile(r"[^|\n]*(?:\||\n(?=[ \t]*\|))")

_ROW = re.compile(r"\n[ \t]*\|-[^\n]*|<tr(?:\s[^<>]*)?>", re.IGNORECASE)
_CELL = re.compile(r"\n[ \t]*[|!]|\|\||!!|<t[dh](?:\s[^<>]*)?>", re.IGNORECASE)
_CAPTION = re.compile(r"\n[ \t]*\|\+")
_SEPARATOR = " &#124; "

LINK, BRACES, TABLE = range(3)


@dataclass(slots=True)
class _Frame:
    """An open template, link or table: its kind, its opening braces, and its text so far."""

    kind: int
    braces: int = 0
    pieces: list[str] = field(default_factory=list)


class Scanner:
    """Reads the text of one page. expand: returns the text of a template, given its content.

    arguments: those of the template whose page is read; other parameters are replaced by their defaults.
    """

    def __init__(
        self, expand: Callable[[str], str], *, tables: bool = False, arguments: Arguments | None = None
    ) -> None:
        self._expand = expand
        self._arguments = arguments
        self._tables = tables
        self._stack: list[_Frame] = []
        self._open = [0, 0, 0]  # frames of each kind
        self._ignored = [0, 0, 0]  # openings of each kind below the greatest depth; of templates, braces
        self._pieces: list[str] = []

    def scan(self, text: str) -> str:
        """Replaces every template, link and table in a text by its own text."""
        return "".join(self.read(chunks(("\n", text)))).removeprefix("\n")

    def read(self, texts: Iterable[str]) -> Iterator[str]:
        """Yields the same for a text in chunks, as `chunks` cuts it; it begins with a line feed."""
        for text in texts:
            self._read(text)
            for frame in self._stack:
                _join_small(frame.pieces)
            _join_small(self._pieces)
            if not self._stack:
                yield "".join(self._pieces)
                self._pieces.clear()
        while self._stack:
            self._abandon()
        yield from drain(self._pieces)

    def _read(self, text: str) -> None:
        position = 0
        for match in _TOKEN.finditer(text):
            if self._ignored[BRACES]:  # inside of a template nested too deeply, whose text goes with it
                position = match.end()
                if match[0][:2] in ("{{", "}}"):
                    self._token(match[0])
                continue
            start = match.start()
            if start > position:
                self._pieces.append(text[position:start])
            position = match.end()
            if match.lastindex:
                self._add(show_link(match[1], match[2]))
            else:
                self._token(match[0])
        if not self._ignored[BRACES]:
            self._pieces.append(text[position:])

    def _token(self, token: str) -> None:
        head = token[:2]
        if head == "[[":
            self._push(LINK, 0)
        elif head == "]]":
            self._close_link()
        elif head == "{{":
            self._push(BRACES, len(token))
        elif head == "}}":
            self._close_braces(len(token))
        elif head[0] == "[":
            self._pieces.append(token)
        elif token[-1] == "|" or head in ("<t", "<T"):
            self._pieces.append("\n")
            self._push(TABLE, 0)
        else:
            self._close_table()

    def _push(self, kind: int, braces: int) -> None:
        if len(self._stack) >= MAX_DEPTH:
            self._ignored[kind] += braces or 1
            return
        frame = _Frame(kind, min(braces, 2 * MAX_DEPTH), self._pieces)
        self._stack.append(frame)
        self._open[kind] += 1
        self._pieces = []

    def _pop(self) -> tuple[_Frame, list[str]]:
        """Closes the innermost frame, and returns it with the pieces of its text."""
        frame, inside = self._stack.pop(), self._pieces
        self._open[frame.kind] -= 1
        self._pieces = frame.pieces
        return frame, inside

    def _add(self, value: str) -> None:
        if value[:1] == "'" or value[-1:] == "'":
            value = f"{BREAK}{value}{BREAK}"
        if self._open[BRACES] or self._open[LINK]:
            value = value.replace("|", "&#124;").replace("=", "&#61;")
        self._pieces.append(value)

    def _ignore(self, kind: int) -> bool:
        """Whether a closing mark belongs to an ignored opening, or to none."""
        if self._ignored[kind]:
            self._ignored[kind] -= 1
            return True
        return not self._open[kind]

    def _close_link(self) -> None:
        if self._ignore(LINK) or self._stack[-1].kind != LINK:
            return
        _, pieces = self._pop()
        inside = _beginning(pieces)
        if len(inside) > MAX_INSIDE:  # no link, but brackets far apart
            self._pieces += pieces
            return
        target, bar, rest = inside.partition("|")
        label = rest.rpartition("|")[2] if bar else None
        if OPEN in inside and link_text(target, "label"):  # it is no link then, and shows those inside of it
            self._add(target if label is None else label)
        else:
            self._add(show_link(target, rest if bar else None))

    def _close_braces(self, count: int) -> None:
        ignored = min(count, self._ignored[BRACES])
        self._ignored[BRACES] -= ignored
        count -= ignored
        while count >= 2 and self._open[BRACES]:
            while self._stack[-1].kind != BRACES:
                self._abandon()
            frame, pieces = self._pop()
            inside = _beginning(pieces)[:MAX_INSIDE]
            used = 3 if frame.braces >= 3 and count >= 3 else 2
            value = self._parameter(inside) if used == 3 else self._expand(inside)
            count -= used
            if frame.braces - used >= 2:
                self._push(BRACES, frame.braces - used)
            self._add(value)

    def _parameter(self, inside: str) -> str:
        """The text of `{{{name|default}}}`."""
        name, bar, rest = inside.partition("|")
        if self._arguments is not None and name.strip() in self._arguments:
            return self._arguments[name.strip()]
        if not bar:
            return LOST
        return rest.partition("|")[0]

    def _close_table(self) -> None:
        if self._ignore(TABLE):
            return
        while self._stack[-1].kind != TABLE:
            self._abandon()
        _, pieces = self._pop()
        if self._tables:
            for rows in chunks(f"\n\n{row}\n\n" for row in _show_table(drain(pieces))):
                self._add(rows)
        self._add("\n")

    def _abandon(self) -> None:
        """Closes the innermost frame as one that was never closed: its text is kept."""
        frame, pieces = self._pop()
        if frame.kind == LINK:
            if pieces:
                pieces[0] = _without_target(pieces[0])
            self._pieces += pieces
            return
        if frame.kind == TABLE:
            self._pieces.append("\n")
        for index, text in enumerate(chunks(drain(pieces))):
            if frame.kind == TABLE and index == 0 and not text.startswith("\n"):
                text = "".join(text.partition("\n")[1:])  # attributes
            name = _NAME_LINE.match(text) if index == 0 and frame.kind == BRACES else None
            self._pieces.append(_LINE_OF_PARTS.sub("", text[name.end() :] if name else text))


def _without_target(text: str) -> str:
    """The text after `[[` of a link that never ends, without its target; of a file what follows its line."""
    target, bar, rest = text.partition("|")
    if not link_text(target.partition("\n")[0], "label"):
        return "".join(text.partition("\n")[1:])
    return rest if bar and len(target) <= _LONGEST_TARGET and "\n" not in target else text


def _join_small(pieces: list[str]) -> None:
    """Joins the last pieces to save memory."""
    first = next((index for index, piece in enumerate(pieces) if len(piece) < CHUNK // 2), len(pieces))
    if first < len(pieces) - 1:
        pieces[first:] = ["".join(pieces[first:])]


def _beginning(pieces: list[str]) -> str:
    """The text of pieces, cut just above the limit of a template's content."""
    size, count = 0, 0
    while size <= MAX_INSIDE and count < len(pieces):
        size += len(pieces[count])
        count += 1
    return "".join(pieces[:count])


def _show_table(pieces: Iterable[str]) -> Iterator[str]:
    """Yields the rows of a table as text, given the content of `{|` ... `|}` or <table> in pieces."""
    rows = _rows(pieces)
    # The rest of the line after `{|` holds attributes.
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
