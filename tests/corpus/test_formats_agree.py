"""The same articles in every format come out as the same articles, but for what a format has no place for."""

from dataclasses import replace
from pathlib import Path

import pytest
from format_samples import ARTICLES, WRITERS, cirrus_records, ndjson

from tweetctx.corpus import read_articles
from tweetctx.types import Article, Section, WikiLink

WITHOUT_NAMES = ("wikiextractor json", "wikiextractor doc", "inex", "parquet")


def kept(article: Article, form: str) -> Article:
    """What a format has a place for."""
    if form in WITHOUT_NAMES:
        article = replace(article, redirects=(), disambiguation=False, links=(), aliases=(), senses=())
    if form in ("zim", "wikiextractor doc", "inex", "parquet"):
        article = replace(article, revision=0)
    if form == "zim":
        path = article.title.replace(" ", "_")
        article = replace(article, id=path)
    return article


@pytest.mark.usefixtures("_no_processes")
@pytest.mark.parametrize("form", WRITERS)
def test_every_format_gives_the_same_articles_and_goes_on_behind_one(tmp_path: Path, form: str) -> None:
    WRITERS[form](tmp_path / "file", ARTICLES)
    corpus = read_articles([tmp_path / "file"])
    assert corpus.language == ("en" if form.startswith(("cirrus", "enterprise", "zim")) else None)
    expected = [kept(article, form) for article in ARTICLES]
    if form == "zim":
        expected.sort(key=lambda article: article.id)
    articles = iter(corpus)
    assert next(articles) == expected[0]
    position = corpus.position
    assert list(articles) == expected[1:]
    assert corpus.bytes_read == corpus.bytes_total
    assert list(read_articles([tmp_path / "file"], start=position)) == expected[1:]


@pytest.mark.parametrize("form", ["cirrus _doc", "enterprise tar"])
def test_processes_change_nothing(tmp_path: Path, form: str) -> None:
    articles = [replace(ARTICLES[number % 3], id=str(number)) for number in range(300)]
    WRITERS[form](tmp_path / "file", articles)
    corpus = read_articles([tmp_path / "file"], workers=2)
    assert list(corpus) == articles
    assert corpus.bytes_read == corpus.bytes_total


@pytest.mark.usefixtures("_no_processes")
def test_cirrus_without_wikitext_knows_the_opening_and_the_rest(tmp_path: Path) -> None:
    lines = [line for article in ARTICLES for line in cirrus_records(article, source=False)]
    (tmp_path / "file").write_bytes(ndjson(lines))
    for expected, article in zip(ARTICLES, read_articles([tmp_path / "file"]), strict=True):
        first, *others = [text for section in expected.sections for text in section.paragraphs]
        rest = (" ".join(others),) if others else ()
        links = tuple(WikiLink("", title) for _, title in expected.links)
        sections = (Section("", (first, *rest)),)
        assert article == replace(expected, sections=sections, links=links, aliases=(), senses=())
