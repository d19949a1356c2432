"""The pages of templates: what they show where they are used, if that is some words in a line."""

from __future__ import annotations

import re

MAX_BODY = 2000  # characters of a page that is kept

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_NOT_INCLUDED = re.compile(r"<noinclude\s*/?>(?:.*?</noinclude\s*>|.*\Z)", re.DOTALL | re.IGNORECASE)
_ONLY_INCLUDED = re.compile(r"<onlyinclude>(.*?)</onlyinclude>", re.DOTALL | re.IGNORECASE)
_INCLUDED = re.compile(r"</?includeonly\s*/?>", re.IGNORECASE)
# Boxes, lists, notes, hidden text, categories and files, and what needs a program: no part of a sentence, or not known.
_NOT_SIMPLE = re.compile(
    r"""
    \{\| | \n\s*[*\#:;|!=] | \n[ \t]*\n | \#(?:invoke|tag|ifexist|iferror|titleparts|property|statements)\b
    | <(?:table|div|ref|sup|gallery|ul|ol|li|p|h\d|center|blockquote|math|templatestyles|imagemap|timeline|poem)\b
    | display\s*: | class\s*= | \[\[[^\[\]|]*: | \[https?: | __[A-Z]+__
    """,
    re.VERBOSE | re.IGNORECASE,
)


def transcluded(text: str) -> str | None:
    """What a template's page puts in the place of its use, still with parameters; None where that is not simple."""
    text = _COMMENT.sub("", text)
    if only := _ONLY_INCLUDED.findall(text):
        text = "".join(only)
    text = _INCLUDED.sub("", _NOT_INCLUDED.sub("", text)).strip()
    return text if 0 < len(text) <= MAX_BODY and not _NOT_SIMPLE.search(text) else None


def normal_name(name: str) -> str:
    """The name of a template as it is compared: in lower case, with single spaces."""
    name = name.strip().lower()
    return " ".join(name.replace("_", " ").split()) if "_" in name or " " in name or "\n" in name else name
