"""What a dump says of the wiki that it was made from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tweetctx.corpus.addresses import article_url
from tweetctx.corpus.cleaning import decode_entities

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_SITE = 1 << 20  # bytes before the first page

_ROOT = re.compile(rb"<([A-Za-z][\w:.-]*)")
_LANGUAGE = re.compile(r'<mediawiki\b[^>]*?\sxml:lang="([A-Za-z0-9-]{1,40})"')
_BASE = re.compile(r"<base>\s*(https?://[^<\s]+[/=])[^</=]*</base>")
_NAMESPACE = re.compile(r"<namespace\b[^>]*>([^<]+)</namespace>")


@dataclass(frozen=True, slots=True)
class Site:
    """A wiki: the language of its articles, the address they stand under, the names of its other namespaces."""

    language: str | None
    base: str
    namespaces: frozenset[str]

    def url(self, title: str) -> str:
        """The address of the article of this title; empty where the dump does not say where it comes from."""
        return article_url(self.base, title)


def begins_dump(start: bytes) -> bool:
    """Whether the first element of a file that begins so is that of a dump."""
    root = _ROOT.search(start) if start.startswith(b"<") else None
    return root is not None and root[1] == b"mediawiki"


def read_site(pieces: Iterable[bytes]) -> tuple[Site, bytes]:
    """Reads the header; also returns what was taken from the pieces for it."""
    taken = b""
    for piece in pieces:
        taken += piece
        if b"</siteinfo>" in taken or b"<page>" in taken or len(taken) > MAX_SITE:
            break
    header = taken[:MAX_SITE].partition(b"<page>")[0].decode(errors="replace")
    language, base = _LANGUAGE.search(header), _BASE.search(header)
    namespaces = frozenset(decode_entities(name) for name in _NAMESPACE.findall(header))
    return Site(language[1] if language else None, base[1] if base else "", namespaces), taken
