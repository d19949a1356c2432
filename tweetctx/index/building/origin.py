"""What sources are: the wiki, the day of its dump, and the digest of every file."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from threading import Event
from typing import Final

from tweetctx.corpus.addresses import wiki_of_url
from tweetctx.corpus.collections import is_collection
from tweetctx.corpus.sources import list_files, size_of
from tweetctx.errors import ParameterError
from tweetctx.index.building.segment_buffer import SegmentBuffer
from tweetctx.index.storage.origin import with_sources
from tweetctx.index.storage.texts import END
from tweetctx.runtime.version import __version__
from tweetctx.types import Origin, SourceDigest

_BLOCK: Final = 1 << 20
# enwiki-20260901-pages-articles.xml.bz2, enwiki-NS0-20260901-ENTERPRISE-HTML.json.tar.gz
_WIKI_FILE: Final = re.compile(r"([a-z][a-z_]*wiki)-(?:NS\d+-)?(\d{4})-?(\d\d)-?(\d\d)\b")
_KIWIX_FILE: Final = re.compile(r"wikipedia_([a-z-]{2,12})_.*_(\d{4})-(\d\d)\b")  # wikipedia_de_all_2026-09.zim
_HUB_FOLDER: Final = re.compile(r"(\d{4})(\d\d)(\d\d)\.([a-z][a-z-]+)")  # 20231101.simple/train-00000-of-00001.parquet


def parse_day(text: str | date | None) -> date | None:
    """The day of a dump, given as YYYY-MM-DD or YYYYMMDD; ParameterError for anything else."""
    if isinstance(text, datetime):
        return text.date()
    if text is None or isinstance(text, date):
        return text
    try:
        return date.fromisoformat(text)
    except (TypeError, ValueError):
        raise ParameterError(f"date: found {text!r}, expected the day of a dump as YYYY-MM-DD") from None


def named_origin(sources: Iterable[Path], wiki: str | None = None, day: date | None = None) -> Origin:
    """What the names of files tell, if it is not given: the wikis, and the day of the oldest of their dumps."""
    origins = [named for file in list_files(list(sources)) if (named := _named(file))]
    names = "+".join(dict.fromkeys(name for name, _ in origins))
    return Origin(
        names if wiki is None else wiki, day or min((dumped for _, dumped in origins), default=None), __version__
    )


def _named(file: Path) -> tuple[str, date] | None:
    """The wiki and the day in the name of a file; a Kiwix file has only the month, of which the first day counts."""
    if match := _WIKI_FILE.search(file.name):
        wiki, *fields = match.groups()
    elif match := _KIWIX_FILE.search(file.name):
        wiki, fields = f"{match[1].replace('-', '_')}wiki", [match[2], match[3], "1"]
    elif match := _HUB_FOLDER.fullmatch(file.parent.name):
        wiki, fields = f"{match[4].replace('-', '_')}wiki", [match[1], match[2], match[3]]
    else:
        return None
    try:
        return wiki, date(*map(int, fields))
    except ValueError:
        return None


def with_wiki(origin: Origin, buffer: SegmentBuffer) -> Origin:
    """The origin with the wiki that the url of the first article names, if none is known."""
    buffer.flush()
    texts = next(buffer.texts("articles"), b"")
    url = json.loads(texts.partition(END)[0])[2] if texts else ""
    return origin if origin.wiki else replace(origin, wiki=wiki_of_url(url))


@contextmanager
def digesting(sources: Sequence[Path]) -> Iterator[Future[tuple[SourceDigest, ...]]]:
    """Reads sources for their digests in a thread while the block runs; the thread ends with the block."""
    abandoned = Event()
    pool = ThreadPoolExecutor(1)
    try:
        yield pool.submit(lambda: tuple(_digest(source, abandoned) for source in sources))
    finally:
        abandoned.set()
        pool.shutdown()


def added_to(origin: Origin, added: tuple[SourceDigest, ...]) -> Origin:
    """The origin after an addition, made by this version."""
    sources, omitted = with_sources(origin, added)
    return replace(origin, sources=sources, omitted=omitted, made_by=__version__)


def _digest(source: Path, abandoned: Event) -> SourceDigest:
    if is_collection(source):
        return SourceDigest(str(source), 0, "")
    if not source.is_dir():
        return SourceDigest(source.name, size_of(source), _sha256(source, abandoned))
    lines, size = hashlib.sha256(), 0
    for file in list_files([source]):
        lines.update(f"{_sha256(file, abandoned)}  {file.relative_to(source)}\n".encode(errors="surrogateescape"))
        size += size_of(file)
    return SourceDigest(source.resolve().name, size, lines.hexdigest())


def _sha256(file: Path, abandoned: Event) -> str:
    """The digest of a file; empty for one that cannot be read or is read once, such as a pipe."""
    digest = hashlib.sha256()
    try:
        if not file.is_file():
            return ""
        with file.open("rb") as content:
            while not abandoned.is_set() and (block := content.read(_BLOCK)):
                digest.update(block)
    except OSError:
        return ""
    return digest.hexdigest()
