"""The learned sentence model: features by hand, the file of a model, its spec and its reasons."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from plain_collection import titled_index

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.trees import Trees
from tweetctx.arrays.types import Floats
from tweetctx.errors import ScorerError
from tweetctx.index import build_index, open_index
from tweetctx.index.calendar import calendar_of
from tweetctx.index.calendar_kernels import codes_of
from tweetctx.index.memory import MemoryEngine
from tweetctx.index.queries import query_of
from tweetctx.scoring import Pool, parse_scorer
from tweetctx.scoring.learned import LearnedSentences, kernels, sign_kernels
from tweetctx.scoring.learned.columns import ABSENT, FEATURES, MENTIONED, RETRIEVED, Column
from tweetctx.scoring.learned.features import sentence_features
from tweetctx.scoring.learned.model import SentenceModel, default_model, read_model
from tweetctx.scoring.learned.namesakes import (
    are_named_after_linked,
    are_namesakes,
    are_of_other_years,
    are_other_readings,
    are_written_small,
    have_scattered_titles,
)
from tweetctx.scoring.learned.reasons import strongest_reasons
from tweetctx.scoring.learned.strangers import tell_of_lives
from tweetctx.scoring.learned.trivia import (
    define_names,
    explain_common_words,
    is_known_to_all,
    only_shares_words,
    stands_apart,
    tells_of_private_life,
)
from tweetctx.tweets import normalize
from tweetctx.types import Link, Links, NamedArticles, Query, QueryTerm

TODAY = (2016, 8, 5)


def stump(column: Column, threshold: float, low: float, high: float) -> Trees:
    """One tree with one node."""
    whole, real = np.array([0], np.int32), np.array([threshold], np.float32)
    return Trees(
        whole,
        np.array([column], np.int16),
        real,
        np.array([-1], np.int32),
        np.array([-2], np.int32),
        np.array([low, high], np.float32),
    )


def dates_of(*sentences: str) -> Floats:
    """The columns of dates of sentences of terms, for a tweet of August 5, 2016."""
    rows = [sentence.split() for sentence in sentences]
    engine = MemoryEngine.from_documents([rows])
    keys = Ragged.from_rows([engine.term_stats(row).keys.tolist() for row in rows])
    codes = codes_of(keys.values, calendar_of(engine.analyzer, engine.term_stats))
    columns = np.zeros((len(rows), len(FEATURES)))
    kernels.date_columns(columns, keys.offsets, codes, TODAY)
    return columns


@pytest.mark.parametrize(
    ("sentence", "days"),
    [
        ("open 5 august 2016", 0),
        ("open august 7 2016", 2),
        ("from 5 to 21 august 2016", 16),
        ("born 5 august 2015", -365.25),
        ("on 5 2016", -3 * 30.44),  # "on 5 May 2016": May is a stop word
    ],
)
def test_a_date_is_compared_with_the_tweets_to_the_day(sentence: str, days: float) -> None:
    row = dates_of(sentence)[0]
    assert row[Column.days_apart] == pytest.approx(np.log1p(abs(days)))
    assert np.sign(row[Column.days]) == np.sign(days)


def test_years_and_months_of_sentences() -> None:
    same, month, later, none = dates_of("won 2016", "held august 2016", "since 2019 and 2014", "a park")
    assert same[Column.of_year] == 1
    assert same[Column.of_month] == 0
    assert month[Column.of_month] == 1
    assert (later[Column.years_apart], later[Column.year_after], later[Column.first_after]) == (2, 3, -2)
    assert none[Column.of_year] == 0
    assert none[Column.years_apart] > 90
    assert none[Column.year_after] < -90
    assert none[Column.first_after] < -90
    assert dates_of("in 2019 and 2017 again")[0, Column.first_after] == 1


def test_what_tells_of_later_years_alone_is_left_out_unless_a_tweet_may_await_it() -> None:
    rows = np.zeros((7, len(FEATURES)), np.float32)
    rows[:, Column.position] = np.log(4)
    rows[:, [Column.days_apart, Column.opening_days]] = np.log1p(99_000)  # no full dates
    rows[:, Column.first_after] = 2, 0, -ABSENT, 1, 1, 1, 1
    rows[3, Column.position] = 0  # it opens its article
    rows[4, Column.days_apart] = np.log1p(182)  # half a year later
    rows[5, Column.opening_days] = np.log1p(3)  # of an article on what happened on those days
    rows[6] = rows[5]
    rows[6, Column.days_apart] = np.log1p(400)
    assert sign_kernels.tells_of_later(rows).tolist() == [True, False, False, False, False, False, True]


def test_a_sentence_about_a_later_career_scores_nothing() -> None:
    """Its reason says so."""
    later = ["storm", "sea", "in", "2019"]
    pool = Pool.from_documents([[["a", "storm"], later, ["storm", "sea", "in", "2014"]], [["b", "sea"]]])
    query = replace(pool.query(["storm", "sea"]), day=date(2016, 8, 5))
    scores = LearnedSentences(unlinked=-1.0, nameless=-1.0, alone=-1.0).score(query, pool)
    assert scores[1] == -np.inf
    assert scores[2] > -np.inf
    assert LearnedSentences().explain(query, pool, 1) == [("(it tells of years after the tweet's alone)", -np.inf)]


def test_features_of_a_pool_by_hand() -> None:
    pool = Pool.from_documents([[["a", "park"], ["park", "storm", "storm", "5", "august", "2016"]], [["b", "sea"]]])
    query = replace(pool.query(["storm", "sea"]), day=date(2016, 8, 5))
    looked_at, shared = sentence_features(query, pool)
    assert shared.shape == (2, len(FEATURES))
    assert looked_at.tolist() == [1, 2]  # the first has nothing of the tweet
    assert shared[:, Column.position] == pytest.approx([np.log(2), 0])
    assert shared[:, Column.opened].tolist() == [1, 1]
    assert shared[:, Column.passage_days].tolist() == [0, pytest.approx(np.log1p(99_000))]
    assert shared[:, Column.shared] == pytest.approx([12.7, 12.7])  # ln(1 + 2/1), scaled by 12.7 / ln(1 + 2)
    assert shared[:, Column.covered] == pytest.approx([0.5, 0.5])


def test_a_sentence_without_any_sign_is_worth_nothing() -> None:
    rows = np.zeros((3, len(FEATURES)), np.float32)
    rows[:, [Column.position, Column.days_apart]] = 2, 9
    rows[1, Column.likely] = 0.1
    rows[2, Column.own_shared] = 9
    assert sign_kernels.worth_a_look(rows).tolist() == [False, True, True]
    pool = Pool.from_documents([[["a", "park"], ["sea", "storm"]]])
    model = SentenceModel(stump(Column.likely, 0.05, 0.5, 1))
    assert LearnedSentences(nameless=0.5, model=model).score(["park"], pool).tolist() == [0.5, -np.inf]


def test_a_sentence_of_an_article_that_the_tweet_does_not_name_must_have_a_good_part_of_it() -> None:
    pool = Pool.from_documents([[["storm", "sea"], ["x"]], [["boat", "y"], ["z"]]])
    model = SentenceModel(stump(Column.position, 0.5, 0.4, 0.1))
    scorer = LearnedSentences(nameless=0.2, decay=1.0, model=model)
    scores = scorer.score(["storm", "boat"], pool)
    assert scores.tolist() == [pytest.approx(0.4), -np.inf, pytest.approx(0.4), -np.inf]
    assert scorer.score(["boat", "y"], pool)[0] == -np.inf  # it has nothing of the tweet


@pytest.mark.parametrize(
    ("values", "much"),
    [
        ({"own_shared": 9, "shared": 9}, True),
        ({"own_shared": 7.9}, False),
        ({"own_shared": 5, "title_weight": 5, "days_apart": np.log1p(3)}, True),
        ({"own_shared": 5, "title_weight": 5, "of_month": 1}, True),  # "the April 2015 Nepal earthquake"
        ({"own_shared": 5, "of_month": 1}, False),
        ({"own_shared": 5, "days_apart": np.log1p(90)}, False),
        ({"own_shared": 3, "days_apart": 0}, False),
        ({"own_shared": 3, "covered": 0.6}, False),  # a part of the title, and no more
        ({"own_shared": 3, "covered": 0.6, "title_own_share": 1}, True),
        ({"own_shared": 9, "shared": 2, "years_apart": 30}, False),  # it shares the name alone, and lived long ago
        ({"own_shared": 9, "shared": 2, "years_apart": 1}, True),
        ({"own_shared": 9, "shared": 9, "years_apart": 30}, True),
    ],
)
def test_what_is_much_of_a_tweet(values: dict[str, float], much: bool) -> None:
    row = np.zeros((1, len(FEATURES)), np.float32)
    for missing in (Column.days_apart, Column.years_apart):
        row[0, missing] = ABSENT
    for name, value in values.items():
        row[0, Column[name]] = value
    assert sign_kernels.has_enough(row).tolist() == [much]


def test_a_third_of_a_tweet_is_something_linked_or_more_than_a_part_of_a_title() -> None:
    """*RIP Prince* asks for no article on RIP, and *Well done Callum* for none on one of the many."""
    rows = np.full((4, len(FEATURES)), ABSENT)
    rows[:, [Column.own_shared, Column.named, Column.other_names, Column.person]] = 0.0
    rows[:, Column.covered] = 0.4
    rows[:, Column.shared] = 0, 3, 0, 3
    rows[:, Column.title_own_share] = 0.5, 0.5, 1, 1
    assert sign_kernels.has_enough(rows).tolist() == [False, True, True, True]
    rows[3, Column.named] = 0.9
    assert not sign_kernels.has_enough(rows).any()
    rows[0, [Column.other_names, Column.article_days]] = 0.9, 1.0
    assert sign_kernels.has_enough(rows).tolist() == [True, False, False, False]


def test_a_part_of_a_title_is_not_enough_beside_a_link_unless_its_article_opens_in_the_tweets_year() -> None:
    """*Ralph* of *Ralph Vaughan Williams*; but *Sharknado 3* is named by *Sharknado* in its year."""
    part: dict[str, float] = {"own_shared": 9, "title_weight": 9, "title_own_share": 0.5, "likely": 0.1}
    part |= dict.fromkeys(("days_apart", "years_apart", "opening_years", "article_days"), ABSENT)

    def has_enough(linked: bool, **more: float) -> bool:
        rows = np.zeros((2, len(FEATURES)))
        for name, value in (part | more).items():
            rows[0, Column[name]] = value
        rows[1, Column.named] = linked
        return bool(sign_kernels.has_enough(rows)[0])

    assert has_enough(False)
    assert not has_enough(True)
    for more in ({"opening_years": 0}, {"shared": 8}, {"title_own_share": 1}, {"covered": 0.5}):
        assert has_enough(True, **more)
    assert has_enough(True, covered=0.4, likely=0.2)
    assert not has_enough(True, covered=0.4)
    assert not has_enough(True, other_names=0.9)
    assert has_enough(True, other_names=0.9, article_days=2)
    assert has_enough(True, other_names=0.9, shared=1)


def test_a_date_near_the_tweets_is_a_sign_only_of_an_article_whose_title_has_a_word_of_it() -> None:
    row = np.zeros((1, len(FEATURES)))
    row[:, Column.own_shared], row[:, Column.other_names], row[:, Column.title_weight] = 4.0, 0.9, 5.0
    assert sign_kernels.has_enough(row).all()
    row[:, Column.title_weight] = 0.0
    assert not sign_kernels.has_enough(row).any()


def test_a_date_near_the_tweets_is_no_sign_of_a_person_with_one_word_of_the_name() -> None:
    """Somebody of any first name has died these days."""
    row = np.zeros((1, len(FEATURES)))
    row[:, Column.own_shared], row[:, Column.title_weight], row[:, Column.title_own_share] = 4.0, 5.0, 0.5
    assert sign_kernels.has_enough(row).all()
    row[:, Column.person] = 1
    assert not sign_kernels.has_enough(row).any()
    for column in ("title_own_share", "shared", "other_names"):
        sign = row.copy()
        sign[:, Column[column]] = 1.0
        assert sign_kernels.has_enough(sign).all()


def test_a_person_of_whom_a_tweet_has_a_part_of_the_name_is_a_namesake_where_something_else_is_linked() -> None:
    rows = np.zeros((4, len(FEATURES)), np.float32)
    rows[:, Column.likely] = 0.4
    rows[:, Column.person] = 1, 1, 0, 1
    rows[:, Column.title_own_share] = 0.5, 1, 0.5, 0.5
    rows[3, Column.named] = 0.8  # a link
    assert sign_kernels.is_named(rows).tolist() == [False, True, True, True]


def test_where_nothing_is_linked_a_person_is_a_namesake() -> None:
    """*Dan Gurney* of a gurney, but a thing that may be meant."""
    rows = np.zeros((2, len(FEATURES)), np.float32)
    rows[:, Column.likely], rows[:, Column.title_own_share] = 0.4, 1.0
    rows[:, Column.person] = 1, 0
    assert sign_kernels.is_named(rows).tolist() == [False, True]
    rows[:, Column.own_shared], rows[:, Column.title_own_share] = 9.0, 0.5
    rows[:, [Column.opening_years, Column.years_apart]] = ABSENT
    assert sign_kernels.has_enough(rows).tolist() == [False, True]


def test_an_article_that_is_hardly_likely_needs_another_sign_where_something_else_is_linked() -> None:
    """*Hearts* of "part of their hearts" is no card game, unless the words of the tweet find its article."""
    rows = np.zeros((6, len(FEATURES)), np.float32)
    rows[:, Column.first_article] = np.log1p(RETRIEVED)  # not found
    rows[:, Column.likely] = 0.3, 0.3, 0.3, 0.36, 0.3, 0.1
    rows[1, Column.first_article] = np.log1p(RETRIEVED - 1)
    rows[2, Column.other_names] = MENTIONED
    assert sign_kernels.is_named(rows).tolist() == [True] * 5 + [False]
    rows[4, Column.named] = 0.8
    assert sign_kernels.is_named(rows).tolist() == [False, True, True, True, True, False]


def test_a_namesake_of_what_is_surely_linked_is_asked_for_by_another_word_or_a_date(tmp_path: Path) -> None:
    """*Whitney Houston* asks for no album of that name."""
    titles = ("Whitney Houston", "Whitney Houston (album)", "Whitney houston", "Houston", "Houston, Missouri")
    engine = open_index(titled_index(tmp_path, {title: f"{title} is known to all." for title in titles}))
    query = engine.query(["houston"])
    hits = engine.retrieve(query)

    def are_namesakes_of(probability: float, mention: str = "the singer", **columns: float) -> list[str]:
        link = Link(0, len(mention), mention, 0, "Whitney Houston", "", probability)
        pool = Pool.from_hits(engine, hits, Links((link,), None, np.empty(0, np.int64), np.empty(0)))
        rows = np.arange(len(pool))
        features = np.zeros((len(pool), len(FEATURES)), np.float32)
        features[:, Column.days_apart] = ABSENT
        for name, value in columns.items():
            features[:, Column[name]] = value
        found = np.flatnonzero(are_namesakes(query, pool, rows, features))
        return [pool.scored(row, 0.0).title for row in found.tolist()]

    # Of no row is its article linked.
    assert are_namesakes_of(0.8) == ["Whitney Houston", "Whitney Houston (album)", "Whitney houston"]
    assert are_namesakes_of(0.8, named=0.8) == []
    assert are_namesakes_of(0.7) == are_namesakes_of(0.8, shared=1) == are_namesakes_of(0.8, days_apart=1) == []
    # Nor does a mention that rather means her.
    assert are_namesakes_of(0.7, "HOUSTON") == ["Houston", "Houston, Missouri"]
    assert are_namesakes_of(0.4, "HOUSTON") == are_namesakes_of(0.7, "HOUSTON", shared=1) == []
    # Nor for an article with a qualifier that it may name, unless a sentence names what is linked.
    assert are_namesakes_of(0.7, likely=0.2) == ["Whitney Houston (album)"]
    assert are_namesakes_of(0.7, likely=0.2, other_names=MENTIONED) == are_namesakes_of(0.7, likely=0.1) == []
    assert are_namesakes_of(0.7, likely=0.2, named=0.6) == are_namesakes_of(0.7, likely=0.2, shared=1) == []


@pytest.mark.parametrize(
    ("tweet", "columns", "left_out"),
    [
        ("storm on the yukon", {}, ["Yukon Party", "Yukon River"]),
        ("storm on the yukon river", {}, ["Yukon Party"]),
        ("party on the yukon", {}, ["Yukon River"]),
        ("storm on the yukon", {"shared": 8.0}, []),
        ("storm on the yukon", {"likely": 0.2}, []),
        ("storm on the yukon", {"named": 0.6}, []),
        ("storm on the yukon", {"person": 1.0}, []),
        ("storm on the yukon", {"days_apart": 3.9}, []),
        ("storm on the yukon", {"article_days": 3.9}, []),
        ("storm on the yukon", {"opening_years": 1.0}, []),
        ("storm on the yukon", {"title_own_share": 0.0}, []),
        ("storm on the yukon", {"title_own_share": 1.0}, []),
    ],
)
def test_what_is_named_after_something_linked_is_not_meant(
    tmp_path: Path, tweet: str, columns: dict[str, float], left_out: list[str]
) -> None:
    """A place behind a comma, a qualifier and the year of an edition are no words that a tweet must have."""
    titles = ("Yukon River", "Yukon Party", "Yukon", "Yukon, Oklahoma", "Yukon (ship)", "2016 Yukon", "River Party")
    engine = open_index(titled_index(tmp_path, {title: f"The {title} is known." for title in titles}))
    link = Link(0, 5, "Yukon", 2, "Yukon", "", 0.9)
    hits = engine.openings(np.arange(len(titles)))
    linked, unlinked = (
        Pool.from_hits(engine, hits, Links(links, None, np.empty(0, np.int64), np.empty(0))) for links in ((link,), ())
    )
    features = np.zeros((len(linked), len(FEATURES)), np.float32)
    given = {"days_apart": ABSENT, "article_days": ABSENT, "opening_years": ABSENT, "title_own_share": 0.5, **columns}
    for name, value in given.items():
        features[:, Column[name]] = value
    features[:, Column.article_days] = features[:, [Column.article_days, Column.days_apart]].min(axis=1)
    query, rows = engine.query(engine.analyzer.terms(tweet)), np.arange(len(linked))
    found = np.flatnonzero(are_named_after_linked(query, linked, rows, features)).tolist()
    assert sorted(linked.scored(row, 0.0).title for row in found) == left_out
    assert not are_named_after_linked(query, unlinked, rows, features).any()
    reasons = {linked.scored(row, 0.0).title: LearnedSentences().explain(query, linked, row) for row in rows.tolist()}
    reason = [("(its article is named after what the tweet means)", -np.inf)]
    assert columns or {title for title in titles if reasons[title] == reason} == {*left_out}


@pytest.mark.parametrize(
    ("tweet", "columns", "left_out"),
    [
        ("wait to see people tonight, a shop with good thrift", {}, ["Thrift Shop", "Waiting for Tonight"]),
        ("wait for tonight, a shop with good thrift", {}, ["Thrift Shop"]),
        ("tonight we wait in a thrift shop", {}, []),
        ("wait to see Yukon people tonight at the party", {}, ["Waiting for Tonight"]),
        ("wait to see people tonight", {"shared": 1.0}, []),
        ("wait to see people tonight", {"likely": 0.2}, []),
        ("wait to see people tonight", {"named": 0.6}, []),
        ("wait to see people tonight", {"article_days": 3.9}, []),
        ("wait to see people tonight", {"opening_years": 1.0}, []),
        ("wait to see people tonight", {"title_own_share": 0.5}, []),
        ("a cellar for good wine", {}, []),  # no proper name
        ("Oklahoma has good people, Moore too", {}, []),  # as are what stands behind a comma and a single word
    ],
)
def test_scattered_words_are_no_name(
    tmp_path: Path, tweet: str, columns: dict[str, float], left_out: list[str]
) -> None:
    titles = ("Waiting for Tonight", "Thrift Shop", "Yukon Party", "Wine cellar", "Moore, Oklahoma", "Tonight (song)")
    engine = open_index(titled_index(tmp_path, {title: f"{title} is seen by good people." for title in titles}))
    links = Links((Link(0, 5, "Yukon", 9, "Yukon", "", 0.9),), None, np.empty(0, np.int64), np.empty(0))
    pool = Pool.from_hits(engine, engine.openings(np.arange(len(titles))), links)
    features = np.zeros((len(pool), len(FEATURES)), np.float32)
    for name, value in ({"article_days": ABSENT, "opening_years": ABSENT, "title_own_share": 1.0} | columns).items():
        features[:, Column[name]] = value
    query = engine.query(engine.analyzer.terms(tweet))
    found = np.flatnonzero(have_scattered_titles(query, pool, np.arange(len(pool)), features)).tolist()
    assert sorted(pool.scored(row, 0.0).title for row in found) == left_out


@pytest.mark.parametrize(
    ("tweet", "link", "columns", "left_out"),
    [
        ("Yukon taxi driver finds peanut butter in red hat", "Yukon", {}, ["Red Hat", "Taxi Driver"]),
        ("Yukon Taxi Driver, red hat", "Yukon", {}, ["Red Hat"]),
        ("Yukon #taxidriver, red hat", "Yukon", {}, ["Red Hat"]),
        ("yukon taxi driver, red hat", "yukon", {}, []),  # whoever writes everything small
        ("Yukon firework", "Yukon", {}, []),  # of Yukon, as the qualifier says
        ("Yukon driver of a taxi in a sea", "Yukon", {}, ["Taxi Driver"]),
        ("Yukon taxi", "Yukon", {}, []),
        ("Yukon taxi driver", "Yukon", {"named": 0.5}, []),
        ("Yukon taxi driver", "Yukon", {"other_names": 0.6}, []),
        ("Yukon taxi driver", "Yukon", {"days_apart": 3.9}, []),
    ],
)
def test_a_name_that_the_tweet_writes_small_is_none(
    tmp_path: Path, tweet: str, link: str, columns: dict[str, float], left_out: list[str]
) -> None:
    texts = {"Red Hat": "Red Hat, Inc. is a company.", "Taxi Driver": '"Taxi Driver" is a film.', "Sea": "The Sea is."}
    texts |= {"Peanut Butter": "Peanut butter is a food.", "Fire Work (Yukon song)": "Fire Work is a song of Yukon."}
    engine = open_index(titled_index(tmp_path, texts))
    links = Links((Link(0, 5, link, 9, "Yukon", "", 0.9),), None, np.empty(0, np.int64), np.empty(0))
    pool = Pool.from_hits(engine, engine.openings(np.arange(len(texts))), links)
    features = np.zeros((len(pool), len(FEATURES)), np.float32)
    features[:, Column.days_apart] = ABSENT
    for name, value in columns.items():
        features[:, Column[name]] = value
    query = query_of(normalize(tweet, words=engine.breaker), engine)
    found = np.flatnonzero(are_written_small(query, pool, np.arange(len(pool)), features)).tolist()
    assert sorted(pool.scored(row, 0.0).title for row in found) == left_out


@pytest.mark.parametrize(
    ("tweet", "columns", "left_out"),
    [
        ("news from Halifax in October", {}, [1, 2]),
        ("Reed of Halifax in October", {}, [1, 2]),
        ("the cancer of Halifax", {}, [2]),
        ("news from Halifax", {"position": 0.0}, []),
        ("news from Halifax", {"named": 0.6}, []),
        ("news from Halifax", {"likely": 0.2}, []),
        ("news from Halifax", {"title_own_share": 1.0}, []),
        ("news from Halifax", {"title_own_share": 0.0}, [1, 2, 5]),
        ("news from Halifax", {"title_own_share": 0.0, "days_apart": 3.9}, [1, 2]),
        ("the music of Halifax", {"title_own_share": 0.0}, [1, 2]),
    ],
)
def test_lives_of_others_are_not_told(
    tmp_path: Path, tweet: str, columns: dict[str, float], left_out: list[int]
) -> None:
    """Unless the sentence has a word of the tweet that is not linked, of a date or of the title."""
    text = "Ada Reed was a sailor. She died of cancer in Halifax in October at the age of 71. Ada was born in Halifax. "
    text += "She died in the storm of Halifax. She sailed from Halifax. She later played music in Halifax."
    engine = open_index(titled_index(tmp_path, {"Ada Reed": text}))
    links = Links(
        (Link(0, 7, "Halifax", 9, "Halifax, Nova Scotia", "", 0.9),), None, np.empty(0, np.int64), np.empty(0)
    )
    pool = Pool.from_hits(engine, engine.openings(np.arange(1)), links)
    assert len(pool) == 6
    features = np.zeros((len(pool), len(FEATURES)), np.float32)
    features[:, Column.position], features[:, Column.days_apart], features[:, Column.title_own_share] = 1.0, ABSENT, 0.5
    for name, value in columns.items():
        features[:, Column[name]] = value
    query = engine.query(engine.analyzer.terms(tweet))
    assert np.flatnonzero(tell_of_lives(query, pool, np.arange(6), features)).tolist() == left_out


@pytest.mark.parametrize(
    ("tweet", "year", "left_out"),
    [
        ("cup final", 2014, ["2004 Ryder Cup", "Cup of 1968-69"]),
        ("cup final", 2006, ["Cup of 1968-69"]),
        ("cup final", 1970, ["2004 Ryder Cup"]),
        ("cup final", 0, []),  # nobody knows when
        ("cup final 2004", 2014, ["Cup of 1968-69"]),
        ("cup final 10 years ago", 2014, []),
    ],
)
def test_an_article_of_another_year_is_not_meant(tmp_path: Path, tweet: str, year: int, left_out: list[str]) -> None:
    titles = ("2004 Ryder Cup", "Cup of 1968-69", "Cup 13 (1968 film)", "Cup")
    engine = open_index(titled_index(tmp_path, {title: f"A cup {title} is known." for title in titles}))
    pool = Pool.from_hits(engine, engine.retrieve(engine.query(["cup"])))
    terms = tuple(QueryTerm(term, 1.0) for term in engine.analyzer.terms(tweet))
    query = Query(terms, day=date(year, 8, 5) if year else None)
    rows, features = np.arange(len(pool)), np.zeros((len(pool), len(FEATURES)), np.float32)
    found = np.flatnonzero(are_of_other_years(query, pool, rows, features)).tolist()
    assert {pool.scored(row, 0.0).title for row in found} == {*left_out}
    named, told = features.copy(), features.copy()
    named[:, Column.named] = 0.9
    told[:, [Column.own_shared, Column.covered]] = 16.0, 0.5  # on the tweet's day
    assert not are_of_other_years(query, pool, rows, named).any()
    assert not are_of_other_years(query, pool, rows, told).any()


def test_what_everybody_knows_opens_an_article_that_one_in_a_hundred_names() -> None:
    rows = np.zeros((5, len(FEATURES)), np.float32)
    rows[:, Column.known] = np.log1p([999, 1000, 2999, 3000, 9000])
    assert is_known_to_all(rows, 1000).tolist() == [False, True, True, True, True]
    assert is_known_to_all(rows, 300_000).tolist() == [False, False, False, True, True]
    rows[:, Column.position] = np.log1p(1)
    assert not is_known_to_all(rows, 1000).any()


@pytest.mark.parametrize(
    ("columns", "spare"),
    [
        ({}, ["Health", "Water polo"]),
        ({"title_weight": 5.5}, []),
        ({"title_own_share": 0.5}, []),
        ({"named": 0.4}, []),
        ({"opening_years": 3.0}, []),
        ({"other_names": 0.6}, []),
        ({"shared": 8.0}, []),
        ({"person": 1.0, "shared": 7.9, "other_names": 0.5}, ["Health", "Water polo"]),
    ],
)
def test_everybody_knows_common_words(tmp_path: Path, columns: dict[str, float], spare: list[str]) -> None:
    titles = ("Health", "Water polo", "The Police", "Reading, Berkshire")
    engine = open_index(titled_index(tmp_path, {title: f"{title} is known." for title in titles}))
    pool = Pool.from_hits(engine, engine.openings(np.arange(len(titles))))
    features = np.zeros((len(pool), len(FEATURES)), np.float32)
    for name, value in ({"title_own_share": 1.0, "title_weight": 5.4, "opening_years": ABSENT} | columns).items():
        features[:, Column[name]] = value
    found = np.flatnonzero(explain_common_words(pool, np.arange(len(pool)), features)).tolist()
    assert sorted(pool.scored(row, 0.0).title for row in found) == spare


def test_what_everybody_knows_is_told_if_there_is_nothing_else() -> None:
    pool = Pool.from_documents([[["storm", "sea"]], [["storm", "boat"]]])
    query, rows = pool.query(["storm", "sea", "boat"]), np.arange(2)
    features = sentence_features(query, pool)[1]
    features[:, Column.named] = 0.9
    features[0, Column.known] = np.log1p(1000)
    scorer = LearnedSentences(unlinked=0.3, model=default_model())
    for worth, shown in (([0.5, 0.4], [False, True]), ([0.5, 0.2], [True, True])):
        scores = scorer.scores_of(query, pool, rows, features, np.array(worth))
        assert np.isfinite(scores).tolist() == shown


@pytest.mark.parametrize(
    ("columns", "left_out"),
    [
        ({}, True),
        ({"likely": 0.2}, False),
        ({"named": 0.4}, False),
        ({"other_names": 1.5}, True),
        ({"other_names": 1.6}, False),  # it names two things that are linked
        ({"title_own_share": 1.0}, True),
        ({"title_own_share": 1.0, "other_names": 0.6}, False),
        ({"covered": 0.4}, True),
        ({"covered": 0.5}, False),
        ({"title_own_share": 1.0, "title_weight": 9.9}, True),
        ({"title_own_share": 1.0, "title_weight": 10.0}, False),
        ({"title_own_share": 0.9, "title_weight": 20.0}, True),
        ({"person": 1, "likely": 0.1, "known": np.log1p(100)}, False),
        ({"person": 1, "likely": 0.1, "known": np.log1p(99)}, True),
        ({"person": 1, "known": np.log1p(100)}, True),
        ({"likely": 0.1, "known": np.log1p(100)}, True),
        ({"title_own_share": 0.5, "other_names": 0.6}, True),
        ({"article_days": 3.9}, False),
        ({"opening_years": 1}, False),
        ({"opening_years": 2, "shared": 20}, True),
    ],
)
def test_an_article_that_only_shares_words_is_told_if_there_is_nothing_else(
    columns: dict[str, float], left_out: bool
) -> None:
    rows = np.zeros((1, len(FEATURES)), np.float32)
    rows[:, [Column.article_days, Column.opening_years]] = ABSENT
    for name, value in columns.items():
        rows[:, Column[name]] = value
    assert only_shares_words(rows).tolist() == [left_out]


@pytest.mark.parametrize(
    ("rival", "columns", "left_out"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"named": 0.5}, False),
        (True, {"article_days": 3.9}, False),
        (True, {"opening_years": 1}, False),
        (True, {"title_own_share": 1.0, "title_weight": 10.0}, False),
        (True, {"title_own_share": 0.5, "title_weight": 10.0}, True),
        (True, {"person": 1, "likely": 0.1, "known": 4.7}, False),
    ],
)
def test_an_article_is_not_meant_whose_name_means_what_is_linked(
    rival: bool, columns: dict[str, float], left_out: bool
) -> None:
    pool = Pool.from_documents([[["storm", "sea"]], [["storm", "boat"]]])
    query, rows, zeros, none = pool.query(["storm"]), np.arange(2), np.zeros(2), np.zeros(2, np.int64)
    named = NamedArticles(rows, zeros, zeros, none, none, none, np.array([False, rival]), pool.candidates)
    pool = replace(pool, links=replace(Links.none(), named=named))
    features = np.zeros((2, len(FEATURES)), np.float32)
    features[:, [Column.article_days, Column.opening_years]] = ABSENT
    for name, value in columns.items():
        features[:, Column[name]] = value
    assert are_other_readings(query, pool, rows, features).tolist() == [False, left_out]


def test_what_only_shares_words_gives_way_to_something_else() -> None:
    pool = Pool.from_documents([[["storm", "sea"]], [["storm", "boat"]]])
    query, rows = pool.query(["storm", "sea", "boat"]), np.arange(2)
    features = sentence_features(query, pool)[1]
    features[0, Column.article_days], features[:, Column.covered] = 0.0, 0.4
    scorer = LearnedSentences(unlinked=0.3, nameless=0.1, model=default_model())
    for worth, shown in (([0.4, 0.5], [True, False]), ([0.2, 0.5], [True, True])):
        scores = scorer.scores_of(query, pool, rows, features, np.array(worth))
        assert np.isfinite(scores).tolist() == shown


@pytest.mark.parametrize(
    ("linked", "worth", "shown"),
    [
        ([0, 0], [0.19, 0.15], [False, False]),
        ([0, 0], [0.15, 0.2], [True, True]),  # the best one is enough
        ([0, 1], [0.19, 0.15], [True, True]),
    ],
)
def test_where_nothing_is_linked_the_best_sentence_must_be_worth_it(
    linked: list[float], worth: list[float], shown: list[bool]
) -> None:
    pool = Pool.from_documents([[["storm", "sea"]], [["storm", "boat"]]])
    query, rows = pool.query(["storm", "sea", "boat"]), np.arange(2)
    features = sentence_features(query, pool)[1]
    features[:, Column.named], features[:, Column.likely] = linked, 0.3
    scorer = LearnedSentences(unlinked=0.1, nameless=0.1, alone=0.2, model=default_model())
    scores = scorer.scores_of(query, pool, rows, features, np.array(worth))
    assert np.isfinite(scores).tolist() == shown


@pytest.mark.parametrize(
    ("tweet", "columns", "shown"),
    [
        ("terrible on the day after", {}, []),
        ("terrible on The Day After", {}, ["The Day After"]),
        ("terrible on the day after", {"covered": 0.5}, ["The Day After"]),
        ("terrible on the day after", {"named": 0.5}, ["The Day After"]),
        ("terrible winter", {}, ["Winter"]),  # no name
    ],
)
def test_a_name_in_small_letters_must_be_worth_more_where_nothing_is_linked(
    tmp_path: Path, tweet: str, columns: dict[str, float], shown: list[str]
) -> None:
    texts = {"The Day After": "The Day After is a film.", "Winter": "Winter is a season.", "Sea": "The sea is salty."}
    engine = open_index(titled_index(tmp_path, texts))
    pool, query = Pool.from_hits(engine, engine.openings(np.arange(3))), query_of(normalize(tweet), engine)
    rows, features = np.arange(len(pool)), np.zeros((len(pool), len(FEATURES)), np.float32)
    has = pool.sentences.counts_of(query.stats.keys).any(axis=0)
    features[:, Column.likely] = 0.3 * has
    for name, value in columns.items():
        features[:, Column[name]] = value * has
    scorer = LearnedSentences(model=default_model())
    for worth, found in ((0.3, shown), (0.36, shown or ["The Day After"])):
        scores = scorer.scores_of(query, pool, rows, features, np.where(has, worth, 0.0))
        assert [pool.scored(row, 0.0).title for row in np.flatnonzero(scores > 0).tolist()] == found


def test_what_is_not_worth_it_alone_does_not_give_way_to_something_else() -> None:
    """Its article only shares words with the tweet, but there is nothing else to tell."""
    pool = Pool.from_documents([[["storm", "sea"]], [["boat", "tree", "road"]]])
    query = pool.query(["storm", "sea", "boat", "tree", "road"])
    assert only_shares_words(sentence_features(query, pool)[1])[0]
    scorer = LearnedSentences(unlinked=-1.0, nameless=-1.0, alone=2.0)
    ((reason, score),) = scorer.explain(query, pool, 0)
    assert score == -np.inf
    assert "too little worth" in reason


@pytest.mark.parametrize(
    ("columns", "apart"),
    [
        ({}, [False, True, False, True]),
        ({"shared": 1}, [False] * 4),
        ({"other_names": 0.5}, [False] * 4),
        ({"years_apart": 1}, [False] * 4),
        ({"opening_years": 2}, [False, False, False, True]),  # the others may be of an event
        ({"opening_years": 3, "years_apart": 2}, [False, True, False, True]),
    ],
)
def test_a_sentence_deep_in_an_article_must_have_more_than_its_subject(
    columns: dict[str, float], apart: list[bool]
) -> None:
    rows = np.zeros((4, len(FEATURES)), np.float32)
    rows[:, Column.position], rows[:, Column.person] = np.log1p([1, 2, 14, 15]), [0, 0, 1, 1]
    rows[:, [Column.years_apart, Column.opening_years]] = ABSENT
    for name, value in columns.items():
        rows[:, Column[name]] = value
    assert stands_apart(rows).tolist() == apart


BORN = "Giggs was born in Cardiff."


@pytest.mark.parametrize(
    ("tweet", "columns", "left_out"),
    [
        ("Last match of Giggs", {}, [BORN, "He married Stacey Cooke."]),
        ("Giggs and his mum", {}, []),  # it asks for them
        ("Giggs and his brother", {}, []),
        ("Last match of Giggs", {"person": 0}, []),
        ("Last match of Giggs", {"position": 0}, []),
        ("Last match of Giggs", {"shared": 2}, []),
        ("Last match of Giggs", {"other_names": 0.8}, []),
        ("Last match of Giggs", {"years_apart": 1}, []),  # it may be news
        ("Last match of Giggs", {"years_apart": 2}, [BORN, "He married Stacey Cooke."]),
    ],
)
def test_a_persons_family_is_told_only_if_the_tweet_asks_for_it(
    tmp_path: Path, tweet: str, columns: dict[str, float], left_out: list[str]
) -> None:
    text = f'{BORN} He played in "The Father" for Wales. He married Stacey Cooke. He won the league.'
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": "1", "title": "Ryan Giggs", "text": text}))
    build_index(tmp_path / "a.jsonl", tmp_path / "i", workers=1)
    engine = open_index(tmp_path / "i")
    query = Query(tuple(QueryTerm(term, 1.0) for term in engine.analyzer.terms(tweet)))
    pool = Pool.from_hits(engine, engine.retrieve(engine.query(engine.analyzer.terms("Giggs"))))
    rows, features = np.arange(len(pool)), np.zeros((len(pool), len(FEATURES)), np.float32)
    for name, value in {"person": 1, "position": 1, "years_apart": ABSENT, **columns}.items():
        features[:, Column[name]] = value
    found = np.flatnonzero(tells_of_private_life(query, pool, rows, features))
    assert [pool.scored(row, 0.0).text for row in found.tolist()] == left_out


@pytest.mark.parametrize(
    ("columns", "left_out"),
    [({}, ["Ada", "LOL", "Gaffer"]), ({"named": 0.6}, []), ({"position": 1.0}, []), ({"title_own_share": 0.5}, [])],
)
def test_the_definition_of_a_name_explains_nothing(
    tmp_path: Path, columns: dict[str, float], left_out: list[str]
) -> None:
    articles = {
        "Ada": "Ada is a female given name.",
        "LOL": "LOL, or lol, is an internet slang term.",
        "Gaffer": "Gaffer is a slang word for a boss.",
        "Mill": "A mill.",
    }
    engine = open_index(titled_index(tmp_path, articles))
    pool = Pool.from_hits(engine, engine.openings(np.arange(len(articles))))
    features = np.zeros((len(pool), len(FEATURES)), np.float32)
    for name, value in {"title_own_share": 1.0, **columns}.items():
        features[:, Column[name]] = value
    query = engine.query(["lol"])
    found = np.flatnonzero(define_names(query, pool, np.arange(len(pool)), features)).tolist()
    assert [pool.scored(row, 0.0).title for row in found] == left_out
    row_of = {pool.scored(row, 0.0).title: row for row in range(len(pool))}
    reasons = LearnedSentences().explain(query, pool, row_of["LOL"])
    assert reasons == [("(it defines a name itself)", -np.inf)]


def test_a_part_of_a_linked_persons_name_is_no_sign_of_another_article() -> None:
    """Karl Miller is not meant by Bode Miller, unless a sentence on Karl names Bode as well."""
    bode, miller, london, karl, bridge, died = range(6)
    keys, idf = np.array([bode, miller, london]), np.array([1.0, 2.0, 4.0])
    titles = Ragged.from_rows([[bode, miller], [karl, miller], [london], [london, bridge], [miller, bode, died]])
    names = Ragged.from_rows([[bode, miller], [london]])
    rows, words = (titles.values, titles.offsets), (names.values, names.offsets)
    of_titles, of_names = ((texts, kernels.terms_in(keys, texts)) for texts in (rows, words))
    borrowed = kernels.borrowed_terms(of_titles, of_names, np.array([0, 2]), np.array([True, *[False] * 4]))
    assert np.argwhere(borrowed >= 0).tolist() == [[1, 1]]
    assert borrowed[1, 1] == 0
    sentences = Ragged.from_rows([[miller, died], [miller, died, london], [miller, bode], [miller, died]])
    columns, article_of = np.zeros((4, len(FEATURES))), np.array([1, 1, 1, 0])
    terms, named = (sentences.values, sentences.offsets), np.zeros((5, 3), np.bool_)
    kernels.word_columns(columns, terms, article_of, (keys, np.ones(3), idf), named, (borrowed, *words))
    assert columns[:, Column.own_shared].tolist() == [0.0, 4.0, 3.0, 2.0]
    assert columns[:, Column.covered].tolist() == pytest.approx([0.0, 4 / 7, 3 / 7, 2 / 7])


def test_sentences_for_a_tweet_that_names_nothing_must_be_worth_more() -> None:
    pool = Pool.from_documents([[["storm", "sea"]], [["storm", "boat"]]])
    model = SentenceModel(stump(Column.likely, 0.15, 0.4, 0.4))
    query, rows = pool.query(["storm", "sea", "boat"]), np.arange(2)
    features = sentence_features(query, pool)[1]
    for nameless, kept in ((0.3, [True, True]), (0.5, [False, False])):
        scorer = LearnedSentences(unlinked=0.3, nameless=nameless, model=model)
        assert np.isfinite(scorer.score(query, pool)).tolist() == kept
    features[0, Column.likely] = 0.9  # now it names the first
    features[1, Column.article_days] = 0.0
    scorer = LearnedSentences(unlinked=0.3, nameless=0.5, model=model)
    assert np.isfinite(scorer.scores_of(query, pool, rows, features, model.worth(features))).tolist() == [True, True]


def test_what_happened_these_days_is_told_for_a_tweet_that_names_nothing() -> None:
    pool = Pool.from_documents([[["storm", "sea"]], [["storm", "sea"]]])
    model = SentenceModel(stump(Column.likely, 0.15, 0.1, 0.1))
    query, rows, scorer = pool.query(["storm", "sea"]), np.arange(2), LearnedSentences(model=model)
    features = sentence_features(query, pool)[1]
    columns = [Column.days_apart, Column.own_shared, Column.covered]
    features[:, columns] = np.log1p(4), 16.0, 0.36

    def shown(**changes: float) -> list[bool]:
        changed = features.copy()
        for column, value in changes.items():
            changed[1, Column[column]] = value
        scores = scorer.scores_of(query, pool, rows, changed, model.worth(changed))
        return [bool(kept) for kept in np.isfinite(scores)]

    assert shown() == [True, True]
    assert shown(days_apart=np.log1p(5)) == [True, False]
    assert shown(own_shared=15.9) == [True, False]
    assert shown(covered=0.3) == [True, False]
    assert shown(named=1.0, likely=0.9) == [False, True]  # now the tweet names the second


def test_what_happened_these_days_is_explained() -> None:
    pool = Pool.from_documents([[["storm", "sea", "5", "august", "2016"]], [["boat", "calm"]]])
    query = replace(pool.query(["storm", "sea"]), day=date(2016, 8, 6))
    scorer = LearnedSentences(model=SentenceModel(stump(Column.position, 0.5, 0.1, 0.1)))
    assert scorer.score(query, pool).tolist() == [0.35, -np.inf]
    reasons = dict(scorer.explain(query, pool, 0))
    assert reasons.pop("(it tells what happened these days, in words of the tweet)") == pytest.approx(0.25)
    assert sum(reasons.values()) == pytest.approx(0.1)


def test_further_sentences_of_an_article_count_less() -> None:
    pool = Pool.from_documents(
        [[["a", "5", "august", "2016"], ["b", "5", "august", "2016"]], [["c", "august", "2016"]]]
    )
    model = SentenceModel(stump(Column.position, 0.5, 0.4, 0.8))
    query = replace(pool.query(["a", "b", "c"]), day=date(2016, 8, 5))
    scores = LearnedSentences(nameless=0.0, decay=0.5, model=model).score(query, pool)
    assert scores.tolist() == pytest.approx([0.2, 0.8, 0.4])
    worthless = SentenceModel(stump(Column.position, 0.5, -0.4, 0.8))
    scores = LearnedSentences(unlinked=-1, nameless=-1.0, alone=-1.0, decay=0.5, model=worthless).score(query, pool)
    assert scores.tolist() == pytest.approx([-0.4, 0.8, -0.4])  # of its article the first is worth less, and stays so


def test_the_spec_is_a_name() -> None:
    assert str(parse_scorer("learned")) == "learned(unlinked=0.14, nameless=0.35, alone=0.2, decay=0.85)"
    assert parse_scorer("learned(unlinked=0.3)") == LearnedSentences(unlinked=0.3)
    assert parse_scorer("learned") == LearnedSentences()
    with pytest.raises(ScorerError, match="learned"):
        parse_scorer("learned(lam=1)")


def test_an_empty_pool_has_no_scores() -> None:
    pool = Pool.from_documents([[["a"]]]).of_documents([])
    assert len(LearnedSentences().score(["a"], pool)) == 0


def test_explanations_add_up_to_the_score() -> None:
    pool = Pool.from_documents([[["a", "park"], ["park", "storm"]], [["b", "sea"]]])
    scorer = LearnedSentences()
    for row, score in enumerate(scorer.score(["storm", "sea"], pool).tolist()):
        assert sum(weight for _, weight in scorer.explain(["storm", "sea"], pool, row)) == pytest.approx(
            score, abs=1e-6
        )


@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize("value", [-1.0, 0.0, 0.5, 2.0, 99.0])
def test_every_feature_reads_as_a_reason(feature: str, value: float) -> None:
    row = np.full(len(FEATURES), value, np.float32)
    ((text, weight),) = strongest_reasons(row, stump(Column[feature], 1.0, -0.5, 0.5))
    assert text
    assert "{" not in text
    assert weight == (0.5 if value > 1 else -0.5)


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    default_model().write(tmp_path / "m.json", {"seed": 1})
    again = read_model(tmp_path / "m.json")
    rows = np.random.default_rng(1).normal(size=(50, len(FEATURES))).astype(np.float32)
    assert again.worth(rows).tolist() == default_model().worth(rows).tolist()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]", "found no model of sentences"),
        ("{}", "found no model of sentences"),
        ("", "found no model of sentences"),
    ],
)
def test_another_file_is_no_model(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "m.json").write_text(content)
    with pytest.raises(ScorerError, match=message):
        read_model(tmp_path / "m.json")
    with pytest.raises(ScorerError, match="cannot be read"):
        read_model(tmp_path / "none.json")


def test_a_model_with_other_features_is_refused(tmp_path: Path) -> None:
    default_model().write(tmp_path / "m.json", {})
    text = (tmp_path / "m.json").read_text().replace('"likely"', '"unlikely"')
    (tmp_path / "m.json").write_text(text)
    with pytest.raises(ScorerError, match="found other features than this version's, train it again: likely, unlikely"):
        read_model(tmp_path / "m.json")
