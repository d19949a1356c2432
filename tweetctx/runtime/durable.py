"""Files that survive a kill: locked while they are written, and published atomically when complete."""

from __future__ import annotations

import errno
import fcntl
import filecmp
import json
import os
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Literal, Self

from tweetctx.errors import TweetctxError

Mode = Literal["new", "continue", "replace"]

SECONDS_BETWEEN_NOTES = 1.0  # of work that a kill may cost
_FORMAT = "tweetctx-part"


class ResumableFile:
    """A file written block by block, which a later run can continue after an interruption.

    While FILE is written, FILE.part holds its bytes so far and FILE.part.json the notes: the identity of the work, how
    many bytes of the part are synced to disk, and the caller's state after them. The notes are replaced atomically
    about once a second, after those bytes are synced; a run that continues truncates the part to them. A context
    manager: it renames the part to FILE on success, and otherwise keeps part and notes.

    identity: everything on which the bytes of the file depend. failure: the type of all errors raised. hint: the end of
    messages on which the user can act. other_hint: the same if what is there belongs to other work or is damaged, by
    default `hint`. mode: "new" refuses an existing file or part; "continue" continues a part and, if FILE exists,
    compares the two at the end; "replace" discards a part and replaces FILE at the end, also if another run continues
    it. discard: whether to start over if a part belongs to other work or its notes are damaged, which is an error
    otherwise.
    """

    def __init__(
        self,
        path: Path,
        identity: Mapping[str, Any],
        failure: type[TweetctxError],
        *,
        mode: Mode = "continue",
        hint: str = "",
        other_hint: str = "",
        discard: bool = False,
    ) -> None:
        self.path = path
        self.part = part_of(path)
        self.notes = path.parent / f"{path.name}.part.json"
        self.bytes = 0
        self.state: Any = None
        self._identity = dict(identity)
        self._failure = failure
        self._mode: Mode = mode
        self._replaces = mode == "replace"
        self._hint = hint and f"; {hint}"
        self._other_hint = f"; {other_hint}" if other_hint else self._hint
        self._saved = time.monotonic()
        self._check_place()
        begun = self.part.exists()  # notes without a part are those of a run that was killed after it published FILE
        self._file = self._open()
        try:
            self._lock()
            if begun and mode == "new":
                raise self._failure(f"{self.part}: found what an interrupted run left; expected none{self._hint}")
            notes = self._read_notes(discard) if begun and mode != "replace" else None
            if notes:
                self.bytes, self.state, self._replaces = notes["bytes"], notes["state"], notes["replaces"]
            self._cut()
        except BaseException:
            self._file.close()
            raise

    def append(self, data: bytes, state: Any) -> None:
        """Appends bytes. state: the progress of the work after them, as plain values."""
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise self._cannot_be_written(error) from error
        # One assignment: an interrupt comes before it or after it.
        self.bytes, self.state = self.bytes + len(data), state
        if time.monotonic() - self._saved >= SECONDS_BETWEEN_NOTES:
            self.save()

    def clear(self, state: Any = None) -> None:
        """Discards all bytes written so far."""
        self.bytes, self.state = 0, state
        self._cut()

    def save(self) -> None:
        """Writes the notes, after the bytes that they count are synced."""
        progress = {"bytes": self.bytes, "state": self.state, "replaces": self._replaces}
        notes = {"format": _FORMAT, "work": self._identity, **progress}
        try:
            os.fsync(self._file.fileno())
            write_json(self.notes, notes)
        except OSError as error:
            raise self._cannot_be_written(error) from error
        self._saved = time.monotonic()

    def close(self) -> None:
        """Closes the part without publishing it."""
        with suppress(OSError):  # a block that did not reach the disk
            self._file.close()

    def discard(self) -> None:
        """Removes part and notes."""
        self.part.unlink(missing_ok=True)
        remove_json(self.notes)

    def _check_place(self) -> None:
        if self.path.is_dir():
            raise self._failure(f"{self.path}: found a folder; expected the name of a file")
        if self.path.exists() and not self.path.is_file():
            raise self._failure(f"{self.path}: found something that is no file; expected a place for a file")
        if self._mode == "new" and self.path.exists():
            raise self._failure(f"{self.path}: found a file; expected none{self._hint}")

    def _open(self) -> IO[bytes]:
        try:
            return os.fdopen(os.open(self.part, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        except OSError as error:
            reason = error.strerror or error
            raise self._failure(f"{self.part}: cannot be made ({reason}); expected a place for a file") from error

    def _lock(self) -> None:
        lock(self._file, self.part, "file", self._failure)
        opened = os.fstat(self._file.fileno())
        if not self.part.exists() or not os.path.samestat(opened, self.part.stat()):
            raise self._failure(f"{self.part}: another process has just written this file; expected to be the only one")

    def _read_notes(self, discard: bool) -> dict[str, Any] | None:
        """The notes of a part that can be continued, or None."""
        size = self._file.seek(0, os.SEEK_END)
        try:
            notes = json.loads(self.notes.read_bytes())
            if notes["format"] != _FORMAT or type(notes["bytes"]) is not int or notes["bytes"] < 0:
                raise ValueError("they are not those of a part")
            if notes["bytes"] and not size:
                return None
            found = {name: notes["work"].get(name) for name in self._identity}
            known = {name: notes[name] for name in ("bytes", "state", "replaces")}
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            if discard:
                return None
            message = f"{self.notes}: damaged ({error}); expected notes on {self.part.name}{self._other_hint}"
            raise self._failure(message) from error
        if discard and found != self._identity:
            return None
        if other := [name for name in self._identity if found[name] != self._identity[name]]:
            now, before = (", ".join(f"{name} {work[name]!r}" for name in other) for work in (self._identity, found))
            message = f"{self.part}: found {now}; expected {before}, with which it was begun{self._other_hint}"
            raise self._failure(message)
        return known if known["bytes"] <= size else None

    def _cut(self) -> None:
        if not self.bytes and self.state is None:
            remove_json(self.notes)
        self._file.seek(self.bytes)
        self._file.truncate()

    def publish(self) -> None:
        """Renames the part to FILE; if FILE is to be reproduced, compares the two instead."""
        try:
            os.fsync(self._file.fileno())
            if self.path.exists() and not self._replaces:
                self._compare()
                self.part.unlink()
            else:
                self.part.replace(self.path)
                sync_folder(self.path.parent)
        except OSError as error:
            raise self._cannot_be_written(error) from error
        remove_json(self.notes)

    def _compare(self) -> None:
        if not filecmp.cmp(self.part, self.path, shallow=False):
            self.discard()
            message = f"{self.path}: found another file than this work makes; expected the same{self._other_hint}"
            raise self._failure(message)

    def _cannot_be_written(self, error: OSError) -> TweetctxError:
        reason = error.strerror or error
        return self._failure(f"{self.part}: cannot be written ({reason}); expected room for it{self._hint}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.publish()
            elif self.bytes or self.state is not None:
                if self.part.exists():
                    with suppress(self._failure):  # a disk that is full; what was noted before holds
                        self.save()
            else:
                self.discard()
        finally:
            self.close()


def missing_folders(folder: Path) -> list[Path]:
    """Returns those of a folder and its parents that do not exist, deepest first."""
    return [path for path in (folder, *folder.parents) if not path.exists()]


def remove_empty(folders: Iterable[Path]) -> None:
    """Removes the folders that are empty, in the order given."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def part_of(path: Path) -> Path:
    """The path of an incomplete file until it is complete."""
    return path.parent / f"{path.name}.part"  # not `with_name`, which refuses the folders `.` and `/`


def lock(file: IO[Any], place: object, what: str, failure: type[TweetctxError]) -> None:
    """Locks a file until it is closed or the process ends; raises `failure` if another process has locked it.

    place, what: where that process writes, and what, for the message.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise failure(f"{place}: another process is writing this {what}; expected to be the only one") from None


def replace_file(path: Path, content: bytes) -> None:
    """Writes a file; an existing one stays intact until the new one replaces it.

    Raises OSError, with the name of the file, also for a device or a pipe, which it does not replace.
    """
    if path.exists() and not path.is_file():
        raise FileExistsError(errno.EEXIST, "found something that is no file", str(path))
    draft = part_of(path)
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except BaseException as error:
        draft.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = error.filename or str(draft)  # an error of writing does not say it
        raise


def write_json(path: Path, value: object) -> None:
    """Replaces a file atomically by a value as JSON."""
    draft = _new(path)
    with draft.open("w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def remove_json(path: Path) -> None:
    """Removes a file of `write_json`, and the temporary file that it leaves when it is killed."""
    path.unlink(missing_ok=True)
    _new(path).unlink(missing_ok=True)


def _new(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def sync_folder(folder: Path) -> None:
    """Syncs a folder, so that the names in it are on disk, if the system supports that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
