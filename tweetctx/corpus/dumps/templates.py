"""The pages of a dump's simple templates, on disk; every converting process opens them."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

from tweetctx.corpus.dumps.pages import Page
from tweetctx.corpus.dumps.redirects import Lines
from tweetctx.corpus.wikitext.templates import TemplatePages
from tweetctx.corpus.wikitext.templates.arguments import normal_name

_REDIRECTS = 2  # that are followed
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
    | display\s*: | class\s*= | \[\[[^\[\]|]*: | \[https?: | __[^\W\d_]+__
    """,
    re.VERBOSE | re.IGNORECASE,
)


def template_line(page: Page) -> tuple[str, str] | None:
    """The name of a template and its page as one line; None for a template that is not simple."""
    name = normal_name(page.title.partition(":")[2])
    if page.redirect:
        return name, json.dumps({"name": name, "to": normal_name(page.redirect.partition(":")[2])})
    body = transcluded(page.text)
    return None if body is None else (name, json.dumps({"name": name, "body": body}))


def transcluded(text: str) -> str | None:
    """Returns the text that replaces a use of the template, still with parameters; None where that is not simple."""
    text = _COMMENT.sub("", text)
    if only := _ONLY_INCLUDED.findall(text):
        text = "".join(only)
    text = _INCLUDED.sub("", _NOT_INCLUDED.sub("", text)).strip()
    return text if 0 < len(text) <= MAX_BODY and not _NOT_SIMPLE.search(text) else None


def open_templates(folder: Path, wiki: str) -> TemplatePages:
    """Looks up the pages of the templates of a wiki, which a `LinesWriter` wrote to a folder."""
    lines = _opened(folder, (folder / "keys.npy").stat().st_mtime_ns)

    def find(name: str) -> str | None:
        for _ in range(_REDIRECTS + 1):
            record: dict[str, str] = next((json.loads(line) for line in lines.of(wiki, name)), {})
            if "to" not in record:
                return record.get("body")
            name = record["to"]
        return None

    return find


@lru_cache(maxsize=2)
def _opened(folder: Path, _written: int) -> Lines:
    return Lines(folder)
