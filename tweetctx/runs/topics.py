"""The topics of a run, from a file or from the caller."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from tweetctx.errors import RunError
from tweetctx.reading.problems import OnError
from tweetctx.runs.run_formats import check_identifier
from tweetctx.runs.settings import Format
from tweetctx.tweets.topics import Topic, read_topics

TopicsOrFile = str | Path | Iterable[Topic]


class TopicSource:
    """Reads topics from a file or the caller and checks their ids; counts what a file's reader skipped."""

    def __init__(self, topics: TopicsOrFile, form: Format, on_error: OnError) -> None:
        self._form: Format = form
        self._topics: Iterable[Topic]
        if isinstance(topics, str | Path):
            self._topics = read_topics(topics, on_error=on_error)
            self._again = Path(topics).is_file() or Path(topics).is_dir()
        else:
            self._topics = topics
            self._again = iter(topics) is not topics

    @property
    def skipped(self) -> int:
        """The number of records skipped."""
        return int(getattr(self._topics, "skipped", 0))

    @property
    def notices(self) -> int:
        """The number of notices that were skipped."""
        return int(getattr(self._topics, "notices", 0))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What looked wrong in the files."""
        return tuple(getattr(self._topics, "warnings", ()))

    @property
    def problems(self) -> tuple[str, ...]:
        """The first messages about records skipped."""
        return tuple(getattr(self._topics, "problems", ()))

    def __iter__(self) -> Iterator[Topic]:
        for topic in self._topics:
            check_identifier(topic.id, self._form)
            yield topic

    def after(self, count: int) -> Iterator[Topic]:
        """Returns the topics after the first `count`; RunError if there are fewer."""
        topics = iter(self)
        if (found := sum(1 for _ in islice(topics, count))) < count:
            raise RunError(f"topics: found {found}; expected at least the {count} that are in the run already")
        return topics

    def survey(self) -> tuple[int | None, str | None]:
        """Reads all topics once, so that a broken one is found before hours of work.

        Returns their number and a digest of them; None if they can be read only once.
        """
        if not self._again:
            return None, None
        count, digest = 0, hashlib.blake2b(digest_size=16)
        for topic in self:
            count += 1
            digest.update(json.dumps((topic.id, repr(topic.post))).encode("ascii") + b"\n")
        return count, digest.hexdigest()
