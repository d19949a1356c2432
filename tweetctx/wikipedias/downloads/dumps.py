"""Finds and downloads the files of a Wikipedia's dump, and checks their published checksums.

Wikimedia's server and its mirrors keep a dump in `/simplewiki/20260901/`; `/simplewiki/` lists the days. In that folder
are `simplewiki-20260901-pages-articles-multistream.xml.bz2` with the pages, packed in streams that can be read one by
one, `...-multistream-index.txt.bz2` with the offsets of these streams, and `simplewiki-20260901-sha1sums.txt` (or
`-md5sums.txt`) with a line `CHECKSUM  FILE` for every file that is complete: a dump takes days to be written.
See https://meta.wikimedia.org/wiki/Data_dumps.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tweetctx.errors import DownloadError, NotThereError
from tweetctx.wikipedias.downloads.catalogue import LATEST, check_date, check_name
from tweetctx.wikipedias.downloads.connection import LEAST_RATE, Client, PassingError, Patience, is_local
from tweetctx.wikipedias.downloads.transfer import Published, fetch

MIRROR = "https://dumps.wikimedia.org"
PAGES = "pages-articles-multistream.xml.bz2"
INDEX = "pages-articles-multistream-index.txt.bz2"

DAYS_BACK = 6  # of the days listed, the number searched for one whose pages are complete
_DAY = re.compile(r'href="[^"]*?\b([0-9]{8})/?"')
_SUM = re.compile(r"([0-9a-f]{32,40}) [ *](\S+)")

Got = TypeVar("Got")


class OtherFileError(DownloadError):
    """A complete file is in its place already, and is not the published one: it was published anew, or is another."""

    def __init__(self, message: str, path: Path = Path()) -> None:
        super().__init__(message)
        self.path = path


def replacing(download: Callable[[], Got]) -> Got:
    """Downloads into a folder of tweetctx's own, where a file that is not the published one is replaced."""
    try:
        return download()
    except OtherFileError as error:
        error.path.unlink(missing_ok=True)
    return download()


@dataclass(frozen=True, slots=True)
class DownloadProgress:
    """The progress of a file: its name, bytes downloaded, and its size (None: unknown)."""

    file: str
    bytes: int
    total: int | None

    @property
    def checking(self) -> bool:
        """Whether the file is complete and its checksum is being computed: up to a minute or two."""
        return self.bytes == self.total


@dataclass(frozen=True, slots=True)
class DownloadedFile:
    """A file whose checksum is the published one; `was_there`: it had been downloaded before."""

    path: Path
    bytes: int
    was_there: bool


@dataclass(frozen=True, slots=True)
class Download:
    """A dump in a folder: its name, the day it was begun as YYYYMMDD, and its files, the pages first."""

    name: str
    date: str
    files: tuple[DownloadedFile, ...]


@dataclass(frozen=True, slots=True)
class FoundDump:
    """A dump on a server: the day it was begun as YYYYMMDD, the file of its pages, and that file's size if known."""

    date: str
    file: str
    bytes: int | None


def find_dump(
    name: str,
    date: str = LATEST,
    *,
    url: str = MIRROR,
    checksums: str = MIRROR,
    contact: str | None = None,
    patience: Patience | None = None,
) -> FoundDump:
    """Finds a dump without downloading it; the arguments and errors are those of `download_dump`."""
    check_name(name)
    check_date(date)
    patience = patience or Patience()
    with closing(Server(url, contact, patience)) as server, closing(Server(checksums, contact, patience)) as trusted:
        day, published = _published(name, date, server, trusted)
        file = f"{name}-{day}-{PAGES}"
        size = published[file].size
        return FoundDump(day, file, server.size_of(f"{name}/{day}/{file}") if size is None else size)


def download_dump(
    name: str,
    date: str = LATEST,
    *,
    with_streams: bool = True,
    folder: str | Path = ".",
    url: str = MIRROR,
    checksums: str = MIRROR,
    contact: str | None = None,
    least_rate: float = LEAST_RATE,
    patience: Patience | None = None,
    on_progress: Callable[[DownloadProgress], None] | None = None,
) -> Download:
    """Downloads the articles of a Wikipedia as Wikimedia publishes them, with the index of their streams.

    name: such as `enwiki`. date: the day of a dump as YYYYMMDD, or `latest` for the last whose articles are complete.
    with_streams: whether the index of the streams is downloaded too; nothing here needs it.
    folder: created if it does not exist. url: a server with the files of dumps.wikimedia.org under the same paths.
    checksums: the server whose digests and sizes are trusted, by default Wikimedia's, as a mirror cannot vouch for
    itself. contact: an e-mail or web address that is sent along, as Wikimedia asks of those who download.
    least_rate: bytes a second over a minute; slower connections are closed.

    Continues interrupted downloads where the server allows it; a file is in its place only when it is complete and has
    the published checksum. Raises DownloadError for all that can go wrong (NotThereError for a name or date that the
    server does not have), ParameterError for what cannot be a name, a date or an address.
    """
    check_name(name)
    check_date(date)
    patience = patience or Patience()
    with (
        closing(Server(url, contact, patience, least_rate)) as server,
        closing(Server(checksums, contact, patience, least_rate)) as trusted,
    ):
        date, published = _published(name, date, server, trusted)
        path = Path(folder)
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DownloadError(f"{path}: cannot be made ({error.strerror}); expected a folder for the dump") from error
        files = []
        for ending in (PAGES, INDEX) if with_streams else (PAGES,):
            file = f"{name}-{date}-{ending}"
            if file in published:
                files.append(server.get(f"{name}/{date}/{file}", path / file, published[file], on_progress))
        return Download(name, date, tuple(files))


