"""What can be wrong with a file of any format: the message, and what "skip" goes on with."""

import gzip
from pathlib import Path

import pytest
from broken_topics import check

from tweetctx.errors import ParameterError, TopicsError
from tweetctx.reading import lines
from tweetctx.tweets.topics import read_topics, topic_files

TAR = b"tweets.txt".ljust(257, b"\0") + b"ustar\x0000".ljust(255, b"\0") + b"a tweet\n"
INPUT = "tweets as text, JSON or XML in UTF-8, plain or compressed with gzip, bzip2, xz or zstandard"


@pytest.mark.parametrize("bad", [b"a\xff", b"\xff"])
def test_a_bad_byte_in_text_costs_one_line(tmp_path: Path, bad: bytes) -> None:
    message = f", line 2: found byte 0xff at column {len(bad)}; expected text in UTF-8"
    check(tmp_path / "f", b"a\r\n" + bad + b"\r\nc", ["1", "3"], message)


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        (b"Hello\rWhitney Houston\nOccupy\n", ["Hello\rWhitney Houston", "Occupy"]),
        (b"\r\rOne\r\nTwo\n", ["\r\rOne", "Two"]),
    ],
)
def test_a_carriage_return_within_the_first_line(tmp_path: Path, content: bytes, texts: list[str]) -> None:
    (tmp_path / "f").write_bytes(content)
    assert [topic.text for topic in read_topics(tmp_path / "f")] == texts


def test_a_carriage_return_in_a_cell(tmp_path: Path) -> None:
    found = "no row of a table (a carriage return in a cell without quotation marks)"
    check(
        tmp_path / "f",
        b"id,text\n1,a\n2,b\rc\n3,d\n",
        ["1", "3"],
        f", line 3: found {found}; expected an id and a text",
    )


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "an empty file"),
        (b"\xef\xbb\xbf \n\n", "an empty file"),
        (gzip.compress(b"", mtime=0), "an empty file"),
        ("text".encode("utf-16"), "text in UTF-16"),
        ("1\ttext\n".encode("utf-16-le"), "text in UTF-16, or no text"),
        ("1\ttext\n".encode("utf-16-be"), "text in UTF-16, or no text"),
        ("text".encode("utf-16-be").join([b"\xfe\xff", b""]), "text in UTF-16"),
        (b"PK\x03\x04rest", "a ZIP archive"),
        (TAR, "a tar archive"),
        (gzip.compress(TAR, mtime=0), "a tar archive"),
    ],
)
def test_a_file_without_tweets(tmp_path: Path, content: bytes, found: str) -> None:
    check(tmp_path / "f", content, [], f": found {found}; expected {INPUT}")


@pytest.mark.parametrize(
    ("content", "kept", "messages"),
    [
        (b'{"id": 1, "text": "x"}\n' * 2, ["1"], [", line 2: found the id '1' again, which line 1 has"]),
        (
            b'[{"id": "a", "text": "x"},\n\n{"id": "a", "text": "y"},{"id": "b", "text": "y"}]',
            ["a", "b"],
            [", line 3: found the id 'a' again, which line 1 has"],
        ),
        (
            b'<x><tweet id="1">x</tweet>\n<tweet id="1">y</tweet>\n<tweet id=" 1 ">y</tweet></x>',
            ["1"],
            [f", line {n}: found the id '1' again, which line 1 has" for n in (2, 3)],
        ),
        (
            b"<top><num>1<title>x</top>\n<top><num>1<title>x</top>",
            ["1"],
            [", line 2: found the id '1' again, which line 1 has"],
        ),
    ],
)
def test_an_id_of_two_topics(tmp_path: Path, content: bytes, kept: list[str], messages: list[str]) -> None:
    check(tmp_path / "f", content, kept, *(f"{message}; expected ids that differ" for message in messages))


