"""CirrusSearch content dumps: lines in pairs, an action of Elasticsearch with the page's number, then the page.

The action is `{"index": {"_type": "page", "_id": "12"}}`; newer dumps have `_doc` for a type, or none. A page that
brings its wikitext, `source_text`, is converted from that. `text` has neither paragraphs nor headings; only the
end of `opening_text`, the article's beginning, is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tweetctx.corpus.addresses import article_url, points_elsewhere, revision_of, wikipedia_base
from tweetctx.corpus.brackets import tidy_brackets
from tweetctx.corpus.chunks import fold_spaces
from tweetctx.corpus.cleaning import clean_line
from tweetctx.corpus.conversion import RawPage
from tweetctx.corpus.notes import without_notes
from tweetctx.corpus.source_file import SourceFile
from tweetctx.corpus.wikitext.content import check_links
from tweetctx.corpus.wikitext.marks import title_of
from tweetctx.errors import InputError
from tweetctx.reading.lines import read_lines
from tweetctx.reading.objects import (
    identifier_of,
    list_of,
    number_of,
    object_of,
    optional_text_of,
    parse_object,
    text_of,
)
from tweetctx.types import Article, Section, WikiLink

_ACTION = '{"index": {"_id": "..."}}'
_PAGE = 'an object {"title", "namespace", "text" or "source_text"} on one line'
_REDIRECT = 'an object {"namespace", "title"}'
_REFERENCES = re.compile(r"\s{2,}\^ .*", re.DOTALL)  # the notes at the end, in dumps up to 2015 or so
BEGINS = re.compile(rb'\{\s*"index"\s*:\s*\{')
LANGUAGE = re.compile(rb'"language"\s*:\s*"([A-Za-z-]{2,20})"')


def cirrus_pages(source: SourceFile) -> Iterator[RawPage | InputError]:
    """Yields the articles among the pages, and broken lines; marks are line numbers."""
    identifier: str | None = None  # of the action before, if the last line was one ...
    action = 0  # ... and its line
    lost = False  # whether the last line was broken, so that a page without an action was reported already
    for line_number, line in enumerate(read_lines(source.pieces), 1):
        if line_number <= (source.start or 0):
            continue
        try:
            if isinstance(line, InputError):
                raise line
            if not line or line.isspace():
                continue
            record = parse_object(line, f"{_ACTION} or {_PAGE}")
            if "index" in record and "title" not in record:
                if identifier is not None:
                    yield _without_page(action)
                identifier, lost = identifier_of(object_of(record, "index"), "_id", _ACTION), False
                action = line_number
                continue
            if identifier is None and not lost:
                raise InputError("a page without an action before it", _ACTION)
            if identifier is not None and (page := _page(record, identifier, line_number)):
                yield page
            identifier, lost = None, False
        except InputError as error:
            yield error.at(f"line {line_number}")
            identifier, lost = None, True
    if identifier is not None:
        yield _without_page(action)


def _without_page(line_number: int) -> InputError:
    """The problem of an action that no page follows, as at the end of a dump that is cut there."""
    return InputError("an action without a page after it", _PAGE, f"line {line_number}")


def _page(record: dict[str, object], identifier: str, line_number: int) -> RawPage | None:
    if number_of(record, "namespace", _PAGE) != 0:
        return None
    title = clean_line(text_of(record, "title", _PAGE))
    language = optional_text_of(record, "language") or "en"
    markup = optional_text_of(record, "source_text") or None
    names = [str(name) for key in ("template", "category") for name in list_of(record, key)]
    article = Article(
        id=clean_line(identifier),
        title=title,
        url=article_url(wikipedia_base(optional_text_of(record, "wiki")), title),
        sections=() if markup else _sections(record),
        redirects=_redirects(record),
        disambiguation=points_elsewhere(names),
        links=() if markup else _links(record),
        revision=revision_of(record.get("version")),
    )
    return RawPage(f"line {line_number}", line_number, article, markup, "wikitext", language)


def _sections(record: dict[str, object]) -> tuple[Section, ...]:
    """One section with two paragraphs, the opening and the rest, since the format marks no others."""
    text = clean_line(_REFERENCES.sub("", text_of(record, "text", _PAGE)))
    opening = clean_line(optional_text_of(record, "opening_text"))
    rest = text.removeprefix(opening) if opening else text
    folded = (without_notes(tidy_brackets(fold_spaces(part))) for part in (opening, rest))
    paragraphs = tuple(paragraph for paragraph in folded if paragraph)
    return (Section("", paragraphs),) if paragraphs else ()


def _links(record: dict[str, object]) -> tuple[WikiLink, ...]:
    """The links of the whole page, without their texts, which the format lacks."""
    targets = [target for target in list_of(record, "outgoing_link") if isinstance(target, str)]
    check_links(targets)
    titles = (clean_line(title_of(target)) for target in targets)
    return tuple(dict.fromkeys(WikiLink("", title) for title in titles if title))


def _redirects(record: dict[str, object]) -> tuple[str, ...]:
    """The titles of redirects from the main namespace."""
    titles = []
    for redirect in list_of(record, "redirect"):
        if not isinstance(redirect, dict):
            raise InputError(f'"redirect" with {redirect!r:.40}', _REDIRECT)
        if redirect.get("namespace", 0) == 0 and (title := clean_line(text_of(redirect, "title", _REDIRECT))):
            titles.append(title)
    return tuple(titles)
