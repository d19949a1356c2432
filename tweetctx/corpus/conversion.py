"""Converts pages to articles; worker processes convert wikitext and HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from tweetctx.corpus.portions import grouped
from tweetctx.corpus.source_file import SourceFile
from tweetctx.corpus.workers import Begun, open_workers
from tweetctx.errors import CorpusError, InputError
from tweetctx.types import Article

Item = TypeVar("Item")

_UNIT = 1 << 18  # characters of markup that are given to a process at once
_LEAST = 1 << 12  # characters that any page counts for, so that a unit has 64 at most
MAX_PAGE = 16 << 20  # characters of one page; the longest lists of Wikipedia have some 5 million, as HTML
MAX_WIKITEXT = 2 << 20  # characters of one page; MediaWiki stores as many bytes ($wgMaxArticleSize)
_SHOWN = 300  # characters of a title in a message
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
    templates: tuple[Path, str] | None = None  # the folder and the wiki of a dump's template pages

    @property
    def where(self) -> str:
        """The place in messages, with the title."""
        return f"{self.place}, page {self.article.title[:_SHOWN]!r}"


Results = Iterator[Begun | InputError | tuple[Any, Article]]  # of a worker process: articles come with their marks


def convert_pages(pages: Iterable[RawPage | InputError], source: SourceFile) -> Iterator[Article]:
    """Yields the article of each page in order and reports problems where they stand; sets the marks of the source.

    Redirects are left out. An error that ends the file is raised after the last article.
    """
    return convert_items(pages, _size, _convert_unit, source)


def convert_items(
    items: Iterable[Item], size_of: Callable[[Item], int], convert: Callable[..., Results], source: SourceFile
) -> Iterator[Article]:
    """The same for items of which `convert` makes pages, in a worker process.

    size_of: about how many characters of markup an item has. convert: called with some items, how many of their pages
    are done, and the options `lists` and `tables`.
    """
    ends: list[CorpusError] = []
    work = partial(convert, lists=source.reading.options.lists, tables=source.reading.options.tables)
    for _, result in source.reading.shared(open_workers).run(work, _units(items, size_of, ends)):
        if isinstance(result, InputError):
            source.report(result)
        else:
            source.mark, article = result
            yield article
    if ends:
        raise ends[0]


def _units(items: Iterable[Item], size_of: Callable[[Item], int], ends: list[CorpusError]) -> Iterator[list[Item]]:
    """Groups items into units of work; the error that ends them is put aside."""
    try:
        yield from (unit for unit, _ in grouped(items, lambda item: _LEAST + size_of(item), _UNIT) if unit)
    except CorpusError as error:
        ends.append(error)


def _size(page: RawPage | InputError) -> int:
    return 0 if isinstance(page, InputError) else len(page.markup or "")


def _convert_unit(unit: list[RawPage | InputError], skip: int, *, lists: bool, tables: bool) -> Results:
    return convert_numbered(enumerate(unit, 1), skip, lists=lists, tables=tables)


def _too_long(page: RawPage) -> InputError | None:
    """The error of a page or title longer than MediaWiki allows, whose conversion could take much memory."""
    most = MAX_WIKITEXT if page.form == "wikitext" else MAX_PAGE
    for what, size, limit in (("page", len(page.markup or ""), most), ("title", len(page.article.title), MAX_TITLE)):
        if size > limit:
            return InputError(f"a {what} of {size} characters", f"at most {limit}", page.where)
    return None


def convert_numbered(
    pages: Iterable[tuple[int, RawPage | InputError]], skip: int, *, lists: bool, tables: bool
) -> Results:
    """Yields, for a worker process, the articles of pages from number `skip` + 1 on with their marks, and problems.

    No error in the conversion of a page may affect the next page.
    """
    for page_number, page in pages:
        if page_number <= skip:
            continue
        if isinstance(page, InputError):
            yield page
            continue
        if flaw := _too_long(page):
            yield flaw
            continue
        yield Begun(page_number, page.where)
        try:
            article = page.article if page.markup is None else _CONVERTERS[page.form](page, page.markup, lists, tables)
        except Exception as error:
            said = " ".join(f"{type(error).__name__}: {error}"[:200].split())
            yield InputError(f"a text that cannot be converted ({said})", page.form, page.where)
        else:
            if article:
                yield page.mark, article


def _from_wikitext(page: RawPage, markup: str, lists: bool, tables: bool) -> Article | None:
    from tweetctx.corpus.dumps.templates import open_templates
    from tweetctx.corpus.wikitext import convert

    made = convert(
        markup,
        title=page.article.title,
        language=page.language,
        lists=lists,
        tables=tables,
        disambiguation=page.article.disambiguation,
        templates=open_templates(*page.templates) if page.templates else None,
    )
    return None if made.redirect else made.complete(page.article)


def _from_html(page: RawPage, markup: str, lists: bool, tables: bool) -> Article:
    from tweetctx.corpus.html import convert

    made = convert(
        markup,
        title=page.article.title,
        language=page.language,
        lists=lists,
        tables=tables,
        disambiguation=page.article.disambiguation,
    )
    return made.complete(page.article)


_CONVERTERS: dict[str, Callable[[RawPage, str, bool, bool], Article | None]] = {
    "wikitext": _from_wikitext,
    "html": _from_html,
}