def _published(name: str, date: str, mirror: Server, trusted: Server) -> tuple[str, dict[str, Published]]:
    """Returns the day of a complete dump that a mirror has, and the digests of its files from the trusted server."""
    pages = "{0}-{1}-" + PAGES
    for day in mirror.days(name)[:DAYS_BACK] if date == LATEST else [date]:
        published = trusted.published(name, name, day)
        if pages.format(name, day) in published:
            return day, published
    if date == LATEST:
        raise NotThereError(f"{mirror.url}/{name}/: found no day whose dump of articles is complete")
    others = ", ".join(mirror.days(name)[:DAYS_BACK])
    raise NotThereError(
        f"{trusted.url}/{name}/{date}/: found no complete dump of articles; expected one of the days {others}"
    )


def trusted_server(url: str, checksums: str | None) -> str:
    """Returns the server whose checksums count: the one named, a mirror on this machine itself, else Wikimedia's."""
    return checksums or (url if is_local(url) else MIRROR)


class Server:
    """Wikimedia's server or a mirror.

    url, contact: see `download_dump`. least_rate: bytes a second over a minute.
    """

    def __init__(self, url: str, contact: str | None, patience: Patience, least_rate: float = LEAST_RATE) -> None:
        self._client = Client(url, contact, least_rate=least_rate)
        self.url = url.rstrip("/")
        self._patience = patience

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def days(self, path: str) -> list[str]:
        """Returns the days listed in a folder, the latest first."""
        url = f"{self.url}/{path}/"
        try:
            days = sorted(set(_DAY.findall(self._client.text(url, self._patience))), reverse=True)
        except NotThereError as error:
            raise NotThereError(
                f"{url}: not found; expected the name of a Wikipedia that {self._client.host} has"
            ) from error
        if not days:
            raise NotThereError(f"{url}: lists no day of a dump; expected folders such as 20260901, as at {MIRROR}")
        return days

    def published(self, path: str, name: str, day: str) -> dict[str, Published]:
        """Returns the digests of a day's complete files, and their sizes where the server gives them.

        path: the folder with the days of the wiki `name`.
        """
        folder = f"{self.url}/{path}/{day}"
        for method in ("sha1", "md5"):
            try:
                text = self._client.text(f"{folder}/{name}-{day}-{method}sums.txt", self._patience)
            except NotThereError:
                continue
            digests = {match[2]: match[1] for match in map(_SUM.fullmatch, text.splitlines()) if match}
            sizes = self._sizes(f"{folder}/dumpstatus.json") if digests else {}
            return {file: Published(method, digest, sizes.get(file)) for file, digest in digests.items()}
        return {}

    def text_or_nothing(self, path: str) -> str:
        """Returns a small page; empty where there is none."""
        try:
            return self._client.text(f"{self.url}/{path}", self._patience)
        except NotThereError:
            return ""

    def _sizes(self, url: str) -> dict[str, int]:
        try:
            jobs = json.loads(self._client.text(url, self._patience))["jobs"].values()
            files = [entry for job in jobs for entry in job.get("files", {}).items()]
            return {name: file["size"] for name, file in files if type(file.get("size")) is int}
        except NotThereError:
            return {}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise DownloadError(f"{url}: damaged ({error}); expected the sizes of a dump's files") from error

    def size_of(self, path: str) -> int | None:
        """Returns the size of a file that the server names; None where it does not, or the file cannot be asked for."""
        try:
            with self._client.open(f"{self.url}/{path}") as response:
                length = response.headers.get("Content-Length", "")
        except (DownloadError, PassingError):  # downloading it will say so
            return None
        return int(length) if re.fullmatch("[0-9]{1,15}", length) else None

    def get(
        self, remote_path: str, path: Path, published: Published, on_progress: Callable[[DownloadProgress], None] | None
    ) -> DownloadedFile:
        """Downloads a file unless it is there."""

        def on_bytes(size: int, total: int | None) -> None:
            if on_progress:
                on_progress(DownloadProgress(path.name, size, total))

        if path.exists():
            size = path.stat().st_size
            on_bytes(size, size)
            if published.digest_of(path) != published.value:
                found = f"found a file whose {published.method} is not the published {published.value}"
                raise OtherFileError(f"{path}: {found}; expected that file or none. Move it away to download it", path)
            return DownloadedFile(path, size, was_there=True)
        self._patience.renew()
        fetch(f"{self.url}/{remote_path}", path, published, self._client, self._patience, on_bytes)
        return DownloadedFile(path, path.stat().st_size, was_there=False)