def test_a_document_over_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topic_files, "MAX_DOCUMENT", 100)
    tweet = '{"id": 1, "text": "x"}'
    found = "more than 100 bytes of JSON or XML in one document"
    message = f": found {found}; expected no more, or JSON Lines, which may be of any size"
    check(tmp_path / "f", f"[{tweet}{' ' * (99 - len(tweet))}]".encode(), [], message)
    check(tmp_path / "f", gzip.compress(b"<topic id='1'>" + b"x" * 1000 + b"</topic>"), [], message)
    (tmp_path / "f").write_text(f"[{tweet}{' ' * (98 - len(tweet))}]")
    assert len(list(read_topics(tmp_path / "f"))) == 1
    (tmp_path / "f").write_text("".join(f'{{"id": {n}, "text": "x"}}\n' for n in range(100)))
    assert len(list(read_topics(tmp_path / "f"))) == 100


def test_a_line_over_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_RECORD", 100)
    message = ", line 2: found a line of more than 100 bytes; expected one record a line"
    check(tmp_path / "f", b"a\n" + b"x" * 101 + b"\nc", ["1", "3"], message)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [20, 200_000])
def test_truncated_lines_are_read_up_to_there(tmp_path: Path, size: int) -> None:
    """The last line, of which some may be missing, is not taken for a tweet."""
    path = tmp_path / "f"
    whole = gzip.compress("".join(f"{pow(7, n, 10**9 + 7)} tweet\n" for n in range(size)).encode())
    path.write_bytes(whole[: len(whole) * 3 // 4])
    message = f"{path}: truncated, it ends at byte {len(whole) * 3 // 4}; expected the rest of its gzip data"
    topics = read_topics(path, on_error="skip")
    found = list(topics)
    assert found or size == 20
    assert [topic.text for topic in found] == [f"{pow(7, n, 10**9 + 7)} tweet" for n in range(len(found))]
    assert topics.problems == (message,)
    with pytest.raises(TopicsError) as caught:
        list(read_topics(path))
    assert str(caught.value) == message


@pytest.mark.thorough
@pytest.mark.parametrize(("before", "separator"), [("[", ",\n"), ("<x>", "\n")])
def test_a_truncated_document_is_read_up_to_there(tmp_path: Path, before: str, separator: str) -> None:
    path = tmp_path / "f"
    form = '{"id": "%d", "text": "%d"}' if before == "[" else '<tweet id="%d">%d</tweet>'
    tweets = separator.join(form % (n, pow(7, n, 10**9 + 7)) for n in range(50_000))
    whole = gzip.compress(f"{before}{tweets}".encode())
    path.write_bytes(whole[: len(whole) // 2])
    topics = read_topics(path, on_error="skip")
    found = list(topics)
    assert len(found) > 10_000
    assert [(topic.id, topic.text) for topic in found] == [
        (str(n), str(pow(7, n, 10**9 + 7))) for n in range(len(found))
    ]
    assert "truncated" in topics.problems[0]
    assert topics.skipped == 2  # the file, and the tweet at its end
    with pytest.raises(TopicsError, match="truncated"):
        list(read_topics(path))


@pytest.mark.thorough
def test_lines_are_streamed(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"tweet\n" * 100_000 + b"\xff\n")
    topics = iter(read_topics(path))
    assert next(topics).id == "1"  # long before the last line, which is broken
    with pytest.raises(TopicsError, match="line 100001"):
        list(topics)


def test_skipping_counts_all_and_keeps_twenty_messages(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("{}\n" * 25 + '{"id": 1, "text": "x"}')
    topics = read_topics(tmp_path / "f", on_error="skip")
    assert [topic.id for topic in topics] == ["1"]
    assert topics.skipped == 25
    assert len(topics.problems) == 20


def test_on_error_has_two_values(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("x")
    with pytest.raises(ParameterError, match='on_error: found \'ignore\'; expected "stop" or "skip"'):
        read_topics(tmp_path / "f", on_error="ignore")  # type: ignore[arg-type]
