"""SelQA (Jurczyk, Zhai and Choi 2016): questions and the sentences of one section of a Wikipedia article."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tweetctx.errors import CollectionError
from tweetctx.evaluation.collections.collection import LabelledQuery, SentenceCollection
from tweetctx.evaluation.collections.parts import (
    CollectionBuilder,
    located,
    one_token,
    places_of,
    read_json,
    strings_of,
    value_of,
)
from tweetctx.reading.kinds import kind_of


def read_selqa(path: Path) -> SentenceCollection:
    """The questions of a file of SelQA's answer sentence selection, in its order.

    Accepted: UTF-8, one JSON list of objects that have `question`, `article` and `section` (strings), `candidates`
    (the sentences of that section, some of them empty) and `answers` (places in the candidates, from 0); other keys
    are not read. The query's id is its place in the list, from 1; the document's `article/section`, its spaces as
    underscores. CollectionError names the question of anything else.
    """
    records = read_json(path)
    if not isinstance(records, list):
        raise CollectionError(f"{path}, line 1: found {kind_of(records)}, expected a list of questions")
    builder = CollectionBuilder(path.stem)
    for number, record in enumerate(records, 1):
        with located(f"{path}, question {number}"):
            builder.query(_query(str(number), record, builder))
    return builder.build(path)


def _query(identifier: str, record: Any, builder: CollectionBuilder) -> LabelledQuery:
    text = value_of(record, "question", str)
    section = one_token(f"{value_of(record, 'article', str)}/{value_of(record, 'section', str)}")
    sentences = strings_of(record, "candidates")
    row = builder.document(section, sentences)
    relevant = frozenset((row, place) for place in places_of(record, "answers", len(sentences)))
    return LabelledQuery(identifier, text, (row,), relevant)
