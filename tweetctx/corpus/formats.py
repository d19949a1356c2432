"""The formats of articles, detected from the first bytes of a file."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tweetctx.corpus import cirrus, enterprise
from tweetctx.corpus.collections import open_collection, read_collection
from tweetctx.corpus.conversion import RawPage, convert_pages
from tweetctx.corpus.delimited import begins_delimited, read_delimited
from tweetctx.corpus.dumps.articles import dump_language, read_dump
from tweetctx.corpus.dumps.site import begins_dump
from tweetctx.corpus.inex import read_inex
from tweetctx.corpus.jsonl import article_of_line, jsonl_language, read_jsonl
from tweetctx.corpus.parquet import read_parquet
from tweetctx.corpus.portions import ArticleOf
from tweetctx.corpus.source_file import SourceFile
from tweetctx.corpus.wikiextractor import read_docs
from tweetctx.corpus.zim import zim_language, zim_pages
from tweetctx.errors import CorpusError, InputError
from tweetctx.types import Article

_LANGUAGE = 1 << 22  # bytes in which a language is looked for
_SHOWN = 16  # bytes of a file of another format that its error shows

_INDEX = re.compile(rb"\d+:\d+:")
_DOC = re.compile(rb"<doc\s")


def _first(pattern: re.Pattern[bytes]) -> Callable[[SourceFile], str | None]:
    """The language code that a pattern finds within the first megabytes of a file; None if there is none."""

    def language(source: SourceFile) -> str | None:
        head = b""
        for piece in source.pieces:
            head += piece
            if (match := pattern.search(head)) or len(head) > _LANGUAGE:
                return match[1].decode() if match else None
        return None

    return language


def _converted(
    pages: Callable[[SourceFile], Iterator[RawPage | InputError]],
) -> Callable[[SourceFile], Iterator[Article]]:
    """The reader of a format that yields pages, which are converted."""
    return lambda source: convert_pages(pages(source), source)


@dataclass(frozen=True, slots=True)
class Format:
    """A format of articles; one without a name is not listed in messages.

    begins: whether the first bytes of a file's content, without leading white space, show this format; the first in the
    table for which they do is chosen. language: returns the language code that a file gives at its beginning, or None.
    article_of: makes an article of a line, if every line is a record, whose number is the mark.
    """

    name: str
    begins: Callable[[bytes], object]
    read: Callable[[SourceFile], Iterator[Article]]
    language: Callable[[SourceFile], str | None] = lambda _: None
    article_of: ArticleOf | None = None


FORMATS = (
    Format("CirrusSearch's dumps", cirrus.BEGINS.match, _converted(cirrus.cirrus_pages), _first(cirrus.LANGUAGE)),
    Format(
        "Wikimedia Enterprise's snapshots",
        enterprise.begins_enterprise,
        _converted(enterprise.enterprise_pages),
        _first(enterprise.LANGUAGE),
    ),
    Format("ZIM", re.compile(rb"ZIM\x04").match, _converted(zim_pages), zim_language),
    Format("Parquet", re.compile(rb"PAR1").match, read_parquet),
    Format(
        "JSON Lines (ours, WikiExtractor's, BEIR's or Pyserini's)",
        re.compile(rb"\{").match,
        read_jsonl,
        jsonl_language,
        article_of_line,
    ),
    Format('WikiExtractor\'s output (<doc id="..."> or JSON)', _DOC.match, read_docs),
    Format("MediaWiki's XML (<mediawiki>)", begins_dump, read_dump, dump_language),
    Format("", _INDEX.match, lambda _: iter(())),  # the index beside a multistream dump, which is not needed
    Format("CSV or TSV with the columns id and text", begins_delimited, read_delimited),
    Format("INEX XML (<page>)", re.compile(rb"<").match, read_inex),
)

# Named, not found by its first bytes.
COLLECTION = Format(
    "a collection of ir_datasets",
    lambda _: False,
    read_collection,
    lambda source: open_collection(source.path).docs_lang(),
)


def choose_format(file: Path, start: bytes) -> Format:
    """Returns the format of a file whose content begins with these bytes; raises CorpusError for an unknown one."""
    for form in FORMATS:
        if form.begins(start):
            return form
    found = f"a file that begins with {repr(start[:_SHOWN])[1:]}" if start else "an empty file"
    if start.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
        found = "text in UTF-16, not in UTF-8"
    *names, last = (form.name for form in FORMATS if form.name)
    raise CorpusError(f"{file}: found {found}; expected {', '.join(names)}, or {last}")
