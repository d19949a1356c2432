"""People whom a tweet does not name, and sentences that have only a date from it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from plain_collection import titled_index

from tweetctx import open_index
from tweetctx.index.protocol import Engine
from tweetctx.index.subjects import tells_of_person
from tweetctx.scoring import Pool
from tweetctx.scoring.learned import LearnedSentences
from tweetctx.scoring.learned.columns import ABSENT, FEATURES, MENTIONED, Column
from tweetctx.scoring.learned.features import Matrix
from tweetctx.scoring.learned.strangers import are_strangers, share_only_date
from tweetctx.types import Query

ARTICLES = {
    "Vera Holt": "Vera Holt (2 April 1925 – 5 August 2016) was a Welsh singer. Holt sang at a storm.",
    "Tom Storm (actor)": "Tom Storm is an actor. Storm acted in a film on the sea on 5 August 2016.",
    "Storm Vera": "Storm Vera is a storm. Storm Vera reached the sea on 5 August 2016.",
    "Upper Holt": "Upper Holt is a village. Upper Holt had 93 people on 5 August 2016.",
}
ONE_DAY, WEEK, LONG_AGO = np.log1p(1), np.log1p(7), np.log1p(400)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return open_index(titled_index(tmp_path_factory.mktemp("strangers"), ARTICLES))


def strangers(engine: Engine, tweet: str, **columns: float) -> list[str]:
    """The articles of the sentences that are left out, for features that are the same for all."""
    pool, query, features = _all(engine, tweet)
    for name, value in columns.items():
        features[:, Column[name]] = value
    features[:, Column.article_days] = features[:, [Column.article_days, Column.days_apart]].min(axis=1)
    found = np.flatnonzero(are_strangers(query, pool, np.arange(len(pool)), features))
    return sorted({pool.scored(row, 0.0).title for row in found.tolist()})


def _all(engine: Engine, tweet: str) -> tuple[Pool, Query, Matrix]:
    pool = Pool.from_hits(engine, engine.openings(np.arange(len(ARTICLES))))
    features = np.zeros((len(pool), len(FEATURES)), np.float32)
    features[:, [Column.days_apart, Column.article_days]] = ABSENT
    features[:, Column.person] = -1  # nothing is known of articles that no surface form leads to
    return pool, engine.query(engine.analyzer.terms(tweet)), features


@pytest.mark.parametrize(
    ("columns", "left_out"),
    [
        ({}, ["Tom Storm (actor)", "Vera Holt"]),
        ({"named": 0.6}, []),
        ({"likely": 0.2}, []),
        ({"title_own_share": 1.0}, []),
        ({"person": 0.0}, []),  # a surface form of the tweet leads to it, and it is about something else
        ({"days_apart": ONE_DAY}, ["Vera Holt"]),  # half of the one name is in the tweet, nothing of the other
        ({"days_apart": np.log1p(2)}, ["Tom Storm (actor)", "Vera Holt"]),
        ({"covered": 0.5, "likely": 0.1}, ["Vera Holt"]),
        ({"covered": 0.4, "likely": 0.1}, ["Tom Storm (actor)", "Vera Holt"]),
        ({"covered": 0.5}, ["Tom Storm (actor)", "Vera Holt"]),
        ({"other_names": MENTIONED, "shared": 3.0}, ["Vera Holt"]),
        ({"other_names": MENTIONED}, ["Tom Storm (actor)", "Vera Holt"]),
        ({"shared": 9.0}, ["Tom Storm (actor)", "Vera Holt"]),
        ({"days_apart": LONG_AGO, "position": 1.0, "shared": 9.0}, ["Tom Storm (actor)", "Vera Holt"]),
        ({"days_apart": ONE_DAY, "position": 1.0, "shared": 9.0}, []),
        ({"days_apart": ONE_DAY, "days": ONE_DAY, "position": 1.0, "shared": 9.0}, []),
        ({"days_apart": WEEK, "days": WEEK, "position": 1.0, "shared": 9.0}, ["Tom Storm (actor)", "Vera Holt"]),
        ({"days_apart": WEEK, "days": -WEEK, "position": 1.0, "shared": 9.0}, []),
        # the sentence has no date
        ({"article_days": WEEK, "days": ABSENT, "position": 1.0, "shared": 9.0}, ["Tom Storm (actor)", "Vera Holt"]),
        ({"article_days": ONE_DAY, "position": 1.0, "other_names": 0.9}, ["Tom Storm (actor)", "Vera Holt"]),
        # the sentence has the month
        ({"article_days": WEEK, "of_month": 1.0, "position": 1.0, "shared": 9.0}, []),
        ({"article_days": ONE_DAY, "of_month": 1.0, "position": 1.0, "other_names": MENTIONED}, []),
        ({"of_month": 1.0, "position": 1.0, "shared": 9.0}, ["Tom Storm (actor)", "Vera Holt"]),
        ({"article_days": ONE_DAY, "other_names": MENTIONED}, ["Tom Storm (actor)", "Vera Holt"]),
    ],
)
def test_a_person_whom_the_tweet_does_not_name(engine: Engine, columns: dict[str, float], left_out: list[str]) -> None:
    assert strangers(engine, "A storm near the sea", **columns) == left_out


def test_nobody_is_a_stranger_whose_opening_is_not_there(tmp_path: Path) -> None:
    text = "Vera Holt is a singer.\n\nHolt sang at a storm."
    engine = open_index(titled_index(tmp_path, {"Vera Holt": text}))
    query = engine.query(engine.analyzer.terms("storm"))
    found, opening = engine.retrieve(query), engine.openings(np.array([0]))
    for linked, expected in (((), [False]), ((opening,), [True, True])):
        pool = Pool.from_hits(engine, found, None, linked)
        features = np.zeros((len(pool), len(FEATURES)), np.float32)
        features[:, [Column.days_apart, Column.article_days]] = ABSENT
        features[:, Column.person] = -1
        assert are_strangers(query, pool, np.arange(len(pool)), features).tolist() == expected


@pytest.mark.parametrize(
    ("tweet", "left_out"),
    [
        ("Tom Storm sang", ["Vera Holt"]),  # the qualifier is no part of the name
        ("An actor sang", ["Tom Storm (actor)", "Vera Holt"]),
        ("Vera Storm Holt", []),
    ],
)
def test_the_share_of_a_persons_name_is_without_the_qualifier(engine: Engine, tweet: str, left_out: list[str]) -> None:
    assert strangers(engine, tweet, days_apart=ONE_DAY) == left_out


@pytest.mark.parametrize(
    ("tweet", "left_out"),
    [
        ("Letters to the editor, August 5, 2016", {"Vera Holt", "Tom Storm (actor)", "Storm Vera", "Upper Holt"}),
        ("Letters on the sea, August 5, 2016", {"Vera Holt", "Upper Holt"}),
        ("Letters on the people of a sea", set()),
    ],
)
def test_a_sentence_that_shares_only_a_date(engine: Engine, tweet: str, left_out: set[str]) -> None:
    pool, query, features = _all(engine, tweet)
    dated = [row for row in range(len(pool)) if "August" in pool.scored(row, 0.0).text]
    alone = share_only_date(query, pool, np.arange(len(pool)), features)
    assert {pool.scored(row, 0.0).title for row in dated if alone[row]} == left_out
    for column, value in ((Column.named, 0.6), (Column.likely, 0.2), (Column.title_own_share, 0.5)):
        features[:, column] = value
        assert not share_only_date(query, pool, np.arange(len(pool)), features).any()
        features[:, column] = 0.0


def test_the_reasons_say_so(engine: Engine) -> None:
    scorer = LearnedSentences(unlinked=-1.0, nameless=-1.0)
    pool = Pool.from_hits(engine, engine.openings(np.arange(len(ARTICLES))))
    row_of = {pool.scored(row, 0.0).text: row for row in reversed(range(len(pool)))}
    query = engine.query(engine.analyzer.terms("Letters to the editor, August 5, 2016"))
    village = row_of["Upper Holt had 93 people on 5 August 2016."]
    assert scorer.explain(query, pool, village) == [("(it has only a date from the tweet)", -np.inf)]
    query = engine.query(engine.analyzer.terms("Welsh singers and villages on 5 August 2016"))
    singer = row_of["Vera Holt (2 April 1925 – 5 August 2016) was a Welsh singer."]
    reason = "(its article is about a person whom the tweet does not name)"
    assert scorer.explain(query, pool, singer) == [(reason, -np.inf)]


@pytest.mark.parametrize(
    ("name", "opening", "language", "is_person"),
    [
        ("Vera Holt", "Vera Holt is a Welsh singer.", "en", True),
        ("Vera Holt", "Vera Holt (2 April 1925 – 5 August 2016) sang.", "en", True),
        ("Vera Holt", "Vera Holt (born 1925) is a 2016 film.", "en", False),
        ("Upper Holt", "Upper Holt is a village in Wales.", "en", False),
        ("Vera", "Vera is a Welsh singer.", "en", False),  # of one word, as words are
        ("Blood donation", "Blood donation is when a person gives blood.", "en", False),
        ("Vera Holt", "Vera Holt (* 2. April 1925 in Bonn) war eine Sängerin.", "de", True),
        ("", "", "en", False),
    ],
)
def test_an_opening_tells_of_a_person(name: str, opening: str, language: str, is_person: bool) -> None:
    assert tells_of_person(name, opening, language) is is_person
