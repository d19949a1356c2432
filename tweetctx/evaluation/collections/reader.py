"""Reads labelled sentences: WikiQA, SelQA, MultiRC, and TREC's Novelty tracks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, ValidationError

from tweetctx.errors import CollectionError, InputError, ParameterError
from tweetctx.evaluation.collections.collection import (
    CollectionBuilder,
    LabelledQuery,
    SentenceCollection,
    located,
    one_token,
)
from tweetctx.evaluation.collections.novelty import Field as TopicField
from tweetctx.evaluation.collections.novelty import read_novelty_folder
from tweetctx.evaluation.validation import Record, RecordOf, TextId, input_error
from tweetctx.reading.compression import read_pieces
from tweetctx.reading.kinds import kind_of
from tweetctx.reading.objects import is_dense

WIKIQA_HEADER = ("QuestionID", "Question", "DocumentID", "DocumentTitle", "SentenceID", "Sentence", "Label")
Format = Literal["wikiqa", "selqa", "multirc", "novelty"]
_MOST_BYTES = 12  # a character; MultiRC, whose keys repeat, is estimated at 8.5 and takes 3.7
_MULTIRC_MARK = re.compile(r"<b>Sent (\d+): </b>")


def read_collection(
    path: str | Path,
    format: str | None = None,  # noqa: A002
    *,
    field: TopicField = "title",
    qrels: str | Path | None = None,
) -> SentenceCollection:
    """Reads a collection of labelled sentences; a file may be compressed.

    format: wikiqa, selqa, multirc or novelty; without one, a folder is taken for novelty and a file for what it
    begins with: WikiQA's header, a list of JSON, an object of JSON. The readers say what they accept.
    field, qrels: of novelty alone: the field of a topic that is the query's text (title, desc or narr), and the file
    of judgements where the folder has several.

    Raises CollectionError for what cannot be read, ParameterError for an unknown format.
    """
    path = Path(path)
    if format == "novelty" or (format is None and path.is_dir()):
        return read_novelty_folder(path, field=field, qrels=None if qrels is None else Path(qrels))
    text = _read_text(path)
    name = format if format is not None else _format_of(path, text)
    if name not in _FILES:
        raise ParameterError(f"format: found {name!r}, expected one of {', '.join(get_args(Format))}")
    builder = CollectionBuilder(path.stem)
    _FILES[name](path, text, builder)
    return builder.build(path)


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


def _read_text(path: Path) -> str:
    content = b"".join(read_pieces(path, lambda _size: None, CollectionError))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise CollectionError(f"{path}, line {line}: found {error.reason}, expected text in UTF-8") from None


def _read_json(path: Path, text: str) -> Any:
    if is_dense(text, _MOST_BYTES):
        raise CollectionError(f"{path}: found {len(text)} characters of very short values, expected a collection")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise CollectionError(f"{path}, line {error.lineno}: found broken JSON ({error}), expected JSON") from None
    except (ValueError, RecursionError) as error:  # numbers of too many digits, brackets nested too deeply
        raise CollectionError(f"{path}: found JSON that cannot be read ({error}), expected JSON") from None


def _checked(kind: type[RecordOf], value: Any) -> RecordOf:
    """Returns a value as a record; InputError if it is none."""
    if not isinstance(value, dict):
        raise InputError(kind_of(value), "an object")
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        raise input_error(error) from None


def _relevant(row: int, places: list[int], key: str, count: int) -> frozenset[tuple[int, int]]:
    for place in places:
        if not 0 <= place < count:
            raise InputError(f'{place!r} in "{key}"', f"the places of {count} sentences, 0 to {count - 1}")
    return frozenset((row, place) for place in places)


def _read_wikiqa(path: Path, text: str, builder: CollectionBuilder) -> None:
    """Reads WikiQA (Yang, Yih and Meek 2015): questions and the sentences of an article's lead section.

    Accepted: a line a sentence, the columns of WIKIQA_HEADER separated by tabs and named in the first line; no
    quotation marks have a meaning; Label is 0 or 1. The lines of a question and a document are that document's
    sentences, which keep their own ids, such as `D8-0`.
    """
    for line, rows in _wikiqa_questions(path, text).values():
        with located(f"{path}, line {line}"):
            builder.query(_wikiqa_query(rows, builder))


def _wikiqa_questions(path: Path, text: str) -> dict[str, tuple[int, list[list[str]]]]:
    """Returns the rows of each question, and the line of the first."""
    questions: dict[str, tuple[int, list[list[str]]]] = {}
    seen: set[tuple[str, str]] = set()
    for number, line in _wikiqa_lines(path, text):
        with located(f"{path}, line {number}"):
            row = _wikiqa_row(line)
            question, asked, sentence = row[0], row[1], row[4]
            first, rows = questions.setdefault(question, (number, []))
            if rows and rows[0][1] != asked:
                raise InputError(f"another text of the question {question} than in line {first}", "one text")
            if (question, sentence) in seen:
                raise InputError(f"the sentence {sentence} a second time", f"it once for {question}")
            seen.add((question, sentence))
            rows.append(row)
    return questions


def _wikiqa_lines(path: Path, text: str) -> Iterator[tuple[int, str]]:
    header, *lines = text.split("\n")
    if tuple(header.rstrip("\r").split("\t")) != WIKIQA_HEADER:
        raise CollectionError(
            f"{path}, line 1: found {header[:80]!r}, expected {', '.join(WIKIQA_HEADER)} separated by tabs"
        )
    yield from ((number, line.rstrip("\r")) for number, line in enumerate(lines, 2) if line.strip())


def _wikiqa_row(line: str) -> list[str]:
    columns = line.split("\t")
    if len(columns) != len(WIKIQA_HEADER):
        raise InputError(f"{len(columns)} columns", f"{len(WIKIQA_HEADER)} separated by tabs")
    if columns[6].strip() not in ("0", "1"):
        raise InputError(f"the label {columns[6]!r}", "0 or 1")
    for place in (0, 2, 4):
        columns[place] = one_token(columns[place])
    return columns


def _wikiqa_query(rows: list[list[str]], builder: CollectionBuilder) -> LabelledQuery:
    documents: dict[str, list[list[str]]] = {}
    for row in rows:
        documents.setdefault(row[2], []).append(row)
    relevant: dict[int, list[int]] = {}
    for identifier, own in documents.items():
        place = builder.document(identifier, [row[5] for row in own], [row[4] for row in own])
        relevant[place] = [number for number, row in enumerate(own) if row[6].strip() == "1"]
    pairs = frozenset((place, number) for place, numbers in relevant.items() for number in numbers)
    return LabelledQuery(rows[0][0], rows[0][1], tuple(relevant), pairs)


class _SelqaQuestion(Record):
    question: str
    article: str
    section: str
    candidates: Annotated[list[str], Field(min_length=1)]
    answers: list[int]


def _read_selqa(path: Path, text: str, builder: CollectionBuilder) -> None:
    """Reads SelQA (Jurczyk, Zhai and Choi 2016): questions and the sentences of one section of an article.

    Accepted: a list of objects with `question`, `article`, `section`, `candidates` (the sentences of that section,
    some of them empty) and `answers` (places in the candidates, from 0); other keys are not read. A query's id is its
    place in the list, from 1; a document's is `article/section`, spaces as underscores.
    """
    records = _read_json(path, text)
    if not isinstance(records, list):
        raise CollectionError(f"{path}, line 1: found {kind_of(records)}, expected a list of questions")
    for number, value in enumerate(records, 1):
        with located(f"{path}, question {number}"):
            one = _checked(_SelqaQuestion, value)
            row = builder.document(one_token(f"{one.article}/{one.section}"), one.candidates)
            relevant = _relevant(row, one.answers, "answers", len(one.candidates))
            builder.query(LabelledQuery(str(number), one.question, (row,), relevant))


class _MultircParagraph(Record):
    text: str
    questions: list[Any]


class _MultircRecord(Record):
    id: str
    paragraph: _MultircParagraph


class _MultircQuestion(Record):
    question: str
    idx: TextId
    sentences_used: list[int]


def _read_multirc(path: Path, text: str, builder: CollectionBuilder) -> None:
    """Reads MultiRC (Khashabi et al. 2018): questions and the sentences of one paragraph, several of them relevant.

    Accepted: an object whose `data` is a list of objects with `id` and `paragraph`, an object with `text` and
    `questions`. A text is sentences, each between `<b>Sent N: </b>` and `<br>`, N from 1 without gaps. A question has
    `question`, `idx` (different ones within a paragraph) and `sentences_used`, the places of the relevant sentences
    from 0. A query's id is `id:idx`, a document's its `id`, spaces as underscores. Other keys are not read.
    """
    document = _read_json(path, text)
    records = document.get("data") if isinstance(document, dict) else None
    if not isinstance(records, list):
        raise CollectionError(f'{path}, line 1: found {kind_of(records)} as "data", expected a list')
    for number, value in enumerate(records, 1):
        place = f"{path}, paragraph {number}"
        with located(place):
            record = _checked(_MultircRecord, value)
            identifier = one_token(record.id)
            sentences = _multirc_sentences(record.paragraph.text)
        row = builder.document(identifier, sentences)
        for which, asked in enumerate(record.paragraph.questions, 1):
            with located(f"{place}, question {which}"):
                one = _checked(_MultircQuestion, asked)
                relevant = _relevant(row, one.sentences_used, "sentences_used", len(sentences))
                builder.query(LabelledQuery(f"{identifier}:{one_token(one.idx)}", one.question, (row,), relevant))


def _multirc_sentences(text: str) -> list[str]:
    before, *parts = _MULTIRC_MARK.split(text)
    numbers, sentences = parts[::2], parts[1::2]
    if before.strip() or not sentences:
        raise InputError(f"the text {before[:40]!r} outside of sentences", "<b>Sent 1: </b> first")
    for expected, number in enumerate(numbers, 1):
        if int(number) != expected:
            raise InputError(f"sentence {number}", f"sentence {expected}")
    return [sentence.strip().removesuffix("<br>").strip() for sentence in sentences]


_FILES = {"wikiqa": _read_wikiqa, "selqa": _read_selqa, "multirc": _read_multirc}
