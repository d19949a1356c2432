"""Reads topics between tags, each on its own: INEX's and Indri's XML, and TREC's <top>, whose tags are not closed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from tweetctx.errors import InputError
from tweetctx.reading.problems import Report
from tweetctx.tweets.topics.inex import read_element
from tweetctx.tweets.topics.topic import Located, Topic, make_topic

# Possessive, so that a tag without an end is scanned once, without backtracking.
_TAG = re.compile(
    rb"(?P<passage><!--|<!\[CDATA\[)"
    rb"""|<(?P<slash>/?)(?P<name>topic|tweet|top|query)(?=[\s/>])(?P<rest>(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+)>""",
    re.IGNORECASE,
)
_ENDS = {b"<!--": b"-->", b"<![CDATA[": b"]]>"}
MAX_TOPIC = 1 << 20  # bytes between the first tag of a topic and its last
_ROOT = re.compile(rb"(?>\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*+<([\w.:-]+)", re.DOTALL)
_ENCODING = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']""")


# The tags of TREC's topics, most of which are never closed; a title may contain other text in angle brackets;
# the microblog track has <query>.
_FIELD = re.compile(
    r"<(/?)(top|head|num|dom|title|query|querytime|querytweettime|desc|smry|narr|con|fac|def)\s*>", re.IGNORECASE
)
_LABEL = re.compile(r"\s*(?:Number|Topic)\s*:", re.IGNORECASE)
_TOP = "<top> with <num> and <title>"

_NAMES = ("topic", "tweet", "top", "query")
_RECORDS = "<topic>, <tweet>, <top> or <query>"


class _Tag(NamedTuple):
    """A tag that begins or ends a record: its place in the text and in the bytes."""

    name: str
    line: int
    column: int
    begin: int
    end: int
    closes: bool
    is_empty: bool  # <tweet .../>


def read_markup(pieces: Iterable[bytes], report: Report) -> Iterator[Located]:
    """Yields a topic for each <topic>, <tweet>, <top> or <query>; reports broken ones and continues."""
    content = b"".join(pieces)
    encoding = _encoding(content)
    for first, last in _records(content, report):
        try:
            if last.end - first.begin > MAX_TOPIC:
                raise InputError(f"a <{first.name}> of more than {MAX_TOPIC} bytes", "a topic of at most that")
            topic = _topic(content[first.begin : last.end], first, encoding)
        except InputError as error:
            report(error.at(error.place or first.line))
        else:
            yield first.line, topic


def _topic(content: bytes, tag: _Tag, encoding: str) -> Topic:
    """The topic in the bytes from its first tag to its last."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start]
        column = error.start - before.rfind(b"\n") if b"\n" in before else tag.column + error.start
        found = f"byte 0x{content[error.start]:02x} at column {column}"
        raise InputError(found, f"text in {encoding.upper()}", tag.line + before.count(b"\n")) from None
    return _read_top(text) if tag.name == "top" else read_element(text, tag.line, tag.column)


def _encoding(content: bytes) -> str:
    """Returns the encoding that XML declares, where Python knows it and it extends ASCII; UTF-8 otherwise."""
    declared = _ENCODING.match(content)
    name = declared[1].decode().lower() if declared else "utf-8"
    try:
        return name if b"<".decode(name) == "<" else "utf-8"
    except (LookupError, ValueError):
        return "utf-8"


def _records(content: bytes, report: Report) -> Iterator[tuple[_Tag, _Tag]]:
    """Yields the first and the last tag of each record, found by tags alone, so that a broken one costs no other."""
    opened: _Tag | None = None
    tag: _Tag | None = None
    for tag in _tags(content):
        if opened and (tag.name != opened.name or tag.is_empty):
            continue  # a tweet inside a topic
        if tag.is_empty:
            yield tag, tag
        elif tag.closes and opened:
            yield opened, tag
            opened = None
        elif tag.closes:
            report(InputError(f"</{tag.name}> without a <{tag.name}>", f"<{tag.name}>", tag.line))
        else:
            if opened:
                found = f"a <{tag.name}> inside the <{tag.name}> of line {opened.line}"
                report(InputError(found, f"</{tag.name}>", tag.line))
            opened = tag
    if flaw := _flaw_at_end(content, opened, tag):
        report(flaw.at(content.rstrip().count(b"\n") + 1))


def _tags(content: bytes) -> Iterator[_Tag]:
    line, begin_of_line, counted, position = 1, 0, 0, 0
    endless: set[bytes] = set()  # kinds of passages whose end does not occur in the rest of the file
    while match := _TAG.search(content, position):
        position = match.end()
        if passage := match["passage"]:  # a comment or a CDATA section
            end = -1 if passage in endless else content.find(_ENDS[passage.upper()], position)
            position = position if end < 0 else end
            if end < 0:
                endless.add(passage)
            continue
        line += content.count(b"\n", counted, match.start())
        begin_of_line = content.rfind(b"\n", counted, match.start()) + 1 or begin_of_line
        counted = match.start()
        location = (line, counted - begin_of_line + 1)
        name = match["name"].decode().lower()
        yield _Tag(name, *location, counted, position, bool(match["slash"]), match["rest"].endswith(b"/"))


def _flaw_at_end(content: bytes, opened: _Tag | None, last: _Tag | None) -> InputError | None:
    """The missing end of the last record or of the element around all, or that there was no record."""
    root = _ROOT.match(content)
    name = root[1].decode() if root else ""
    if opened:
        found = f"the end of the file inside the <{opened.name}> of line {opened.line}"
        return InputError(found, f"</{opened.name}>")
    if not last:
        return InputError(f"markup without a topic, its root is <{name}>", _RECORDS)
    end = rf"</{re.escape(name)}\s*>".encode()
    if name and name.lower() not in _NAMES and not re.search(end, content[last.end :]):
        return InputError(f"the end of the file inside <{name}>", f"</{name}>")
    return None


def _read_top(text: str) -> Topic:
    """Returns the topic of one <top>; raises InputError where it has no number or no title."""
    fields = _fields(text)
    for name in ("num", "title"):
        if not fields.get(name):
            raise InputError(f"a <top> without <{name}>", _TOP)
    return make_topic(fields["num"], fields["title"])


def _fields(text: str) -> dict[str, str]:
    """Returns, by tag, the text after its first occurrence up to the next tag, on one line and without its label."""
    fields: dict[str, str] = {}
    for tag, following in pairwise(_FIELD.finditer(text)):
        name = tag[2].lower()
        if not tag[1]:
            content = text[tag.end() : following.start()]
            content = _LABEL.sub("", content, count=1) if _LABEL.match(content) else content
            fields.setdefault("title" if name == "query" else name, " ".join(content.split()))
    return fields
