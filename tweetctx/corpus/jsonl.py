"""JSON Lines: one object per line with `id`, `url`, `title` and `text`, as tweetctx and WikiExtractor write it.

BEIR has `_id`, and a URL in `metadata`; Pyserini has `contents` for title and text.

Optional keys of tweetctx (see `tweetctx.types.Article`):

- `headings`: the numbers (from 0) of the lines of `text` that are headings; without it their form decides.
  An empty heading begins a section without one.
- `redirects`, `aliases`, `senses`: lists of titles or names.
- `links`: a list of pairs, [text, title].
- `disambiguation`: true or false.
- `language`: the code of the language that the article is written in.
- `revision`: the number of the revision of the page; WikiExtractor has `revid`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tweetctx.corpus.addresses import revision_of
from tweetctx.corpus.anchors import take_anchors
from tweetctx.corpus.cleaning import clean, clean_leftovers, clean_line
from tweetctx.corpus.headings import SectionBuilder, build_sections, split_text
from tweetctx.corpus.source_file import SourceFile
from tweetctx.corpus.wikitext.content import check_links
from tweetctx.errors import InputError
from tweetctx.reading.lines import decode_line, read_lines, split_lines
from tweetctx.reading.objects import identifier_of, kind_of, optional_text_of, parse_object, text_of
from tweetctx.text.languages import language_of_url
from tweetctx.types import Article, Section, WikiLink

_LINKS = "a list of pairs, [text, title]"
_RECORD = 'an object {"id", "url", "title", "text"} on one line'


def read_jsonl(source: SourceFile) -> Iterator[Article]:
    """Yields the article of each line; a line without one is reported and skipped. Marks are line numbers."""
    for line_number, line in enumerate(split_lines(source.pieces), 1):
        if line_number <= (source.start or 0):
            continue
        try:
            if article := article_of_line(line):
                source.mark = line_number
                yield article
        except InputError as error:
            source.report(error.at(line_number))


def jsonl_language(source: SourceFile) -> str | None:
    """The language that the first record names, or None."""
    line = next((line for line in read_lines(source.pieces) if line), "")
    try:
        return None if isinstance(line, InputError) else _language(parse_object(line, _RECORD))
    except InputError:
        return None


def article_of_line(line: bytes | None) -> Article | None:
    """Returns the article on a line of `split_lines`, None for a blank line; raises InputError for an invalid one."""
    source = decode_line(line)
    if not source or source.isspace():
        return None
    record = parse_object(source, _RECORD)
    del source
    identifier = clean_line(identifier_of(record, "_id" if "_id" in record else "id", _RECORD))
    title, text = _title_and_text(record, identifier)
    links: tuple[WikiLink, ...] = ()
    text = clean(text)
    url = clean_line(optional_text_of(record, "url") or _url_in_metadata(record))
    language = _language(record) or language_of_url(url)
    if "headings" not in record:  # a record that names them was made of an article, whose text stays as it is
        text, links = take_anchors(text)
        text, title = clean_leftovers(text, language), clean_leftovers(title, language)
    return Article(
        id=identifier,
        title=title,
        url=url,
        sections=_sections(split_text(text), record.get("headings"), language),
        redirects=_titles(record, "redirects"),
        disambiguation=record.get("disambiguation") is True,
        links=_links(record.get("links")) or links,
        aliases=_titles(record, "aliases"),
        senses=_titles(record, "senses"),
        revision=revision_of(record.get("revision", record.get("revid"))),
    )


def _title_and_text(record: dict[str, object], identifier: str) -> tuple[str, str]:
    """The title and text of a record; the first of several lines of "contents" is the title."""
    if "contents" not in record or "text" in record:
        return clean_line(text_of(record, "title", _RECORD)), text_of(record, "text", _RECORD)
    contents = text_of(record, "contents", _RECORD)
    if "title" in record:
        return clean_line(text_of(record, "title", _RECORD)), contents
    first, line_feed, rest = contents.strip().partition("\n")
    return (clean_line(first).strip('"'), rest) if line_feed else (identifier, first)


def _language(record: dict[str, object]) -> str | None:
    language = record.get("language")
    return language if isinstance(language, str) else None


def _url_in_metadata(record: dict[str, object]) -> str:
    """The URL in BEIR's metadata."""
    metadata = record.get("metadata")
    url = metadata.get("url") if isinstance(metadata, dict) else None
    return url if isinstance(url, str) else ""


def _sections(lines: list[str], headings: object, language: str | None) -> tuple[Section, ...]:
    """Groups lines under headings, given by their numbers in the record, or else recognized by their form.

    A record with numbers was written from an article, so its text is left unchanged.
    """
    if headings is None:
        return build_sections(lines, language=language)
    if not isinstance(headings, list) or not all(type(index) is int for index in headings):
        raise InputError(f'"headings" that is {kind_of(headings)}', "a list of line numbers from 0")
    wrong = [index for index in headings if not 0 <= index < len(lines)]
    if wrong:
        raise InputError(f'"headings" with {wrong[0]}', f"the number of a line of the text, 0 to {len(lines) - 1}")
    builder, named = SectionBuilder(whole=True), set(headings)
    for index, line in enumerate(lines):
        text = line.strip()
        if index in named:
            builder.heading(text)
        elif text:
            builder.paragraph(text)
    return builder.build()


def _titles(record: dict[str, object], key: str) -> tuple[str, ...]:
    value = record.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(title, str) for title in value):
        raise InputError(f'"{key}" that is {kind_of(value)}', "a list of titles")
    return tuple(title for text in value if (title := clean_line(text)))


def _links(value: object) -> tuple[WikiLink, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise InputError(f'"links" that is {kind_of(value)}', _LINKS)
    check_links(value)
    links = []
    for pair in value:
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)):
            raise InputError(f'"links" with {pair!r:.40}', _LINKS)
        if title := clean_line(pair[1]):
            links.append(WikiLink(clean_line(pair[0]), title))
    return tuple(links)


def record_of(article: Article, language: str | None = None) -> bytes:
    """Returns the line that reads back as this article, in UTF-8, with its line feed; language: its code, if known.

    Paragraphs are cleaned as by all readers: they are stripped, empty ones are dropped, and a line feed inside becomes
    a space.
    """
    lines: list[str] = []
    headings: list[int] = []
    for index, section in enumerate(article.sections):
        heading = clean_line(section.heading)
        if heading or index:  # what stands before the first heading has none
            headings.append(len(lines))
            lines.append(heading)
        lines += [text for paragraph in section.paragraphs if (text := clean_line(paragraph))]
    record: dict[str, Any] = {
        "id": clean_line(article.id),
        "url": clean_line(article.url),
        "title": clean_line(article.title),
        "text": "\n".join(lines),
        "headings": headings,
    }
    for name in ("redirects", "aliases", "senses"):
        if titles := getattr(article, name):
            record[name] = [clean_line(title) for title in titles]
    if article.links:
        record["links"] = [[clean_line(text), clean_line(title)] for text, title in article.links]
    if article.disambiguation:
        record["disambiguation"] = True
    if article.revision:
        record["revision"] = article.revision
    if language:
        record["language"] = language
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"
