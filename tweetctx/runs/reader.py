"""Reading runs, in the INEX form and as JSON Lines."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

from tweetctx.durable import part_of
from tweetctx.errors import InputError, RunError
from tweetctx.reading.kinds import kind_of
from tweetctx.reading.lines import read_lines
from tweetctx.reading.objects import parse_object

_PIECE = 1 << 20  # bytes that are read at a time
_COLUMNS = "tweet-id, Q0, page-file, rank, score, run-id and sentence"


@dataclass(frozen=True, slots=True)
class RunSentence:
    """A sentence of a run; of one in the INEX form, the title is the page-file, and `titled` is False."""

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


def read_run(path: str | Path) -> Iterator[RunContext]:
    """The contexts of a run, one after the other; the form, INEX or JSON Lines, is found by looking.

    Raises RunError, "FILE, line N: found ...; expected ...", for what is not as the form wants it: among that a topic
    that comes twice, and in the INEX form ranks that do not count from 1 and scores that do not decrease. A run that
    was interrupted is not at its path yet: RUN.part is there instead.
    """
    return _Reader(Path(path)).contexts()


class _Reader:
    """Reads one run; `number` is the line it has come to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._number = 0
        self._ids: set[str] = set()

    def contexts(self) -> Iterator[RunContext]:
        lines = self._lines()
        first = next(lines, None)
        if first is None:  # in the INEX form, a run without a context
            return
        read = self._jsonl if first.lstrip().startswith("{") else self._inex
        yield from read(chain([first], lines))

    def _lines(self) -> Iterator[str]:
        """The lines that are not blank, without their ends."""
        try:
            with self._path.open("rb") as file:
                for self._number, line in enumerate(read_lines(iter(lambda: file.read(_PIECE), b"")), 1):
                    if isinstance(line, InputError):
                        self._stop(line.found, line.expected)
                    line = line.removeprefix("\ufeff" if self._number == 1 else "").removesuffix("\r")
                    if line.strip():
                        yield line
        except FileNotFoundError as error:
            part = part_of(self._path)
            found = f"{part}, of a run that was interrupted, which --resume completes" if part.exists() else "nothing"
            raise RunError(f"{self._path}: found {found}; expected a complete run") from error
        except OSError as error:
            raise RunError(f"{self._path}: cannot be read ({error.strerror}); expected a run") from error

    def _stop(self, found: str, expected: str) -> NoReturn:
        raise RunError(f"{self._path}, line {self._number}: found {found}; expected {expected}")

    def _new(self, identifier: str) -> str:
        if identifier in self._ids:
            self._stop(f"the topic {identifier!r} again", "the sentences of a topic together and once")
        self._ids.add(identifier)
        return identifier

    def _jsonl(self, lines: Iterable[str]) -> Iterator[RunContext]:
        for line in lines:
            try:
                record = parse_object(line, "a context as a JSON object")
            except InputError as error:
                self._stop(error.found, error.expected)
            identifier = self._new(self._string(record, "id"))
            sentences = record.get("sentences")
            if not isinstance(sentences, list):
                self._stop(_found(record, "sentences"), "a list")
            yield RunContext(identifier, tuple(map(self._sentence, sentences)), self._string(record, "text"))

    def _sentence(self, values: Any) -> RunSentence:
        if not isinstance(values, dict):
            self._stop(f"a sentence that is {kind_of(values)}", "an object")
        score: Any = values.get("score")
        if not _is_score(score):
            self._stop(_found(values, "score"), "a number that is not NaN")
        return RunSentence(self._string(values, "text"), self._string(values, "title"), float(score))

    def _string(self, values: dict[str, Any], name: str) -> str:
        value = values.get(name)
        if not isinstance(value, str):
            self._stop(_found(values, name), "a string")
        return value

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
            if sentences and sentence.score >= sentences[-1].score:
                self._stop(
                    f"the score {sentence.score!r}", f"one below {sentences[-1].score!r}, that of the rank before"
                )
            sentences.append(sentence)
        if topic is not None:
            yield _context(topic, sentences)

    def _columns(self, line: str) -> tuple[str, str, RunSentence]:
        columns = line.split("\t") if "\t" in line else line.split(maxsplit=6)  # official runs have blanks
        if len(columns) != 7:
            self._stop(f"{len(columns)} columns", f"7 with tabs or blanks between them: {_COLUMNS}")
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


def _is_score(value: Any) -> bool:
    """Whether it is a number that a model may give: −inf is, NaN and an integer that no float can hold are not."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return value == -math.inf or abs(value) <= sys.float_info.max


def _found(values: dict[str, Any], name: str) -> str:
    if name not in values:
        return f'no "{name}"'
    value = values[name]
    return f'"{name}" that is {kind_of(value)}'
