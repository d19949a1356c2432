"""The redirects and templates of all dumps among some sources, collected before their first article."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from tweetctx.corpus.dumps.pages import Splitter
from tweetctx.corpus.dumps.redirects import Lines, LinesWriter
from tweetctx.corpus.dumps.site import begins_dump, read_site
from tweetctx.corpus.dumps.streams import is_multistream, stream_starts
from tweetctx.corpus.dumps.units import Found, StreamUnit, search, search_stream
from tweetctx.corpus.source_file import Reading
from tweetctx.corpus.sources import list_files, size_of
from tweetctx.corpus.workers import open_workers
from tweetctx.errors import CorpusError
from tweetctx.reading.compression import open_content

_STAMP = "dumps.json"  # the names and sizes of the dumps, written when all redirects are


@dataclass(frozen=True, slots=True)
class Collected:
    """The redirects of all dumps, and the folder with the pages of templates, which worker processes open."""

    redirects: Lines
    templates: Path


@contextmanager
def open_collected(reading: Reading) -> Iterator[Collected]:
    """Collects from all dumps among the sources, since redirects in one part may lead to articles in another."""
    dumps = [file for file in list_files(reading.sources) if _is_dump(file)]
    with _folder(reading) as folder:
        stamp = [[file.name, size_of(file)] for file in dumps]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not _holds(folder, stamp):
                _collect(dumps, reading, folder)
                (folder / _STAMP).write_text(json.dumps(stamp))
            redirects = Lines(folder / "redirects")
        except OSError as error:
            found = f"{folder}: cannot be written or read ({error.strerror or error})"
            raise CorpusError(f"{found}; expected room for the redirects and templates of the dumps") from error
        yield Collected(redirects, folder / "templates")


@contextmanager
def _folder(reading: Reading) -> Iterator[Path]:
    if reading.options.scratch:
        yield reading.options.scratch / "collected"
    else:
        with TemporaryDirectory(prefix="tweetctx-") as name:
            yield Path(name)


def _is_dump(file: Path) -> bool:
    try:
        return begins_dump(open_content(file, CorpusError)[0])
    except CorpusError:  # reading the articles will say so
        return False


def _holds(folder: Path, stamp: object) -> bool:
    try:
        return bool(json.loads((folder / _STAMP).read_text()) == stamp)
    except (OSError, ValueError):
        return False


def _collect(dumps: list[Path], reading: Reading, folder: Path) -> None:
    (folder / _STAMP).unlink(missing_ok=True)
    on_scan = reading.options.on_scan or (lambda _done, _total: None)
    total, before = sum(map(size_of, dumps)), 0
    with (
        closing(LinesWriter(folder / "redirects")) as redirects,
        closing(LinesWriter(folder / "templates")) as templates,
    ):
        for file in dumps:
            for done in _search(file, reading, redirects, templates):
                on_scan(before + done, total)
            before += size_of(file)
        redirects.finish()
        templates.finish()
    on_scan(total, total)


def _search(file: Path, reading: Reading, redirects: LinesWriter, templates: LinesWriter) -> Iterator[int]:
    """Collects the redirects and templates of a dump; yields how many of its bytes have been searched."""
    read = 0

    def count(size: int) -> None:
        nonlocal read
        read += size

    site, taken = read_site(pieces := open_content(file, CorpusError, count)[1])
    results: Iterable[tuple[StreamUnit | None, Found]]
    if is_multistream(file):
        streams = (StreamUnit(file, at) for at in stream_starts(file))
        results = reading.shared(open_workers).run(partial(search_stream, site=site), streams)
    else:  # sending its pages to a process would take longer than looking at them
        results = ((None, found) for found in search(Splitter().split(chain([taken], pieces)), site))
    for unit, found in results:
        for title, target in found.redirects:
            redirects.add(site.base, target, title)
        for name, line in found.templates:
            templates.add(site.base, name, line)
        yield unit.start if unit else read
