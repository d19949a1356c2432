"""TREC's Novelty tracks (Harman 2002; Soboroff and Harman 2003; Soboroff 2004): topics and sentences of newswire."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import ascii_uppercase
from typing import Literal, NamedTuple, get_args

from tweetctx.errors import CollectionError, InputError, ParameterError
from tweetctx.evaluation.collections.collection import (
    CollectionBuilder,
    LabelledQuery,
    SentenceCollection,
    located,
    one_token,
    read_text,
)

Field = Literal["title", "desc", "narr"]

_FIELD = re.compile(r"<(/?[A-Za-z]+)>")
_LABEL = re.compile(r"\A\s*(?:Number|Topic|Title|Description|Narrative)\s*:", re.IGNORECASE)
_UNIT = re.compile(r"<docno>\s*(\S+?)\s*</docno>|<s\s([^<>]*)>(.*?)</s\s*>|<s\s", re.IGNORECASE | re.DOTALL)
_NESTED = re.compile(r"<s\s", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(\w+)\s*=\s*(?:\"([^\"]*)\"|([^\s\"]+))")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>")
_JUDGEMENT = re.compile(r"(\S+)\s+(\S+):(\d+)\s*")


_Documents = dict[str, dict[int, str]]  # by document id: the texts of its sentences by their numbers, in their order
_Rows = dict[str, tuple[int, list[int]]]  # by document id: its row, and the numbers of its sentences in their order


class _Topic(NamedTuple):
    """A topic, the line it begins in, and its fields by their tags in lower case."""

    id: str
    line: int
    fields: dict[str, str]


class _Source(NamedTuple):
    """The documents of one file, and the names that tie it to a topic: the file's up to a dot, its folder's."""

    names: frozenset[str]
    documents: _Documents


def read_novelty(
    topics: Path, documents: Path, qrels: Path, *, field: Field = "title", name: str | None = None
) -> SentenceCollection:
    """Reads a year's topics, documents and judgements as NIST distributes them, files plain or compressed.

    topics: <top>, <num> Number: N1, <title>, <desc>, <narr> and others such as <toptype>. A field begins with its tag
    and ends at the next one, closing tags are optional, and of a field that comes twice the last counts. field: which
    of them is the query's text.
    documents: a file, or a folder with all its folders; sentences as `<s docid="NYT19980629.0465" num="1"> … </s>`,
    other attributes allowed. A topic's documents are those its field <docs> lists; or, without that, those of the
    files that bear its number before the first dot or stand in a folder named so, with the letter or without:
    `N1.docs_text`, `51.doc_text`, `303.docs_text`, `N1/NYT19980629.0465`.
    qrels: a line a relevant sentence, `N1 NYT19980629.0465:5`.
    A sentence's id is `docid:num`. What is not UTF-8 is read as Latin-1, as the documents of the nineties need.
    CollectionError names file and line of what does not fit.
    """
    if field not in get_args(Field):
        raise ParameterError(f"field: found {field!r}, expected one of {', '.join(get_args(Field))}")
    sources = [*_sources(documents)]
    builder = CollectionBuilder(name or topics.stem)
    parsed_topics = _read_topics(topics)
    rows: dict[str, _Rows] = {}
    for topic in parsed_topics:
        with located(f"{topics}, line {topic.line}"):
            if not topic.fields.get(field):
                raise InputError(f"the topic {topic.id} without <{field}>", f"a text after <{field}>")
            rows[topic.id] = _add_documents(topic, sources, builder)
    relevant = _read_judgements(qrels, rows)
    for topic in parsed_topics:
        documents_of_query = tuple(row for row, _ in rows[topic.id].values())
        builder.query(LabelledQuery(topic.id, topic.fields[field], documents_of_query, frozenset(relevant[topic.id])))
    return builder.build(topics)


def read_novelty_folder(folder: Path, *, field: Field = "title", qrels: Path | None = None) -> SentenceCollection:
    """Reads a folder that holds all the files; how a file begins shows what it is.

    Where several files have judgements, the one whose name contains `relevant` is read; `qrels` names another.
    """
    heads = {path: read_text(path, fallback="latin-1")[:4096].lstrip() for path in _files(folder)}
    topics = [path for path, head in heads.items() if head.lower().startswith("<top>")]
    judgements = [path for path, head in heads.items() if _JUDGEMENT.fullmatch(head.partition("\n")[0])]
    if len(judgements) > 1:
        judgements = [path for path in judgements if "relevant" in path.name]
    qrels = qrels or _only(folder, "judgements", judgements, "; qrels= names the one that counts")
    return read_novelty(_only(folder, "topics", topics), folder, qrels, field=field, name=folder.name)


def _only(folder: Path, what: str, paths: list[Path], advice: str = "") -> Path:
    if len(paths) != 1:
        named = f" ({', '.join(path.name for path in paths)})" if paths else ""
        raise CollectionError(f"{folder}: found {len(paths)} files of {what}{named}, expected one{advice}")
    return paths[0]


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise CollectionError(f"{path}: found no file or folder, expected documents")
    return sorted(file for file in path.rglob("[!.]*") if file.is_file())


def _read_topics(path: Path) -> list[_Topic]:
    text = read_text(path, fallback="latin-1")
    tops = [match for match in _FIELD.finditer(text) if match[1].lower() == "top"]
    before = text[: tops[0].start()] if tops else text
    if before.strip() or not tops:
        line = before[: len(before) - len(before.lstrip())].count("\n") + 1
        raise CollectionError(f"{path}, line {line}: found {before.strip()[:40]!r}, expected <top>")
    ends = [*(match.start() for match in tops[1:]), len(text)]
    topics: dict[str, _Topic] = {}
    for top, end in zip(tops, ends, strict=True):
        line = text.count("\n", 0, top.end()) + 1
        with located(f"{path}, line {line}"):
            topic = _topic(line, text[top.end() : end])
            if topic.id in topics:
                raise InputError(f"the topic {topic.id} a second time", "each number once")
            topics[topic.id] = topic
    return list(topics.values())


def _topic(line: int, text: str) -> _Topic:
    tags = list(_FIELD.finditer(text))
    ends = [*(tag.start() for tag in tags[1:]), len(text)]
    fields = {
        tag[1].lower(): _plain(_LABEL.sub("", text[tag.end() : end]))
        for tag, end in zip(tags, ends, strict=True)
        if not tag[1].startswith("/")
    }
    identifier = fields.get("num", "")
    if len(identifier.split()) != 1:
        raise InputError(f"{identifier!r} as the number of a topic", "<num> Number: and one word")
    return _Topic(identifier, line, fields)


def _plain(text: str) -> str:
    """Decodes entities, and makes every run of blanks one space."""
    return " ".join(html.unescape(text).split())


def _sources(path: Path) -> Iterator[_Source]:
    has_sentences = False
    for file in _files(path):
        documents = _read_documents(file)
        if any(documents.values()):
            has_sentences = True
            yield _Source(frozenset((file.name.partition(".")[0], file.parent.name)), documents)
    if not has_sentences:
        raise CollectionError(f'{path}: found no sentences, expected <s docid="…" num="…"> … </s>')


def _read_documents(path: Path) -> _Documents:
    """Returns the documents of a file, from its sentences and <DOCNO> elements; other markup is ignored."""
    text = read_text(path, fallback="latin-1")
    documents: _Documents = {}
    line, counted = 1, 0
    for match in _UNIT.finditer(text):
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        with located(f"{path}, line {line}"):
            if match[1]:
                documents.setdefault(match[1], {})
            else:
                _add_sentence(match, documents)
    return documents


def _add_sentence(match: re.Match[str], documents: _Documents) -> None:
    if match[3] is None or _NESTED.search(match[3]):
        raise InputError("<s …> without its end", "</s> before the next sentence")
    attributes = {name.lower(): quoted or bare for name, quoted, bare in _ATTRIBUTE.findall(match[2])}
    identifier, number = attributes.get("docid", "").strip(), attributes.get("num", "").strip()
    if not identifier or not (number.isascii() and number.isdecimal()):
        raise InputError(f"<s {match[2]}>", '<s docid="…" num="…"> with a whole number')
    sentences = documents.setdefault(identifier, {})
    if int(number) in sentences:
        raise InputError(f"the sentence {identifier}:{number} a second time", "each once in a file")
    sentences[int(number)] = _plain(_MARKUP.sub(" ", match[3]))


def _documents_of(topic: _Topic, sources: list[_Source]) -> Iterator[tuple[str, dict[int, str]]]:
    """Yields the ids and sentences of a topic's documents."""
    names = {topic.id, topic.id.lstrip(ascii_uppercase)}
    tied = [source for source in sources if source.names & names]
    listed = topic.fields.get("docs", "").split()
    if not listed and not tied:
        expected = f"<docs>, or a file or folder named {' or '.join(sorted(names))}"
        raise InputError(f"no documents of the topic {topic.id}", expected)
    for identifier in listed:
        sentences = next((s.documents[identifier] for s in [*tied, *sources] if identifier in s.documents), None)
        if sentences is None:
            raise InputError(f"the document {identifier} under <docs>", "one that is among the documents")
        yield identifier, sentences
    for source in () if listed else tied:
        yield from source.documents.items()


