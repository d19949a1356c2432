"""WikiQA (Yang, Yih and Meek 2015): questions and the sentences of the lead section of a Wikipedia article."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tweetctx.errors import CollectionError, InputError
from tweetctx.evaluation.collections.collection import LabelledQuery, SentenceCollection
from tweetctx.evaluation.collections.parts import CollectionBuilder, located, one_token, read_text

HEADER = ("QuestionID", "Question", "DocumentID", "DocumentTitle", "SentenceID", "Sentence", "Label")


class _Row(NamedTuple):
    question: str
    text: str
    document: str
    sentence: str
    sentence_text: str
    relevant: bool


def read_wikiqa(path: Path) -> SentenceCollection:
    """The questions of a file of WikiQA, in its order; sentences keep their own ids, such as `D8-0`.

    Accepted: UTF-8, a line a sentence, the seven columns of HEADER separated by tabs and named in the first line; no
    quotation marks have a meaning; Label is 0 or 1. The lines of a question and a document are that document's
    sentences. CollectionError names the line of anything else.
    """
    builder = CollectionBuilder(path.stem)
    for line, rows in _questions(path).values():
        with located(f"{path}, line {line}"):
            builder.query(_query(rows, builder))
    return builder.build(path)


def _questions(path: Path) -> dict[str, tuple[int, list[_Row]]]:
    """The rows of each question, and the line of the first."""
    questions: dict[str, tuple[int, list[_Row]]] = {}
    seen: set[tuple[str, str]] = set()
    for number, line in _lines(path):
        with located(f"{path}, line {number}"):
            row = _row(line)
            first, rows = questions.setdefault(row.question, (number, []))
            if rows and rows[0].text != row.text:
                raise InputError(f"another text of the question {row.question} than in line {first}", "one text")
            if (row.question, row.sentence) in seen:
                raise InputError(f"the sentence {row.sentence} a second time", f"it once for {row.question}")
            seen.add((row.question, row.sentence))
            rows.append(row)
    return questions


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    header, *lines = read_text(path).split("\n")
    if tuple(header.rstrip("\r").split("\t")) != HEADER:
        raise CollectionError(f"{path}, line 1: found {header[:80]!r}, expected {', '.join(HEADER)} separated by tabs")
    yield from ((number, line.rstrip("\r")) for number, line in enumerate(lines, 2) if line.strip())


def _row(line: str) -> _Row:
    columns = line.split("\t")
    if len(columns) != len(HEADER):
        raise InputError(f"{len(columns)} columns", f"{len(HEADER)} separated by tabs")
    question, text, document, _title, sentence, sentence_text, label = columns
    if label.strip() not in ("0", "1"):
        raise InputError(f"the label {label!r}", "0 or 1")
    return _Row(
        one_token(question), text, one_token(document), one_token(sentence), sentence_text, label.strip() == "1"
    )


def _query(rows: list[_Row], builder: CollectionBuilder) -> LabelledQuery:
    documents: dict[str, list[_Row]] = {}
    for row in rows:
        documents.setdefault(row.document, []).append(row)
    places: list[int] = []
    relevant: set[tuple[int, int]] = set()
    for identifier, sentences in documents.items():
        place = builder.document(identifier, [s.sentence_text for s in sentences], [s.sentence for s in sentences])
        places.append(place)
        relevant.update((place, number) for number, sentence in enumerate(sentences) if sentence.relevant)
    return LabelledQuery(rows[0].question, rows[0].text, tuple(places), frozenset(relevant))
