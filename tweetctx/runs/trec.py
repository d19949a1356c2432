"""TREC's files: runs and qrels, as trec_eval reads and writes them.

trec_eval ranks by score alone and ignores the column of ranks. It holds scores in single precision, in which scores
that differ by less than some 1e-7 of their size are equal, and puts equal scores in descending order of docno. To keep
tweetctx's own order of equal scores (the earlier one first), write ranks as scores; `ranking` can do that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TextIO, TypeVar
from urllib.parse import quote

import numpy as np

from tweetctx.arrays.types import Floats
from tweetctx.errors import InputError, ParameterError, RunError
from tweetctx.reading.lines import read_text_file


class RunEntry(NamedTuple):
    """A document (or passage, or sentence) retrieved for a query; its rank is its position among those of the query."""

    query: str
    docno: str
    score: float


class Judgement(NamedTuple):
    """How relevant a document (or passage, or sentence) is to a query; above 0 it is relevant."""

    query: str
    docno: str
    relevance: int


Entry = TypeVar("Entry", RunEntry, Judgement)

MOST_RELEVANCE = 10**6  # of a judgement, either way; trec_eval counts documents in an array of all values up to it


def ranking(query: str, docnos: Sequence[str], scores: Floats, *, ranks_as_scores: bool = False) -> Iterator[RunEntry]:
    """Yields the entries of one query, best first, ties in the order given, which is that of the collection.

    scores: shape (S,), one for each docno. ranks_as_scores: S for the first, S−1 for the second, and so on, so that
    trec_eval sees this order whatever it makes of the scores.
    """
    for index, row in enumerate(np.argsort(-scores, kind="stable")):
        yield RunEntry(query, docnos[row], float(len(docnos) - index) if ranks_as_scores else float(scores[row]))


def one_word(identifier: str) -> str:
    """Returns an id as one word: white space and % become %XX, as in a URL."""
    return "".join(quote(c) if c.isspace() or c == "%" else c for c in identifier)


def run_lines(entries: Iterable[RunEntry], tag: str) -> Iterator[str]:
    """Yields a line for each entry, `query Q0 docno rank score tag`; ranks count from 1 within a query.

    The entries of a query are consecutive, best first. Raises ParameterError for a score that is NaN or above the one
    before it, and for an id or a tag that is not one word.
    """
    query, rank, last = None, 0, math.inf
    for entry in entries:
        rank, last = (rank + 1, last) if entry.query == query else (1, math.inf)
        if not entry.score <= last:
            raise ParameterError(f"{entry.query} {entry.docno}: found the score {entry.score} after {last}")
        query, last = entry.query, entry.score
        _check_word(entry.query)
        _check_word(entry.docno)
        _check_word(tag, "run_id")
        yield f"{entry.query} Q0 {entry.docno} {rank} {entry.score!r} {tag}\n"


def write_run(file: Path | TextIO, entries: Iterable[RunEntry], tag: str) -> None:
    """Writes the lines of a run as entries come; ParameterError as `run_lines` raises it."""
    if isinstance(file, Path):
        with file.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(run_lines(entries, tag))
    else:
        file.writelines(run_lines(entries, tag))


def write_qrels(path: Path, judgements: Iterable[Judgement]) -> None:
    """Writes judgements as they come, `query 0 docno relevance` a line; ParameterError where an id is not one word."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for query, docno, relevance in judgements:
            _check_word(query)
            _check_word(docno)
            file.write(f"{query} 0 {docno} {relevance}\n")


def _check_word(word: str, what: str = "id") -> None:
    if word.split() != [word]:
        raise ParameterError(f"{what}: found {word!r}, expected one word, which a file of columns can hold")


def is_trec_run(path: Path) -> bool:
    """Whether the first line of a file is one of a TREC run; in a run of contexts it has a sentence behind a tab."""
    for _, line in read_text_file(path, RunError):
        columns = line.split()
        return len(columns) == 6 and columns[1] == "Q0" and columns[3].isdigit() and line.count("\t") < 6
    return False


def read_trec_run(path: Path) -> Iterator[RunEntry]:
    """Yields the entries of a run; RunError names the line of anything else, and of a docno that a query has twice.

    Six columns separated by blanks, `query Q0 docno rank score tag`, of which rank and tag are ignored.
    """

    def entry(line: str) -> RunEntry:
        query, _, docno, _, score, _ = line.split(maxsplit=6)
        entry = RunEntry(query, docno, float(score))
        if math.isnan(entry.score):
            raise InputError(f"the score {score!r}", "a number")
        return entry

    return _read(path, entry, "query Q0 docno rank score tag")


def read_qrels(path: Path) -> Iterator[Judgement]:
    """Yields the judgements of qrels; RunError names the line of anything else, and of a docno that a query has twice.

    Four columns separated by blanks, `query 0 docno relevance`; a relevance is a whole number, by amount at most
    MOST_RELEVANCE.
    """

    def judgement(line: str) -> Judgement:
        query, _, docno, relevance = line.split(maxsplit=4)
        judgement = Judgement(query, docno, int(relevance))
        if abs(judgement.relevance) > MOST_RELEVANCE:
            raise InputError(f"the relevance {relevance:.40}", f"a number from -{MOST_RELEVANCE} to {MOST_RELEVANCE}")
        return judgement

    return _read(path, judgement, "query 0 docno relevance")


def _read(path: Path, read: Callable[[str], Entry], expected: str) -> Iterator[Entry]:
    known: set[tuple[str, str]] = set()
    for line_number, line in read_text_file(path, RunError):
        try:
            entry = read(line)
        except InputError as problem:
            raise RunError(problem.at(line_number).message(path)) from None
        except ValueError:
            raise RunError(InputError(repr(line[:60]), expected, line_number).message(path)) from None
        if (entry.query, entry.docno) in known:
            found = f"{entry.docno} a second time for the query {entry.query}"
            raise RunError(InputError(found, "it once", line_number).message(path))
        known.add((entry.query, entry.docno))
        yield entry
