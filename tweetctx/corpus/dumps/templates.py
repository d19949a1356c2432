"""The pages of a dump's simple templates, on disk; every converting process opens them."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from tweetctx.corpus.dumps.pages import Page
from tweetctx.corpus.dumps.redirects import Lines
from tweetctx.corpus.wikitext.templates import TemplatePages
from tweetctx.corpus.wikitext.templates.bodies import normal_name, transcluded

_REDIRECTS = 2  # that are followed


def template_line(page: Page) -> tuple[str, str] | None:
    """The name of a template and its page as one line; None for a template that is not simple."""
    name = normal_name(page.title.partition(":")[2])
    if page.redirect:
        return name, json.dumps({"to": normal_name(page.redirect.partition(":")[2])})
    body = transcluded(page.text)
    return None if body is None else (name, json.dumps({"body": body}))


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
