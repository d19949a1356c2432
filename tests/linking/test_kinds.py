"""Tweets of the kinds that linkers get wrong, on the collection of the development data.

A kind passes if most of its tweets have all of the articles expected, and those without a name no link.
"""

from __future__ import annotations

import csv
import os
from collections import defaultdict
from pathlib import Path

import pytest

from tweetctx import Contextualizer, open_index
from tweetctx.index.queries import query_of
from tweetctx.linking import parse_linker
from tweetctx.tweets import normalize

TWEETS = Path(__file__).with_name("kinds.tsv")
HAPPENED = Path(__file__).with_name("happened.tsv")
INDEX = os.environ.get("TWEETCTX_FULL_INDEX", "")
LEAST = 16  # of twenty
LEAST_TOLD = 20  # of 52 tweets on what happened on their day
MOST_OTHERS = 3  # of all 68


def tweets_by_kind() -> dict[str, list[tuple[str, frozenset[str]]]]:
    found = defaultdict(list)
    with TWEETS.open(encoding="utf-8", newline="") as file:
        for kind, tweet, expected in csv.reader(file, delimiter="\t"):
            found[kind].append((tweet, frozenset(expected.split("|")) - {"-"}))
    return found


KINDS = tweets_by_kind()


def test_each_kind_has_twenty_tweets() -> None:
    assert {kind: len(tweets) for kind, tweets in KINDS.items()} == dict.fromkeys(KINDS, 20)
    assert len(KINDS) == 10


@pytest.mark.thorough
@pytest.mark.skipif(not INDEX, reason="TWEETCTX_FULL_INDEX names no index of the development data")
@pytest.mark.parametrize("kind", KINDS)
def test_most_tweets_of_a_kind_are_linked_as_people_would(kind: str) -> None:
    engine, linker, wrong = open_index(INDEX), parse_linker("default"), []
    for text, expected in KINDS[kind]:
        tweet = normalize(text, words=engine.breaker)
        query = query_of(tweet, engine)
        titles = {link.title for link in linker.link(tweet, query, engine.retrieve(query), engine).links}
        if not (expected <= titles if expected else not titles):
            wrong.append((text, sorted(titles)))
    assert len(wrong) <= len(KINDS[kind]) - LEAST, wrong


@pytest.mark.thorough
@pytest.mark.skipif(not INDEX, reason="TWEETCTX_FULL_INDEX names no index of the development data")
def test_what_happened_is_linked_by_the_date_of_a_tweet() -> None:
    """Deaths by first names, and events by a word or two; the linker was trained on none of these tweets and events."""
    contextualizer, told, others = Contextualizer.open(INDEX), set[str](), set[str]()
    with HAPPENED.open(encoding="utf-8", newline="") as file:
        rows = [*csv.reader(file, delimiter="\t")]
    happened = {title for _, _, title in rows} - {"-"}
    for day, text, expected in rows:
        titles = {link.title for link in contextualizer.link(text, date=day).links}
        told |= {text} if expected in titles else set()
        others |= {text} if titles & happened - {expected} else set()
    assert len(told) >= LEAST_TOLD, told
    assert len(others) <= MOST_OTHERS, others
