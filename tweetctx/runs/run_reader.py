"""Reads runs in the INEX format and as JSON Lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated, NoReturn

from pydantic import AfterValidator

from tweetctx.errors import InputError, RunError, counted
from tweetctx.reading.lines import read_text_file
from tweetctx.reading.records import Record, flaw, validated_line
from tweetctx.runtime.durable import part_of

_COLUMNS = "tweet-id, Q0, page-file, rank, score, run-id and sentence"


@dataclass(frozen=True, slots=True)
class RunSentence:
    """A sentence of a run.

    titled: whether `title` is the article's title; in an INEX run it is the page-file.
    """

    text: str
    title: str
    score: float
    titled: bool = True


@dataclass(frozen=True, slots=True)
class RunContext:
    """The context of one topic, its sentences in reading order."""

    id: str
    sentences: tuple[RunSentence, ...]
    text: str


def _score(value: float) -> float:
    if not value < math.inf:  # an integer too large for a float is read as infinity; −inf is the score of no match
        raise flaw(repr(value), "a number below infinity")
    return value


class _Sentence(Record):
    text: str
    title: str
    score: Annotated[float, AfterValidator(_score)]


class _Line(Record):
    id: str
    sentences: list[_Sentence]
    text: str


def read_run(path: str | Path) -> Iterator[RunContext]:
    """Yields the contexts of a run, in the INEX format or as JSON Lines, which is detected from the content.

    Raises RunError, "FILE, line N: found ...; expected ...", for a line in neither format, for a topic that occurs
    twice, and in the INEX format for ranks that do not count from 1. Scores may be tied and rise there: INEX reads
    sentences by rank, and scores only pool them. An interrupted run is not at its path but at RUN.part.
    """
    return _Reader(Path(path)).contexts()


class _Reader:
    """Reads one run; `_line_number` is the current line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._line_number = 0
        self._ids: set[str] = set()

    def contexts(self) -> Iterator[RunContext]:
        lines = self._lines()
        first = next(lines, None)
        if first is None:  # in the INEX form, a run without a context
            return
        read = self._jsonl if first.lstrip().startswith("{") else self._inex
        yield from read(chain([first], lines))

    def _lines(self) -> Iterator[str]:
        """Yields the lines that are not blank."""
        if not self._path.exists():
            part = part_of(self._path)
            found = f"{part}, of a run that was interrupted, which --resume completes" if part.exists() else "nothing"
            raise RunError(f"{self._path}: found {found}; expected a complete run")
        for line_number, line in read_text_file(self._path, RunError):
            self._line_number = line_number
            yield line

    def _stop(self, found: str, expected: str) -> NoReturn:
        raise RunError(f"{self._path}, line {self._line_number}: found {found}; expected {expected}")

    def _new(self, identifier: str) -> str:
        if identifier in self._ids:
            self._stop(f"the topic {identifier!r} again", "the sentences of a topic together and once")
        self._ids.add(identifier)
        return identifier

    def _jsonl(self, lines: Iterable[str]) -> Iterator[RunContext]:
        for line in lines:
            try:
                record = validated_line(_Line, line, "a context")
            except InputError as error:
                self._stop(error.found, error.expected)
            sentences = tuple(RunSentence(one.text, one.title, one.score) for one in record.sentences)
            yield RunContext(self._new(record.id), sentences, record.text)

    def _inex(self, lines: Iterable[str]) -> Iterator[RunContext]:
        topic: str | None = None
        sentences: list[RunSentence] = []
        for line in lines:
            identifier, rank, sentence = self._columns(line)
            if identifier != topic:
                if topic is not None:
                    yield _context(topic, sentences)
                topic, sentences = self._new(identifier), []
            if rank != str(len(sentences) + 1):
                self._stop(f"the rank {rank!r}", f"{len(sentences) + 1}, as ranks count from 1 within a topic")
            sentences.append(sentence)
        if topic is not None:
            yield _context(topic, sentences)

    def _columns(self, line: str) -> tuple[str, str, RunSentence]:
        tabs = line.count("\t")
        columns = line.split("\t", 7) if tabs else line.split(maxsplit=6)  # official runs have blanks
        if len(columns) != 7:
            count = tabs + 1 if tabs else len(columns)
            self._stop(counted(count, "column"), f"7 with tabs or blanks between them: {_COLUMNS}")
        identifier, q0, page, rank, score, _, text = columns
        if not all(column.strip() for column in columns):
            self._stop("an empty column", _COLUMNS)
        if q0 != "Q0":
            self._stop(f"{q0!r} in the second column", "Q0")
        return identifier, rank, RunSentence(text, page, self._score(score), titled=False)

    def _score(self, text: str) -> float:
        try:
            score = float(text)
        except ValueError:
            score = math.nan
        if not math.isfinite(score):
            self._stop(f"the score {text!r}", "a number")
        return score


def _context(identifier: str, sentences: list[RunSentence]) -> RunContext:
    return RunContext(identifier, tuple(sentences), " ".join(sentence.text for sentence in sentences))
