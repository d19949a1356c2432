"""Kiwix's ZIM files, through libzim: pages of HTML and the redirects between them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tweetctx.corpus.addresses import article_url
from tweetctx.corpus.cleaning import clean_line
from tweetctx.corpus.conversion import MAX_PAGE, RawPage
from tweetctx.corpus.source_file import SourceFile
from tweetctx.corpus.wikitext.namespaces import NAMESPACES
from tweetctx.errors import CorpusError, InputError
from tweetctx.runtime.libraries import how_to_install
from tweetctx.types import Article

if TYPE_CHECKING:
    from libzim.reader import Archive, Entry

_STEPS = 4  # redirects that lead to redirects


def zim_language(source: SourceFile) -> str | None:
    """The first language in the metadata of the file."""
    return _language(_open(source.path)) or None


def _open(path: Path) -> Archive:
    try:
        from libzim.reader import Archive
    except ImportError:
        raise CorpusError(
            f"{path}: found a ZIM file; expected libzim to read it with: {how_to_install('zim')}"
        ) from None
    try:
        return Archive(path)
    except RuntimeError as error:
        raise CorpusError(f"{path}: damaged ({error}); expected a whole ZIM file") from error


def _language(archive: Archive) -> str:
    from babel.core import get_global

    code = _metadata(archive, "Language").split(",")[0].strip().lower()
    return str(get_global("language_aliases").get(code, code))  # "en" for ISO 639-3's "eng", which ZIM files use


def _metadata(archive: Archive, key: str) -> str:
    try:
        return bytes(archive.get_metadata(key)).decode(errors="replace")
    except RuntimeError:  # there is none
        return ""


def _base(archive: Archive) -> str:
    """The base URL of articles, from the URL of the wiki in the metadata."""
    source = _metadata(archive, "Source").strip()
    host = (source.partition("://")[2] or source).partition("/")[0]
    return f"https://{host}/wiki/" if host.endswith((".wikipedia.org", ".wikimedia.org")) else ""


def zim_pages(source: SourceFile) -> Iterator[RawPage | InputError]:
    """Yields the pages of HTML in the order of their paths; marks are the numbers of entries from 1."""
    archive = _open(source.path)
    names = _OtherNames(archive)
    base, language = _base(archive), _language(archive) or "en"
    size, count = source.path.stat().st_size, archive.entry_count
    if not source.start and archive.has_checksum and not archive.check():
        yield InputError(f"other bytes than those of its checksum, {archive.checksum}", "the file as it was published")
    for entry_id in range(source.start or 0, count):
        source.bytes_read = size * (entry_id + 1) // count
        try:
            page = _page(archive, entry_id, names, base, language)
        except (RuntimeError, IndexError, UnicodeDecodeError) as error:
            yield InputError(f"damage ({error})", "an entry that can be read", f"entry {entry_id + 1}")
            continue
        if page:
            yield page


def _page(archive: Archive, entry_id: int, names: _OtherNames, base: str, language: str) -> RawPage | InputError | None:
    entry = archive._get_entry_by_id(entry_id)
    if entry.is_redirect or not _is_content(archive, entry):
        return None
    item = entry.get_item()
    if not item.mimetype.startswith("text/html"):
        return None
    place = f"entry {entry_id + 1}"
    if item.size > 4 * MAX_PAGE:  # bytes, of which a character has four at most
        return InputError(f"a page of {item.size} bytes", f"at most {MAX_PAGE} characters", place)
    path = entry.path if archive.has_new_namespace_scheme else entry.path[2:]
    article = Article(
        id=clean_line(path),
        title=clean_line(entry.title),
        url=article_url(base, path),
        sections=(),
        redirects=names.of(entry_id),
    )
    return RawPage(place, entry_id + 1, article, bytes(item.content).decode(), "html", language)


def _is_content(archive: Archive, entry: Entry) -> bool:
    """Whether an entry is an article by its path; old files keep everything under a letter, articles under A."""
    if not archive.has_new_namespace_scheme and not entry.path.startswith("A/"):
        return False
    prefix, colon, name = entry.title.partition(":")
    return not (colon and name[:1].strip() and prefix.lower() in NAMESPACES)


class _OtherNames:
    """The redirects of a file by their targets, in 8 bytes each."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        targets, entries = array("i"), array("i")
        for entry_id in range(archive.entry_count):
            if (target := self._target(entry_id)) != entry_id:
                targets.append(target)
                entries.append(entry_id)
        order = np.argsort(np.frombuffer(targets, np.int32), kind="stable")
        self._targets: NDArray[np.int32] = np.frombuffer(targets, np.int32)[order]
        self._entries: NDArray[np.int32] = np.frombuffer(entries, np.int32)[order]

    def of(self, entry_id: int) -> tuple[str, ...]:
        """The titles that redirect to an entry."""
        begin, end = np.searchsorted(self._targets, [entry_id, entry_id + 1])
        titles = (clean_line(self._archive._get_entry_by_id(int(entry)).title) for entry in self._entries[begin:end])
        return tuple(title for title in titles if title)

    def _target(self, entry_id: int) -> int:
        """The target of an entry after a few redirects; itself if there is none or it cannot be read."""
        try:
            entry = self._archive._get_entry_by_id(entry_id)
            for _ in range(_STEPS):
                if not entry.is_redirect:
                    return int(entry._index)
                entry = entry.get_redirect_entry()
        except (RuntimeError, IndexError, UnicodeDecodeError):
            pass
        return entry_id
