"""The edition of an event that a tweet means."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index
from tweetctx.index.protocol import Engine
from tweetctx.scoring import Pool
from tweetctx.scoring.learned.columns import Column
from tweetctx.scoring.learned.editions import with_editions
from tweetctx.scoring.learned.features import sentence_features
from tweetctx.types import Link, Links, Query

ARTICLES = {
    "Reed Games": "The Reed Games are a meeting of rowers.",
    "2014 Reed Games": "The 2014 Reed Games were held in Holt from 12 June 2014. Holt was full in 2014.",
    "2015 Reed Games": "The 2015 Reed Games were held in Upton.",
    "2014 Winter Reed Games": "The 2014 Winter Reed Games took place on 9 February 2014.",
    "2014 Reed Games opening": "The 2014 Reed Games opening was on 12 June 2014.",
    "Reed Award": "The Reed Award is for rowers.",
    "12th Annual Reed Awards": "The 12th Annual Reed Awards took place on 3 March 2014.",
    "13th Annual Reed Awards": "The 13th Annual Reed Awards took place on 1 March 2015.",
    "Holt Bowl": "The Holt Bowl is a match.",
    "Holt Bowl XLIX": "Holt Bowl XLIX was played on 2 February 2015 after the season of 2014.",
    "Holt Bowl XLVIII": "Holt Bowl XLVIII was played on 2 February 2014.",
    "Holt Bowl 50": "Holt Bowl 50 was played on 7 February 2016.",
    "The Who": "The Who are rowers.",
    "The 100": "The 100 is a series on rowers of 2014.",
    "River League": "The River League is of rowers.",
    "2013–14 River League": "The 2013–14 River League was the third season, before that of 2015.",
    "2014-15 River League": "The 2014-15 River League was the fourth season, after that of 2013.",
    "A-League": "The A-League is of rowers.",
    "2014 B-League": "The 2014 B-League was won by Holt in 2014.",
    "Rowing": "Rowing is a sport.",
    "2014 in rowing": "2014 in rowing is what happened in 2014.",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return open_index(titled_index(tmp_path_factory.mktemp("editions"), ARTICLES))


def _pool(engine: Engine, mention: str, title: str) -> Pool:
    """The pool of all openings, if a mention is linked to a title."""
    openings = engine.openings(np.arange(len(ARTICLES)))
    article = openings.articles[[source.title for source in openings.sources].index(title)]
    link = Link(0, len(mention), mention, int(article), title, "", 0.8)
    return Pool.from_hits(engine, openings, Links((link,), None, np.array([article]), np.array([0.8])))


def named(engine: Engine, mention: str, title: str, day: date | None) -> list[str]:
    """The first sentences that are named as their event is."""
    pool = _pool(engine, mention, title)
    query = replace(engine.query(engine.analyzer.terms(mention)), day=day)
    rows, before = sentence_features(query, pool)
    after = with_editions(query, pool, rows, before)
    changed = np.flatnonzero((before != after).any(axis=1))
    assert (after[changed, Column.named] == np.float32(0.8)).all()
    assert (after[changed, Column.position] == 0).all()
    return [pool.scored(row, 0.0).title for row in rows[changed].tolist()]


@pytest.mark.parametrize(
    ("mention", "title", "day", "edition"),
    [
        ("Reed Games", "Reed Games", date(2014, 6, 18), "2014 Reed Games"),
        ("Reed Games", "Reed Games", date(2015, 1, 2), "2015 Reed Games"),
        ("ReedGames", "Reed Games", date(2014, 6, 18), "2014 Reed Games"),  # by the title
        ("games", "Reed Games", date(2014, 6, 18), "2014 Reed Games"),
        ("Reed Games", "Reed Games", date(2014, 2, 18), "2014 Winter Reed Games"),  # the nearest
        ("Reed Games", "Reed Games", date(2016, 6, 18), ""),
        ("Reed Games", "Reed Games", None, ""),
        ("the Reeds", "Reed Award", date(2014, 1, 20), "12th Annual Reed Awards"),
        ("the Reeds", "Reed Award", date(2015, 2, 20), "13th Annual Reed Awards"),
        ("the Reeds", "Reed Award", date(2014, 8, 20), ""),  # too far from both
        ("Holt Bowl", "Holt Bowl", date(2014, 2, 3), "Holt Bowl XLVIII"),
        ("Holt Bowl", "Holt Bowl", date(2015, 1, 3), "Holt Bowl XLIX"),
        ("Holt Bowl", "Holt Bowl", date(2016, 2, 7), "Holt Bowl 50"),
        ("The Who", "The Who", date(2014, 6, 30), ""),
        ("River League", "River League", date(2014, 6, 30), "2013–14 River League"),
        ("River League", "River League", date(2014, 7, 1), "2014-15 River League"),
        ("A-League", "A-League", date(2014, 6, 30), ""),
        ("Rowing", "Rowing", date(2014, 6, 30), ""),
        ("rowing", "Rowing", date(2014, 6, 30), ""),
    ],
)
def test_the_edition_of_the_time(engine: Engine, mention: str, title: str, day: date | None, edition: str) -> None:
    assert named(engine, mention, title, day) == ([edition] if edition else [])


def test_what_the_tweet_calls_the_event_is_its_name(engine: Engine) -> None:
    assert named(engine, "Holt Bowl", "Rowing", date(2014, 2, 3)) == ["Holt Bowl XLVIII"]
    assert named(engine, "holt bowl", "Rowing", date(2014, 2, 3)) == [], "in small letters it need not be a name"
    assert named(engine, "Holt Bowl", "Rowing", date(2016, 2, 7)) == [], "nor with a number alone, as NHL 15"


def test_a_tweet_with_a_year_alone_means_no_season(engine: Engine) -> None:
    pool = _pool(engine, "River League", "River League")
    query = replace(engine.query(("river",)), years=engine.term_stats(["2014"]))
    assert query.written == (2014, 0, 0)
    rows, features = sentence_features(query, pool)
    assert with_editions(query, pool, rows, features) is not features
    assert (with_editions(query, pool, rows, features) == features).all()


def test_without_links_nothing_changes(engine: Engine) -> None:
    pool = Pool.from_hits(engine, engine.openings(np.arange(len(ARTICLES))))
    query = replace(Query(()), day=date(2014, 6, 18))
    features = np.zeros((len(pool), len(Column)), np.float32)
    assert with_editions(query, pool, np.arange(len(pool)), features) is features


def test_a_context_tells_of_the_edition(tmp_path: Path) -> None:
    filler = {f"Mill {number}": f"Mill {number} is a mill at the Upper Reed." for number in range(40)}
    articles = {title: text for title, text in ARTICLES.items() if "Reed Games" in title} | filler
    with Contextualizer(open_index(titled_index(tmp_path, articles))) as contextualizer:
        told = {
            year: [
                sentence.title
                for sentence in contextualizer.contextualize("#ReedGames, here we come", date=day).sentences
            ]
            for year, day in ((2014, "2014-06-18"), (2015, "2015-06-18"), (0, None))
        }
    assert "2014 Reed Games" in told[2014]
    assert "2015 Reed Games" in told[2015]
    assert not any(title[0] == "2" for title in told[0])
