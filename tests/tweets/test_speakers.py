"""Who speaks in a tweet, and when."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tweetctx.errors import ParameterError
from tweetctx.tweets import normalize
from tweetctx.tweets.dates import find_dates, parse_date, read_date
from tweetctx.tweets.speakers import Speaker, speakers
from tweetctx.tweets.topics import read_topics


@pytest.mark.parametrize(
    ("tweet", "part", "speaker"),
    [
        ("No peace— Steve Holland (@steveholland1) July 9, 2014", "Steve Holland", Speaker.AUTHOR),
        ("No peace. 94.5 The Buzz (@945thebuzz) November 17, 2014", "The Buzz", Speaker.AUTHOR),
        ("The Annual Show Warwick College (@WarwickCol) May 17, 2014", "Show", Speaker.NONE),
        ("@nasa @esa look at Mars", "esa", Speaker.ANSWERED),
        ("@nasa @esa look at Mars", "Mars", Speaker.NONE),
        ("RT @nasa: look at Mars", "nasa", Speaker.QUOTED),
        ("look at Mars via @nasa", "nasa", Speaker.QUOTED),
        ("“@nasa: look at Mars”", "nasa", Speaker.QUOTED),
        ("I love @nasa (really) and Mars", "nasa", Speaker.NONE),
    ],
)
def test_who_speaks(tweet: str, part: str, speaker: Speaker) -> None:
    start = tweet.index(part)
    assert speakers(tweet).roles(np.array([start]), np.array([start + len(part)])).tolist() == [speaker]


@pytest.mark.parametrize(
    ("tweet", "author"),
    [
        ("Rain again— Governor Ann Reed (@ann) January 18, 2016", "Governor Ann Reed (@ann)"),
        ("Rain again — A. B. Reed (@areed)", "A. B. Reed (@areed)"),
        ("Rain - again -- Ann Reed (@ann) 4 May 2016", "Ann Reed (@ann)"),
        ("Rain in York! #wet Ann Reed (@raincloud) May 4, 2016", "Ann Reed (@raincloud)"),
        ("Rain in the New Town York Rovers (@YorkRov) May 4, 2016", "York Rovers (@YorkRov)"),
        ("rain for us all ann (@x_y) May 4, 2016", "ann (@x_y)"),
        ("Regen — Anna Rot (@rot) 4. Mai 2016", "Anna Rot (@rot)"),
        ("RT @ann_reed: rain again", "@ann_reed"),
        ("rain again (via @ann_reed)", "@ann_reed"),
        ("@ann_reed rain again?", ""),
        ("Great to see Ann Reed (@ann) in York", ""),
        ("Great to see Ann Reed (@ann)", ""),
        ("rain again", ""),
    ],
)
def test_the_author(tweet: str, author: str) -> None:
    assert normalize(tweet).author == author


def test_what_is_behind_the_tweet_are_words_that_trail() -> None:
    tweet = normalize("Rain in York — Ann Reed (@ann) May 4, 2016")
    assert tweet.words == ("Rain", "in", "York", "Ann", "Reed", "ann", "May", "4", "2016")
    assert (tweet.trailing, tweet.dated) == (6, 3)
    undated = normalize("Rain in York — Ann Reed (@ann)")
    assert (undated.trailing, undated.dated) == (3, 0)
    assert normalize("Rain in York").trailing == normalize("— Ann Reed (@ann) May 4, 2016").trailing == 0


@pytest.mark.parametrize(
    ("text", "given", "created_at", "years"),
    [
        ("Rain — Ann Reed (@ann) May 4, 2016", None, date(2016, 5, 4), (2016,)),
        ("Rain — Ann Reed (@ann) May 4, 2016", "2017-01-02", date(2017, 1, 2), (2017,)),
        ("Rain on Feb 7-8, 2015 — Ann Reed (@ann) May 4, 2016", None, date(2016, 5, 4), (2015, 2016)),
        ("Regen — Anna Rot (@rot) 4. Mai 2016", None, None, (2016,)),
        ("Rain on 5/4/2016", None, None, (2016,)),
        ("Rain", datetime(2016, 5, 4, 23, tzinfo=UTC), date(2016, 5, 4), (2016,)),
        ("Rain in 2016", None, None, ()),
    ],
)
def test_when_a_tweet_was_written(
    text: str, given: date | str | None, created_at: date | None, years: tuple[int, ...]
) -> None:
    tweet = normalize(text, date=given)
    assert (tweet.created_at, tweet.years) == (created_at, years)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("July 9, 2017", date(2017, 7, 9)),
        ("9 Sept. 2017", date(2017, 9, 9)),
        ("at 2017-07-09T10:00", date(2017, 7, 9)),
        ("7/9/2017, 4:24 AM", date(2017, 7, 9)),
        ("19/7/2017", date(2017, 7, 19)),
        ("2017-19-07", None),
        ("Feb 29-30, 2017", None),
        ("Feb 7", "none"),
        ("Mayor 7, 2017", "none"),
        ("12/12/12", "none"),
    ],
)
def test_dates(text: str, day: date | str | None) -> None:
    assert [mention.day for mention in find_dates(text)] == ([] if day == "none" else [day])


@pytest.mark.parametrize(
    "text",
    ["Wed Oct 10 20:19:24 +0000 2018", "Wed, 10 Oct 2018 20:19:24 +0000", "2018-10-10T20:19:24.000Z", "2018/10/10"],
)
def test_dates_of_platforms(text: str) -> None:
    assert read_date(text) == parse_date(text) == date(2018, 10, 10)


@pytest.mark.parametrize("value", ["tomorrow", "2016-13-01", "", 5])
def test_a_date_that_is_none(value: Any) -> None:
    with pytest.raises(ParameterError, match="expected a date, such as 2016-12-13, or Unix time"):
        parse_date(value)


@pytest.mark.parametrize(
    "post",
    [
        {"id": "1", "text": "a", "created_at": "Wed Oct 10 20:19:24 +0000 2018"},
        {"tweet": {"id_str": "1", "full_text": "a", "created_at": "Wed Oct 10 20:19:24 +0000 2018"}},
        {"data": [{"id": "1", "text": "a", "created_at": "2018-10-10T20:19:24.000Z"}]},
        {"orderedItems": [{"object": {"id": "1", "content": "a", "published": "2018-10-10T20:19:24Z"}}]},
        {"feed": [{"post": {"uri": "1", "record": {"text": "a", "createdAt": "2018-10-10T20:19:24.000Z"}}}]},
        {"uri": "1", "value": {"text": "a", "createdAt": "2018-10-10T20:19:24.000Z"}},
        {"messages": [{"id": 1, "type": "message", "date": "2018-10-10T20:19:24", "text": "a"}]},
    ],
)
def test_posts_tell_when_they_were_written(tmp_path: Path, post: object) -> None:
    (tmp_path / "f.json").write_text(json.dumps(post))
    assert [(topic.text, topic.created_at) for topic in read_topics(tmp_path / "f.json")] == [("a", date(2018, 10, 10))]


@pytest.mark.parametrize("written", [None, "", " "])
def test_a_post_without_a_date_has_none(tmp_path: Path, written: object) -> None:
    (tmp_path / "f.json").write_text(json.dumps({"id": "1", "text": "a", "created_at": written}))
    assert [topic.created_at for topic in read_topics(tmp_path / "f.json")] == [None]
