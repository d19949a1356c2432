"""The passages of linked articles that say most of a tweet."""

from __future__ import annotations

import numpy as np
import pytest
from reference_engine import ReferenceEngine

from tweetctx.index.queries import query_of
from tweetctx.scoring.searches import linked_passages
from tweetctx.tweets import normalize
from tweetctx.types import Article, Hits, Links, Section

LAM = 0.4
MOST = 4
ALEPPO = Article(
    "1",
    "Aleppo",
    "",
    (
        Section("", ("Aleppo is a city in Syria.", "Aleppo has soap makers.")),
        Section("History", ("The battle of Aleppo ended in 2016.", "Its people were evacuated.", "Aleppo is old.")),
    ),
)
SOAP = Article("2", "Soap", "", (Section("", ("Soap is made of oil.", "People were evacuated from a soap factory.")),))


def passages_of(tweet: str, titles: list[str], date: str | None = None) -> list[str]:
    engine = ReferenceEngine.from_articles([ALEPPO, SOAP])
    opened = engine.openings(np.array([[ALEPPO.title, SOAP.title].index(title) for title in titles]))
    links = Links((), opened, opened.articles, np.ones(len(titles)))
    found = linked_passages(query_of(normalize(tweet, date=date), engine), links, engine, MOST, LAM)
    together = Hits.joined([opened, found] if found else [opened])
    passages = {together.passages[hit]: together.passage(hit).text for hit in range(len(together))}
    return [text for _, text in sorted(passages.items())]


def test_passages_on_the_tweet_stand_beside_openings_and_those_of_other_articles_do_not() -> None:
    assert passages_of("Aleppo: many evacuated", ["Aleppo"]) == [
        "Aleppo is a city in Syria.",
        "Its people were evacuated.",
    ]


def test_a_title_alone_brings_no_passage() -> None:
    assert passages_of("Aleppo Aleppo soap", ["Aleppo", "Soap"]) == [
        "Aleppo is a city in Syria.",
        "Soap is made of oil.",
    ]


def test_the_year_of_a_tweet_brings_passages() -> None:
    assert passages_of("Aleppo today", ["Aleppo"], "2016-12-20")[1:] == ["The battle of Aleppo ended in 2016."]
    assert passages_of("Aleppo today", ["Aleppo"]) == ["Aleppo is a city in Syria."]


def test_no_more_than_a_few_passages_are_taken() -> None:
    paragraphs = tuple(f"Storm number {number} came." for number in range(MOST + 9))
    engine = ReferenceEngine.from_articles([Article("1", "Aleppo", "", (Section("", ("It is a city.", *paragraphs)),))])
    opened = engine.openings(np.array([0]))
    links = Links((), opened, opened.articles, np.ones(1))
    found = linked_passages(query_of(normalize("storm over Aleppo"), engine), links, engine, MOST, LAM)
    assert found is not None
    assert len(found) == MOST
    assert linked_passages(query_of(normalize("storm over Aleppo"), engine), links, engine, 0, LAM) is None


@pytest.mark.parametrize("tweet", ["", "Aleppo"])
def test_nothing_linked_brings_nothing(tweet: str) -> None:
    engine = ReferenceEngine.from_articles([ALEPPO])
    assert linked_passages(query_of(normalize(tweet), engine), Links.none(), engine, MOST, LAM) is None
