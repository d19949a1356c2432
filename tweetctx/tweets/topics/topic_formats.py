"""Detection of a file's format from its first bytes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from tweetctx.errors import TopicsError
from tweetctx.reading.lines import line_end
from tweetctx.reading.tar import is_tar
from tweetctx.tweets.topics.json_document import ASSIGNMENT, read_json_document, read_json_lines
from tweetctx.tweets.topics.markup import read_markup
from tweetctx.tweets.topics.tables import read_text, sniff_table
from tweetctx.tweets.topics.topic import Reader

_ROWS = 200  # of the beginning, from which the dialect of a table is detected
_LINES = 20  # of the beginning, which distinguish JSON over many lines from JSON Lines
_OBJECT = re.compile(r'\{\s*(?:"|\}|$)')
_LIST = re.compile(r'\[(?:[ \t\r]*\n|\s*(?:[{"]|\]\s*$|$))')  # not a tweet that begins with [brackets]
_SCRIPT = re.compile(ASSIGNMENT)
_RECORD = re.compile(r"<(?:topics?|tweets?|top|quer(?:y|ies))[\s/>]", re.IGNORECASE)
_XML = re.compile(r"<\?xml\s|<!DOCTYPE\s|<!--", re.IGNORECASE)
_NESTED = re.compile(r"<[A-Za-z_][^<>]*>\s*<")  # not a tweet that begins with <3 or <sarcasm>
_OTHERS = {
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
    b"PK\x03\x04": "a ZIP archive",
}
_EXPECTED = "tweets as text, JSON or XML in UTF-8, plain or compressed with gzip, bzip2, xz or zstandard"


class Format(NamedTuple):
    """A reader, and whether it needs the file in one piece."""

    read: Reader
    whole: bool


TEXT = Format(read_text, whole=False)
JSON_LINES = Format(read_json_lines, whole=False)
JSON_DOCUMENT = Format(read_json_document, whole=True)
MARKUP = Format(read_markup, whole=True)


def begins_json(text: str) -> bool:
    """Whether a text begins as an object of JSON, or as a list of objects, and is no tweet in brackets."""
    return bool(_OBJECT.match(text) or _LIST.match(text))


def find_format(file: Path, head: bytes, ended: bool) -> Format:
    """Returns the format of a file by its first bytes, without a byte order mark; `ended`: whether they are all.

    Raises TopicsError for an empty file, and for one that is known not to hold tweets.
    """
    for magic, found in _OTHERS.items():
        if head.startswith(magic):
            raise TopicsError(f"{file}: found {found}; expected {_EXPECTED}")
    if is_tar(head):
        raise TopicsError(f"{file}: found a tar archive; expected {_EXPECTED}")
    if b"\0" in head[:2]:
        raise TopicsError(f"{file}: found text in UTF-16, or no text; expected {_EXPECTED}")
    start = head.replace(line_end(head), b"\n").decode(errors="replace").lstrip()
    if not start:
        raise TopicsError(f"{file}: found an empty file; expected {_EXPECTED}")
    if _LIST.match(start) or _SCRIPT.match(start):
        return JSON_DOCUMENT
    if _XML.match(start) or _RECORD.match(start) or (_NESTED.match(start) and _RECORD.search(start)):
        return MARKUP
    lines = [line for line in start.split("\n") if not line.isspace()]
    lines = lines if ended else lines[:-1]
    if _OBJECT.match(start) and not lines:
        return JSON_DOCUMENT  # its first line is longer than the bytes looked at: perhaps a page of many tweets
    if _OBJECT.match(start):
        return JSON_DOCUMENT if _is_document(lines[:_LINES]) else JSON_LINES
    # If the first of many lines is damaged, the second decides.
    if len(lines) > 1 and _is_object(lines[1]):
        return JSON_LINES
    # A first line that is longer than the bytes looked at is judged by its beginning.
    table = sniff_table(lines[:_ROWS] or [start], named=named_table(file))
    return Format(table, whole=False) if table else TEXT


def named_table(file: Path) -> str:
    """Returns csv or tsv if a file's name says that it is such a table; empty for any other."""
    return next((name for suffix in file.suffixes if (name := suffix.lower()[1:]) in ("csv", "tsv")), "")


def _is_document(lines: list[str]) -> bool:
    """Whether JSON that begins with an object is one document over many lines rather than JSON Lines."""
    if len(lines) < 2 or _is_object(lines[0]):
        return False
    goes_on = _breaks_off("\n".join(lines), len(lines[0]))
    return goes_on or (_breaks_off(lines[0], len(lines[0])) and not _is_object(lines[1]))


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _breaks_off(text: str, length: int) -> bool:
    """Whether a text is the beginning of longer JSON, or ends where JSON could continue."""
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text.rstrip())
    except (ValueError, RecursionError):
        return False
    return end > length
