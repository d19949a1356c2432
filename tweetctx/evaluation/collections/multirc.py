"""MultiRC (Khashabi et al. 2018): questions and the numbered sentences of one paragraph, several of them relevant."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tweetctx.errors import InputError
from tweetctx.evaluation.collections.collection import LabelledQuery, SentenceCollection
from tweetctx.evaluation.collections.parts import (
    CollectionBuilder,
    located,
    one_token,
    places_of,
    read_json,
    value_of,
)

_MARK = re.compile(r"<b>Sent (\d+): </b>")


def read_multirc(path: Path) -> SentenceCollection:
    """The questions of a file of MultiRC, in its order.

    Accepted: UTF-8, one JSON object whose `data` is a list of objects with `id` (a string) and `paragraph`, an object
    with `text` and `questions`. A text is sentences, each between `<b>Sent N: </b>` and `<br>`, N from 1 without gaps.
    A question has `question`, `idx` (different ones within a paragraph) and `sentences_used`, the places of the
    relevant sentences from 0. The query's id is `id:idx`, a document's its `id`, their spaces as underscores. Other
    keys are not read. CollectionError names the paragraph, and the question, of anything else.
    """
    with located(f"{path}, line 1"):
        records = value_of(read_json(path), "data", list)
    builder = CollectionBuilder(path.stem)
    for number, record in enumerate(records, 1):
        place = f"{path}, paragraph {number}"
        with located(place):
            identifier = one_token(value_of(record, "id", str))
            paragraph = value_of(record, "paragraph", dict)
            sentences = _sentences(value_of(paragraph, "text", str))
            questions = value_of(paragraph, "questions", list)
        row = builder.document(identifier, sentences)
        for which, question in enumerate(questions, 1):
            with located(f"{place}, question {which}"):
                builder.query(_query(identifier, question, row, len(sentences)))
    return builder.build(path)


def _sentences(text: str) -> list[str]:
    before, *parts = _MARK.split(text)
    numbers, sentences = parts[::2], parts[1::2]
    if before.strip() or not sentences:
        raise InputError(f"the text {before[:40]!r} outside of sentences", "<b>Sent 1: </b> first")
    for expected, number in enumerate(numbers, 1):
        if int(number) != expected:
            raise InputError(f"sentence {number}", f"sentence {expected}")
    return [sentence.strip().removesuffix("<br>").strip() for sentence in sentences]


def _query(document: str, record: Any, row: int, sentences: int) -> LabelledQuery:
    text = value_of(record, "question", str)
    index = record.get("idx")
    if not isinstance(index, str | int) or isinstance(index, bool):
        raise InputError(f'{index!r} as "idx"', "a string or a whole number")
    relevant = frozenset((row, place) for place in places_of(record, "sentences_used", sentences))
    return LabelledQuery(f"{document}:{one_token(str(index))}", text, (row,), relevant)
