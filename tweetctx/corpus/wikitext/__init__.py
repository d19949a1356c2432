"""Stand-in."""

import html
import re
from dataclasses import dataclass

from tweetctx.corpus.headings import SectionBuilder
from tweetctx.types import Section


@dataclass(frozen=True, slots=True)
class WikiPage:
    """A page."""

    sections: tuple[Section, ...]
    redirect: str | None
    disambiguation: bool


def convert(wikitext: str, *, title: str, language: str = "en", lists: bool = False, tables: bool = False) -> WikiPage:
    """Stand-in."""
    import mwparserfromhell

    del title, language, lists, tables
    builder = SectionBuilder()
    for line in wikitext.split("\n"):
        if m := re.fullmatch(r"(==+)\s*(.*?)\s*\1", line):
            builder.heading(m[2])
        elif text := html.unescape(str(mwparserfromhell.parse(line).strip_code())).strip():
            builder.paragraph(text)
    return WikiPage(builder.build(), None, "{{disambig" in wikitext)
