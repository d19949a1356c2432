"""Reads labelled sentences: WikiQA, SelQA, MultiRC, and TREC's Novelty tracks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, AliasPath, Field, model_validator

from tweetctx.errors import CollectionError, InputError, ParameterError, counted
from tweetctx.evaluation.collections.collection import (
    CollectionBuilder,
    LabelledQuery,
    SentenceCollection,
    located,
    one_token,
    read_text,
)
from tweetctx.evaluation.collections.novelty import Field as TopicField
from tweetctx.evaluation.collections.novelty import read_novelty_folder
from tweetctx.reading.records import Record, TextId, flaw, validated

WIKIQA_HEADER = ("QuestionID", "Question", "DocumentID", "DocumentTitle", "SentenceID", "Sentence", "Label")
Format = Literal["wikiqa", "selqa", "multirc", "novelty"]
ONLY_NOVELTY = "it for a folder of a Novelty track alone"
_MOST_BYTES = 12  # a character; MultiRC, whose keys repeat, is estimated at 8.5 and takes 3.7
_MULTIRC_MARK = re.compile(r"<b>Sent (\d+): </b>")


def read_collection(
    path: str | Path,
    format: str | None = None,  # noqa: A002
    *,
    field: TopicField | None = None,
    qrels: str | Path | None = None,
) -> SentenceCollection:
    """Reads a collection of labelled sentences; a file may be compressed.

    format: wikiqa, selqa, multirc or novelty. Without one, a folder is read as novelty, and a file by its beginning:
    WikiQA's header, a JSON list (SelQA) or a JSON object (MultiRC).
    field, qrels: of novelty alone: the field of a topic that is the query's text (title, the default, desc or narr),
    and the file of judgements where the folder has several.

    Raises CollectionError for what cannot be read, ParameterError for an unknown format, and for a field or qrels of
    a collection that has none.
    """
    path = Path(path)
    if is_novelty(path, format):
        return read_novelty_folder(path, field=field or "title", qrels=None if qrels is None else Path(qrels))
    for name, given in (("field", field), ("qrels", qrels)):
        if given is not None:
            raise ParameterError(f"{name}: found {str(given)!r} for {path}, expected {ONLY_NOVELTY}")
    text = read_text(path)
    name = format if format is not None else _format_of(path, text)
    if name not in _FILES:
        raise ParameterError(f"format: found {name!r}, expected one of {', '.join(get_args(Format))}")
    builder = CollectionBuilder(path.stem)
    _FILES[name](path, text, builder)
    return builder.build(path)


def is_novelty(path: Path, format: str | None) -> bool:  # noqa: A002
    """Whether a collection is read as a folder of a Novelty track."""
    return format == "novelty" or (format is None and path.is_dir())


def _format_of(path: Path, text: str) -> str:
    head = text.lstrip()[:80]
    if head.startswith(WIKIQA_HEADER[0]):
        return "wikiqa"
    if head.startswith(("[", "{")):
        return "selqa" if head.startswith("[") else "multirc"
    raise CollectionError(
        f"{path}, line 1: found {head.partition(chr(10))[0]!r}, expected WikiQA's header, JSON as of SelQA or MultiRC, "
        "or a folder of a Novelty track"
    )


@dataclass
class _WikiqaQuestion:
    """A question, the line it begins in, and by document and by sentence id: the sentence, and whether it is right."""

    text: str
    line: int
    documents: dict[str, dict[str, tuple[str, bool]]] = field(default_factory=dict)


def _read_wikiqa(path: Path, text: str, builder: CollectionBuilder) -> None:
    """Reads WikiQA (Yang, Yih and Meek 2015): questions and the sentences of an article's lead section.

    Accepted: a line a sentence, the columns of WIKIQA_HEADER separated by tabs and named in the first line; quotation
    marks have no meaning; Label is 0 or 1. The lines of a question and a document are that document's sentences, which
    keep their own ids, such as `D8-0`.
    """
    header, *lines = text.split("\n")
    if tuple(header.rstrip("\r").split("\t")) != WIKIQA_HEADER:
        names = ", ".join(WIKIQA_HEADER)
        raise CollectionError(f"{path}, line 1: found {header[:80]!r}, expected {names} separated by tabs")
    questions: dict[str, _WikiqaQuestion] = {}
    for line_number, line in enumerate(lines, 2):
        if line.strip():
            with located(f"{path}, line {line_number}"):
                _add_wikiqa_line(line_number, line.rstrip("\r"), questions)
    for identifier, question in questions.items():
        rows, relevant = [], []
        for document, sentences in question.documents.items():
            rows.append(builder.document(document, [sentence for sentence, _ in sentences.values()], [*sentences]))
            relevant += [(rows[-1], index) for index, (_, right) in enumerate(sentences.values()) if right]
        builder.query(LabelledQuery(identifier, question.text, tuple(rows), frozenset(relevant)))


def _add_wikiqa_line(line_number: int, line: str, questions: dict[str, _WikiqaQuestion]) -> None:
    columns = line.split("\t")
    if len(columns) != len(WIKIQA_HEADER):
        raise InputError(counted(len(columns), "column"), f"{len(WIKIQA_HEADER)} separated by tabs")
    if columns[6].strip() not in ("0", "1"):
        raise InputError(f"the label {columns[6]!r}", "0 or 1")
    identifier, document, sentence = (one_token(columns[index]) for index in (0, 2, 4))
    question = questions.setdefault(identifier, _WikiqaQuestion(columns[1], line_number))
    if question.text != columns[1]:
        raise InputError(f"another text of the question {identifier} than in line {question.line}", "one text")
    if any(sentence in sentences for sentences in question.documents.values()):
        raise InputError(f"the sentence {sentence} a second time", f"it once for {identifier}")
    question.documents.setdefault(document, {})[sentence] = columns[5], columns[6].strip() == "1"


def _token(value: str) -> str:
    try:
        return one_token(value)
    except InputError as error:
        raise flaw(error.found, error.expected) from None


_Token = Annotated[str, AfterValidator(_token)]


def _check_indices(indices: list[int], key: str, count: int) -> None:
    for index in indices:
        if not 0 <= index < count:
            raise flaw(f'{index} in "{key}"', f"the places of {counted(count, 'sentence')}, 0 to {count - 1}")


def _parse(path: Path, text: str, kind: Any, root: str) -> Any:
    """Returns the value of a JSON text, checked by pydantic; root: what a location in it begins with."""
    try:
        return validated(kind, text, "a collection", _MOST_BYTES)
    except InputError as problem:
        location = f", {root}{problem.place}" if problem.place else ""
        raise CollectionError(f"{path}{location}: found {problem.found}, expected {problem.expected}") from None


class _SelqaQuestion(Record):
    question: str
    article: str
    section: str
    candidates: Annotated[list[str], Field(min_length=1)]
    answers: list[int]

    @model_validator(mode="after")
    def _check(self) -> Self:
        _check_indices(self.answers, "answers", len(self.candidates))
        return self


def _read_selqa(path: Path, text: str, builder: CollectionBuilder) -> None:
    """Reads SelQA (Jurczyk, Zhai and Choi 2016): questions and the sentences of one section of an article.

    Accepted: a list of objects with `question`, `article`, `section`, `candidates` (the sentences of that section,
    some of them empty) and `answers` (indices of candidates, from 0); other keys are ignored. A query's id is its
    position in the list, from 1; a document's is `article/section`, spaces as underscores.
    """
    for position, one in enumerate(_parse(path, text, list[_SelqaQuestion], "questions"), 1):
        row = builder.document(one_token(f"{one.article}/{one.section}"), one.candidates)
        relevant = frozenset((row, index) for index in one.answers)
        builder.query(LabelledQuery(str(position), one.question, (row,), relevant))


class _MultircQuestion(Record):
    question: str
    idx: Annotated[TextId, AfterValidator(_token)]
    sentences_used: list[int]


class _MultircRecord(Record):
    id: _Token
    text: Annotated[str, Field(validation_alias=AliasPath("paragraph", "text"))]
    questions: Annotated[list[_MultircQuestion], Field(validation_alias=AliasPath("paragraph", "questions"))]

    @cached_property
    def sentences(self) -> list[str]:
        before, *pieces = _MULTIRC_MARK.split(self.text)
        if before.strip() or not pieces:
            raise flaw(f"the text {before[:40]!r} outside of sentences", "<b>Sent 1: </b> first")
        for expected, number in enumerate(pieces[::2], 1):
            if int(number) != expected:
                raise flaw(f"sentence {number}", f"sentence {expected}")
        return [sentence.strip().removesuffix("<br>").strip() for sentence in pieces[1::2]]

    @model_validator(mode="after")
    def _check(self) -> Self:
        count = len(self.sentences)
        for asked in self.questions:
            _check_indices(asked.sentences_used, "sentences_used", count)
        return self


class _MultircFile(Record):
    data: list[_MultircRecord]


def _read_multirc(path: Path, text: str, builder: CollectionBuilder) -> None:
    """Reads MultiRC (Khashabi et al. 2018): questions and the sentences of one paragraph, several of them relevant.

    Accepted: an object whose `data` is a list of objects with `id` and `paragraph`, an object with `text` and
    `questions`. A text is sentences, each between `<b>Sent N: </b>` and `<br>`, N from 1 without gaps. A question has
    `question`, `idx` (different ones within a paragraph) and `sentences_used`, the indices of the relevant sentences
    from 0. A query's id is `id:idx`, a document's its `id`, spaces as underscores. Other keys are ignored.
    """
    for record in _parse(path, text, _MultircFile, "").data:
        row = builder.document(record.id, record.sentences)
        for asked in record.questions:
            relevant = frozenset((row, index) for index in asked.sentences_used)
            with located(str(path)):
                builder.query(LabelledQuery(f"{record.id}:{asked.idx}", asked.question, (row,), relevant))


_FILES = {"wikiqa": _read_wikiqa, "selqa": _read_selqa, "multirc": _read_multirc}
