"""What is expected of a file of tweets with something broken in it."""

from pathlib import Path

import pytest

from tweetctx.errors import TopicsError
from tweetctx.tweets.topics import read_topics


def check(path: Path, content: bytes, kept: list[str], *messages: str) -> None:
    """Expect the first problem to be raised, and all of them, and these ids, where they are skipped."""
    path.write_bytes(content)
    with pytest.raises(TopicsError) as caught:
        list(read_topics(path))
    assert str(caught.value) == f"{path}{messages[0]}"
    topics = read_topics(path, on_error="skip")
    for _ in range(2):  # the counts begin anew
        assert [topic.id for topic in topics] == kept
        assert topics.problems == tuple(f"{path}{message}" for message in messages)
        assert topics.skipped == len(messages)
