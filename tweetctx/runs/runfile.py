"""The file of a run in the making, which survives being killed at any moment.

Beside RUN stands RUN.progress: the settings of the run, and how many bytes and topics are in RUN for sure. It is
replaced in one step about once a second, after what it speaks of has reached the disk, and removed when the run is
complete. A run that is resumed is cut back to that place and goes on from there. Without RUN.progress nothing is taken
for granted: what is written is compared with what is there, and only what is missing is added.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from tweetctx.durable import lock, remove_json, write_json
from tweetctx.errors import RunError
from tweetctx.runs.worker import Piece

_FORMAT = "tweetctx-run-progress"
_SECONDS = 1.0  # of work that a kill may cost


@dataclass(frozen=True, slots=True)
class Written:
    """How much of a run is in its file: bytes, topics, topics with a context, and sentences."""

    bytes: int = 0
    topics: int = 0
    contexts: int = 0
    sentences: int = 0

    def plus(self, piece: Piece) -> Written:
        """The same with a piece more."""
        return Written(
            self.bytes + len(piece.data),
            self.topics + piece.topics,
            self.contexts + piece.contexts,
            self.sentences + piece.sentences,
        )


def progress_path(run: Path) -> Path:
    """The file beside a run that is not complete."""
    return run.with_name(f"{run.name}.progress")


class RunFile:
    """A run that grows piece by piece; a context manager that completes it, or leaves it ready to be resumed.

    identity: all that decides on the bytes of the run. Raises RunError if the file is there (unless `resume` completes
    it or `force` replaces it), belongs to a run with another identity, or is being written by someone else.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any], *, resume: bool = False, force: bool = False) -> None:
        self._path = path
        self._identity = dict(identity)
        self._saved = 0.0
        self._compares = False
        self.written = Written()
        self._file, new = _open(path, old=resume or force)
        try:
            lock(self._file, path, "run", RunError)
            if new or force:
                self._save()
                self._file.truncate(0)
            else:
                self._resume()
        except BaseException:
            self._file.close()
            raise

    def _resume(self) -> None:
        saved = _read_progress(self._path, self._identity)
        size = os.fstat(self._file.fileno()).st_size
        if saved is None or saved.bytes > size:
            self._compares = True
        else:
            self.written = saved
            self._cut()

    def append(self, piece: Piece) -> None:
        """Writes a piece behind those already written."""
        if not (self._compares and self._holds(piece.data)):
            self._file.write(piece.data)
            self._file.flush()
        # One assignment: an interrupt comes before it or after it.
        self.written = self.written.plus(piece)
        if not self._compares and time.monotonic() - self._saved >= _SECONDS:
            self._save()

    def _holds(self, data: bytes) -> bool:
        """Whether the file goes on with these bytes; if it ends within them, it is cut back to the last piece."""
        found = self._file.read(len(data))
        if found == data:
            return True
        if not data.startswith(found):
            raise RunError(
                f"{self._path}: found something else after byte {self.written.bytes} than this run has there; "
                "expected a part of the same run"
            )
        self._compares = False
        self._cut()
        self._save()
        return False

    def _cut(self) -> None:
        self._file.seek(self.written.bytes)
        self._file.truncate()

    def _save(self) -> None:
        os.fsync(self._file.fileno())
        state = {"format": _FORMAT, "run": self._identity, "written": asdict(self.written)}
        write_json(progress_path(self._path), state)
        self._saved = time.monotonic()

    def _complete(self) -> None:
        if self._compares and self._file.read(1):
            raise RunError(
                f"{self._path}: found more after byte {self.written.bytes}, where this run ends; "
                "expected a part of the same run"
            )
        os.fsync(self._file.fileno())
        remove_json(progress_path(self._path))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._file:
            if kind is None:
                self._complete()
            elif not self._compares:
                self._save()


def _open(path: Path, *, old: bool) -> tuple[BinaryIO, bool]:
    """Opens a run for writing, and tells whether it is new."""
    try:
        return path.open("x+b"), True
    except FileExistsError:
        if not path.is_file():
            raise RunError(f"{path}: found something that is no file, expected a place for a run") from None
        if not old:
            raise RunError(f"{path}: found a file; expected none, or to be told to resume or to replace it") from None
        return path.open("r+b"), False
    except OSError as error:
        raise RunError(f"{path}: cannot be made ({error.strerror}); expected a place for a run") from error


def _read_progress(run: Path, identity: Mapping[str, Any]) -> Written | None:
    """What is written for sure, or None where nothing tells; RunError if it is another run."""
    path = progress_path(run)
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        found, written = values["run"], Written(**values["written"])
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError) as error:
        raise RunError(f"{path}: damaged; expected what a run leaves there. Without it, the run is compared") from error
    for name, expected in identity.items():
        if found.get(name) != expected:
            raise RunError(
                f"{path}: found a run begun with {name} {found.get(name)!r}; expected {expected!r} as it is now"
            )
    return written
