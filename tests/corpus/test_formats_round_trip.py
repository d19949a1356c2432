"""Real pages, written in every format that can hold their wikitext or its text, are the same when they are read."""

import bz2
import os
from dataclasses import replace
from pathlib import Path

import pytest
from format_samples import jsonl_record, ndjson, write_parquet

from tweetctx.corpus import read_articles
from tweetctx.corpus.dumps.pages import Block, Page, Splitter, parse_page
from tweetctx.corpus.wikitext import convert
from tweetctx.types import Article

DATA = os.environ.get("TWEETCTX_DATA")
pytestmark = [pytest.mark.thorough, pytest.mark.skipif(not DATA, reason="TWEETCTX_DATA is not set")]


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    path = Path(DATA or "") / "wikipedia" / "enwiki-pages-articles-sample.xml.bz2"
    blocks = Splitter().split([bz2.decompress(path.read_bytes())])
    pages = [parse_page(block.data, frozenset()) for block in blocks if isinstance(block, Block)]
    return [page for page in pages if page and not page.redirect]


@pytest.fixture(scope="module")
def articles(pages: list[Page]) -> list[Article]:
    made = [(page, convert(page.text, title=page.title)) for page in pages]
    return [wiki.complete(Article(page.id, page.title, "", ())) for page, wiki in made]


def test_cirrus(tmp_path: Path, pages: list[Page], articles: list[Article]) -> None:
    lines = [
        line
        for page in pages
        for line in (
            {"index": {"_type": "_doc", "_id": page.id}},
            {"title": page.title, "namespace": 0, "text": "", "source_text": page.text, "language": "en"},
        )
    ]
    (tmp_path / "file").write_bytes(ndjson(lines))
    assert list(read_articles([tmp_path / "file"])) == articles


def test_enterprise(tmp_path: Path, pages: list[Page], articles: list[Article]) -> None:
    lines = [
        {"name": page.title, "identifier": int(page.id), "article_body": {"wikitext": page.text}} for page in pages
    ]
    (tmp_path / "file").write_bytes(ndjson(lines))
    assert list(read_articles([tmp_path / "file"])) == articles


def test_json_lines(tmp_path: Path, articles: list[Article]) -> None:
    (tmp_path / "file").write_bytes(ndjson([jsonl_record(article) for article in articles]))
    assert list(read_articles([tmp_path / "file"])) == articles


def test_parquet(tmp_path: Path, articles: list[Article]) -> None:
    """Headings have no mark there, and are told by their form alone: what is compared is every line in its order.

    A heading without a paragraph may be gone, as one below *References* is.
    """
    write_parquet(tmp_path / "file", articles)
    found = list(read_articles([tmp_path / "file"]))
    assert [replace(article, sections=()) for article in found] == [
        replace(article, sections=(), disambiguation=False, links=(), aliases=(), senses=()) for article in articles
    ]
    for got, article in zip(found, articles, strict=True):
        empty = {section.heading for section in article.sections if not section.paragraphs}
        told, expected = ([line for line in lines(one) if line not in empty] for one in (got, article))
        assert told == expected


def lines(article: Article) -> list[str]:
    """Headings and paragraphs in their order."""
    return [text for section in article.sections for text in (section.heading, *section.paragraphs) if text]
