"""Lines end in a line feed, or in carriage returns where a text has these alone."""

import pytest

from tweetctx.reading.lines import split_lines


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ([b"a\nb\n"], [b"a", b"b"]),
        ([b"a\r\nb"], [b"a\r", b"b"]),
        ([b"a\rb\r"], [b"a", b"b"]),
        ([b"a\rb", b"c\rd"], [b"a", b"bc", b"d"]),
        ([b"a\rb\nc\rd"], [b"a\rb", b"c\rd"]),
        ([b"a\r", b"\nb\r\n"], [b"a\r", b"b\r"]),  # an end in two pieces
        ([b"a\r"], [b"a\r"]),
        ([], []),
        ([b""], []),
    ],
)
def test_where_lines_end(pieces: list[bytes], lines: list[bytes]) -> None:
    assert list(split_lines(pieces)) == lines