def _add_documents(topic: _Topic, sources: list[_Source], builder: CollectionBuilder) -> _Rows:
    rows: _Rows = {}
    for identifier, sentences in _documents_of(topic, sources):
        if identifier in rows:
            raise InputError(f"the document {identifier} twice in one topic", "each once")
        name = one_token(identifier)
        row = builder.document(name, [*sentences.values()], [f"{name}:{number}" for number in sentences])
        rows[identifier] = row, [*sentences]
    return rows


def _read_judgements(path: Path, rows: Mapping[str, _Rows]) -> dict[str, set[tuple[int, int]]]:
    """Returns, by topic, the row of the document and the index in it of each relevant sentence."""
    relevant: dict[str, set[tuple[int, int]]] = {topic: set() for topic in rows}
    for line, text in enumerate(read_text(path, fallback="latin-1").split("\n"), 1):
        if text.strip():
            with located(f"{path}, line {line}"):
                match = _JUDGEMENT.fullmatch(text.strip())
                if not match:
                    raise InputError(repr(text.strip()[:60]), "topic document:number")
                topic, document, number = match[1], match[2], int(match[3])
                if topic not in rows:
                    raise InputError(f"the topic {topic}", "one of the topics")
                if document not in rows[topic]:
                    raise InputError(f"the document {document}", f"one of the topic {topic}")
                row, numbers = rows[topic][document]
                if number not in numbers:
                    raise InputError(f"sentence {number}", f"one of {document}")
                relevant[topic].add((row, numbers.index(number)))
    return relevant
