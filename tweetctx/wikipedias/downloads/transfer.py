"""Downloads one file in as many attempts as it takes, into a part beside the place of the complete file.

The notes of the part identify the complete file: checksum, address, size, and the server's name for this version (its
ETag or date). The checksum decides whether the parts of several attempts fit together.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from tweetctx.errors import DownloadError, counted
from tweetctx.runtime.durable import ResumableFile
from tweetctx.wikipedias.downloads.connection import RANGE_NOT_SATISFIABLE, Answer, Client, PassingError, Patience

STEP = 1 << 20  # bytes of progress after which the count of attempts is reset
SPARE = 64 << 20  # bytes that a download leaves free on a disk
HINT = "the same command continues"

OnBytes = Callable[[int, int | None], None]  # bytes downloaded, and the total


@dataclass(frozen=True, slots=True)
class Published:
    """A published digest: `method` is sha1, md5 or sha256, `value` hexadecimal; and the size of the file if known.

    Both are empty for a file whose digest is not published, and which is checked by other means.
    """

    method: str
    value: str
    size: int | None = None

    def digest_of(self, path: Path) -> str:
        """Returns the digest of a file by the same method; empty without one."""
        if not self.method:
            return ""
        with path.open("rb") as file:
            # Against damage, not forgery; systems that forbid these digests for security allow them for this.
            return hashlib.file_digest(file, lambda: hashlib.new(self.method, usedforsecurity=False)).hexdigest()


@dataclass(frozen=True, slots=True)
class _Notes:
    url: str
    validator: str = ""
    total: int | None = None


class Part(ResumableFile):
    """A file that is being downloaded. As a context manager, it publishes a complete file and keeps a part of one."""

    def __init__(self, path: Path, url: str, published: Published) -> None:
        super().__init__(path, {published.method: published.value}, DownloadError, hint=HINT, discard=True)
        self.url = url
        self._published = published
        try:
            self._notes = _Notes(**(self.state or {"url": url}))
        except TypeError:
            self.restart()

    @property
    def total(self) -> int | None:
        """The size of the complete file, as published or else as the server says."""
        return self._notes.total if self._published.size is None else self._published.size

    def request_headers(self) -> dict[str, str]:
        """Returns the headers that request the rest, if the server still has the same version.

        Another server is asked for the rest in any case, as its names for versions differ; the checksum decides.
        """
        if not self.bytes:
            return {}
        rest = {"Range": f"bytes={self.bytes}-"}
        known = self._notes.validator if self._notes.url == self.url else ""
        return {**rest, "If-Range": known} if known else rest

    def restart(self) -> None:
        """Discards the bytes downloaded and what is known of the file."""
        self._notes = _Notes(self.url)
        self.clear()

    def describe(self, headers: Mapping[str, str], total: int | None) -> None:
        """Records what the server says of the file, before its first byte is written."""
        tag = headers.get("ETag", "")
        validator = headers.get("Last-Modified", "") if not tag or tag.startswith("W/") else tag
        self._notes = _Notes(self.url, validator, total)
        if total is not None and self._published.size not in (None, total):
            raise DownloadError(
                f"{self.url}: has {counted(total, 'byte')}; expected {self._published.size:,}, as published"
            )
        self._check_room(max(total or 0, self._published.size or 0) - self.bytes)
        self.state = asdict(self._notes)
        self.save()

    def add(self, block: bytes) -> None:
        """Writes the next block; DownloadError beyond the published size, or if the disk is nearly full."""
        most = self._published.size
        if most is not None and self.bytes + len(block) > most:
            self.restart()
            raise DownloadError(f"{self.url}: sends more than {counted(most, 'byte')}; expected no more, as published")
        self._check_room(len(block))
        self.append(block, asdict(self._notes))

    def end(self) -> None:
        """Records that the file ends here."""
        self._notes = replace(self._notes, total=self.bytes)

    def _check_room(self, needed: int) -> None:
        free = shutil.disk_usage(self.part.parent).free
        if needed + SPARE > free:
            raise DownloadError(
                f"{self.part}: {free:,} bytes are free on its disk; expected room for {needed:,} more and "
                f"{SPARE:,} to spare; {HINT}"
            )

    def publish(self) -> None:
        """Puts the file in its place; DownloadError, and no part is left, if its digest is not the published one."""
        digest = self._published.digest_of(self.part)
        if digest != self._published.value:
            self.discard()
            raise DownloadError(
                f"{self.url}: sent {counted(self.bytes, 'byte')} with the {self._published.method} {digest}; expected "
                f"{self._published.value}, as published. They were damaged on their way or at the server, and are "
                "removed: download the file again"
            )
        super().publish()


def fetch(url: str, path: Path, published: Published, client: Client, patience: Patience, on_bytes: OnBytes) -> None:
    """Downloads a file whose digest is known; the bytes of a failed attempt are kept beside it as `.part`.

    Raises DownloadError for a server that refuses or that breaks off too often, for bytes that are not the published
    ones, and for a disk that is full.
    """
    with Part(path, url, published) as part:
        furthest = part.bytes
        while part.bytes != part.total:
            try:
                _attempt(part, client, on_bytes)
            except PassingError as failure:
                if part.bytes >= furthest + STEP:
                    furthest = part.bytes
                    patience.renew()
                patience.wait(failure)
        on_bytes(part.bytes, part.total)


def _attempt(part: Part, client: Client, on_bytes: OnBytes) -> None:
    with client.open(part.url, part.request_headers()) as response:
        if response.status_code == RANGE_NOT_SATISFIABLE:
            _nothing_left(part, response)
            return
        _truncate(part, response)
        for block in client.blocks(response, part.url):
            part.add(block)
            on_bytes(part.bytes, part.total)
    if part.total is not None and part.bytes < part.total:
        raise PassingError(f"{part.url}: the connection broke at byte {part.bytes:,} of {part.total:,}")
    part.end()


def _truncate(part: Part, response: Answer) -> None:
    """Truncates the part to where the answer begins."""
    if response.status_code == 200:  # the complete file: new, changed, or from a server without ranges
        part.restart()
        part.describe(response.headers, _length_in(response.headers))
    elif response.status_code == 206 and part.bytes:
        total = _total_in(response.headers, part.bytes)
        if total is None or part.total not in (None, total):
            asked, found = part.bytes, response.headers.get("Content-Range")
            part.restart()
            raise PassingError(f"{part.url}: answered with the range {found!r}; expected the rest from byte {asked:,}")
        part.describe(response.headers, total)
    else:
        said = f"{response.status_code} {response.reason_phrase}"
        raise DownloadError(f"{part.url}: answered {said}; expected a file")


def _nothing_left(part: Part, response: Answer) -> None:
    """Handles an answer without bytes after the part: the part is complete, or belongs to another file."""
    match = re.fullmatch(r"bytes \*/([0-9]{1,18})", response.headers.get("Content-Range", ""))
    if match and int(match[1]) == part.bytes:
        part.end()
        return
    asked = part.bytes
    part.restart()
    raise PassingError(f"{part.url}: has nothing after byte {asked:,}; expected the rest")


def _length_in(headers: Mapping[str, str]) -> int | None:
    """Returns the size in a Content-Length header; None without one."""
    match = re.fullmatch(r"[0-9]{1,18}", headers.get("Content-Length", ""))
    return int(match[0]) if match else None


def _total_in(headers: Mapping[str, str], begin: int) -> int | None:
    """Returns the total size in a Content-Range header that begins at that byte, else None."""
    match = re.fullmatch(r"bytes ([0-9]{1,18})-[0-9]+/([0-9]{1,18})", headers.get("Content-Range", ""))
    return int(match[2]) if match and int(match[1]) == begin else None
