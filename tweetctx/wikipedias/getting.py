"""Gets a Wikipedia in one step: finds the latest dump, downloads it, indexes it, and makes it the default.

What was decided is noted beside the index, so that a later call continues with the same dump, wherever the one before
it was killed: the download continues where it broke off, the build at its last point of return.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tweetctx.errors import DownloadError, IndexAccessError, NotThereError
from tweetctx.index import build_index
from tweetctx.index.storage.files import BUFFER, check_destination
from tweetctx.index.storage.manifest import UNREADABLE, read_manifest
from tweetctx.reading.progress import ReadingProgress
from tweetctx.runtime.durable import lock, remove_json, write_json
from tweetctx.wikipedias.downloads import (
    LATEST,
    MIRROR,
    DownloadProgress,
    Patience,
    download_dump,
    find_dump,
    find_wiki,
)
from tweetctx.wikipedias.downloads.dumps import replacing, trusted_server
from tweetctx.wikipedias.estimates import Estimate, estimate_build, free_bytes
from tweetctx.wikipedias.indexes import choose_index, index_path, indexes_folder

if TYPE_CHECKING:
    from tweetctx.index.building.building import BuildReport

_SPARE: Final = 256 << 20  # bytes of the disk that are left free


@dataclass(frozen=True, slots=True)
class Plan:
    """What getting a Wikipedia will take.

    wiki, date: the Wikipedia, and the day of its dump as YYYYMMDD. path: of the index. bytes: of the download, None if
    the server does not tell. estimate: of the build, None likewise. free: bytes of the disk that are free, or that an
    interrupted call has written. continued: whether such a call is continued. downloaded: bytes of the dump that are
    there.
    problem: why the index that is there cannot be opened; empty if it can, or there is none.
    """

    wiki: str
    date: str
    path: Path
    bytes: int | None
    estimate: Estimate | None
    free: int
    continued: bool
    downloaded: int = 0
    problem: str = ""

    @property
    def fits(self) -> bool:
        """Whether the disk suffices, as far as known."""
        return self.estimate is None or self.estimate.disk + _SPARE <= self.free


@dataclass(frozen=True, slots=True)
class GotWikipedia:
    """An index that is the default now. report: of its build; None if the index of that day was there already."""

    wiki: str
    date: str
    path: Path
    report: BuildReport | None


def get_wikipedia(
    name: str,
    date: str = LATEST,
    *,
    url: str = MIRROR,
    checksums: str | None = None,
    contact: str | None = None,
    workers: int | None = None,
    keep: bool = False,
    patience: Patience | None = None,
    on_plan: Callable[[Plan], bool] | None = None,
    on_download: Callable[[DownloadProgress], None] | None = None,
    on_build: Callable[[ReadingProgress], None] | None = None,
) -> GotWikipedia | None:
    """Downloads and indexes a Wikipedia, and makes it the index that commands open. One of an older dump serves on.

    name: as `find_wiki` takes it. date, contact, patience: as for `download_dump`. url: a server with Wikimedia's
    layout; checksums: the one whose checksums count, by default Wikimedia's, but for a mirror on this machine that
    mirror. workers: as for `build_index`. keep: whether the dump is kept, in `downloads` beside the index. on_plan:
    called before anything is downloaded; if it returns false, nothing is done, and None is returned.

    An index that is damaged or of another version is replaced. Raises what `download_dump` and `build_index` raise, and
    IndexAccessError, before anything is downloaded, for a place with something else, and while another process does
    the same.
    """
    wiki = find_wiki(name)
    index = index_path(wiki)
    check_destination(index)
    with index.with_suffix(".lock").open("wb") as file:
        lock(file, index, "index", IndexAccessError)
        return _Getting(wiki, date, index, url, checksums, contact, patience or Patience()).run(
            workers, keep, on_plan, on_download, on_build
        )


class _Getting:
    """One Wikipedia that is being got."""

    def __init__(
        self,
        wiki: str,
        date: str,
        index: Path,
        url: str,
        checksums: str | None,
        contact: str | None,
        patience: Patience,
    ) -> None:
        self._wiki, self._index, self._latest = wiki, index, date == LATEST
        self._downloads = indexes_folder() / "downloads"
        self._notes = index.with_suffix(".json")
        trusted = trusted_server(url, checksums)
        self._server: dict[str, Any] = {"url": url, "checksums": trusted, "contact": contact, "patience": patience}
        noted = _read(self._notes)
        self._continued = bool(noted) and date in (LATEST, noted.get("date"))
        self._state = noted if self._continued else self._first_state(date)
        self._begun: list[str] = [noted["file"]] if noted else []  # files that this call or an interrupted one began

    def run(
        self,
        workers: int | None,
        keep: bool,
        on_plan: Callable[[Plan], bool] | None,
        on_download: Callable[[DownloadProgress], None] | None,
        on_build: Callable[[ReadingProgress], None] | None,
    ) -> GotWikipedia | None:
        """Does what is not done yet."""
        date: str = self._state["date"]
        report = None
        there, problem = _day_of(self._index)
        if there != date and not (self._latest and there and there > date):
            if on_plan and not on_plan(self._plan(workers, problem)):
                return None
            write_json(self._notes, self._state)
            self._begun.append(self._state["file"])
            pages = self._download(on_download)
            options: dict[str, Any] = {"wiki": self._wiki, "workers": workers, "on_progress": on_build}
            report = build_index(pages, self._index, on_error="skip", **options)
        choose_index(self._wiki)
        if not keep:
            self._remove_download()
        remove_json(self._notes)
        return GotWikipedia(self._wiki, date if report else there or date, self._index, report)

    def _first_state(self, date: str) -> dict[str, Any]:
        """The dump as the server has it; the first notes."""
        dump = find_dump(self._wiki, date, **self._server)
        return {"date": dump.date, "file": dump.file, "bytes": dump.bytes, "complete": False}

    def _plan(self, workers: int | None, problem: str) -> Plan:
        size: int | None = self._state["bytes"]
        estimate = None if size is None else estimate_build(size, workers)
        written = sum(path.stat().st_size for path in self._written())
        free = free_bytes(indexes_folder()) + written
        places = [self._downloads / f"{self._state['file']}{ending}" for ending in ("", ".part")]
        there = max(path.stat().st_size if path.is_file() else 0 for path in places)
        problem = "" if self._continued else problem  # a build that was killed leaves what is no index yet
        return Plan(self._wiki, self._state["date"], self._index, size, estimate, free, self._continued, there, problem)

    def _written(self) -> list[Path]:
        """What an interrupted call has written."""
        paths = [*self._downloads.glob(f"{self._state['file']}*"), *(self._index / BUFFER).rglob("*")]
        return [path for path in paths if path.is_file()]

    def _download(self, on_download: Callable[[DownloadProgress], None] | None) -> Path:
        """The dump's pages, downloaded unless they are there and were checked."""
        pages: Path = self._downloads / self._state["file"]
        if not (self._state["complete"] and pages.exists()):
            options: dict[str, Any] = {"folder": self._downloads, "with_streams": False, **self._server}
            try:
                day = self._state["date"]
                replacing(lambda: download_dump(self._wiki, day, on_progress=on_download, **options))
            except NotThereError as error:  # a server keeps the dumps of a few months
                if self._continued:
                    remove_json(self._notes)
                    raise DownloadError(f"{error}; the same command begins with another dump") from error
                raise
            self._state["complete"] = True
            write_json(self._notes, self._state)
        return pages

    def _remove_download(self) -> None:
        """Removes what downloads of this Wikipedia left, but no dump that an earlier call kept."""
        for name in (*self._begun, f"{self._wiki}-*.part*"):
            for path in self._downloads.glob(name):
                path.unlink(missing_ok=True)
        if self._downloads.is_dir() and not any(self._downloads.iterdir()):
            shutil.rmtree(self._downloads, ignore_errors=True)


def _read(notes: Path) -> dict[str, Any]:
    """The notes of an interrupted call; nothing if there are none, or damaged ones."""
    try:
        state: dict[str, Any] = json.loads(notes.read_bytes())
        return state if {"date", "file", "bytes", "complete"} <= state.keys() else {}
    except (OSError, ValueError, AttributeError):
        return {}


def _day_of(index: Path) -> tuple[str | None, str]:
    """The day of the dump that an index was built from, as YYYYMMDD, or None; and why it cannot be opened, if so."""
    try:
        date = read_manifest(index)["origin"]["date"]
    except UNREADABLE as error:
        return None, str(error) if index.exists() else ""
    return None if date is None else str(date).replace("-", ""), ""
