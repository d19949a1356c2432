"""The wikitext of one page, as sections of paragraphs."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from tweetctx.corpus.wikitext.blocks import build_page
from tweetctx.corpus.wikitext.extensions import resolve_extensions
from tweetctx.corpus.wikitext.inline import resolve_tags
from tweetctx.corpus.wikitext.namespaces import REDIRECT_WORDS
from tweetctx.corpus.wikitext.scanner import Scanner
from tweetctx.corpus.wikitext.templates import Expander
from tweetctx.types import Section

_REDIRECT = re.compile(rf"\s*#(?:{'|'.join(REDIRECT_WORDS)})\s*:?\s*\[\[([^\[\]|{{}}\n]+)", re.IGNORECASE)
_MARKS_DISAMBIGUATION = "__DISAMBIG__"


@dataclass(frozen=True, slots=True)
class WikiPage:
    """What a page says: its sections; or the title it leads to, if it is a redirect.

    `disambiguation` is whether a template or a magic word marks it as a page that only points to others.
    """

    sections: tuple[Section, ...]
    redirect: str | None
    disambiguation: bool


def convert(wikitext: str, *, title: str, language: str = "en", lists: bool = False, tables: bool = False) -> WikiPage:
    """Convert the wikitext of a page with this title, from the Wikipedia of a language, to text.

    Paragraphs and headings are kept, and the words that templates put into sentences; `lists` keeps list items, a
    paragraph each, `tables` the rows of tables, a paragraph each with bars between the cells. References, boxes, files,
    categories, links to other languages, coordinates, pronunciations and comments are left out. The language chooses
    the templates: "de", "fr", "es" and "ru" have their own besides the English ones, which any other has alone.

    Never raises, whatever the text; time and memory grow with its length alone. A redirect has no sections.

    >>> convert("'''Ada''' ({{IPAc-en|ˈ|eɪ|d|ə}}; born {{circa|1980}}) is a [[miller]].", title="Ada").sections
    (Section(heading='', paragraphs=('Ada (born c. 1980) is a miller.',)),)
    """
    if target := _redirect(wikitext):
        return WikiPage((), target, False)
    expander = Expander(title, language)
    text = Scanner(expander.expand, tables=tables).scan(resolve_extensions(wikitext))
    disambiguation = expander.disambiguation or _MARKS_DISAMBIGUATION in text
    return WikiPage(build_page(resolve_tags(text), lists=lists), None, disambiguation)


def _redirect(wikitext: str) -> str | None:
    """The title that a page leads to, as titles are written: a capital first, spaces, no section."""
    match = _REDIRECT.match(wikitext)
    if match is None:
        return None
    target = html.unescape(match[1]).partition("#")[0].replace("_", " ")
    target = " ".join(target.split()).removeprefix(":").strip()
    return target[:1].upper() + target[1:] if target else None
