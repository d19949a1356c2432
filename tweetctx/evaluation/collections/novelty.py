"""TREC's Novelty tracks (Harman 2002; Soboroff and Harman 2003; Soboroff 2004): topics and sentences of newswire."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal, get_args

from tweetctx.errors import CollectionError, InputError, ParameterError
from tweetctx.evaluation.collections.collection import LabelledQuery, SentenceCollection
from tweetctx.evaluation.collections.novelty_files import (
    Document,
    SentenceJudgement,
    Topic,
    is_judgements,
    is_topics,
    read_documents,
    read_judgements,
    read_topics,
)
from tweetctx.evaluation.collections.parts import CollectionBuilder, located, one_token, read_bytes

Field = Literal["title", "desc", "narr"]

_HEAD = 4096  # bytes that show what a file is


@dataclass(frozen=True, slots=True)
class _Source:
    """The documents of one file by id, and the names that tie it to a topic: the file's up to a dot, its folder's."""

    names: frozenset[str]
    documents: dict[str, Document]


def read_novelty(
    topics: Path, documents: Path, qrels: Path, *, field: Field = "title", name: str | None = None
) -> SentenceCollection:
    """A year's topics, documents and judgements, as NIST distributes them; archives unpacked, files plain or gzipped.

    topics: <top>, <num> Number: N1, <title>, <desc>, <narr> and others such as <toptype>, closed or not. field: which
    of them is the query's text.
    documents: a file, or a folder with all its folders; sentences as `<s docid="NYT19980629.0465" num="1"> … </s>`,
    other attributes allowed. A topic's documents are those its field <docs> lists; or, without that, those of the
    files that bear its number before the first dot or stand in a folder named so, with the letter or without:
    `N1.docs_text`, `51.doc_text`, `303.docs_text`, `N1/NYT19980629.0465`.
    qrels: a line a relevant sentence, `N1 NYT19980629.0465:5`.
    A sentence's id is `docid:num`. CollectionError names file and line of what does not fit.
    """
    if field not in get_args(Field):
        raise ParameterError(f"field: found {field!r}, expected one of {', '.join(get_args(Field))}")
    found = read_topics(topics)
    relevant = _by_topic(qrels, {topic.id for topic in found})
    sources = list(_sources(documents))
    builder = CollectionBuilder(name or topics.stem)
    for topic in found:
        with located(f"{topics}, line {topic.line}"):
            text = topic.fields.get(field, "")
            if not text:
                raise InputError(f"the topic {topic.id} without <{field}>", f"a text after <{field}>")
            rows = _rows(_documents_of(topic, sources), builder)
            labels = frozenset(_places(relevant.get(topic.id, ()), rows, qrels))
            builder.query(LabelledQuery(topic.id, text, tuple(row for row, _ in rows.values()), labels))
    return builder.build(topics)


def read_novelty_folder(folder: Path, *, field: Field = "title", qrels: Path | None = None) -> SentenceCollection:
    """The same where all files stand in one folder: which is which shows from how they begin.

    Where several files have judgements, the one whose name has `relevant` in it is taken; `qrels` names another.
    """
    heads = {path: _head(path) for path in _files(folder)}
    topics = _only(folder, "topics", heads, is_topics)
    qrels = qrels or _only(folder, "judgements", heads, is_judgements, prefer="relevant")
    return read_novelty(topics, folder, qrels, field=field, name=folder.name)


def _only(
    folder: Path, what: str, heads: dict[Path, str], fits: Callable[[str], bool], prefer: str | None = None
) -> Path:
    paths = [path for path, head in heads.items() if fits(head)]
    if prefer and len(paths) > 1:
        paths = [path for path in paths if prefer in path.name]
    if len(paths) != 1:
        named = f" ({', '.join(path.name for path in paths)})" if paths else ""
        advice = "; qrels= names the one that counts" if what == "judgements" else ""
        raise CollectionError(f"{folder}: found {len(paths)} files of {what}{named}, expected one{advice}")
    return paths[0]


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise CollectionError(f"{path}: found no file or folder, expected documents")
    return sorted(file for file in path.rglob("[!.]*") if file.is_file())


def _head(path: Path) -> str:
    return read_bytes(path)[:_HEAD].decode("latin-1").removeprefix("\xef\xbb\xbf")


def _sources(path: Path) -> Iterator[_Source]:
    documents = 0
    for file in _files(path):
        found = {document.id: document for document in read_documents(file)}
        if found:
            documents += len(found)
            yield _Source(frozenset((file.name.partition(".")[0], file.parent.name)), found)
    if not documents:
        raise CollectionError(f'{path}: found no sentences, expected <s docid="…" num="…"> … </s>')


def _by_topic(qrels: Path, topics: set[str]) -> dict[str, list[SentenceJudgement]]:
    judged: dict[str, list[SentenceJudgement]] = {}
    for judgement in read_judgements(qrels):
        if judgement.topic not in topics:
            raise CollectionError(
                f"{qrels}, line {judgement.line}: found the topic {judgement.topic}, expected one of the topics"
            )
        judged.setdefault(judgement.topic, []).append(judgement)
    return judged


def _documents_of(topic: Topic, sources: list[_Source]) -> list[Document]:
    names = {topic.id, topic.id.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
    own = [source for source in sources if source.names & names]
    listed = topic.fields.get("docs", "").split()
    if listed:
        return [_find(identifier, chain(own, sources)) for identifier in listed]
    if not own:
        raise InputError(
            f"no documents of the topic {topic.id}", f"<docs>, or a file or folder named {' or '.join(sorted(names))}"
        )
    return [document for source in own for document in source.documents.values()]


def _find(identifier: str, sources: Iterable[_Source]) -> Document:
    for source in sources:
        if identifier in source.documents:
            return source.documents[identifier]
    raise InputError(f"the document {identifier} under <docs>", "one that is among the documents")


def _rows(documents: list[Document], builder: CollectionBuilder) -> dict[str, tuple[int, dict[int, int]]]:
    """For each document its row, and the places of its sentences by their numbers."""
    rows: dict[str, tuple[int, dict[int, int]]] = {}
    for document in documents:
        if document.id in rows:
            raise InputError(f"the document {document.id} twice in one topic", "each once")
        name = one_token(document.id)
        row = builder.document(name, [*document.sentences.values()], [f"{name}:{n}" for n in document.sentences])
        rows[document.id] = row, {number: place for place, number in enumerate(document.sentences)}
    return rows


def _places(
    judged: Iterable[SentenceJudgement], rows: dict[str, tuple[int, dict[int, int]]], qrels: Path
) -> Iterator[tuple[int, int]]:
    for line, topic, document, number in judged:
        if document not in rows:
            raise CollectionError(
                f"{qrels}, line {line}: found the document {document}, expected one of the topic {topic}"
            )
        row, places = rows[document]
        if number not in places:
            raise CollectionError(f"{qrels}, line {line}: found sentence {number}, expected one of {document}")
        yield row, places[number]
