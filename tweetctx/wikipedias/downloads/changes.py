"""Finds and downloads Wikimedia's daily additions and changes, and the stubs of its dumps.

A day's changes are in `/other/incr/simplewiki/20260902/`: `simplewiki-20260902-pages-meta-hist-incr.xml.bz2` with all
revisions since the day before, `...-md5sums.txt`, and `status.txt`, which says `done` once they are complete. The stubs
of a dump, `/simplewiki/20261001/simplewiki-20261001-stub-articles.xml.gz`, have its pages without their texts.
See https://wikitech.wikimedia.org/wiki/Dumps/Adds-changes_dumps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from tweetctx.errors import DownloadError, NotThereError
from tweetctx.types import Day
from tweetctx.wikipedias.downloads.connection import Patience
from tweetctx.wikipedias.downloads.dumps import DAYS_BACK, MIRROR, DownloadProgress, Server, replacing
from tweetctx.wikipedias.downloads.transfer import Published

CHANGES = "pages-meta-hist-incr.xml.bz2"
STUBS = "stub-articles.xml.gz"

OnDownload = Callable[[DownloadProgress], None] | None


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file on a server: the day it is of, its path there, and its published digest."""

    day: Day
    path: str
    published: Published


class ChangesServer:
    """The daily changes and the dumps of a wiki on a server; arguments and errors are those of `download_dump`."""

    def __init__(
        self,
        wiki: str,
        *,
        url: str = MIRROR,
        checksums: str = MIRROR,
        contact: str | None = None,
        patience: Patience | None = None,
    ) -> None:
        patience = patience or Patience()
        self._wiki = wiki
        self._mirror, self._trusted = Server(url, contact, patience), Server(checksums, contact, patience)

    def close(self) -> None:
        """Closes the connections."""
        self._mirror.close()
        self._trusted.close()

    def changes_after(self, day: Day, tell: Callable[[str], object] = lambda _: None) -> Iterator[FoundFile]:
        """Yields the files of the days after `day`, earliest first, and stops at a day that is not complete yet.

        tell: called with a line about days that the server lacks between others, whose edits the next file should hold,
        and about a day that is not complete while a later one is.
        Raises DownloadError if the server no longer has the first of these days.
        """
        folder = f"other/incr/{self._wiki}"
        days = sorted(_dates(self._mirror.days(folder)))
        after = [later for later in days if later > day]
        if after and after[0] > day + timedelta(days=1) and days[0] > day:
            raise DownloadError(
                f"{self._mirror.url}/{folder}/: has the changes from {after[0]} on; expected those since {day}. "
                f"`tweetctx get {self._wiki}` gets a later dump"
            )
        for number, later in enumerate(after):
            if not (file := self._complete(folder, later)):
                if waiting := next((other for other in after[number + 1 :] if self._complete(folder, other)), None):
                    tell(f"the changes of {later} are not complete; those of {waiting} wait for them")
                return
            first, last = day + timedelta(days=1), later - timedelta(days=1)
            if first <= last:
                missing = f"{first}" if first == last else f"{first} to {last}"
                tell(f"found no changes of {missing}; those of {later} should hold them")
            yield file
            day = later

    def _complete(self, folder: str, day: Day) -> FoundFile | None:
        """The changes of a day; None if they are not complete."""
        done = self._trusted.text_or_nothing(f"{folder}/{_name(day)}/status.txt").startswith("done")
        return self._file(folder, day, CHANGES) if done else None

    def stubs_between(self, first: Day, last: Day) -> FoundFile | None:
        """The stubs of the latest dump after `first` and before `last`; None if the server has none."""
        try:
            days = _dates(self._mirror.days(self._wiki)[:DAYS_BACK])
        except NotThereError:
            return None
        between = (day for day in days if first < day < last)
        return next((file for day in between if (file := self._file(self._wiki, day, STUBS))), None)

    def download(self, file: FoundFile, folder: Path, on_progress: OnDownload = None) -> Path:
        """Downloads a file into a folder of tweetctx's own, unless it is there; continues an interrupted download."""
        path = folder / file.path.rpartition("/")[2]
        return replacing(lambda: self._mirror.get(file.path, path, file.published, on_progress)).path

    def _file(self, folder: str, day: Day, ending: str) -> FoundFile | None:
        name = f"{self._wiki}-{_name(day)}-{ending}"
        published = self._trusted.published(folder, self._wiki, _name(day)).get(name)
        return FoundFile(day, f"{folder}/{_name(day)}/{name}", published) if published else None


def _dates(names: Iterable[str]) -> list[Day]:
    """The days that folders are named after, without numbers that are none."""
    days = []
    for name in names:
        with suppress(ValueError):
            days.append(date.fromisoformat(name))
    return days


def _name(day: Day) -> str:
    return day.strftime("%Y%m%d")
