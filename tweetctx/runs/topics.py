"""The topics of a run, from a file or from the caller."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tweetctx.errors import ParameterError, RunError
from tweetctx.reading.problems import OnError
from tweetctx.runs.run_formats import check_identifier
from tweetctx.runs.settings import Format
from tweetctx.tweets.topics import Topic, read_topics

TopicsOrFile = str | Path | Iterable[Topic]


_EXPECTED = "expected a file, or records of tweetctx.tweets.topics.Topic, whose ids are texts"


class TopicSource:
    """Reads topics from a file or the caller and checks their ids; counts what a file's reader skipped.

    Raises ParameterError for what are no topics.
    """

    def __init__(self, topics: TopicsOrFile, form: Format, on_error: OnError) -> None:
        self._form: Format = form
        self._topics: Iterable[Any]
        self._from_file = isinstance(topics, str | Path)
        if isinstance(topics, str | Path):
            self._topics = read_topics(topics, on_error=on_error)
            self._again = Path(topics).is_file() or Path(topics).is_dir()
        elif isinstance(topics, Iterable):
            self._topics = topics
            self._again = iter(topics) is not topics
        else:
            raise ParameterError(f"topics: found {topics!r:.80}, {_EXPECTED}")

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
        seen: set[str] = set()
        for topic in self._topics:
            if not isinstance(topic, Topic) or not isinstance(topic.id, str):
                raise ParameterError(f"topics: found {topic!r:.80}, {_EXPECTED}")
            check_identifier(topic.id, self._form)
            if topic.id in seen:
                raise RunError(f"topic {topic.id!r}: found the id again; expected ids that differ")
            if not self._from_file:  # a file's reader knows them, and names the line
                seen.add(topic.id)
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
