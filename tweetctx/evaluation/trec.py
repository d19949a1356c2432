"""TREC's files: runs and qrels, as trec_eval reads and writes them.

trec_eval ranks by score alone and ignores the column of ranks. It holds scores in single precision, in which scores
that differ by less than some 1e-7 of their size are equal, and puts equal scores in descending order of docno. Where
tweetctx's own order of equal scores (the earlier sentence first) shall hold, write ranks as scores: `ranking` does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from tweetctx.errors import InputError, ParameterError
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.ragged import Floats
from tweetctx.reading.compression import read_pieces
from tweetctx.reading.lines import read_lines

Value = TypeVar("Value", int, float)

_RUN = "query Q0 docno rank score tag"
_QRELS = "query 0 docno relevance"


class RunEntry(NamedTuple):
    """A document (here: a sentence) that was found for a query; its rank is its place among those of the query."""

    query: str
    docno: str
    score: float
    tag: str


class Judgement(NamedTuple):
    """How relevant a document (here: a sentence) is to a query; above 0 it is relevant."""

    query: str
    docno: str
    relevance: int


def ranking(
    query: str, docnos: Sequence[str], scores: Floats, tag: str, *, ranks_as_scores: bool = False
) -> Iterator[RunEntry]:
    """The entries of one query, best first, ties in the order given, which is that of the collection.

    scores: shape (S,), one for each docno. ranks_as_scores: S for the first, S−1 for the second, and so on, so that
    trec_eval sees this order whatever it makes of the scores.
    """
    for place, row in enumerate(np.argsort(-scores, kind="stable")):
        score = float(len(docnos) - place) if ranks_as_scores else float(scores[row])
        yield RunEntry(query, docnos[row], score, tag)


def write_run(path: Path, entries: Iterable[RunEntry]) -> None:
    """Writes entries as they come, `query Q0 docno rank score tag` a line; ranks count from 1 within a query.

    The entries of a query stand together, best first; ParameterError where a score is above the one before it, is no
    number, or an id is not one word.
    """
    with path.open("w", encoding="utf-8", newline="\n") as file:
        query, rank, last = None, 0, math.inf
        for entry in entries:
            rank, last = (rank + 1, last) if entry.query == query else (1, math.inf)
            if not entry.score <= last:
                raise ParameterError(f"{entry.query} {entry.docno}: found the score {entry.score} after {last}")
            query, last = entry.query, entry.score
            _check_words(entry.query, entry.docno, entry.tag)
            file.write(f"{entry.query} Q0 {entry.docno} {rank} {entry.score!r} {entry.tag}\n")


def write_qrels(path: Path, judgements: Iterable[Judgement]) -> None:
    """Writes judgements as they come, `query 0 docno relevance` a line; ParameterError where an id is not one word."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for query, docno, relevance in judgements:
            _check_words(query, docno)
            file.write(f"{query} 0 {docno} {relevance}\n")


def _check_words(*words: str) -> None:
    for word in words:
        if len(word.split()) != 1 or word != word.strip():
            raise ParameterError(f"id: found {word!r}, expected one word, which a file of columns can hold")


def read_run(path: Path) -> Iterator[RunEntry]:
    """The entries of a run as they come: six columns separated by blanks, `query Q0 docno rank score tag`.

    Ranks are not read. EvaluationError names the line of anything else, of a score that is no number and of a
    document that a query has twice.
    """
    seen: set[tuple[str, str]] = set()
    for place, columns in _rows(path, _RUN):
        query, _, docno, _, score, tag = columns
        value = _number(place, "score", score, float, "a number")
        if math.isnan(value):
            raise EvaluationError(f"{place}: found {score!r} as score, expected a number")
        _check_once(place, query, docno, seen)
        yield RunEntry(query, docno, value, tag)


def read_qrels(path: Path) -> Iterator[Judgement]:
    """The judgements of qrels as they come: four columns separated by blanks, `query 0 docno relevance`.

    EvaluationError names the line of anything else, of a relevance that is no whole number and of a document judged
    twice for a query.
    """
    seen: set[tuple[str, str]] = set()
    for place, columns in _rows(path, _QRELS):
        query, _, docno, relevance = columns
        value = _number(place, "relevance", relevance, int, "a whole number")
        _check_once(place, query, docno, seen)
        yield Judgement(query, docno, value)


def _rows(path: Path, expected: str) -> Iterator[tuple[str, list[str]]]:
    """The columns of each line that is not blank, and its place for messages."""
    pieces = read_pieces(path, lambda _size: None, EvaluationError)
    for number, line in enumerate(read_lines(pieces), 1):
        place = f"{path}, line {number}"
        if isinstance(line, InputError):
            raise EvaluationError(f"{place}: found {line.found}, expected {line.expected}")
        columns = line.removeprefix("\ufeff").split()
        if columns and len(columns) != len(expected.split()):
            raise EvaluationError(f"{place}: found {len(columns)} columns, expected {expected}")
        if columns:
            yield place, columns


def _number(place: str, name: str, text: str, read: Callable[[str], Value], expected: str) -> Value:
    try:
        return read(text)
    except ValueError:
        raise EvaluationError(f"{place}: found {text[:40]!r} as {name}, expected {expected}") from None


def _check_once(place: str, query: str, docno: str, seen: set[tuple[str, str]]) -> None:
    if (query, docno) in seen:
        raise EvaluationError(f"{place}: found {docno} a second time for the query {query}, expected it once")
    seen.add((query, docno))
