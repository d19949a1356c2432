"""Dates in texts, and those that the ids of tweets tell."""

import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tweetctx.tweets import Post, normalize, read_post
from tweetctx.tweets.dates import day_of_id, find_dates
from tweetctx.tweets.topics import read_topics

TWEET, DAY = "1050118621198921728", date(2018, 10, 10)  # both as in the documentation of X's API


def test_the_longest_date_behind_much_text() -> None:
    date = "September. 12th - 13 12:34:56 +0000, 2016"
    assert [(found.start, found.end) for found in find_dates(f"{'x ' * 99}{date}")] == [(198, 198 + len(date))]
    assert [found.year for found in find_dates("2001 20 1 May 2003, 19 June 1987")] == [2003, 1987]


@pytest.mark.parametrize(
    ("identifier", "day"),
    [
        (TWEET, DAY),
        ("210462857140252672", date(2012, 6, 6)),  # as in the documentation of Twitter's API 1.1
        ("29700859247", None),  # one of the first three days
        ("20", None),
        ("2016-12-13", None),
        (f"t{TWEET}", None),
        (f"{TWEET}0", None),
        (f"0{TWEET[:-1]}", None),
        ("٢١٠٤٦٢٨٥٧١٤٠٢٥٢٦٧٢", None),
        ("9223372036854775807", None),  # a time to come
    ],
)
def test_the_id_of_a_tweet_tells_its_day(identifier: str, day: date | None) -> None:
    assert day_of_id(identifier) == day


def test_a_tweet_of_this_moment_is_not_to_come() -> None:
    now = datetime.now(UTC)
    milliseconds = int(now.timestamp() * 1000) - 1288834974657
    assert day_of_id(str(milliseconds << 22)) == now.date()
    assert day_of_id(str(milliseconds + 3_600_000 << 22)) is None


@pytest.mark.parametrize(
    "content",
    [
        json.dumps({"id": TWEET, "text": "one"}),
        json.dumps({"id": int(TWEET), "text": "one"}),
        json.dumps({"tweet": {"id_str": TWEET, "full_text": "one"}}),
        json.dumps({"rest_id": TWEET, "legacy": {"full_text": "one"}}),
        f"id\ttext\n{TWEET}\tone\n",
        f"{TWEET}\tone\n",
        f'<topics><topic id="{TWEET}"><title>one</title></topic></topics>',
    ],
)
def test_posts_without_a_date_have_that_of_their_id(tmp_path: Path, content: str) -> None:
    (tmp_path / "f").write_text(content)
    tweets = [normalize(topic.post) for topic in read_topics(tmp_path / "f")]
    assert [(tweet.text, tweet.created_at, tweet.years) for tweet in tweets] == [("one", DAY, (2018,))]


def test_a_date_that_is_stated_counts_more_than_an_id() -> None:
    stated = {"id": TWEET, "text": "one", "created_at": "2016-12-13"}
    assert normalize(read_post(stated)).created_at == date(2016, 12, 13)
    behind = Post("one — Ann Lee (@ann_lee) May 4, 2015", id=TWEET)
    assert normalize(behind).created_at == date(2015, 5, 4)
    assert normalize(behind, date="2014-01-02").created_at == date(2014, 1, 2)


def test_the_posts_that_a_post_brings_have_their_own_ids() -> None:
    quoting = read_post({"id": "7", "text": "this!", "quoted_status": {"id": int(TWEET), "text": "one"}})
    assert normalize(quoting).created_at is None
    assert quoting.quoted is not None
    assert normalize(quoting.quoted).created_at == DAY
