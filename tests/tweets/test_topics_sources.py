"""Files and folders that topics are read from, and the tweets of the data folder; see TWEETCTX_DATA."""

import dataclasses
import gzip
import json
import os
from datetime import date, datetime
from pathlib import Path

import pytest

from tweetctx.errors import TopicsError
from tweetctx.tweets.topics import Topic, read_topics

DATA = os.environ.get("TWEETCTX_DATA")


def write_part(path: Path, number: int, *ids: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    tweets = [{"tweet": {"id_str": identifier, "full_text": f"tweet {identifier}"}} for identifier in ids]
    path.write_text(f"window.YTD.tweets.part{number} = {json.dumps(tweets, indent=2)}")


def write_line(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"id": path.name, "text": "x"}))


def ids(source: Path) -> list[str]:
    return [topic.id for topic in read_topics(source)]


def test_a_topic_is_a_value() -> None:
    topic = Topic("1", "x")
    assert topic == Topic(id="1", text="x")
    assert not hasattr(topic, "__dict__")
    with pytest.raises(dataclasses.FrozenInstanceError):
        topic.id = "y"  # type: ignore[misc]


def test_the_parts_of_an_export_are_read_in_order_and_nothing_else_of_it(tmp_path: Path) -> None:
    data = tmp_path / "twitter-2022" / "data"
    write_part(data / "tweets.js", 0, "1", "2")
    for part in range(1, 12):
        write_part(data / f"tweets-part{part}.js", part, str(part + 10))
    (data / "account.js").write_text("window.YTD.account.part0 = [ {} ]")
    (data / "tweets_media").mkdir()
    (data / "tweets_media" / "1.jpg").write_bytes(b"\xff\xd8")
    expected = ["1", "2", *(str(part + 10) for part in range(1, 12))]
    assert ids(data) == expected
    assert ids(tmp_path / "twitter-2022") == expected
    assert ids(data / "tweets-part3.js") == ["13"]


def test_parts_may_be_compressed(tmp_path: Path) -> None:
    write_part(tmp_path / "tweet-part1.js", 1, "2")
    write_part(tmp_path / "plain", 0, "1")
    (tmp_path / "tweet.js.gz").write_bytes(gzip.compress((tmp_path / "plain").read_bytes()))
    assert ids(tmp_path) == ["1", "2"]


def test_a_folder_is_walked_in_the_order_of_names_and_numbers_without_what_is_hidden(tmp_path: Path) -> None:
    names = "b/z a10 a9 a9b c B .hidden .git/config b/2/y b/10/w a-part2.json a.json"
    for name in names.split():
        write_line(tmp_path / name)
    (tmp_path / "empty").mkdir()
    (tmp_path / "b" / "circle").symlink_to(tmp_path)
    assert ids(tmp_path) == ["B", "a.json", "a-part2.json", "a9", "a9b", "a10", "c", "z", "y", "w"]


def test_files_of_a_folder_may_differ_in_format(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("<tweets><tweet id='10'>x</tweet></tweets>")
    (tmp_path / "b").write_text("line\nline\n")
    (tmp_path / "c").write_text('[{"id": 11, "text": "x"}]')
    assert ids(tmp_path) == ["10", "2", "3", "11"]


def test_places_go_on_over_the_files_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n\nthree\n")
    (tmp_path / "b.txt").write_text("four\n\n")
    (tmp_path / "c.csv").write_text("text,lang\nfive,en\nsix,en\n")
    (tmp_path / "d.jsonl").write_text('{"text": "seven"}\n')
    (tmp_path / "e.txt").write_text("\nnine\n")
    topics = read_topics(tmp_path)
    for _ in range(2):
        assert [topic.id for topic in topics] == ["1", "3", "4", "5", "6", "7", "9"]


def test_an_id_of_two_files_names_both(tmp_path: Path) -> None:
    write_part(tmp_path / "tweets.js", 0, "1", "2")
    write_part(tmp_path / "tweets-part1.js", 1, "3", "2", "4")
    first, second = tmp_path / "tweets.js", tmp_path / "tweets-part1.js"
    message = f"{second}, line 8: found the id '2' again, which line 8 of {first} has; expected ids that differ"
    with pytest.raises(TopicsError) as caught:
        ids(tmp_path)
    assert str(caught.value) == message
    topics = read_topics(tmp_path, on_error="skip")
    assert [topic.id for topic in topics] == ["1", "2", "3", "4"]
    assert (topics.skipped, topics.problems) == (1, (message,))


def test_a_file_that_cannot_be_read_is_skipped_as_one(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    (tmp_path / "b").write_bytes(b"\x1f\x8b\x08")
    (tmp_path / "c").write_text("x")
    topics = read_topics(tmp_path, on_error="skip")
    assert [topic.text for topic in topics] == ["x"]
    assert [problem.split(" ")[1] for problem in topics.problems] == ["found", "truncated,"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing", "not found; expected a file or a folder"),
        ("empty", "found no file in this folder; expected at least one that is not hidden"),
    ],
)
def test_a_source_without_files_is_an_error_at_once(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / ".hidden").touch()
    with pytest.raises(TopicsError) as caught:
        read_topics(tmp_path / name, on_error="skip")
    assert str(caught.value) == f"{tmp_path / name}: {message}"


@pytest.mark.thorough
@pytest.mark.skipif(not DATA, reason="TWEETCTX_DATA names no folder of data")
@pytest.mark.parametrize(("name", "count"), [("news.jsonl", 8047), ("tweeki-dev.jsonl", 132), ("tweetqa.txt", 2500)])
def test_real_tweets(name: str, count: int) -> None:
    path = Path(str(DATA)) / "tweets" / name
    topics = read_topics(path, on_error="skip")
    found = list(topics)
    assert (len(found), topics.skipped, topics.problems) == (count, 0, ())
    lines = path.read_bytes().decode().split("\n")[:count]
    if name.endswith(".txt"):
        assert found == [Topic(str(number), line) for number, line in enumerate(lines, 1)]
    else:
        records = [json.loads(line) for line in lines]
        expected = [(record["id"], record["text"], day_of(record.get("created_at"))) for record in records]
        assert [(topic.id, topic.text, topic.created_at) for topic in found] == expected


def day_of(written: str | None) -> date | None:
    """A day in ISO 8601, or a moment as Twitter writes it."""
    if written is None:
        return None
    return (
        datetime.strptime(written, "%a %b %d %H:%M:%S %z %Y").date() if " " in written else date.fromisoformat(written)
    )
