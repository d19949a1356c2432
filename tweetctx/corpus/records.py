"""Writes articles as JSON Lines, the inverse of `tweetctx.corpus.jsonl`."""

from __future__ import annotations

import json
from typing import Any

from tweetctx.corpus.cleaning import clean_line
from tweetctx.types import Article


def record_of(article: Article, language: str | None = None) -> bytes:
    """Returns the line that reads back as this article, in UTF-8, with its line feed; language: its code, if known.

    Paragraphs are cleaned as by all readers: they are stripped, empty ones are dropped, and a line feed inside becomes
    a space.
    """
    lines: list[str] = []
    headings: list[int] = []
    for number, section in enumerate(article.sections):
        heading = clean_line(section.heading)
        if heading or number:  # what stands before the first heading has none
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
    if language:
        record["language"] = language
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"
