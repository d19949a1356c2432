"""The wikitext of one page, as paragraphs under headings, links and other names."""

from __future__ import annotations

from itertools import chain

from tweetctx.corpus.chunks import chunks, drain
from tweetctx.corpus.variants import choose_variants
from tweetctx.corpus.wikitext.blocks import build_page
from tweetctx.corpus.wikitext.content import Content
from tweetctx.corpus.wikitext.extensions import resolve_extensions
from tweetctx.corpus.wikitext.inline import resolve_tags
from tweetctx.corpus.wikitext.marks import without_marks
from tweetctx.corpus.wikitext.namespaces import redirect_target
from tweetctx.corpus.wikitext.scanner import Scanner
from tweetctx.corpus.wikitext.templates import Expander, TemplatePages

_MARKS_DISAMBIGUATION = "__DISAMBIG__"


def convert(
    wikitext: str,
    *,
    title: str,
    language: str = "en",
    lists: bool = False,
    tables: bool = False,
    disambiguation: bool = False,
    templates: TemplatePages | None = None,
) -> Content:
    """Converts the wikitext of a page with this title, from the Wikipedia of a language, to text.

    Paragraphs and headings are kept, with the words that templates add to sentences; `lists` keeps list items, one
    paragraph each, `tables` table rows, one paragraph each with bars between cells. References, boxes, files,
    categories, links to other languages, coordinates, pronunciations and comments are left out. The language selects
    the templates, see docs/templates.md, and the headings of references. templates: the pages of other templates, from
    a dump.

    The senses of a disambiguation page, marked as such by its markup or the argument, are the entries of its lists.

    Never raises for any text; time and memory are linear in its length. A redirect has no sections.

    >>> convert("'''Ada''' ({{IPAc-en|ˈ|eɪ|d|ə}}; born {{circa|1980}}) is a [[miller]].", title="Ada").sections
    (Section(heading='', paragraphs=('Ada (born c. 1980) is a miller.',)),)
    """
    if target := redirect_target(wikitext):
        return Content(redirect=target)
    expander = Expander(title, language, templates)
    resolved = map(choose_variants, resolve_extensions(without_marks(wikitext)))
    pieces = chain(("\n",), resolved)  # a table may begin on the first line
    texts = list(chunks(Scanner(expander.expand, tables=tables).read(chunks(pieces))))
    disambiguation = disambiguation or expander.disambiguation or any(_MARKS_DISAMBIGUATION in text for text in texts)
    lines = map(resolve_tags, drain(texts))
    return build_page(lines, title=title, lists=lists, disambiguation=disambiguation, language=language)
