"""Dates in texts, and those that the ids of tweets tell."""

import json
import re
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from tweetctx.errors import ParameterError, TopicsError, TweetError
from tweetctx.tweets import Post, normalize, read_post
from tweetctx.tweets.dates import day_of_id, find_dates, is_time_of_day, parse_date, read_date
from tweetctx.tweets.topics import read_topics

TWEET, DAY = "1050118621198921728", date(2018, 10, 10)  # both as in the documentation of X's API


def test_the_longest_date_behind_much_text() -> None:
    date = "September. 12th - 13 12:34:56 +0000, 2016"
    assert [(found.start, found.end) for found in find_dates(f"{'x ' * 99}{date}")] == [(198, 198 + len(date))]
    assert [found.year for found in find_dates("2001 20 1 May 2003, 19 June 1987")] == [2003, 1987]


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2024-01-01T23:30:00-05:00", date(2024, 1, 2)),
        (" 2024-01-01 23:30:00.5-0500 ", date(2024, 1, 2)),
        ("2024-01-01T00:30:00+02:00", date(2023, 12, 31)),
        ("2024-01-01T23:30:00Z", date(2024, 1, 1)),
        ("2024-01-01T23:30:00", date(2024, 1, 1)),
        ("Mon Jan 01 23:30:00 +0000 2024", date(2024, 1, 1)),
        (datetime.fromisoformat("2024-01-01T23:30:00-05:00"), date(2024, 1, 2)),
        (datetime.fromisoformat("2024-01-01T23:30:00"), date(2024, 1, 1)),
        (datetime.max.replace(tzinfo=timezone(timedelta(hours=-5))), date(9999, 12, 31)),
        ("7/9-1200", None),
    ],
)
def test_days_are_those_in_utc(value: str | datetime, day: date | None) -> None:
    assert read_date(value) == day


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


UNIX_DAY = date(2016, 12, 13)
UNIX = [1481652300, 1481652300000, 1481652300.5, "1481652300", " 1481652300 ", "1481652300000", "1481652300.0"]


@pytest.mark.parametrize("value", [*UNIX, "20161213"])
def test_unix_time_and_eight_digits(value: Any) -> None:
    assert read_date(value) == parse_date(value) == UNIX_DAY


@pytest.mark.parametrize(
    ("value", "day"),
    [
        (631152000, date(1990, 1, 1)),
        (4102444799, date(2099, 12, 31)),
        (631152000000, date(1990, 1, 1)),
        (4102444799999, date(2099, 12, 31)),
        (631151999, None),
        (4102444800, None),
        (20161213, None),
        (201612131805, None),
        ("20161313", None),
        ("9" * 5000, None),
        (10**400, None),
        (-1481652300, None),
        ("-1481652300", None),
        ("1e9", None),
        ("١٤٨١٦٥٢٣٠٠", None),
        (float("nan"), None),
        (float("inf"), None),
        (True, None),
        ([2016], None),
        (None, None),
    ],
)
def test_the_bounds_of_unix_time(value: object, day: date | None) -> None:
    assert read_date(value) == day


DATED: list[tuple[str, dict[str, Any]]] = [  # the field with the date, and the rest of a post
    ("created_at", {"id": "1", "text": "a"}),
    ("createdAt", {"id": "1", "text": "a"}),
    ("timestamp", {"id": "1", "text": "a"}),
    ("date", {"id": "1", "text": "a"}),
    ("created_at", {"id": "1", "content": "a"}),
    ("published", {"id": "1", "content": "a"}),
    ("createdAt", {"uri": "1", "$type": "app.bsky.feed.post", "text": "a"}),
    ("date", {"message_id": 1, "text": "a"}),
    ("forward_date", {"message_id": 1, "text": "a", "date": 5, "forward_from": {"first_name": "b"}}),
]


@pytest.mark.parametrize("value", UNIX)
@pytest.mark.parametrize(("field", "rest"), DATED)
def test_unix_time_in_posts(field: str, rest: dict[str, Any], value: object, tmp_path: Path) -> None:
    (tmp_path / "f.json").write_text(json.dumps(rest | {field: value}))
    assert [topic.created_at for topic in read_topics(tmp_path / "f.json")] == [UNIX_DAY]


@pytest.mark.parametrize("value", [datetime(2016, 12, 13, 18, 5, tzinfo=UTC), UNIX_DAY])
@pytest.mark.parametrize(("field", "rest"), DATED)
def test_dates_as_libraries_for_python_give_them(field: str, rest: dict[str, Any], value: date) -> None:
    assert read_post(rest | {field: value}).created_at == parse_date(value) == UNIX_DAY


