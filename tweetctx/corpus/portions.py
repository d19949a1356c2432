"""Portions of sources for worker processes, which parse their lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from tweetctx.errors import CorpusError, InputError
from tweetctx.types import Article

Record = TypeVar("Record")

# Makes an article of a line without its line feed, None of a blank one; a line that was too long to be held is None.
ArticleOf = Callable[[bytes | None], Article | None]


@dataclass(frozen=True, slots=True)
class Portion:
    """Consecutive records of the file with that index among all files.

    articles, flaws: the records already read. lines: those still to be read by `article_of`, from line `first` on.
    mark: the position after them, see SourceFile. error: the error that ended the file after them. size: about how many
    characters of text they have.
    """

    file_index: int
    file: Path
    articles: Sequence[Article] = ()
    flaws: Sequence[InputError] = ()
    lines: Sequence[bytes | None] = ()
    first: int = 1
    article_of: ArticleOf | None = None
    mark: Any = None
    error: CorpusError | None = None
    size: int = 0

    def read(self) -> Portion:
        """Returns the same portion with all records read."""
        if self.article_of is None:
            return self
        articles: list[Article] = []
        flaws: list[InputError] = []
        for line_number, line in enumerate(self.lines, self.first):
            try:
                if article := self.article_of(line):
                    articles.append(article)
            except InputError as error:
                flaws.append(error.at(line_number))
        return replace(self, articles=articles, flaws=flaws, lines=(), article_of=None)


def grouped(
    records: Iterable[Record], size_of: Callable[[Record], int], size: int
) -> Iterator[tuple[list[Record], int]]:
    """Yields groups of records of about the given size, and the size of each; the last may be smaller or empty.

    A CorpusError of the records is raised after the group before it.
    """
    group: list[Record] = []
    held = 0
    try:
        for record in records:
            group.append(record)
            held += size_of(record)
            if held >= size:
                yield group, held
                group, held = [], 0
    except CorpusError:
        yield group, held
        raise
    yield group, held
