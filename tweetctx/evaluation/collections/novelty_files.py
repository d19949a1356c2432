"""The three kinds of files of TREC's Novelty tracks: topics, documents with numbered sentences, judgements."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tweetctx.errors import CollectionError, InputError
from tweetctx.evaluation.collections.parts import located, read_bytes

_FIELD = re.compile(r"<(/?[A-Za-z]+)>")
_LABEL = re.compile(r"\A\s*(?:Number|Topic|Title|Description|Narrative)\s*:", re.IGNORECASE)
_UNIT = re.compile(r"<docno>\s*(\S+?)\s*</docno>|<s\s([^<>]*)>(.*?)</s\s*>|<s\s", re.IGNORECASE | re.DOTALL)
_NESTED = re.compile(r"<s\s", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(\w+)\s*=\s*(?:\"([^\"]*)\"|([^\s\"]+))")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>")
_JUDGEMENT = re.compile(r"(\S+)\s+(\S+):(\d+)\s*")


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic, the line it begins in, and its fields by their tags in lower case."""

    id: str
    line: int
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class Document:
    """The texts of a document's sentences by their numbers, in their order."""

    id: str
    sentences: dict[int, str] = field(default_factory=dict)


class SentenceJudgement(NamedTuple):
    """A sentence that is relevant to a topic, and the line that says so."""

    line: int
    topic: str
    document: str
    number: int


def newswire_text(path: Path) -> str:
    """A file as text; what is not UTF-8 is Latin-1, as in TREC's documents of the nineties."""
    content = read_bytes(path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def read_topics(path: Path) -> list[Topic]:
    """The topics of a file, in its order.

    A topic begins with <top>. A field begins with its tag and ends at the next one; closing tags are optional, and of
    a field that comes twice the last counts. <num> is needed. The words `Number:`, `Topic:`,
    `Title:`, `Description:` and `Narrative:` at the beginning of a field are no part of it.
    """
    text = newswire_text(path)
    topics: dict[str, Topic] = {}
    for line, part in _topic_parts(path, text):
        with located(f"{path}, line {line}"):
            topic = _topic(line, part)
            if topic.id in topics:
                raise InputError(f"the topic {topic.id} a second time", "each number once")
            topics[topic.id] = topic
    return list(topics.values())


def _topic_parts(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """What stands after each <top>, and its line."""
    starts = [match for match in _FIELD.finditer(text) if match[1].lower() == "top"]
    before = text[: starts[0].start()] if starts else text
    if before.strip() or not starts:
        line = before[: len(before) - len(before.lstrip())].count("\n") + 1
        raise CollectionError(f"{path}, line {line}: found {before.strip()[:40]!r}, expected <top>")
    ends = [*(match.start() for match in starts[1:]), len(text)]
    for match, end in zip(starts, ends, strict=True):
        yield text.count("\n", 0, match.end()) + 1, text[match.end() : end]


def _topic(line: int, text: str) -> Topic:
    tags = list(_FIELD.finditer(text))
    ends = [*(tag.start() for tag in tags[1:]), len(text)]
    fields = {
        tag[1].lower(): _plain(_LABEL.sub("", text[tag.end() : end]))
        for tag, end in zip(tags, ends, strict=True)
        if not tag[1].startswith("/")
    }
    number = fields.get("num", "")
    if len(number.split()) != 1:
        raise InputError(f"{number!r} as the number of a topic", "<num> Number: and one word")
    return Topic(number, line, fields)


def read_documents(path: Path) -> list[Document]:
    """The documents of a file, in its order; none if it has no <s docid="…" num="…"> … </s>.

    Of what surrounds the sentences only <DOCNO> is read, which names a document that may have no sentences. Markup
    inside a sentence is dropped and entities are decoded.
    """
    text = newswire_text(path)
    documents: dict[str, Document] = {}
    line, counted = 1, 0
    for match in _UNIT.finditer(text):
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        with located(f"{path}, line {line}"):
            if match[1]:
                documents.setdefault(match[1], Document(match[1]))
            else:
                _add_sentence(match, documents)
    return list(documents.values()) if any(document.sentences for document in documents.values()) else []


def _add_sentence(match: re.Match[str], documents: dict[str, Document]) -> None:
    if match[3] is None or _NESTED.search(match[3]):
        raise InputError("<s …> without its end", "</s> before the next sentence")
    attributes = {name.lower(): quoted or bare for name, quoted, bare in _ATTRIBUTE.findall(match[2])}
    identifier, number = attributes.get("docid", "").strip(), attributes.get("num", "").strip()
    if not identifier or not (number.isascii() and number.isdecimal()):
        raise InputError(f"<s {match[2]}>", '<s docid="…" num="…"> with a whole number')
    sentences = documents.setdefault(identifier, Document(identifier)).sentences
    if int(number) in sentences:
        raise InputError(f"the sentence {identifier}:{number} a second time", "each once in a file")
    sentences[int(number)] = _plain(_MARKUP.sub(" ", match[3]))


def _plain(text: str) -> str:
    """Entities decoded, every run of blanks one space."""
    return " ".join(html.unescape(text).split())


def read_judgements(path: Path) -> Iterator[SentenceJudgement]:
    """The relevant sentences, a line each: `N1 NYT19980629.0465:5`."""
    for number, line in enumerate(newswire_text(path).split("\n"), 1):
        if not line.strip():
            continue
        match = _JUDGEMENT.fullmatch(line.strip())
        if not match:
            raise CollectionError(f"{path}, line {number}: found {line.strip()[:60]!r}, expected topic document:number")
        yield SentenceJudgement(number, match[1], match[2], int(match[3]))


def is_topics(head: str) -> bool:
    """Whether a file that begins so has topics."""
    return head.lstrip().lower().startswith("<top>")


def is_judgements(head: str) -> bool:
    """Whether a file that begins so has judgements of sentences."""
    return bool(_JUDGEMENT.fullmatch(head.lstrip().partition("\n")[0]))
