"""What contexts are compared with: reference texts, or judged passages."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from tweetctx.errors import InputError
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.reading.lines import read_lines

_RECORD = 'an object {"id", "reference"} on one line'
_COLUMNS = "tweet-id, Q0, page, rank, relevance, assessor and passage"
_PIECE = 1 << 20  # bytes that are read at a time

_Passages = dict[str, dict[str, None]]  # by id, the texts of its reference in their order


@dataclass(frozen=True, slots=True)
class Reference:
    """What a context of the tweet `id` should say; `entities` are the titles of the articles it should draw on."""

    id: str
    text: str
    entities: tuple[str, ...] = ()


def read_references(path: Path) -> list[Reference]:
    """The references of a file, in its order. A file whose first line begins with `{` is taken for JSON Lines.

    JSON Lines: `{"id", "reference"}` a line, with the titles of articles as "entities" if there are any.

    Pool of judged passages: a line for each in seven columns, separated by tabs as in an INEX run, where relevance
    stands in place of the score and an assessor or a run in place of the run:

        tweet-id  Q0  page  rank  relevance  assessor  passage

    A passage is relevant if its relevance is above 0. The relevant passages of a tweet, joined by spaces in their
    order, are its reference; one that several lines repeat counts once. A tweet without any has an empty reference.

    Raises EvaluationError, which names the line, for a file in neither form, for an id that stands twice in JSON
    Lines, and for a file without references.
    """
    lines = _lines(path)
    first = next(lines, None)
    if first is None:
        raise EvaluationError(f"{path}: found no references; expected JSON Lines or a pool of judged passages")
    read = _add_record if first[1].lstrip().startswith("{") else _add_judgement
    passages: _Passages = {}
    entities: dict[str, tuple[str, ...]] = {}
    for number, line in chain([first], lines):
        try:
            read(line, passages, entities)
        except InputError as error:
            raise EvaluationError(error.at(number).message(path)) from None
    return [Reference(name, " ".join(texts), entities.get(name, ())) for name, texts in passages.items()]


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(read_lines(iter(lambda: file.read(_PIECE), b"")), 1):
                if isinstance(line, InputError):
                    raise EvaluationError(line.at(number).message(path))
                text = line.removeprefix("\ufeff" if number == 1 else "").removesuffix("\r")
                if text.strip():
                    yield number, text
    except OSError as error:
        raise EvaluationError(f"{path}: cannot be read ({error.strerror}); expected references") from error


def _add_record(line: str, passages: _Passages, entities: dict[str, tuple[str, ...]]) -> None:
    record = _object(line)
    identifier, text, titles = (record.get(key) for key in ("id", "reference", "entities"))
    if not isinstance(identifier, str | int) or isinstance(identifier, bool):
        raise InputError(f"{identifier!r} as `id`", "a string or an integer")
    if not isinstance(text, str):
        raise InputError(f"{text!r} as `reference`", "a string")
    titles = [] if titles is None else titles
    if not isinstance(titles, list) or not all(isinstance(title, str) for title in titles):
        raise InputError(f"{titles!r} as `entities`", "a list of titles")
    if str(identifier) in passages:
        raise InputError(f"the id {identifier!r} again", "each id once")
    passages[str(identifier)] = {text: None}
    entities[str(identifier)] = tuple(dict.fromkeys(titles))


def _object(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:  # also numbers of too many digits, brackets nested too deeply
        raise InputError(f"no JSON ({error})", _RECORD) from None
    if not isinstance(record, dict):
        raise InputError("JSON that is no object", _RECORD)
    return record


def _add_judgement(line: str, passages: _Passages, _: dict[str, tuple[str, ...]]) -> None:
    columns = line.split("\t", 6)
    if len(columns) != 7:
        raise InputError(f"{len(columns)} columns", f"7 with tabs between them: {_COLUMNS}")
    if columns[1] != "Q0":
        raise InputError(f"{columns[1]!r} in the second column", "Q0")
    try:
        relevance = float(columns[4])
    except ValueError:
        relevance = math.nan
    if math.isnan(relevance):
        raise InputError(f"the relevance {columns[4]!r}", "a number")
    relevant = passages.setdefault(columns[0], {})
    if relevance > 0:
        relevant[columns[6].strip()] = None
