"""Posts in files as people have them: tables by twarc and spreadsheets, dialects of CSV, Indri's topics, streams."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tweetctx.errors import TopicsError
from tweetctx.tweets import Post
from tweetctx.tweets.topics import Topic, read_topics

DAY = date(2012, 2, 18)
TWARC = (
    "id,conversation_id,referenced_tweets.retweeted.id,author_id,created_at,text,lang,public_metrics.like_count,"
    "author.username,author.name,__twarc.retrieved_at\n"
    '14,14,,42,2021-06-02T10:00:00.000Z,"Whitney Houston, and\nher film",en,3,someone,Some One,2021-06-03\n'
)


def topics(folder: Path, content: str, name: str = "posts.csv", **options: Any) -> list[Topic]:
    (folder / name).write_text(content, "utf-8")
    return [*read_topics(folder / name, **options)]


def pairs(folder: Path, content: str, name: str = "posts.csv", **options: Any) -> list[tuple[str, str]]:
    return [(topic.id, topic.text) for topic in topics(folder, content, name, **options)]


@pytest.mark.parametrize("name", ["posts.csv", "posts.txt", "posts"])
def test_the_table_of_twarc_is_read_whole(name: str, tmp_path: Path) -> None:
    (topic,) = topics(tmp_path, TWARC, name)
    assert topic.id == "14"
    assert topic.post == Post("Whitney Houston, and\nher film", "someone", "Some One", date(2021, 6, 2))


@pytest.mark.parametrize(
    "header",
    [
        "tweet_id,text",
        "Tweet ID,Text",
        "tweet.id,tweet.text",
        "tweet[id],tweet[text]",
        "data/id,data/text",
        "ids,content",
        "query_id,query",
        "qid,Tweet Text",
        "id_str,full_text",
        "\ufeffid,text",
        '"ID","TEXT"',
        "status_id,status",
        "tweetid,body",
    ],
)
def test_usual_names_of_id_and_text(header: str, tmp_path: Path) -> None:
    assert pairs(tmp_path, f"{header}\n7,Whitney Houston\n8,Newark\n") == [("7", "Whitney Houston"), ("8", "Newark")]


@pytest.mark.parametrize(
    ("names", "cells", "expected"),
    [
        ("created_at,author.username", "2012-02-18,nasa", Post("Newark", "nasa", created_at=DAY)),
        ("Created At,User Screen Name", "2012-02-18T10:00:00Z,@nasa", Post("Newark", "nasa", created_at=DAY)),
        ("date,user", "Sat Feb 18 12:00:00 +0000 2012,nasa", Post("Newark", "nasa", created_at=DAY)),
        ("likes (count),author", "3,NASA HQ", Post("Newark", name="NASA HQ")),
        ("user.screen_name,user.name", "nasa,NASA HQ", Post("Newark", "nasa", "NASA HQ")),
        ("public_metrics.like_count,a/b", "1,2", Post("Newark")),
    ],
)  # fmt: skip
def test_usual_names_of_date_and_author(names: str, cells: str, expected: Post, tmp_path: Path) -> None:
    (topic,) = topics(tmp_path, f"id,{names},text\n7,{cells},Newark\n")
    assert topic.post == expected


SAID = 'He said "hello", then left'


@pytest.mark.parametrize(
    "content",
    [
        'id,user,text\n1,a,"He said ""hello"", then left"\n2,b,Newark\n',
        'id,user,text\n1,a,"He said \\"hello\\", then left"\n2,b,"Newark"\n',
        'sep=,\nid,user,text\n1,a,"He said ""hello"", then left"\n2,b,Newark\n',
        '"sep=;"\nid;user;text\n1;a;"He said ""hello"", then left"\n2;b;Newark\n',
        'sep=\\t\nid\tuser\ttext\n1\ta\t"He said ""hello"", then left"\n2\tb\tNewark\n',
        'id;user;text\r\n1;a;"He said ""hello"", then left"\r\n2;b;Newark\r\n',
        'id|user|text\n1|a|"He said ""hello"", then left"\n2|b|Newark\n',
        'id\tuser\ttext\n1\ta\tHe said "hello", then left\n2\tb\tNewark\n',
        '\n\nid,user,text\n1,a,"He said ""hello"", then left"\n\n2,b,Newark\n',
    ],
)
def test_dialects(content: str, tmp_path: Path) -> None:
    assert pairs(tmp_path, content) == [("1", SAID), ("2", "Newark")]


def test_a_tab_in_the_text_is_part_of_it_where_that_is_clear(tmp_path: Path) -> None:
    content = "id\ttext\n1\tWhitney\tHouston\n2\tNewark\n"
    assert pairs(tmp_path, content, "posts.tsv") == [("1", "Whitney\tHouston"), ("2", "Newark")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,text\n1,Whitney\n2,Newark, again\n", "line 3: found 3 cells; expected 2, as in the header"),
        ("id\ttext\tlang\n1\tWhitney\tHouston\ten\n", "line 2: found 4 cells; expected 3, as in the header"),
        ("id,user,text\n1,a\n", "line 2: found 2 columns; expected at least 3"),
    ],
)
def test_a_row_with_other_cells_than_columns_is_an_error_with_both_counts(
    content: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(TopicsError, match=r"posts\.csv, ") as error:
        topics(tmp_path, content)
    assert message in str(error.value)


@pytest.mark.parametrize("rest", [",", ",,", ", ,"])
def test_empty_cells_behind_the_last_column_are_nothing(rest: str, tmp_path: Path) -> None:
    assert pairs(tmp_path, f"id,text\n1,Whitney{rest}\n") == [("1", "Whitney")]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("posts.csv", 'text\n"He said ""hello"", then left"\nNewark, again\n'),
        ("posts.csv", '\ufeff"Tweet Text"\r\n"He said ""hello"", then left"\r\nNewark, again\r\n'),
        ("posts.tsv", 'full_text\nHe said "hello", then left\nNewark, again\n'),
    ],
)
def test_a_table_of_texts_alone(name: str, content: str, tmp_path: Path) -> None:
    assert pairs(tmp_path, content, name) == [("1", SAID), ("2", "Newark, again")]


@pytest.mark.parametrize("name", ["posts.csv", "posts.tsv"])
def test_a_file_named_as_a_table_that_is_none_is_told_of(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("Whitney Houston sings\nBobby sings\n", "utf-8")
    read = read_topics(tmp_path / name)
    assert [topic.text for topic in read] == ["Whitney Houston sings", "Bobby sings"]
    assert any(name in warning and "table" in warning for warning in read.warnings)


ONE = "<query><number>1</number><text>{}</text></query>"
WEIGHTED = "#weight(0.8 #combine(whitney houston) 0.2 #1(the bodyguard))"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (f"<queries>{ONE.format('#combine(whitney houston)')}</queries>", [("1", "whitney houston")]),
        (f"<queries>\n{ONE.format(' whitney houston ')}\n</queries>", [("1", "whitney houston")]),
        (f"<parameters>{ONE.format(WEIGHTED)}</parameters>", [("1", "whitney houston the bodyguard")]),
        (
            f"<queries>{ONE.format('a &amp; b')}{ONE.format('c').replace('1', '2')}</queries>",
            [("1", "a & b"), ("2", "c")],
        ),
        (
            f"<?xml version='1.0'?>\n<queries>{ONE.format('#uw8(whitney houston)')}</queries>",
            [("1", "whitney houston")],
        ),
        (
            f"<queries>{ONE.format('whitney').replace('<query>', '<query><type>indri</type>')}</queries>",
            [("1", "whitney")],
        ),
    ],
)
def test_topics_of_indri(content: str, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    found = [(identifier, " ".join(text.split())) for identifier, text in pairs(tmp_path, content, "indri.xml")]
    assert found == expected


NOTICES: list[dict[str, Any]] = [
    {"delete": {"status": {"id": 12, "user_id": 3}}},
    {"limit": {"track": 7}},
    {"meta": {"result_count": 0}},
    {"scrub_geo": {"user_id": 1, "up_to_status_id": 2}},
    {"status_withheld": {"id": 1, "user_id": 2}},
    {"disconnect": {"code": 4}},
    {"warning": {"code": "FALLING_BEHIND"}},
    {"type": "Delete", "object": "https://m.example/1"},
]


@pytest.mark.parametrize("notice", NOTICES, ids=lambda notice: next(iter(notice)))
def test_a_notice_of_a_stream_is_passed_over_and_counted(notice: dict[str, Any], tmp_path: Path) -> None:
    lines = [{"id_str": "1", "text": "Whitney"}, notice, {"id_str": "2", "text": "Newark"}, notice]
    file = tmp_path / "stream.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    read = read_topics(file)
    assert [(topic.id, topic.text) for topic in read] == [("1", "Whitney"), ("2", "Newark")]
    assert read.notices == 2


def test_a_stream_that_begins_with_a_notice(tmp_path: Path) -> None:
    file = tmp_path / "stream.jsonl"
    file.write_text('{"limit": {"track": 1}}\n{"id_str": "1", "text": "Whitney"}\n', "utf-8")
    read = read_topics(file)
    assert [topic.text for topic in read] == ["Whitney"]
    assert read.notices == 1


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<ul><li>one</li><li>two</li></ul><blockquote>q</blockquote>", "one two q"),
        ("<h1>one</h1>two<h2>q</h2>", "one two q"),
        ("<ol><li><p>one</p></li><li>two</li></ol>q", "one two q"),
        ("one<br>two<br/>q", "one two q"),
        ("<p>one</p><p>two</p><pre>q</pre>", "one two q"),
        ("<table><tr><td>one</td><td>two</td></tr></table><div>q</div>", "one two q"),
        ("<p>o<b>n</b>e <i>two</i> q</p>", "one two q"),
    ],
)
def test_words_of_html_stay_apart(html: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    file.write_text(json.dumps([{"id": "1", "content": html}]), "utf-8")
    assert [topic.text for topic in read_topics(file)] == [text]


def bluesky_view(number: int, **more: Any) -> dict[str, Any]:
    return {"post": {"uri": f"at://a/{number}", "record": {"$type": "app.bsky.feed.post", "text": f"{number}"}}, **more}


REPOST = bluesky_view(1, reason={"by": {"handle": "r.example"}})


@pytest.mark.parametrize(
    "feed", [[bluesky_view(1), REPOST, bluesky_view(2)], [REPOST, bluesky_view(1), bluesky_view(2)]]
)
def test_a_repost_on_bluesky_of_what_was_read_is_passed_over_and_counted(
    feed: list[dict[str, Any]], tmp_path: Path
) -> None:
    file = tmp_path / "feed.json"
    file.write_text(json.dumps({"feed": feed}), "utf-8")
    read = read_topics(file)
    assert [topic.text for topic in read] == ["1", "2"]
    assert read.notices == 1


def test_an_id_that_occurs_again_on_one_line_is_told_of_as_that(tmp_path: Path) -> None:
    file = tmp_path / "feed.json"
    file.write_text(json.dumps({"feed": [bluesky_view(1), bluesky_view(1)]}), "utf-8")
    with pytest.raises(
        TopicsError, match="line 1: found the id 'at://a/1' again, which a post before on the same line"
    ):
        list(read_topics(file))


def test_an_id_is_told_without_its_control_characters(tmp_path: Path) -> None:
    file = tmp_path / "posts.jsonl"
    file.write_text(r'{"id": "\u001b[2J", "text": "x"}' + "\n" + r'{"id": "\u001b[2J", "text": "x"}', "utf-8")
    with pytest.raises(TopicsError, match=r"the id '\\x1b\[2J' again"):
        list(read_topics(file))


def test_replies_in_a_thread_of_bluesky_answer_what_is_above_them(tmp_path: Path) -> None:
    gone = {"$type": "app.bsky.feed.defs#notFoundPost", "uri": "at://a/9", "notFound": True}
    thread = bluesky_view(
        2, parent=bluesky_view(1), replies=[bluesky_view(3, replies=[bluesky_view(4)]), gone, bluesky_view(5)]
    )
    file = tmp_path / "thread.json"
    file.write_text(json.dumps({"thread": thread}), "utf-8")
    read = [topic.post for topic in read_topics(file)]
    assert [(post.text, post.answered and post.answered.text) for post in read] == [
        ("2", "1"), ("3", "2"), ("4", "3"), ("5", "2"),
    ]  # fmt: skip


@pytest.mark.parametrize("indent", [None, 1])
def test_what_stands_above_and_below_a_status_of_mastodon(indent: int | None, tmp_path: Path) -> None:
    above, below = ([{"id": number, "content": f"<p>{number}</p>"}] for number in "12")
    file = tmp_path / "context.json"
    file.write_text(json.dumps({"ancestors": above, "descendants": below}, indent=indent), "utf-8")
    assert [(topic.id, topic.text) for topic in read_topics(file)] == [("1", "1"), ("2", "2")]


def export_of(folder: Path, name: str, value: list[dict[str, Any]]) -> None:
    part = name.removesuffix(".js").replace("-", "_")
    (folder / name).write_text(f"window.YTD.{part}.part0 = {json.dumps(value)}", "utf-8")


def test_long_tweets_of_an_export_are_whole(tmp_path: Path) -> None:
    begin = "Whitney & The Bodyguard, a film of 1992. " * 6
    notes = [begin + "She sings.", begin[:200] + "in Newark. " * 9, begin[:200] + "in Newark. " * 8 + "And in York"]
    escaped = begin.replace("&", "&amp;")
    cut = [escaped + "She…", begin[:200].replace("&", "&amp;") + "in Newark.… https://t.co/1", "Whitney…", begin + "I…"]
    export_of(tmp_path, "tweets.js", [{"tweet": {"id": str(n), "full_text": text}} for n, text in enumerate(cut, 1)])
    export_of(
        tmp_path, "note-tweet.js", [{"noteTweet": {"noteTweetId": "9", "core": {"text": note}}} for note in notes]
    )
    export_of(tmp_path, "community-tweet.js", [{"tweet": {"id": "5", "full_text": "Newark"}}])
    texts = [topic.text for topic in read_topics(tmp_path)]
    assert texts == ["Newark", notes[0], *cut[1:]]  # of the second, two begin as it does; of the last, none


def test_notes_of_an_export_that_cannot_be_read_are_a_problem(tmp_path: Path) -> None:
    export_of(tmp_path, "tweets.js", [{"tweet": {"id": "1", "full_text": "Newark"}}])
    (tmp_path / "note-tweet.js").write_text("window.YTD.note_tweet.part0 = [ {", "utf-8")
    read = read_topics(tmp_path, on_error="skip")
    assert ([topic.text for topic in read], read.skipped) == (["Newark"], 1)
