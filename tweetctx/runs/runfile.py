"""Writes a run and counts what is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from tweetctx.errors import RunError
from tweetctx.runs.worker import Piece
from tweetctx.runtime.durable import Mode, ResumableFile

HINT = "--resume completes a run that was interrupted, --force replaces one that is there"
OTHER_HINT = "--force replaces what is there, another --output keeps it"


@dataclass(frozen=True, slots=True)
class Written:
    """Counts of what is written: topics, topics with a context, and sentences."""

    topics: int = 0
    contexts: int = 0
    sentences: int = 0

    def plus(self, piece: Piece) -> Written:
        """Returns the counts with those of a piece added."""
        return Written(self.topics + piece.topics, self.contexts + piece.contexts, self.sentences + piece.sentences)


class RunFile(ResumableFile):
    """A run that grows piece by piece; a context manager that completes it, or leaves it to be resumed.

    identity: everything on which the bytes of the run depend. Raises RunError, see `ResumableFile`.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any], mode: Mode = "new") -> None:
        super().__init__(path, identity, RunError, mode=mode, hint=HINT, other_hint=OTHER_HINT)
        try:
            self.written = Written(**(self.state or {}))
        except TypeError as error:
            self.close()
            raise RunError(f"{self.notes}: damaged ({error}); expected the progress of a run; {OTHER_HINT}") from error

    def add(self, piece: Piece) -> None:
        """Appends a piece."""
        written = self.written.plus(piece)
        self.append(piece.data, asdict(written))
        self.written = written


class RunStream:
    """A run written to a stream, which cannot be resumed."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.written = Written()

    def add(self, piece: Piece) -> None:
        """Appends a piece."""
        self._stream.write(piece.data)
        self._stream.flush()
        self.written = self.written.plus(piece)
