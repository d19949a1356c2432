"""Finds and parses the pages of MediaWiki's XML without an XML parser, which would stop at the first error.

In a dump `<` and `&` in texts are written as entities, so `<page>` and `</page>` are always tags. Only the predefined
entities of XML and numeric character references are decoded; entities that a file declares are never expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tweetctx.corpus.addresses import revision_of
from tweetctx.corpus.cleaning import clean, clean_line, decode_entities
from tweetctx.corpus.wikitext.namespaces import redirect_target
from tweetctx.errors import InputError, counted

MAX_PAGE = 16 << 20  # bytes of a <page>; MediaWiki stores texts of up to 2 MB
MAX_BETWEEN = 1 << 20  # bytes between two pages, where a header of 10 kB is the longest that stands

_TAG = re.compile(rb"<page[\s>]|</page>")
_ENTITY = re.compile(rb"<!ENTITY\s+(\S{1,80})")
# Possessive throughout, so that a mismatch is found in one pass.
_BETWEEN = re.compile(
    rb"(?>\s++|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*+>|</?mediawiki[^>]*+>|<siteinfo>.*?</siteinfo>)*+", re.DOTALL
)
_NS = re.compile(rb"<ns>\s*(-?[0-9]+)\s*</ns>")
_TITLE = re.compile(rb"<title>(.*?)</title>", re.DOTALL)
_ID = re.compile(rb"<id>\s*([0-9]+)\s*</id>")
_MODEL = re.compile(rb"<model>\s*(?!wikitext\b)\S")
_REDIRECT = re.compile(rb'<redirect(?:\s+title="([^"]*)")?\s*/?>')
_SIGN = re.compile(rb"<text[^>]*>\s*#")
_TARGET = re.compile(r"\[\[\s*:?([^\]|#\n]{1,255})")
_ENTITIES = re.compile(r"&(?:lt|gt|quot|apos|amp|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")

_BEGINNING = 1000  # characters in which a redirect names its target
_BETWEEN_PAGES = "pages, and nothing between them"
_EXPECTED = "<page> with <title>, <id> and <text>"


@dataclass(frozen=True, slots=True)
class Block:
    """The bytes of a <page>, and the line on which it begins, from 1."""

    line: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """A page. redirect: the title of its target; empty for an article. revision: its number, 0 if there is none."""

    id: str
    title: str
    redirect: str
    text: str
    revision: int = 0


class Splitter:
    """Finds the pages in a stream of bytes.

    closed: whether it has ended properly, with `</mediawiki>`, or its caller knows that it has.
    """

    def __init__(self) -> None:
        self.closed = False
        self._held = b""
        self._searched = 0  # up to here it has no tag of a page
        self._line = 1  # on which it begins
        self._open = False  # whether it begins with a <page>
        self._lost = False  # between a flaw that was reported and the next tag

    def split(self, pieces: Iterable[bytes]) -> Iterator[Block | InputError]:
        """Yields every page, and the problems between pages; no more than the limits is held."""
        for piece in pieces:
            yield from self._feed(piece)
        self.closed = self.closed or self._open or self._lost
        if self._open:
            yield InputError("the end of the data inside a <page>", "</page>", self._line)
        else:
            yield from self._between(self._held)

    def _feed(self, piece: bytes) -> Iterator[Block | InputError]:
        held, cut = self._held + piece, 0
        for tag in _TAG.finditer(held, self._searched):
            if tag[0] != b"</page>":
                yield from self._between(held[cut : tag.start()])
                self._open, cut = True, tag.start()
            elif self._open:
                data = held[cut : tag.end()]
                if len(data) > MAX_PAGE:
                    yield self._oversize()
                else:
                    yield Block(self._line, data)
                self._line += data.count(b"\n")
                self._open, cut = False, tag.end()
        self._held = held[cut:]
        if len(self._held) > (MAX_PAGE if self._open else MAX_BETWEEN):
            yield from self._drop()
        self._searched = max(int(self._open), len(self._held) - len(b"</page"))  # not the <page> that it begins with

    def _between(self, text: bytes) -> Iterator[InputError]:
        """Yields what is wrong with the text before a <page> or the end."""
        self.closed = self.closed or b"</mediawiki" in text
        if self._open:
            yield InputError("a <page> that begins before the last one ended", "</page>", self._line)
        elif not self._lost and (rest := _BETWEEN.sub(b"", text, count=1)):
            line = self._line + text[: len(text) - len(rest)].count(b"\n")
            entity = _ENTITY.search(rest)
            found = f"{rest[:40].strip().decode(errors='replace')!r} outside of a <page>"
            if entity:
                found = f"a declaration of the entity {entity[1].decode(errors='replace')}"
            yield InputError(found, _BETWEEN_PAGES, line)
        self._lost = False
        self._line += text.count(b"\n")

    def _drop(self) -> Iterator[InputError]:
        """Drops all but the end of what is held, which is over a limit."""
        keep = len(b"</page")
        if self._open:
            yield self._oversize()
        elif not self._lost:
            yield InputError(f"more than {MAX_BETWEEN} bytes outside of a <page>", _BETWEEN_PAGES, self._line)
        self._line += self._held.count(b"\n", 0, -keep)
        self._held, self._open, self._lost = self._held[-keep:], False, True

    def _oversize(self) -> InputError:
        return InputError(f"a <page> of more than {MAX_PAGE} bytes", "one that MediaWiki can store", self._line)


def parse_page(block: bytes, namespaces: frozenset[str], namespace: bytes = b"0") -> Page | None:
    """Parses a <page>; returns None if it is in another namespace, by default the main one, or not wikitext.

    namespaces: the names of the others, for dumps from before 2012, which have no <ns>. Of several revisions the
    last is read. Raises InputError for a page that lacks an element or is not UTF-8.
    """
    revision = max(block.rfind(b"<revision>"), 0)
    head = block[: block.find(b"<revision>") if revision else None]
    title = _line(_TITLE, head, "title")
    ns = _NS.search(head)
    if (ns[1] != namespace) if ns else (title.partition(":")[0] in namespaces):
        return None
    text_at = block.find(b"<text", revision)
    if _MODEL.search(block, revision, max(text_at, revision)):
        return None
    identifier = _line(_ID, head, "id")
    text = _text(block, text_at)
    redirect = _REDIRECT.search(head)
    target = ""
    if redirect:
        target = _decode(redirect[1], "redirect") if redirect[1] else _target(text) or title
    elif text.startswith("#") or text[:1].isspace():  # dumps up to 2010 say it by the text alone
        target = redirect_target(text[:_BEGINNING]) or ""
    match = _ID.search(block, revision, max(text_at, revision)) if revision else None
    return Page(identifier, title, clean_line(target), text, revision_of(match[1].decode()) if match else 0)


@dataclass(frozen=True, slots=True)
class Head:
    """What stands before the text of a page; revision: the number of the last one, 0 if there is none."""

    id: str
    title: str
    namespace: int
    revision: int


def parse_head(block: bytes) -> Head:
    """Parses what stands before the text of a <page>; raises InputError as `parse_page` does."""
    revision = block.rfind(b"<revision>")
    head = block[: block.find(b"<revision>") if revision >= 0 else None]
    title, identifier = _line(_TITLE, head, "title"), _line(_ID, head, "id")
    namespace, match = _NS.search(head), _ID.search(block, revision) if revision >= 0 else None
    return Head(
        identifier, title, int(namespace[1]) if namespace else 0, revision_of(match[1].decode()) if match else 0
    )


def may_redirect(block: bytes) -> bool:
    """Whether a page may be a redirect, by its element or by how its text begins."""
    return b"<redirect" in block or _SIGN.search(block) is not None


def page_title(block: bytes) -> str:
    """The title of a page, as far as it can be read, for a message."""
    title = _TITLE.search(block)
    return clean_line(title[1][:300].decode(errors="replace")) if title else ""


def _target(text: str) -> str:
    """The target in the text of a redirect, which was its only place until 2010."""
    match = _TARGET.search(text)
    return match[1][:1].upper() + match[1][1:] if match else ""


def _line(pattern: re.Pattern[bytes], head: bytes, name: str) -> str:
    match = pattern.search(head)
    if not match or not (text := clean_line(_decode(match[1], name))):
        raise InputError(f"a <page> without <{name}>", _EXPECTED)
    return text


def _text(block: bytes, begin: int) -> str:
    after = block.find(b">", begin)
    if begin < 0 or after < 0:
        raise InputError("a <page> without <text>", _EXPECTED)
    if block[after - 1] == ord("/"):
        return ""
    end = block.find(b"</text>", after)
    if end < 0:
        raise InputError("a <text> without its end", "</text>")
    return clean(_decode(block[after + 1 : end], "text"))


def _decode(data: bytes, name: str) -> str:
    """Text from UTF-8, with the entities of XML; those of HTML belong to the wikitext and stay."""
    try:
        return decode_entities(data.decode(), _ENTITIES)
    except UnicodeDecodeError as error:
        found = f"byte 0x{data[error.start]:02x} after {counted(error.start, 'byte')} of <{name}>"
        raise InputError(found, "text in UTF-8") from None
