"""Places behind an article, at which reading can go on another day."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tweetctx.corpus.sources import size_of
from tweetctx.errors import CorpusError, ParameterError

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Position:
    """The place behind an article: the number of its file among all files, from 0, that file's name and its size.

    Inside the file the place is `mark` where its reader sets marks, else the number of articles up to it.
    """

    file: int
    name: str
    size: int
    articles: int
    mark: Any = None

    @classmethod
    def parse(cls, value: Any) -> Position:
        """Returns what `as_json` was made of; raises ParameterError for anything else."""
        try:
            position = cls(**value)
        except TypeError:
            position = None
        if not position or not all(
            type(n) is int and n >= 0 for n in (position.file, position.size, position.articles)
        ):
            raise ParameterError(f"start: found {value!r}; expected None or a position that a Corpus gave")
        return position

    def as_json(self) -> dict[str, Any]:
        """A value that JSON can hold."""
        return asdict(self)

    def check(self, file: Path) -> None:
        """Raises CorpusError if this file is not the one of the position."""
        found = (file.name, size_of(file))
        if found != (self.name, self.size):
            raise CorpusError(
                f"{file}: found {found[1]} bytes; expected {self.name} of {self.size} bytes, where reading is to go on"
            )
