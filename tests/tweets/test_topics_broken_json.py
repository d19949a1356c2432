"""Broken tweets in JSON, a line or a document: the message, and what "skip" goes on with."""

import json
from pathlib import Path

import pytest
from broken_topics import check

from tweetctx.errors import TopicsError
from tweetctx.tweets.topics import read_topics

TWEET = 'a tweet {"id", "text"}'


BROKEN_TWEETS = [
    ("5", f"JSON that is a number; expected {TWEET}"),
    ("null", f"JSON that is null; expected {TWEET}"),
    ('"x"', f"JSON that is a string; expected {TWEET}"),
    ("1.5", f"JSON that is a number; expected {TWEET}"),
    ("{}", f'no "text"; expected {TWEET}'),
    ('{"text": 1}', '"text" that is a number; expected a string'),
    ('{"id": true, "text": "x"}', '"id" that is a boolean; expected a string or a number'),
    ('{"id": NaN, "text": "x"}', '"id" that is NaN; expected a string or a number'),
    ('{"id_str": [1], "text": "x"}', '"id_str" that is a list; expected a string or a number'),
    ('{"id": " ", "text": "x"}', "an empty id; expected an id"),
    ('{"id": "a\\tb", "text": "x"}', "the id 'a\\tb'; expected an id without tabs and line breaks"),
    ('{"id": "2"}', f'no "text"; expected {TWEET}'),
    ('{"id": "2", "text": null}', '"text" that is null; expected a string'),
    ('{"id": "2", "text": 1.5}', '"text" that is a number; expected a string'),
    ('{"id": "2", "full_text": {}}', '"full_text" that is an object; expected a string'),
    ('{"tweet": {"id": "2"}}', f'no "text"; expected {TWEET}'),
]
each_broken_tweet = pytest.mark.parametrize(("broken", "message"), BROKEN_TWEETS)


@each_broken_tweet
def test_a_broken_tweet_on_a_line(tmp_path: Path, broken: str, message: str) -> None:
    content = f'{{"id": 1, "text": "x"}}\r\n\r\n{broken}\r\n{{"id": 3, "text": "x"}}'
    check(tmp_path / "f", content.encode(), ["1", "3"], f", line 3: found {message}")


@each_broken_tweet
@pytest.mark.parametrize("before", ["[", "window.YTD.tweets.part0 = [", '{"meta": {}, "data": ['])
@pytest.mark.parametrize("end", ["\n", " "])
def test_a_broken_tweet_in_a_list(tmp_path: Path, broken: str, message: str, before: str, end: str) -> None:
    after = "]}" if before.startswith("{") else "]"
    content = f'\n{before}\n{{"id": 1, "text": "x"}},{end}{broken},{end}{{"id": 3, "text": "x"}}\n{after}'
    check(tmp_path / "f", content.encode(), ["1", "3"], f", line {4 if end == chr(10) else 3}: found {message}")


def test_a_tweet_without_an_id_has_its_place(tmp_path: Path) -> None:
    rows = [
        '{"text": "a"}',
        '{"id": null, "text": "b"}',
        '{"delete": {}}',
        "{}",
        '{"id": "x", "text": "c"}',
        '{"text": "d"}',
    ]
    contents = ("\n".join(rows), f"[{', '.join(rows)}]", "[" + ",\n".join(rows) + "]")
    for content in contents:
        (tmp_path / "f").write_text(content)
        read = [(topic.id, topic.text) for topic in read_topics(tmp_path / "f", on_error="skip")]
        assert read == [("1", "a"), ("2", "b"), ("x", "c"), ("5", "d")]


def test_two_broken_tweets_of_a_page_on_a_line(tmp_path: Path) -> None:
    content = b'{"id": 1, "text": "x"}\n{"data": [{"id": 2}, {"id": 3, "text": "x"}, 4]}'
    check(
        tmp_path / "f",
        content,
        ["1", "3"],
        f', line 2: found no "text"; expected {TWEET}',
        f", line 2: found JSON that is a number; expected {TWEET}",
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"id": "2"', f"no JSON (Expecting ',' delimiter, column 11); expected {TWEET}"),
        (b'{"id": "2", "text": "a\tb"}', f"no JSON (Invalid control character at, column 23); expected {TWEET}"),
        (b'{"id": "2", "text": "a', f"no JSON (Unterminated string starting at, column 21); expected {TWEET}"),
        (b"nothing", f"no JSON (Expecting value, column 1); expected {TWEET}"),
        (b'{"id": "2"} {}', f"no JSON (Extra data, column 13); expected {TWEET}"),
        (b'{"id": "2", "text": "\xff"}', "byte 0xff at column 22; expected text in UTF-8"),
        (b'{"id": "\xed\xa0\x80"}', "byte 0xed at column 9; expected text in UTF-8"),
    ],
)
@pytest.mark.parametrize("place", [1, 2])
def test_a_broken_line_of_json(tmp_path: Path, line: bytes, message: str, place: int) -> None:
    good = [b'{"id": "1", "text": "x"}', b'{"id": "3", "text": "x"}']
    content = b"\n".join([*good[: place - 1], line, *good[place - 1 :]])
    check(tmp_path / "f", content, ["1", "3"], f", line {place}: found {message}")


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("9" * 5000, r"JSON with a number of too many digits( \(column \d+\))?; expected"),
        ("[" * 100_000, r"JSON that is nested too deeply( \(column \d+\))?; expected"),
    ],
)
@pytest.mark.parametrize("form", ["%s\n%s\n%s", "[%s,\n%s,\n%s]"])
def test_json_that_python_refuses(tmp_path: Path, value: str, found: str, form: str) -> None:
    path = tmp_path / "f"
    path.write_text(form % ('{"id": 1, "text": "x"}', f'{{"id": {value}, "text": "x"}}', '{"id": 3, "text": "x"}'))
    with pytest.raises(TopicsError, match=rf"f, line 2: found {found}"):
        list(read_topics(path))
    topics = read_topics(path, on_error="skip")
    assert [topic.id for topic in topics] == ["1", "3"]
    assert topics.skipped == 1


