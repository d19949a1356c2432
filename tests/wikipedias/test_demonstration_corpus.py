"""The demonstration corpus is fit to be shown."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tweetctx.corpus import read_articles

HEADING = re.compile(r"== (\S.*\S|\S) ==")
DEBRIS = re.compile(
    r"\{\{|\}\}|\[\[|\]\]|==|\(\s*[,;]?\s*\)|''|<ref|<br|</?\w+>|\[\d+\]|&[a-z]+;|\bcitation needed\b|\|"
    r"|\bthumb\b|File:|Category:|https?:|\s[,.;]|\ufffd|  |\t"
)

Record = dict[str, str]


@pytest.fixture(scope="module")
def records(demo_corpus: list[Path]) -> list[Record]:
    return [json.loads(line) for path in demo_corpus for line in path.read_text("utf-8").split("\n") if line]


def paragraphs(record: Record) -> list[str]:
    return [line for line in record["text"].split("\n") if not HEADING.fullmatch(line)]


def test_at_least_200_articles(records: list[Record]) -> None:
    assert len(records) >= 200


def test_every_article_has_an_id_a_url_a_title_and_a_text(records: list[Record]) -> None:
    for record in records:
        assert set(record) == {"id", "url", "title", "text"}
        for value in record.values():
            assert isinstance(value, str)
            assert value
            assert value == value.strip()


@pytest.mark.parametrize("key", ["id", "url", "title", "text"])
def test_all_are_different(key: str, records: list[Record]) -> None:
    assert len({record[key].casefold() for record in records}) == len(records)


@pytest.mark.parametrize("title", ["Whitney Houston", "Occupy Wall Street"])
def test_the_tweets_of_the_documentation_have_their_articles(title: str, records: list[Record]) -> None:
    assert title in {record["title"] for record in records}


def test_three_paragraphs_or_more(records: list[Record]) -> None:
    assert {record["title"] for record in records if len(paragraphs(record)) < 3} == set()


def test_every_paragraph_has_a_sentence_to_show(records: list[Record]) -> None:
    for record in records:
        for paragraph in paragraphs(record):
            assert paragraph == paragraph.strip() != "", record["title"]
            longest = max(re.split(r"(?<=[.!?])[\"”]?\s", paragraph), key=len)
            assert len(longest.split()) >= 5, (record["title"], paragraph)
            assert paragraph.endswith((".", "!", "?", '."', '!"', '?"')), (record["title"], paragraph)


def test_no_heading_without_a_paragraph(records: list[Record]) -> None:
    for record in records:
        lines = record["text"].split("\n")
        headings = [bool(HEADING.fullmatch(line)) for line in lines]
        assert not headings[0], record["title"]
        assert not headings[-1], record["title"]
        assert not any(one and next_ for one, next_ in pairwise(headings)), record["title"]


def test_no_debris_of_markup(records: list[Record]) -> None:
    for record in records:
        for text in (record["title"], *paragraphs(record)):
            assert DEBRIS.search(text) is None, (record["title"], text)


@pytest.mark.parametrize("text", ["a {{cite}}", "[[Paris]]", "x == Career ==", "Bono () sang", "a&nbsp;b", "so , it"])
def test_the_search_for_debris_can_fail(text: str) -> None:
    assert DEBRIS.search(text)


def test_paragraphs_are_not_repeated(records: list[Record]) -> None:
    every = [paragraph for record in records for paragraph in paragraphs(record)]
    assert len(set(every)) == len(every)


def test_it_reads_as_it_is_written(demo_corpus: list[Path], records: list[Record]) -> None:
    corpus = read_articles(demo_corpus, on_error="skip")
    articles = list(corpus)
    assert (corpus.skipped, corpus.problems) == (0, ())
    assert [(a.id, a.url, a.title) for a in articles] == [(r["id"], r["url"], r["title"]) for r in records]
    for article, record in zip(articles, records, strict=True):
        read = [paragraph for section in article.sections for paragraph in section.paragraphs]
        assert read == paragraphs(record)
        headings = [section.heading for section in article.sections if section.heading]
        assert headings == [match[1] for line in record["text"].split("\n") if (match := HEADING.fullmatch(line))]


def test_it_stays_small(demo_corpus: list[Path]) -> None:
    assert sum(path.stat().st_size for path in demo_corpus) < 1_000_000
