"""Writes a run and counts what is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from tweetctx.durable import Mode, ResumableFile
from tweetctx.errors import RunError
from tweetctx.runs.worker import Piece

HINT = "--resume completes a run that was interrupted, --force replaces one that is there"


@dataclass(frozen=True, slots=True)
class Written:
    """Counts of what is written: topics, topics with a context, and sentences."""

    topics: int = 0
    contexts: int = 0
    sentences: int = 0

    def plus(self, piece: Piece) -> Written:
        """Returns the counts with those of a piece added."""
        return Written(self.topics + piece.topics, self.contexts + piece.contexts, self.sentences + piece.sentences)


class RunFile:
    """A run that grows piece by piece; a context manager that completes it, or leaves it to be resumed.

    identity: everything on which the bytes of the run depend. Raises RunError, see `ResumableFile`.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any], mode: Mode = "new") -> None:
        self._file = ResumableFile(path, identity, RunError, mode=mode, hint=HINT)
        self.written = Written() if self._file.state is None else self._parse(self._file.state)

    def _parse(self, state: Any) -> Written:
        try:
            return Written(**state)
        except TypeError as error:
            self._file.close()
            raise RunError(f"{self._file.notes}: damaged ({error}); expected the progress of a run; {HINT}") from error

    def append(self, piece: Piece) -> None:
        """Appends a piece."""
        written = self.written.plus(piece)
        self._file.append(piece.data, asdict(written))
        self.written = written

    def __enter__(self) -> Self:
        self._file.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.__exit__(kind, error, traceback)


class RunStream:
    """A run written to a stream, which cannot be resumed."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.written = Written()

    def append(self, piece: Piece) -> None:
        """Appends a piece."""
        self._stream.write(piece.data)
        self._stream.flush()
        self.written = self.written.plus(piece)
