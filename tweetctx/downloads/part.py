"""The part of a file that is there already, beside the place of the whole: `FILE.part`.

`FILE.part.json` says what it is a part of: the checksum of the whole, the address, the server's name for this version
of the file (its ETag or date), and the size that the whole will have. Without it, a part is worth nothing. What was
put together of parts is what it should be if the checksum says so.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from email.message import Message
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tweetctx.durable import lock, open_draft, remove_json, write_json
from tweetctx.errors import DownloadError


@dataclass(frozen=True, slots=True)
class Checksum:
    """What a file's bytes come down to: `method` is sha1 or md5, which Wikimedia publishes; `value` is hexadecimal."""

    method: str
    value: str

    def found_in(self, path: Path) -> str:
        """The same sum of a file that is here."""
        with path.open("rb") as file:
            # Against damage, not against forgery; systems that forbid these sums for the latter allow them for this.
            return hashlib.file_digest(file, lambda: hashlib.new(self.method, usedforsecurity=False)).hexdigest()


@dataclass(frozen=True, slots=True)
class _Notes:
    sum: str
    url: str
    validator: str = ""
    total: int | None = None


class Part:
    """A file that grows until it is whole; a context manager that leaves it ready to be continued."""

    def __init__(self, path: Path, url: str, checksum: Checksum) -> None:
        self.url = url
        self._path = path
        self._checksum = checksum
        self._place = path.with_name(f"{path.name}.part")
        self._noted = path.with_name(f"{path.name}.part.json")
        try:
            self._file = open_draft(self._place)
        except OSError as error:
            raise DownloadError(
                f"{self._place}: cannot be made ({error.strerror}); expected a place to write"
            ) from error
        try:
            lock(self._file, self._place, "file", DownloadError)
            self.size = self._file.seek(0, os.SEEK_END)
            notes = self._read_notes()
            if notes and (notes.total is None or self.size <= notes.total):
                self._notes = notes
            else:
                self.clear()
        except BaseException:
            self._file.close()
            raise

    def _read_notes(self) -> _Notes | None:
        try:
            notes = _Notes(**json.loads(self._noted.read_bytes()))
        except (OSError, ValueError, TypeError):
            return None
        return notes if notes.sum == self._checksum.value and isinstance(notes.total, int | None) else None

    @property
    def total(self) -> int | None:
        """The bytes of the whole, as far as the server told."""
        return self._notes.total

    @property
    def whole(self) -> bool:
        """Whether there is nothing left to ask for."""
        return self.size == self._notes.total

    def request_headers(self) -> dict[str, str]:
        """What to ask a server for: the rest, if it still has what the part is of.

        Another server is asked for the rest in any case: its names for versions differ, and the checksum tells.
        """
        if not self.size:
            return {}
        rest = {"Range": f"bytes={self.size}-"}
        known = self._notes.validator if self._notes.url == self.url else ""
        return {**rest, "If-Range": known} if known else rest

    def clear(self) -> None:
        """Begins anew."""
        self._file.seek(0)
        self._file.truncate()
        self.size = 0
        self._notes = _Notes(self._checksum.value, self.url)

    def describe(self, headers: Message, total: int | None) -> None:
        """Notes what the server says of the file, before the first byte of it is written."""
        tag = headers.get("ETag", "")
        validator = headers.get("Last-Modified", "") if not tag or tag.startswith("W/") else tag
        self._notes = _Notes(self._checksum.value, self.url, validator, total)
        needed, free = (total or 0) - self.size, shutil.disk_usage(self._place.parent).free
        if needed > free:
            raise DownloadError(
                f"{self._place}: {free:,} bytes are free on its disk; expected the {needed:,} that are missing"
            )
        self._guarded(write_json, self._noted, asdict(self._notes))

    def append(self, block: bytes) -> None:
        """Writes what comes next."""
        self._guarded(self._file.write, block)
        self.size += len(block)

    def end(self) -> None:
        """Notes that this is all."""
        self._notes = replace(self._notes, total=self.size)

    def publish(self) -> None:
        """Puts the whole in its place if its checksum is right; else removes it and raises DownloadError."""
        self._guarded(self._file.flush)
        self._guarded(os.fsync, self._file.fileno())
        method, expected = self._checksum.method, self._checksum.value
        found = self._checksum.found_in(self._place)
        if found != expected:
            self._place.unlink()
            remove_json(self._noted)
            raise DownloadError(
                f"{self.url}: what came, {self.size:,} bytes, has the {method} {found}; expected {expected}, as "
                "published. It was damaged on its way or at the server, and is removed: download it again"
            )
        self._place.replace(self._path)
        remove_json(self._noted)

    def _guarded(self, act: Any, *arguments: Any) -> None:
        """Writes; a disk that is full or broken becomes a DownloadError."""
        try:
            act(*arguments)
        except OSError as error:
            raise DownloadError(
                f"{self._place}: cannot be written ({error.strerror}); expected room for the file. What is there is "
                "kept: the same command continues"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with suppress(OSError):  # a block that did not reach the disk
            self._file.close()


def length_in(headers: Message) -> int | None:
    """The size that a Content-Length says, or None where it says none."""
    match = re.fullmatch(r"[0-9]{1,18}", headers.get("Content-Length", ""))
    return int(match[0]) if match else None


def total_in(headers: Message, begin: int) -> int | None:
    """The size of the whole that a Content-Range says which begins at that byte, else None."""
    match = re.fullmatch(r"bytes ([0-9]{1,18})-[0-9]+/([0-9]{1,18})", headers.get("Content-Range", ""))
    return int(match[2]) if match and int(match[1]) == begin else None
