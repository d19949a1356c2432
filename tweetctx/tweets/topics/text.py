"""Reads plain text, a tweet a line, whose id is the number of the line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tweetctx.errors import InputError
from tweetctx.reading.lines import read_lines
from tweetctx.reading.problems import Report
from tweetctx.tweets.topics.topic import Located, Topic


def read_text(pieces: Iterable[bytes], report: Report) -> Iterator[Located]:
    """Yields a topic for each line that is not blank; blank lines count in the numbers."""
    for number, line in enumerate(read_lines(pieces), 1):
        if isinstance(line, InputError):
            report(line.at(number))
        elif line and not line.isspace():
            yield number, Topic(str(number), line.removesuffix("\r"))
