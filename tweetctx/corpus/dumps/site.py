"""The header of a dump, which describes its wiki."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tweetctx.corpus.addresses import article_url
from tweetctx.corpus.cleaning import decode_entities

MAX_SITE = 1 << 20  # bytes before the first page

_ROOT = re.compile(rb"<([A-Za-z][\w:.-]*)")
_LANGUAGE = re.compile(r'<mediawiki\b[^>]*?\sxml:lang="([A-Za-z0-9-]{1,40})"')
_BASE = re.compile(r"<base>\s*(https?://[^<\s]+[/=])[^</=]*</base>")
_NAMESPACE = re.compile(r"<namespace\b[^>]*>([^<]+)</namespace>")


@dataclass(frozen=True, slots=True)
class Site:
    """A wiki: the language and base URL of its articles, and the names of its other namespaces."""

    language: str | None
    base: str
    namespaces: frozenset[str]

    def url(self, title: str) -> str:
        """The URL of the article with a title; empty if the dump does not name its site."""
        return article_url(self.base, title)


def begins_dump(start: bytes) -> bool:
    """Whether a file that begins with these bytes is a dump."""
    root = _ROOT.search(start) if start.startswith(b"<") else None
    return root is not None and root[1] == b"mediawiki"


def read_site(pieces: Iterable[bytes]) -> tuple[Site, bytes]:
    """Reads the header; also returns the bytes that were read for it."""
    taken = b""
    for piece in pieces:
        taken += piece
        if b"</siteinfo>" in taken or b"<page>" in taken or len(taken) > MAX_SITE:
            break
    header = taken[:MAX_SITE].partition(b"<page>")[0].decode(errors="replace")
    language, base = _LANGUAGE.search(header), _BASE.search(header)
    namespaces = frozenset(decode_entities(name) for name in _NAMESPACE.findall(header))
    return Site(language[1] if language else None, base[1] if base else "", namespaces), taken
