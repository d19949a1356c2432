"""Posts in lines: texts, and JSON over one line or several."""

import json
from collections.abc import Iterator
from datetime import date

import pytest

from tweetctx.errors import InputError
from tweetctx.reading.objects import open_brackets
from tweetctx.tweets.platforms.objects import NoticeError
from tweetctx.tweets.post_lines import read_post_lines

POSTS = {
    "X": {"id": 7, "text": "Adele won", "user": {"screen_name": "ann"}, "created_at": "2016-12-13"},
    "X, API v2": {
        "data": {"id": "7", "text": "Adele won", "author_id": "1", "created_at": "2016-12-13T10:00:00Z"},
        "includes": {"users": [{"id": "1", "username": "ann"}]},
    },
    "Mastodon": {"id": "7", "content": "<p>Adele won</p>", "account": {"acct": "ann"}, "created_at": "2016-12-13"},
    "Bluesky": {
        "uri": "7",
        "author": {"handle": "ann"},
        "record": {"$type": "app.bsky.feed.post", "text": "Adele won", "createdAt": "2016-12-13T10:00:00Z"},
    },
    "Telegram": {
        "message_id": 7,
        "from": {"username": "ann", "first_name": ""},
        "date": 1481623200,
        "text": "Adele won",
    },
}


def read(text: str) -> tuple[list[tuple[int, str]], list[str]]:
    """The lines and texts of the posts, and what is reported."""
    errors: list[InputError] = []
    posts = [(line, post.text) for line, post in read_post_lines(text.split("\n"), errors.append)]
    return posts, [str(error) for error in errors]


@pytest.mark.parametrize("indent", [None, 1, 4])
@pytest.mark.parametrize("platform", POSTS)
def test_objects_of_platforms(platform: str, indent: int | None) -> None:
    text = json.dumps(POSTS[platform], indent=indent)
    ((line, post),) = read_post_lines(text.split("\n"), lambda error: pytest.fail(str(error)))
    assert (line, post.text, post.account, post.created_at, post.id) == (
        1,
        "Adele won",
        "ann",
        date(2016, 12, 13),
        "7",
    )


@pytest.mark.parametrize(
    ("text", "posts"),
    [
        ('{"text": "a"}\n{"text": "b"}', [(1, "a"), (2, "b")]),
        ('{"text": "a"}\r\n\r\n{"text": "b"}\r\n', [(1, "a"), (3, "b")]),
        ('{\n"text": "a"\n}\n{\n\n"text": "b"}', [(1, "a"), (4, "b")]),
        ('  {"text": "}{\\"]"}', [(1, '}{"]')]),
        ('[{"text": "a"}, {"text": "b"}]', [(1, "a"), (1, "b")]),
        ('[\n{"text": "a"},\n{"text": "b"}\n]\nc', [(1, "a"), (1, "b"), (5, "c")]),
        ('{"statuses": [{"text": "a"}, {"text": "b"}]}', [(1, "a"), (1, "b")]),
        ('one\n\n{"text": "a"}\n\ntwo\n', [(1, "one"), (2, ""), (3, "a"), (5, "two"), (6, "")]),
        ("{hello} you\n[sic] {\n{{ }}", [(1, "{hello} you"), (2, "[sic] {"), (3, "{{ }}")]),
        ("[1] a note\n[BREAKING] news", [(1, "[1] a note"), (2, "[BREAKING] news")]),
    ],
)
def test_texts_and_json(text: str, posts: list[tuple[int, str]]) -> None:
    assert read(text) == (posts, [])


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{}", 'line 1: found no "text"; expected a tweet {"id", "text"}'),
        ('a\n{"id": 7}', 'line 2: found no "text"; expected a tweet {"id", "text"}'),
        ('{"text": 7}', 'line 1: found "text" that is a number; expected a string'),
        ('{"a"} b', 'line 1: found no JSON (Expecting \':\' delimiter, column 5); expected a tweet {"id", "text"}'),
        (
            '\n{\n"text": "a",\n"id": ,\n}',
            'line 4: found no JSON (Expecting value, column 7); expected a tweet {"id", "text"}',
        ),
        (
            '{"text": "a\n{"text": "b"}',
            'line 1: found no JSON (Unterminated string starting at, column 10); expected a tweet {"id", "text"}',
        ),
        (
            '{"text": "a"',
            'line 1: found no JSON (Expecting \',\' delimiter, column 13); expected a tweet {"id", "text"}',
        ),
        (
            '{"text": ' + "[" * 100_000,
            'line 1: found JSON that is nested too deeply; expected a tweet {"id", "text"}',
        ),
    ],
)
def test_what_is_no_post_is_reported(text: str, error: str) -> None:
    assert read(text)[1] == [error]


def test_the_posts_around_a_broken_one_are_read() -> None:
    posts, errors = read('{"text": "a"}\n{"text": "b\n{"text": "c"}\n{"delete": {}}\n{"text": "d"}')
    assert posts == [(1, "a"), (3, "c"), (5, "d")]
    assert [error.partition(" (")[0] for error in errors] == ["line 2: found no JSON", "line 4: found a notice"]


def test_a_notice_is_told_from_a_mistake() -> None:
    errors: list[InputError] = []
    assert not list(read_post_lines(['{"delete": {}}'], errors.append))
    assert [type(error) for error in errors] == [NoticeError]


def test_each_post_comes_before_the_next_line_is_asked_for() -> None:
    asked = []

    def lines() -> Iterator[str]:
        for line in ('{"text": "a"}', "{", '"text": "b"}', "c"):
            asked.append(line)
            yield line

    seen = [(post.text, len(asked)) for _, post in read_post_lines(lines(), lambda _: None)]
    assert seen == [("a", 1), ("b", 3), ("c", 4)]


@pytest.mark.parametrize(
    ("line", "count"),
    [("", 0), ("{[", 2), ("}]", -2), ('{"}": "{\\"{"', 1), ('{"a', None), ('"\\"', None), ('{"a": "b\\\\"}', 0)],
)
def test_brackets_that_a_line_leaves_open(line: str, count: int | None) -> None:
    assert open_brackets(line) == count
