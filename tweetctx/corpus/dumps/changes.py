"""Reads the pages of Wikimedia's daily additions and changes, and of a dump's stub file, which omits the texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from tweetctx.corpus.dumps.pages import MAX_PAGE, Block, Splitter, page_title, parse_head, parse_page
from tweetctx.corpus.dumps.site import Site, read_site
from tweetctx.corpus.dumps.templates import template_line
from tweetctx.corpus.wikitext.templates.arguments import normal_name
from tweetctx.errors import InputError

TEMPLATES = 10  # the number of their namespace

_TAG = re.compile(rb"<revision>|</revision>|</page>")
_ID = re.compile(rb"<id>\s*([0-9]{1,18})\s*</id>")
_HIDDEN = re.compile(rb'<text[^>]*\bdeleted="')
_LAST = 100  # bytes in which a file ends
_HELD = len(b"</revision")  # bytes that may be the beginning of a tag


class Kind(Enum):
    """What a page is: an article, a redirect between articles, a template, or something else."""

    ARTICLE = "article"
    REDIRECT = "redirect"
    TEMPLATE = "template"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page as a dump shows it.

    target: the title that a redirect leads to. template_name: the normalized name of a template; template: it as a
    line, None if it is not simple. data: the bytes of the <page> of an article.
    """

    id: str
    title: str
    revision: int
    kind: Kind
    target: str = ""
    template_name: str = ""
    template: str | None = None
    data: bytes = b""


def newest_revisions(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """A dump with the newest revision of each page alone, however many there are and in whichever order.

    A revision whose text is hidden from the public counts only where there is no other.
    """
    held, best = b"", b""
    rank = (False, -1)
    within = False  # a revision
    for piece in pieces:
        held += piece
        cut = 0
        for tag in _TAG.finditer(held):
            if tag[0] == b"<revision>" and not within:
                yield held[cut : tag.start()]
                cut, within = tag.start(), True
            elif tag[0] == b"</revision>" and within:
                revision = held[cut : tag.end()]
                cut, within = tag.end(), False
                best, rank = max((best, rank), (revision, _rank(revision)), key=lambda pair: pair[1])
            elif tag[0] == b"</page>":
                yield best + held[cut : tag.end()]
                cut, within, best, rank = tag.end(), False, b"", (False, -1)
        held = held[cut:]
        if within and len(held) > MAX_PAGE:  # the page is reported as too large
            yield held
            held, within = b"", False
        elif not within and len(held) > _HELD:
            yield held[:-_HELD]
            held = held[-_HELD:]
    yield best + held


def _rank(revision: bytes) -> tuple[bool, int]:
    """Whether the text is public, and the number of the revision."""
    match = _ID.search(revision)
    return _HIDDEN.search(revision) is None, int(match[1]) if match else 0


def read_changes(
    pieces: Iterable[bytes], report: Callable[[InputError], object]
) -> tuple[Site, bytes, Iterator[SeenPage]]:
    """The wiki, the first bytes, and the pages of a file; broken pages are reported, and the next one is read.

    The pages raise InputError at the end of a file that is not whole.
    """
    pieces = iter(pieces)
    site, taken = read_site(pieces)
    return site, taken, _seen(newest_revisions(chain([taken], pieces)), site, report)


def _seen(pieces: Iterable[bytes], site: Site, report: Callable[[InputError], object]) -> Iterator[SeenPage]:
    for item in Splitter().split(_whole(pieces)):
        if isinstance(item, InputError):
            report(item)
            continue
        try:
            page = _page(item, site)
        except InputError as error:
            report(error.at(f"line {item.line}, page {page_title(item.data)!r}"))
            continue
        if page:
            yield page


def _whole(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a file; InputError after the last unless the file ends there."""
    end = b""
    for piece in pieces:
        yield piece
        end = (end + piece[-_LAST:])[-_LAST:]
    if not end.rstrip().endswith(b"</mediawiki>"):
        raise InputError("no </mediawiki>", "a whole file", "at its end")


def _page(block: Block, site: Site) -> SeenPage | None:
    """A page; None if its text is hidden."""
    head = parse_head(block.data)
    identity = (head.id, head.title, head.revision)
    if head.namespace not in (0, TEMPLATES):
        return SeenPage(*identity, Kind.OTHER)
    if _HIDDEN.search(block.data):
        return None
    page = parse_page(block.data, site.namespaces, str(head.namespace).encode())
    if page is None:
        return SeenPage(*identity, Kind.OTHER)
    if head.namespace == TEMPLATES:
        name, line = template_line(page) or (normal_name(page.title.partition(":")[2]), None)
        return SeenPage(*identity, Kind.TEMPLATE, template_name=name, template=line)
    if page.redirect:
        return SeenPage(*identity, Kind.REDIRECT, page.redirect)
    return SeenPage(*identity, Kind.ARTICLE, data=block.data)
