"""Topics made to be slow or large to read: time and memory grow with the bytes of a file, and not faster."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hostile import assert_linear, peak_memory

from tweetctx.tweets.topics import read_topics

Pattern = Callable[[int], bytes]


def repeated(unit: bytes, before: bytes = b"", after: bytes = b"") -> Pattern:
    """A file of about so many bytes."""
    return lambda size: before + unit * (size // len(unit)) + after


PATTERNS: dict[str, Pattern] = {
    "comments without an end": repeated(b"<!-- ", b"<topics>"),
    "passages without an end": repeated(b"<![CDATA[", b"<topics>"),
    "comments and passages": repeated(b"<!--<![CDATA[", b"<topics>"),
    "a tag of attributes": repeated(b'a="b" ', b"<topics><topic ", b"></topic></topics>"),
    "a tag without an end": repeated(b'a="b" ', b"<topics><topic "),
    "tags without an end": repeated(b"<topic x", b"<topics>"),
    "open topics": repeated(b'<topic id="1">', b"<topics>"),
    "closed topics": repeated(b"</topic>", b"<topics>"),
    "topics on one line": repeated(b'<topic id="1">x</topic>', b"<topics>", b"</topics>"),
    "a topic of elements": repeated(b"<a>x</a>", b'<topics><topic id="1">', b"</topic></topics>"),
    "a deep topic": repeated(b"<a>", b'<topics><topic id="1">', b"</topic></topics>"),
    "open tops": repeated(b"<top><num>1", b"<topics>"),
    "a declaration": repeated(b"]>]", b"<!DOCTYPE a [", b"<topics>"),
    "quotes": repeated(b"\"'", b"<topics><topic "),
    "broken tweets": repeated(b'{"id": 1, "text": x},\n', b"[\n", b"]"),
    "broken tweets on one line": repeated(b'{"id": 1, "text": x}, ', b"[", b"]"),
    "tweets without an end": repeated(b'{"id": 1, "text": "x", "a": [', b"["),
    "tweets without an end, aligned": repeated(b'{"id": 1, "text": "x", "a": [\n', b"[\n"),
    "objects without an end": repeated(b'{"a":', b"["),
    "lists in lists": repeated(b"[", b'[{"id": 1, "text": "x"},\n'),
    "quotes without an end": repeated(b'{"id": 1, "text": "x}, ', b"["),
    "a list of nothing": repeated(b"[],", b'[{"id": 1, "a": [', b"1]}]"),
    "a string of escapes": repeated(b"\\u00e9", b'[{"id": 1, "text": "', b'"}]'),
    "members": repeated(b'"a":1,', b"{\n", b'"id":1,"text":"x"}'),
    "spaces": repeated(b" ", b"[", b'{"id": 1, "text": "x"'),
    "bytes that are not UTF-8": repeated(b'{"id": 1, "text": "\xff"}, ', b"[", b"]"),
    "broken lines": repeated(b'{"id": 1, "text": x}\n', b'{"id": 0, "text": "x"}\n' * 2),
    "ids again": repeated(b'{"id": 1, "text": ""}\n', b'{"id": 0, "text": "x"}\n' * 2),
    "a line of nothing": repeated(b"[],", b'{"id": 0, "text": "x"}\n{"a": [', b"1]}"),
    "lines of text": repeated(b"a\n"),
    "blank lines": repeated(b"\n", b"a\n", b"a\n"),
    "a line of text": repeated("😀".encode()),
}
SIZE = 40_000


def read(path: Path) -> None:
    for _ in read_topics(path, on_error="skip"):
        pass


@pytest.mark.thorough
@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_time_grows_with_the_bytes(tmp_path: Path, pattern: Pattern) -> None:
    for size in (SIZE, 8 * SIZE):
        (tmp_path / f"{size}").write_bytes(pattern(size))
    assert_linear(lambda size: read(tmp_path / f"{size}"), SIZE)


HUNGRY = (
    "a tag of attributes",
    "a tag without an end",
    "a topic of elements",
    "a list of nothing",
    "members",
    "lines of text",
    "a line of nothing",
    "ids again",
    "a line of text",
)


@pytest.mark.thorough
@pytest.mark.parametrize("pattern", [PATTERNS[name] for name in HUNGRY], ids=HUNGRY)
def test_memory_is_eight_bytes_a_byte_at_most(tmp_path: Path, pattern: Pattern) -> None:
    """Besides 6 MB, for the largest value or topic that is decoded at once."""
    size = 1 << 20
    path = tmp_path / "f"
    path.write_bytes(pattern(4096))
    read(path)  # modules are imported
    path.write_bytes(pattern(size))
    assert peak_memory(lambda: read(path)) < 8 * size + 6_000_000
