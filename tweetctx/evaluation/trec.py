"""TREC's files: runs and qrels, as trec_eval reads and writes them.

trec_eval ranks by score alone and ignores the column of ranks. It holds scores in single precision, in which scores
that differ by less than some 1e-7 of their size are equal, and puts equal scores in descending order of docno. Where
tweetctx's own order of equal scores (the earlier sentence first) shall hold, write ranks as scores: `ranking` does.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tweetctx.errors import InputError, ParameterError
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.evaluation.libraries import load
from tweetctx.ragged import Floats
from tweetctx.reading.compression import read_pieces
from tweetctx.reading.lines import read_lines


class RunEntry(NamedTuple):
    """A document (here: a sentence) that was retrieved for a query; its rank is its place among those of the query."""

    query: str
    docno: str
    score: float


class Judgement(NamedTuple):
    """How relevant a document (here: a sentence) is to a query; above 0 it is relevant."""

    query: str
    docno: str
    relevance: int


def ranking(query: str, docnos: Sequence[str], scores: Floats, *, ranks_as_scores: bool = False) -> Iterator[RunEntry]:
    """Yields the entries of one query, best first, ties in the order given, which is that of the collection.

    scores: shape (S,), one for each docno. ranks_as_scores: S for the first, S−1 for the second, and so on, so that
    trec_eval sees this order whatever it makes of the scores.
    """
    for place, row in enumerate(np.argsort(-scores, kind="stable")):
        yield RunEntry(query, docnos[row], float(len(docnos) - place) if ranks_as_scores else float(scores[row]))


def write_run(path: Path, entries: Iterable[RunEntry], tag: str) -> None:
    """Writes entries as they come, `query Q0 docno rank score tag` a line; ranks count from 1 within a query.

    The entries of a query stand together, best first; ParameterError where a score is above the one before it or NaN,
    or an id is not one word.
    """
    with path.open("w", encoding="utf-8", newline="\n") as file:
        query, rank, last = None, 0, math.inf
        for entry in entries:
            rank, last = (rank + 1, last) if entry.query == query else (1, math.inf)
            if not entry.score <= last:
                raise ParameterError(f"{entry.query} {entry.docno}: found the score {entry.score} after {last}")
            query, last = entry.query, entry.score
            _check_words(entry.query, entry.docno, tag)
            file.write(f"{entry.query} Q0 {entry.docno} {rank} {entry.score!r} {tag}\n")


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
    """Yields the entries of a run as ir_measures reads them; EvaluationError names the line of anything else.

    Six columns separated by blanks, `query Q0 docno rank score tag`, of which rank and tag are ignored.
    """
    read = load("ir_measures").read_trec_run
    return (RunEntry(*entry) for entry in _read(path, read, "query Q0 docno rank score tag"))


def read_qrels(path: Path) -> Iterator[Judgement]:
    """Yields the judgements of qrels as ir_measures reads them; EvaluationError names the line of anything else.

    Four columns separated by blanks, `query 0 docno relevance`; a relevance is a whole number.
    """
    read = load("ir_measures").read_trec_qrels
    return (Judgement(*entry[:3]) for entry in _read(path, read, "query 0 docno relevance"))


def _read(path: Path, read: Callable[[io.StringIO], Iterable[Any]], expected: str) -> Iterator[Any]:
    """Reads a file line by line, so that an error can name its line."""
    for number, line in enumerate(read_lines(read_pieces(path, lambda _size: None, EvaluationError)), 1):
        if isinstance(line, InputError):
            raise EvaluationError(line.at(number).message(path))
        try:
            yield from read(io.StringIO(line.removeprefix("\ufeff")))
        except ValueError:
            raise EvaluationError(InputError(repr(line[:60]), expected, number).message(path)) from None