GOOD = ['{"id": 1, "text": "x"}', '{"id": 3, "text": "x, {}"}']
BROKEN_ELEMENTS = [
    ('{"id": 2, "text": "x"', "Expecting ',' delimiter"),
    ('{"id": 2, "text": "x, {\\"}', "Invalid control character at"),
    ('{"id": 2, "text": x}', "Expecting value"),
    ("{'id': 2, 'urls': [{}, {}]}", "Expecting property name enclosed in double quotes"),
    ('{"id": 2, "user_mentions": [{"id": 4}, {"id": 5}], "text"}', "Expecting ':' delimiter"),
    ("garbage", "Expecting value"),
]


@pytest.mark.parametrize(("broken", "why"), BROKEN_ELEMENTS)
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("before", "after"), [("[", "]"), ('{"data": [', '], "includes": {"tweets": [\n{"id": 9, "text": "x"}]}}')]
)
def test_json_that_breaks_off_in_a_list(
    tmp_path: Path, broken: str, why: str, place: int, before: str, after: str
) -> None:
    path = tmp_path / "f"
    tweets = [*GOOD[:place], broken, *GOOD[place:]]
    path.write_text(f"{before}\n" + ",\n".join(tweets) + f"\n{after}\n")
    topics = read_topics(path, on_error="skip")
    assert [topic.id for topic in topics] == ["1", "3"]
    assert topics.skipped == 1
    late = why.startswith("Expecting ','")  # it is noticed where the next line begins
    if late and place < 2:
        why = "Expecting property name enclosed in double quotes"
    assert topics.problems[0].startswith(f"{path}, line {place + 2 + late}: found no JSON ({why}, column ")
    with pytest.raises(TopicsError) as caught:
        list(read_topics(path))
    assert str(caught.value) == topics.problems[0]


def test_a_broken_export_says_where(tmp_path: Path) -> None:
    tweets = [{"tweet": {"id": str(n), "full_text": "x", "urls": [{"id": "7", "url": "u"}]}} for n in range(4)]
    text = "window.YTD.tweets.part0 = " + json.dumps(tweets, indent=2)
    text = text.replace('"id": "1",', '"id": "1"').replace('"id": "2",', '"id" "2",')
    messages = (
        f", line 17: found no JSON (Expecting ',' delimiter, column 7); expected {TWEET}",
        f", line 28: found no JSON (Expecting ':' delimiter, column 12); expected {TWEET}",
    )
    check(tmp_path / "f", text.encode(), ["0", "3"], *messages)


def test_tweets_that_no_comma_parts_are_read(tmp_path: Path) -> None:
    content = '[{"id": 1, "text": "x"} {"id": 2, "text": "x"}, {"id": 3, "text": "x"}]'
    check(
        tmp_path / "f",
        content.encode(),
        ["1", "2", "3"],
        f", line 1: found no JSON (Expecting ',' delimiter, column 25); expected {TWEET}",
    )


@pytest.mark.parametrize(
    ("content", "kept", "message"),
    [
        (
            '[{"id": 1, "text": "x"},\n{"id": 2, "te',
            ["1"],
            "2: found no JSON (Unterminated string starting at, column 11)",
        ),
        ('[{"id": 1, "text": "x"},\n', ["1"], "2: found no JSON (Expecting value, column 1)"),
        ('[{"id": 1, "text": "x"}\n', ["1"], "2: found no JSON (Expecting ',' delimiter, column 1)"),
        ('[{"id": 1, "text": "x"}]\nmore', ["1"], "2: found no JSON (Extra data, column 1)"),
        (
            '{"data":\n[{"id": 1, "text": "x"}],\n',
            ["1"],
            "3: found no JSON (Expecting property name enclosed in double quotes, column 1)",
        ),
        (
            '{"meta":\n{x},\n"data": [{"id": 1, "text": "x"}]}',
            ["1"],
            "2: found no JSON (Expecting property name enclosed in double quotes, column 2)",
        ),
        (
            '{\n"id": 1,\n"text" 2\n}\n{\n"id": 2,\n"text": "x"\n}',
            ["2"],
            "3: found no JSON (Expecting ':' delimiter, column 8)",
        ),
        ("window.YTD.tweets.part0 = null", [], "1: found no JSON (Expecting value, column 27)"),
    ],
)
def test_a_broken_document(tmp_path: Path, content: str, kept: list[str], message: str) -> None:
    check(tmp_path / "f", content.encode(), kept, f", line {message}; expected {TWEET}")


def test_a_bad_byte_in_a_document_costs_one_tweet(tmp_path: Path) -> None:
    content = '[{"id": 1, "text": "é"},\n{"id": 2,\n "text": "é?"}, {"id": 3, "text": "x"}]'
    message = ", line 3: found byte 0xe9 at column 13; expected text in UTF-8"
    check(tmp_path / "f", content.encode().replace(b"?", b"\xe9"), ["1", "3"], message)


def test_another_part_of_an_export(tmp_path: Path) -> None:
    content = b'window.YTD.like.part0 = [ {"like": {"tweetId": "1", "fullText": "x"}} ]'
    check(tmp_path / "f", content, [], ", line 1: found the part like of an export; expected its part tweets")
