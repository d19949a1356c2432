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
from tweetctx.corpus.dumps.redirects import Lines, LinesWriter, Redirect, redirect_line, redirect_of
from tweetctx.corpus.dumps.site import begins_dump, read_site
from tweetctx.corpus.dumps.streams import is_multistream, stream_starts
from tweetctx.corpus.dumps.work import SearchResult, StreamUnit, search, search_stream
from tweetctx.corpus.source_file import Reading
from tweetctx.corpus.sources import list_files, size_of
from tweetctx.corpus.workers import open_workers
from tweetctx.errors import CorpusError
from tweetctx.reading.compression import open_content

_STAMP = "dumps.json"  # the names and sizes of the dumps, written when all redirects are
_BASES = "bases.json"  # the base URLs of their wikis
_FOLDER = "collected"  # in the folder that keeps it


@dataclass(frozen=True, slots=True)
class Collected:
    """The redirects of all dumps, and the folder with the pages of templates, which worker processes open."""

    redirects: Lines
    templates: Path


@dataclass(frozen=True, slots=True)
class CollectedPages:
    """What was collected from the dumps of one wiki: its base URL, its redirects, and its templates as lines."""

    base: str
    redirects: Iterator[Redirect]
    templates: Iterator[str]


def collected_pages(scratch: Path) -> CollectedPages | None:
    """What a reading that has ended kept in a folder; None if it read no dump, or those of several wikis."""
    folder = scratch / _FOLDER
    try:
        bases = json.loads((folder / _BASES).read_text())
    except FileNotFoundError:
        return None
    if len(bases) != 1 or not bases[0]:
        return None
    redirects, templates = Lines(folder / "redirects"), Lines(folder / "templates")
    return CollectedPages(bases[0], map(redirect_of, redirects.every()), templates.every())


def keep_collected(
    scratch: Path, dump: Path, base: str, names: Iterable[tuple[str, str]], templates: Iterable[str]
) -> None:
    """Writes to a folder what a reading of a dump would otherwise collect from it.

    names: pairs of the title of an article and a title that leads to it. templates: as CollectedPages has them.
    """
    folder = scratch / _FOLDER
    folder.mkdir(parents=True)
    with (
        closing(LinesWriter(folder / "redirects")) as redirects,
        closing(LinesWriter(folder / "templates")) as pages,
    ):
        for title, name in names:
            redirects.add(base, title, name)
        for line in templates:
            pages.add(base, json.loads(line)["name"], line)
        redirects.finish()
        pages.finish()
    (folder / _STAMP).write_text(json.dumps([[dump.name, size_of(dump)]]))


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
            message = f"{folder}: cannot be written or read ({error.strerror or error})"
            raise CorpusError(f"{message}; expected room for the redirects and templates of the dumps") from error
        yield Collected(redirects, folder / "templates")


@contextmanager
def _folder(reading: Reading) -> Iterator[Path]:
    if reading.options.scratch:
        yield reading.options.scratch / _FOLDER
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
    bases: set[str] = set()
    with (
        closing(LinesWriter(folder / "redirects")) as redirects,
        closing(LinesWriter(folder / "templates")) as templates,
    ):
        for file in dumps:
            for done in _search(file, reading, redirects, templates, bases):
                on_scan(before + done, total)
            before += size_of(file)
        redirects.finish()
        templates.finish()
    if dumps:
        (folder / _BASES).write_text(json.dumps(sorted(bases)))
    on_scan(total, total)


def _search(
    file: Path, reading: Reading, redirects: LinesWriter, templates: LinesWriter, bases: set[str]
) -> Iterator[int]:
    """Collects the redirects and templates of a dump, and its base; yields how many bytes have been searched."""
    read = 0

    def count(size: int) -> None:
        nonlocal read
        read += size

    site, taken = read_site(pieces := open_content(file, CorpusError, count)[1])
    results: Iterable[tuple[StreamUnit | None, SearchResult]]
    bases.add(site.base)
    if is_multistream(file):
        streams = (StreamUnit(file, at) for at in stream_starts(file))
        results = reading.shared(open_workers).run(partial(search_stream, site=site), streams)
    else:  # sending its pages to a process would take longer than looking at them
        results = ((None, result) for result in search(Splitter().split(chain([taken], pieces)), site))
    for unit, result in results:
        for redirect in result.redirects:
            redirects.add(site.base, redirect.target, redirect_line(redirect))
        for name, line in result.templates:
            templates.add(site.base, name, line)
        yield unit.start if unit else read
