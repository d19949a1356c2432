"""Topics in columns, and posts of other platforms: what is read of them, and what stays plain text."""

import json
from pathlib import Path
from typing import Any

import pytest
from broken_topics import check

from tweetctx.tweets.topics import Topic, read_topics

TWO = [Topic("101", "Whitney Houston, again"), Topic("102", 'a "quoted" word')]


@pytest.mark.parametrize(
    "content",
    [
        '101\tWhitney Houston, again\n102\ta "quoted" word\n',
        '101\tWhitney Houston, again\r\n\r\n102\ta "quoted" word',
        'tweet_id\tuser\ttext\n101\tx\tWhitney Houston, again\n102\ty\ta "quoted" word\n',
        'Text\tID\nWhitney Houston, again\t101\na "quoted" word\t102\n',
        '\n\n101\tWhitney Houston, again\n102\ta "quoted" word\n',
        '\n101,"Whitney Houston, again"\n102,"a ""quoted"" word"\n',
        'text\tid\nWhitney Houston, again\t101\t \t\na "quoted" word\t102\n',
        '101,"Whitney Houston, again"\n102,"a ""quoted"" word"\n',
        'id,text\n101,"Whitney Houston, again"\n102,"a ""quoted"" word"\n',
        'id;text\n101;Whitney Houston, again\n102;"a ""quoted"" word"\n',
        '\ufeffid,lang,text\r\n101,en,"Whitney Houston, again"\r\n102,en,"a ""quoted"" word"\r\n',
    ],
)
def test_tables_keep_their_ids(tmp_path: Path, content: str) -> None:
    (tmp_path / "f").write_text(content, newline="")
    assert [Topic(topic.id, topic.text) for topic in read_topics(tmp_path / "f")] == TWO


@pytest.mark.parametrize(
    "content",
    [
        "101\tWhitney Houston\r102\tOccupy\r",
        "\ufeffid,text\r101,Whitney Houston\r102,Occupy",
        '{"id": 101, "text": "Whitney Houston"}\r{"id": 102, "text": "Occupy"}\r',
        '[{"id": 101, "text": "Whitney Houston"},\r{"id": 102, "text": "Occupy"}]\r',
        '<x>\r<tweet id="101">Whitney Houston</tweet>\r<tweet id="102">Occupy</tweet>\r</x>\r',
    ],
)
def test_lines_may_end_in_carriage_returns_alone(tmp_path: Path, content: str) -> None:
    (tmp_path / "f.csv").write_text(content, newline="")
    assert [*read_topics(tmp_path / "f.csv")] == [Topic("101", "Whitney Houston"), Topic("102", "Occupy")]


@pytest.mark.parametrize("words", [20, 70_000])
@pytest.mark.parametrize(
    ("name", "content", "ids"),
    [
        ("f.tsv", "101\tWORDS\n102\tone\n", ["101", "102"]),
        ("f", "101\tWORDS", ["101"]),
        ("f.csv", "101,WORDS\n102,one\n", ["101", "102"]),
        ("f.txt", '101,"WORDS"\n102,"one"\n', ["101", "102"]),
        ("f.csv", "id,text\n101,WORDS\n", ["101"]),
        ("f.csv", 'id,text\n101,"WORDS"\n', ["101"]),
        ("f.txt", "WORDS\none\n", ["1", "2"]),
        ("f.txt", "101 WORDS\n102 one\n", ["1", "2"]),
    ],
)
def test_the_length_of_the_first_text_does_not_decide_on_a_table(
    tmp_path: Path, name: str, content: str, ids: list[str], words: int
) -> None:
    (tmp_path / name).write_text(content.replace("WORDS", "Houston " * words))
    assert [topic.id for topic in read_topics(tmp_path / name)] == ids


def test_a_file_named_as_csv_needs_neither_header_nor_quotes(tmp_path: Path) -> None:
    content = "101,Whitney Houston, again\n102,one\n"
    for name, topics in {
        "f.CSV": [Topic("101", "Whitney Houston, again"), Topic("102", "one")],
        "f.txt": [Topic(str(number), line) for number, line in enumerate(content.splitlines(), 1)],
    }.items():
        (tmp_path / name).write_text(content)
        assert list(read_topics(tmp_path / name)) == topics
    (tmp_path / "words.csv").write_text("Hello, world\nWhitney, Houston\n")
    assert [topic.text for topic in read_topics(tmp_path / "words.csv")] == ["Hello, world", "Whitney, Houston"]


def test_a_text_of_several_lines_in_quotes(tmp_path: Path) -> None:
    (tmp_path / "f").write_text('id,text\n1,"one\ntwo"\n2,three\n')
    assert list(read_topics(tmp_path / "f")) == [Topic("1", "one\ntwo"), Topic("2", "three")]


