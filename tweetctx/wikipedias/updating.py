"""Brings an index of a dump up to date with Wikimedia's daily additions and changes.

Each day is applied in one step and is then the day of the index, so that a call that was killed continues with the
next. The daily files tell of edits alone. Which pages were deleted, or restored, a later dump shows: its list of pages
is compared with the index as soon as the index is of a later day than that dump.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tweetctx.errors import DownloadError, ParameterError
from tweetctx.index.building.sizes import DEFAULT_MEMORY
from tweetctx.types import Day
from tweetctx.wikipedias.downloads import MIRROR, Patience
from tweetctx.wikipedias.downloads.changes import ChangesServer, OnDownload
from tweetctx.wikipedias.downloads.dumps import trusted_server
from tweetctx.wikipedias.indexes import indexes_folder

if TYPE_CHECKING:
    from tweetctx.index.building.updating import Updated
    from tweetctx.reading.progress import ReadingProgress


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an update: the changes of a day, or a comparison with the dump of a day, and what it did."""

    day: Day
    compared: bool
    done: Updated


def update_index(
    index: str | Path,
    *,
    url: str = MIRROR,
    checksums: str | None = None,
    contact: str | None = None,
    workers: int | None = None,
    memory: int = DEFAULT_MEMORY,
    spacy_model: str | None = None,
    patience: Patience | None = None,
    on_download: OnDownload = None,
    on_progress: Callable[[ReadingProgress], None] | None = None,
    tell: Callable[[str], object] = lambda _: None,
) -> Iterator[Step]:
    """Yields each step of an update after it is done: the days since that of the index, then a comparison if it is due.

    index: a folder. url, checksums, contact, patience: as for `get_wikipedia`. workers, memory, spacy_model: as for
    `add_articles`. tell: called with a line about a day that the server lacks, or that later ones wait for. Raises
    IndexAccessError for an index that is not of one dump or is being changed, DownloadError for a server that lacks
    what follows the day of the index or refuses, CorpusError for a file that is not whole, and what `add_articles`
    raises; the steps before remain done.
    """
    from tweetctx.index.building.updating import apply_day, compare_with_dump, updatable

    if "://" in str(index):
        raise ParameterError(f"index: found {index}, expected the folder of an index; one in a cluster is built anew")
    path = Path(index)
    wiki, day, _ = updatable(path)
    trusted = trusted_server(url, checksums)
    with closing(ChangesServer(wiki, url=url, checksums=trusted, contact=contact, patience=patience)) as server:
        folder = _downloads()
        for changes in server.changes_after(day, tell):
            file = server.download(changes, folder, on_download)
            options = {"workers": workers, "spacy_model": spacy_model, "on_progress": on_progress}
            done = apply_day(path, file, changes.day, memory=memory, **options)  # type: ignore[arg-type]
            _remove(folder, wiki, changes.day)
            if done:
                yield Step(changes.day, compared=False, done=done)
        _, day, compared = updatable(path)
        if stubs := server.stubs_between(compared, day):
            file = server.download(stubs, folder, on_download)
            done = compare_with_dump(path, file, stubs.day, memory=memory)
            _remove(folder, wiki, stubs.day)
            if done:
                yield Step(stubs.day, compared=True, done=done)


def _downloads() -> Path:
    folder = indexes_folder() / "downloads" / "changes"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DownloadError(f"{folder}: cannot be made ({error.strerror}); expected a folder for changes") from error
    return folder


def _remove(folder: Path, wiki: str, day: Day) -> None:
    """Removes what was downloaded of a wiki up to a day, also by calls that were killed before they removed it."""
    for path in folder.glob(f"{wiki}-*"):
        if path.name.removeprefix(f"{wiki}-")[:8] <= f"{day:%Y%m%d}":
            path.unlink(missing_ok=True)
