"""Reads what contexts are compared with: reference texts, or judged passages."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from tweetctx.errors import InputError, counted
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.reading.lines import read_text_file
from tweetctx.reading.records import Record, TextId, validated_line

_COLUMNS = "tweet-id, Q0, page, rank, relevance, assessor and passage"


@dataclass(frozen=True, slots=True)
class Reference:
    """The text that a context of the tweet `id` should cover, and the titles of the articles it should quote.

    linked: whether the file tells what the tweet names, perhaps nothing.
    """

    id: str
    text: str
    entities: tuple[str, ...] = ()
    linked: bool = False


class _Line(Record):
    id: TextId
    reference: str
    entities: list[str] | None = None


@dataclass
class _References:
    """Collects, by id, the texts of each reference in their order, and the entities."""

    texts: dict[str, dict[str, None]] = field(default_factory=dict)
    entities: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def add_record(self, line: str) -> None:
        """Adds a line of JSON Lines."""
        record = validated_line(_Line, line, "a reference")
        if record.id in self.texts:
            raise InputError(f"the id {record.id!r} again", "each id once")
        self.texts[record.id] = {record.reference: None}
        if record.entities is not None:
            self.entities[record.id] = tuple(dict.fromkeys(record.entities))

    def add_judgement(self, line: str) -> None:
        """Adds a judged passage."""
        columns = line.split("\t", 6)
        if len(columns) != 7:
            raise InputError(counted(len(columns), "column"), f"JSON Lines, or 7 with tabs between them: {_COLUMNS}")
        if columns[1] != "Q0":
            raise InputError(f"{columns[1]!r} in the second column", "Q0")
        try:
            relevance = float(columns[4])
        except ValueError:
            relevance = math.nan
        if math.isnan(relevance):
            raise InputError(f"the relevance {columns[4]!r}", "a number")
        relevant = self.texts.setdefault(columns[0], {})
        if relevance > 0:
            relevant[columns[6].strip()] = None


def read_references(path: Path) -> list[Reference]:
    """Reads the references of a file, in its order. A file whose first line begins with `{` is taken for JSON Lines.

    JSON Lines: `{"id", "reference"}` a line, with the titles of articles as "entities" if they are known.

    Pool of judged passages: a line for each in seven columns, separated by tabs as in an INEX run, where relevance
    stands in place of the score and an assessor or a run in place of the run:

        tweet-id  Q0  page  rank  relevance  assessor  passage

    A passage is relevant if its relevance is above 0. The relevant passages of a tweet, joined by spaces in their
    order, are its reference; one that several lines repeat counts once. A tweet without any has an empty reference.

    Raises EvaluationError, which names the line, for a file in neither form, for an id that occurs twice in JSON
    Lines, and for a file without references.
    """
    lines = read_text_file(path, EvaluationError)
    first = next(lines, None)
    if first is None:
        raise EvaluationError(f"{path}: found no references; expected JSON Lines or a pool of judged passages")
    parsed = _References()
    read = parsed.add_record if first[1].lstrip().startswith("{") else parsed.add_judgement
    for line_number, line in chain([first], lines):
        try:
            read(line)
        except InputError as error:
            raise EvaluationError(error.at(line_number).message(path)) from None
    return [
        Reference(name, " ".join(texts), parsed.entities.get(name, ()), name in parsed.entities)
        for name, texts in parsed.texts.items()
    ]
