"""Positions after an article, from which a later process can continue reading."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tweetctx.corpus.sources import size_of
from tweetctx.errors import CorpusError, ParameterError


@dataclass(frozen=True, slots=True)
class Position:
    """The position after an article: the number of its file, from 0, that file's name and size, and the mark in it."""

    file: int
    name: str
    size: int
    mark: Any

    @classmethod
    def parse(cls, value: Any) -> Position:
        """Reads the result of `as_json`; raises ParameterError for anything else."""
        try:
            position = cls(**value)
        except TypeError:
            position = None
        if not position or not all(type(n) is int and n >= 0 for n in (position.file, position.size)):
            raise ParameterError(f"start: found {value!r}; expected None or a position that a Corpus gave")
        return position

    def as_json(self) -> dict[str, Any]:
        """The position as plain values."""
        return asdict(self)

    def check(self, file: Path) -> None:
        """Raises CorpusError if this file is not the one of the position."""
        found = (file.name, size_of(file))
        if found != (self.name, self.size):
            raise CorpusError(
                f"{file}: found {found[1]} bytes; expected {self.name} of {self.size} bytes, where reading is to go on"
            )