@pytest.mark.parametrize(
    "content",
    [
        "Hello, world\nWhitney, Houston\n",
        "5, 6, 7, 8\n1, 2, 3\n",
        "a tab\tin a tweet\n",
        "text, id\tand more of it\n",
        "1\tone\na tweet without a tab\n",
    ],
)
def test_tweets_with_commas_and_tabs_stay_tweets(tmp_path: Path, content: str) -> None:
    (tmp_path / "f").write_text(content)
    assert list(read_topics(tmp_path / "f")) == [Topic(str(n), line) for n, line in enumerate(content.splitlines(), 1)]


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        (r'1,"RT @a: \"Whitney Houston\" is dead"', ['RT @a: "Whitney Houston" is dead']),
        (r'1,"\"Whitney\", she said"', ['"Whitney", she said']),
        (r'1,"say \"hi\" W"|2,"a ""b"" c"', ['say "hi" W', 'a "b" c']),
        (r'1,"a ""b"" c"|2,"path C:\"|3,d', ['a "b" c', "path C:\\", "d"]),
    ],
)
def test_quotation_marks_inside_a_cell_are_doubled_or_behind_a_backslash(
    tmp_path: Path, content: str, texts: list[str]
) -> None:
    for header in ("id,text\n", ""):
        (tmp_path / "f.csv").write_text(header + content.replace("|", "\n"))
        assert [topic.text for topic in read_topics(tmp_path / "f.csv")] == texts


def test_a_row_with_text_behind_quotation_marks_is_an_error(tmp_path: Path) -> None:
    rows = ["id,text", '1,"say "hi" W"', "2,two", '3,"Whitney" Houston', '4,"four"']
    message = (
        'found text behind a cell in quotation marks; expected `,` there, and the marks inside the cell doubled (`""`)'
    )
    check(tmp_path / "f", "\n".join(rows).encode(), ["2", "4"], *(f", line {line}: {message}" for line in (2, 4)))


def test_a_quotation_mark_that_is_not_closed_costs_one_tweet(tmp_path: Path) -> None:
    rows = ["id,text", "1,one", '2,"two', "3,three", '4,"four"']
    message = ", line 3: found a quotation mark that is not closed; expected a second one at the end of the cell"
    check(tmp_path / "f", "\n".join(rows).encode(), ["1", "3", "4"], message)


@pytest.mark.parametrize(
    ("name", "rows", "kept", "message"),
    [
        ("f", ["7\ta", "7\tb", "8\tc"], ["7", "8"], "the id '7' again, which line 1 has; expected ids that differ"),
        ("f", ["7\ta", "b", "8\tc"], ["7", "8"], "1 column; expected at least 2"),
        ("f", ['7,"a"', "b", '8,"c"'], ["7", "8"], "1 column; expected at least 2"),
        ("f.csv", ["7,a", "7,b"], ["7"], "the id '7' again, which line 1 has; expected ids that differ"),
    ],
)
def test_a_broken_row_leaves_a_table_without_a_header_a_table(
    tmp_path: Path, name: str, rows: list[str], kept: list[str], message: str
) -> None:
    check(tmp_path / name, "\n".join(rows).encode(), kept, f", line 2: found {message}")


def test_broken_rows_are_passed_over(tmp_path: Path) -> None:
    rows = ["id\ttext", "1\tone", "two", "\tblank", "1\tagain", "5\tfive"]
    check(
        tmp_path / "f",
        "\n".join(rows).encode(),
        ["1", "5"],
        ", line 3: found 1 column; expected at least 2",
        ", line 4: found an empty id; expected an id",
        ", line 5: found the id '1' again, which line 2 has; expected ids that differ",
    )


MASTODON = {"id": "7", "content": "<p>Whitney &amp; <a href='x'>#<span>Bobby</span></a><br />again</p><p>1 &lt; 2</p>"}
POSTS: dict[str, tuple[Any, list[Topic]]] = {
    "BEIR": ({"_id": "q1", "text": "Whitney", "metadata": {}}, [Topic("q1", "Whitney")]),
    "Mastodon's API": ([MASTODON], [Topic("7", "Whitney & #Bobby again 1 < 2")]),
    "Mastodon's outbox": (
        {
            "type": "OrderedCollection",
            "orderedItems": [
                {"id": "7/activity", "type": "Create", "object": MASTODON},
                {"id": "8/activity", "type": "Announce", "object": "https://elsewhere.example/8"},
            ],
        },
        [Topic("7", "Whitney & #Bobby again 1 < 2")],
    ),
    "Bluesky's feed": (
        {"feed": [{"post": {"uri": "at://a/1", "record": {"text": "Whitney"}}}], "cursor": "x"},
        [Topic("at://a/1", "Whitney")],
    ),
    "Bluesky's posts": ({"posts": [{"uri": "at://a/1", "record": {"text": "x"}}]}, [Topic("at://a/1", "x")]),
    "a repository of Bluesky": ({"uri": "at://a/1", "cid": "c", "value": {"text": "x"}}, [Topic("at://a/1", "x")]),
    "Telegram": (
        {
            "name": "A channel",
            "id": 99,
            "messages": [
                {"id": 1, "type": "message", "text": "Whitney"},
                {"id": 2, "type": "service", "action": "pin_message", "text": ""},
                {"id": 3, "type": "message", "text": ["See ", {"type": "link", "text": "https://x.example"}, "!"]},
            ],
        },
        [Topic("1", "Whitney"), Topic("3", "See https://x.example!")],
    ),
}


@pytest.mark.parametrize(("value", "topics"), POSTS.values(), ids=POSTS)
@pytest.mark.parametrize("indent", [None, 1])
def test_posts_of_other_platforms(tmp_path: Path, value: Any, topics: list[Topic], indent: int | None) -> None:
    (tmp_path / "f").write_text(json.dumps(value, indent=indent))
    assert list(read_topics(tmp_path / "f")) == topics