@pytest.mark.parametrize("value", ["13.12.2016", "12/13/2016", "6:05 PM · Dec 13, 2016", " 2016-12-13 ", "2016-W50-2"])
def test_a_given_date_has_any_form_of_a_platform(value: str) -> None:
    assert parse_date(value) == UNIX_DAY


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (5, "5"),
        ("yesterday", "'yesterday'"),
        ("2018-02-31", "'2018-02-31'"),
        (True, "True"),
        ({"a": 1}, "an object"),
        ([2018], "a list"),
    ],
)
@pytest.mark.parametrize(("field", "rest"), DATED)
def test_a_value_that_is_no_date_is_named(
    field: str, rest: dict[str, Any], value: object, found: str, tmp_path: Path
) -> None:
    (tmp_path / "f.jsonl").write_text(f'{{"id": "2", "text": "b"}}\n{json.dumps(rest | {field: value})}\n')
    topics = read_topics(tmp_path / "f.jsonl", on_error="skip")
    assert [topic.id for topic in topics] == ["2"]
    message, expected = f'found "{field}" that is {found}', "expected a date, such as 2016-12-13, or Unix time"
    assert topics.problems == (f"{tmp_path}/f.jsonl, line 2: {message}; {expected}",)
    with pytest.raises(TopicsError, match=re.escape(message)):
        list(read_topics(tmp_path / "f.jsonl"))
    with pytest.raises(TweetError, match=f"^tweet: {re.escape(message)}, {expected}$"):
        read_post(rest | {field: value})


@pytest.mark.parametrize("value", [datetime(2016, 12, 13, 18, 5, tzinfo=UTC), "2016-12-13T18:05:00Z", 1481652300])
def test_a_post_that_a_program_makes_has_any_form_of_date(value: Any) -> None:
    assert repr(normalize(Post("one", created_at=value)).created_at) == repr(UNIX_DAY)


def test_a_post_that_a_program_makes_with_a_wrong_date() -> None:
    wrong: Any = "soon"
    with pytest.raises(ParameterError, match=r"^date: found 'soon', expected a date"):
        normalize(Post("one", created_at=wrong))


def test_a_value_that_no_json_has_is_named_by_its_type() -> None:
    with pytest.raises(TweetError, match=r'^tweet: found "created_at" that is of the type bytes, expected a date'):
        read_post({"text": "a", "created_at": b"2016-12-13"})


def test_another_field_may_have_the_date() -> None:
    assert read_post({"text": "a", "created_at": "soon", "timestamp": 1481652300}).created_at == UNIX_DAY
    assert read_post({"record": {"text": "a", "createdAt": "0001"}, "indexedAt": "2016-12-13"}).created_at == UNIX_DAY


@pytest.mark.parametrize(
    ("kind", "quoted"),
    [
        ("quoted_status", {"text": "b", "created_at": "soon"}),
        ("quoted", {"text": "b", "created_at": "soon"}),
        ("in_reply_to_status", {"text": "b", "created_at": "soon"}),
    ],
)
def test_a_wrong_date_of_what_a_post_quotes_does_not_hide_it(kind: str, quoted: object) -> None:
    with pytest.raises(TweetError, match=r"^tweet: found .created_at. that is .soon., expected a date"):
        read_post({"text": "a", kind: quoted})


@pytest.mark.parametrize("column", ["created_at", "Timestamp", "tweet.created_at", "date"])
@pytest.mark.parametrize("separator", [",", "\t"])
def test_dates_in_tables(column: str, separator: str, tmp_path: Path) -> None:
    rows = [["id", "text", column], ["1", "a", "1481652300"], ["2", "b", "1481652300000"], ["3", "c", " "]]
    rows += [["4", "d", "2016-12-13 10:00"], ["5", "e", "soon"], ["6", "f", "13.12.2016 10:00"], ["7", "g", "18:05"]]
    (tmp_path / "f").write_text("\n".join(map(separator.join, rows)) + "\n")
    topics = read_topics(tmp_path / "f", on_error="skip")
    assert [topic.created_at for topic in topics] == [UNIX_DAY, UNIX_DAY, None, UNIX_DAY, UNIX_DAY, None]
    expected = "expected a date, such as 2016-12-13, or Unix time"
    assert topics.problems == (f"{tmp_path}/f, line 6: found \"{column}\" that is 'soon'; {expected}",)


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("13.12.2016", date(2016, 12, 13)),
        ("1. 2. 2016, 9:30", date(2016, 2, 1)),
        ("31.2.2016", None),
        ("1.2.3.2016", None),
        ("13.12.16", None),
    ],
)
def test_a_day_before_the_month_with_full_stops(value: str, day: date | None) -> None:
    assert read_date(value) == day


@pytest.mark.parametrize(
    ("text", "expected"),
    [("18:05", True), (" 6:05:12.5 p.m. ", True), ("18:05 on Monday", False), ("18", False), ("", False)],
)
def test_a_time_of_day_is_no_wrong_date(text: str, expected: bool) -> None:
    assert is_time_of_day(text) is expected
