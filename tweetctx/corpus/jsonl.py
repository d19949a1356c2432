"""JSON Lines, ours and WikiExtractor's: an object a line with `id`, `url`, `title` and `text`.

What ours may say besides: `headings`, the numbers (from 0) of the lines of `text` that are headings, which need not be
guessed then; `redirects`, other titles of the article; `disambiguation`, whether it only points to others.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tweetctx.corpus.cleaning import clean, clean_line
from tweetctx.corpus.headings import SectionBuilder, build_sections
from tweetctx.reading.kinds import kind_of
from tweetctx.reading.lines import FlawError, read_lines
from tweetctx.types import Article

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tweetctx.corpus.source_file import SourceFile
    from tweetctx.types import Section

_RECORD = 'an object {"id", "url", "title", "text"} on one line'


def read_jsonl(source: SourceFile) -> Iterator[Article]:
    """Yield an article for each line; a line that is none is reported and passed over. Marks are numbers of lines."""
    for number, line in enumerate(read_lines(source.pieces), 1):
        try:
            if number <= (source.start or 0):
                continue
            if isinstance(line, FlawError):
                raise line
            if line and not line.isspace():
                source.mark = number
                yield _article(line)
        except FlawError as flaw:
            source.report(number, flaw.found, flaw.expected)


def _article(line: str) -> Article:
    record = _parse(line)
    return Article(
        id=clean_line(_identifier(record)),
        title=clean_line(_text(record, "title")),
        url=clean_line(_text(record, "url", optional=True)),
        sections=_sections(clean(_text(record, "text")).split("\n"), record.get("headings")),
        redirects=_redirects(record.get("redirects")),
        disambiguation=record.get("disambiguation") is True,
    )


def _sections(lines: list[str], headings: object) -> tuple[Section, ...]:
    """The lines under the headings that the record names by their numbers, or that look like headings."""
    if headings is None:
        return build_sections(lines)
    if not isinstance(headings, list) or not all(type(number) is int for number in headings):
        raise FlawError(f'"headings" that is {kind_of(headings)}', "a list of line numbers from 0")
    wrong = [number for number in headings if not 0 <= number < len(lines)]
    if wrong:
        raise FlawError(f'"headings" with {wrong[0]}', f"the number of a line of the text, 0 to {len(lines) - 1}")
    builder, named = SectionBuilder(), set(headings)
    for number, line in enumerate(lines):
        if text := line.strip():
            (builder.heading if number in named else builder.paragraph)(text)
    return builder.build()


def _redirects(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(title, str) for title in value):
        raise FlawError(f'"redirects" that is {kind_of(value)}', "a list of titles")
    return tuple(title for text in value if (title := clean_line(text)))


def _parse(line: str) -> dict[str, object]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise FlawError(f"no JSON ({error.msg}, column {error.colno})", _RECORD) from None
    except (ValueError, RecursionError) as error:  # a number of too many digits, brackets nested too deeply
        raise FlawError(f"no usable JSON ({error})", _RECORD) from None
    if not isinstance(record, dict):
        raise FlawError(f"JSON that is {kind_of(record)}", _RECORD)
    return record


def _identifier(record: dict[str, object]) -> str:
    value = record.get("id")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return _text(record, "id")


def _text(record: dict[str, object], key: str, *, optional: bool = False) -> str:
    value = record.get(key)
    if isinstance(value, str):
        return value
    if optional and value is None:
        return ""
    if key not in record:
        raise FlawError(f'no "{key}"', _RECORD)
    raise FlawError(f'"{key}" that is {kind_of(value)}', "a string or a number" if key == "id" else "a string")
