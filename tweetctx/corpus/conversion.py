"""Converts pages to articles; worker processes convert wikitext and HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from tweetctx.corpus.source_file import SourceFile
from tweetctx.corpus.workers import Begun, open_workers
from tweetctx.errors import CorpusError, InputError
from tweetctx.types import Article

if TYPE_CHECKING:
    from tweetctx.corpus.wikitext.templates import TemplatePages

_UNIT = 1 << 18  # characters of markup that are given to a process at once
_PAGES = 64  # pages of them at most
MAX_PAGE = 16 << 20  # characters of one page; the longest lists of Wikipedia have some 5 million, as HTML
MAX_WIKITEXT = 2 << 20  # characters of one page; MediaWiki stores as many bytes ($wgMaxArticleSize)
MAX_TITLE = 512  # characters; MediaWiki stores 255 bytes and a namespace


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page, its place in a file, and the mark with which reading continues after it.

    markup: the source of the article's sections; None if the article has them already.
    """

    place: str
    mark: Any
    article: Article
    markup: str | None = None
    form: Literal["wikitext", "html"] = "wikitext"
    language: str = "en"
    templates: TemplatePages | None = None  # of a dump, where the page is converted by the process that opened them


def convert_pages(pages: Iterable[RawPage | InputError], source: SourceFile) -> Iterator[Article]:
    """Yields the article of each page in order and reports problems where they stand; sets the marks of the source.

    Redirects are left out. An error that ends the file is raised after the last article.
    """
    ends: list[CorpusError] = []
    work = partial(_convert_unit, lists=source.options.lists, tables=source.options.tables)
    for _, result in source.reading.shared(open_workers).run(work, _units(pages, ends)):
        if isinstance(result, InputError):
            source.report(result)
        else:
            source.mark, article = result
            yield article
    if ends:
        raise ends[0]


def _units(pages: Iterable[RawPage | InputError], ends: list[CorpusError]) -> Iterator[list[RawPage | InputError]]:
    """Groups pages into units of work; the error that ends them is put aside."""
    unit: list[RawPage | InputError] = []
    size = 0
    try:
        for page in pages:
            page = page if isinstance(page, InputError) else too_long(page) or page
            unit.append(page)
            size += 0 if isinstance(page, InputError) else len(page.markup or "")
            if size >= _UNIT or len(unit) >= _PAGES:
                yield unit
                unit, size = [], 0
    except CorpusError as error:
        ends.append(error)
    if unit:
        yield unit


def too_long(page: RawPage) -> InputError | None:
    """The error of a page or title longer than MediaWiki allows, whose conversion could take much memory."""
    most = MAX_WIKITEXT if page.form == "wikitext" else MAX_PAGE
    for what, size, limit in (("page", len(page.markup or ""), most), ("title", len(page.article.title), MAX_TITLE)):
        if size > limit:
            return InputError(f"a {what} of {size} characters", f"at most {limit}", page.place)
    return None


def _convert_unit(
    unit: list[RawPage | InputError], skip: int, *, lists: bool, tables: bool
) -> Iterator[Begun | InputError | tuple[Any, Article]]:
    for number, page in enumerate(unit[skip:], skip + 1):
        if isinstance(page, InputError):
            yield page
            continue
        place = f"{page.place} ({page.article.title!r})"
        yield Begun(number, place)
        article = convert_page(page, lists=lists, tables=tables)
        if isinstance(article, InputError):
            yield article.at(place)
        elif article:
            yield page.mark, article


def convert_page(page: RawPage, *, lists: bool, tables: bool) -> Article | InputError | None:
    """Returns the article of a page, None for a redirect, or what is wrong with a page that cannot be converted.

    No error in the conversion of a page may affect the next page.
    """
    if page.markup is None:
        return page.article
    try:
        return _CONVERTERS[page.form](page, page.markup, lists, tables)
    except Exception as error:
        said = " ".join(f"{type(error).__name__}: {error}"[:200].split())
        return InputError(f"a text that cannot be converted ({said})", page.form, page.place)


def _from_wikitext(page: RawPage, markup: str, lists: bool, tables: bool) -> Article | None:
    from tweetctx.corpus.wikitext import convert

    made = convert(
        markup,
        title=page.article.title,
        language=page.language,
        lists=lists,
        tables=tables,
        disambiguation=page.article.disambiguation,
        templates=page.templates,
    )
    if made.redirect:
        return None
    return made.complete(page.article)


def _from_html(page: RawPage, markup: str, lists: bool, tables: bool) -> Article:
    from tweetctx.corpus.html import convert

    title, disambiguation = page.article.title, page.article.disambiguation
    made = convert(markup, title=title, lists=lists, tables=tables, disambiguation=disambiguation)
    return made.complete(page.article)


_CONVERTERS: dict[str, Callable[[RawPage, str, bool, bool], Article | None]] = {
    "wikitext": _from_wikitext,
    "html": _from_html,
}
