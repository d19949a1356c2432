"""JSON Lines, ours and WikiExtractor's: an object a line with `id`, `url`, `title` and `text`.

What ours may say besides: `headings`, the numbers (from 0) of the lines of `text` that are headings, which need not be
guessed then (an empty one begins a section without a heading); `redirects`, other titles of the article;
`disambiguation`, whether it only points to others; `language`, the code of the language that it is written in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tweetctx.corpus.cleaning import clean, clean_line
from tweetctx.corpus.headings import SectionBuilder, build_sections
from tweetctx.errors import InputError
from tweetctx.reading.kinds import kind_of
from tweetctx.reading.lines import decode_line, read_lines, split_lines
from tweetctx.reading.objects import identifier_of, optional_text_of, parse_object, text_of
from tweetctx.types import Article

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tweetctx.corpus.source_file import SourceFile
    from tweetctx.types import Section

_RECORD = 'an object {"id", "url", "title", "text"} on one line'


def read_jsonl(source: SourceFile) -> Iterator[Article]:
    """Yield an article for each line; a line that is none is reported and passed over. Marks are numbers of lines."""
    for number, line in enumerate(split_lines(source.pieces), 1):
        if number <= (source.start or 0):
            continue
        try:
            if article := article_of_line(line):
                source.mark = number
                yield article
        except InputError as error:
            source.report(error.at(number))


def jsonl_language(source: SourceFile) -> str | None:
    """The language that the first record names, if it is one and names one."""
    line = next((line for line in read_lines(source.pieces) if line), "")
    try:
        language = None if isinstance(line, InputError) else parse_object(line, _RECORD).get("language")
    except InputError:
        return None
    return language if isinstance(language, str) else None


def article_of_line(line: bytes | None) -> Article | None:
    """Return the article on one of `split_lines`, none for a blank one; raises InputError for any other."""
    text = decode_line(line)
    if not text or text.isspace():
        return None
    record = parse_object(text, _RECORD)
    return Article(
        id=clean_line(identifier_of(record, "id", _RECORD)),
        title=clean_line(text_of(record, "title", _RECORD)),
        url=clean_line(optional_text_of(record, "url")),
        sections=_sections(clean(text_of(record, "text", _RECORD)).split("\n"), record.get("headings")),
        redirects=_redirects(record.get("redirects")),
        disambiguation=record.get("disambiguation") is True,
    )


def _sections(lines: list[str], headings: object) -> tuple[Section, ...]:
    """The lines under the headings that the record names by their numbers, or that look like headings.

    A record that names them was made of an article, whose text stays as it is.
    """
    if headings is None:
        return build_sections(lines)
    if not isinstance(headings, list) or not all(type(number) is int for number in headings):
        raise InputError(f'"headings" that is {kind_of(headings)}', "a list of line numbers from 0")
    wrong = [number for number in headings if not 0 <= number < len(lines)]
    if wrong:
        raise InputError(f'"headings" with {wrong[0]}', f"the number of a line of the text, 0 to {len(lines) - 1}")
    builder, named = SectionBuilder(), set(headings)
    for number, line in enumerate(lines):
        text = line.strip()
        if number in named:
            builder.heading(text)
        elif text:
            builder.paragraph(text)
    return builder.build()


def _redirects(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(title, str) for title in value):
        raise InputError(f'"redirects" that is {kind_of(value)}', "a list of titles")
    return tuple(title for text in value if (title := clean_line(text)))
