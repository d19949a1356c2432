"""Topics from a file or a folder, whatever their format and compression."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from itertools import repeat
from pathlib import Path

from tweetctx.errors import InputError, TopicsError
from tweetctx.reading.compression import open_content
from tweetctx.reading.problems import OnError, Problems, Report, Skipping
from tweetctx.tweets.platforms.objects import NoticeError
from tweetctx.tweets.topics.json_document import read_notes
from tweetctx.tweets.topics.notes import NO_NOTES, Notes
from tweetctx.tweets.topics.sources import list_files, note_files
from tweetctx.tweets.topics.topic import Located, Topic
from tweetctx.tweets.topics.topic_formats import TEXT, find_format, named_table

MAX_DOCUMENT = 256 << 20  # bytes, decompressed, of a file that has to be read in one piece

_LINE = re.compile("[1-9][0-9]{0,11}")
_OF_BLUESKY = "at://"  # begins the ids of its posts, which their reposts have as well
_HEAD = 1 << 16  # bytes from which a format is detected


class Topics(Skipping):
    """The topics of a file or a folder; iterate to read them, as often as needed.

    Raises TopicsError at once for a path that is not there and for a folder without a file that is not hidden;
    ParameterError for an `on_error` that is neither "stop" nor "skip".

    While it is iterated, `skipped` counts what was skipped, and `problems` holds the first 20 messages;
    `notices` counts notices of a stream, such as {"delete": ...}, and reposts on Bluesky of what was read, both
    skipped; `warnings` says what looked wrong. Each
    iteration resets them, so that only one reader may iterate a Topics at a time.
    """

    def __init__(self, source: Path | str, *, on_error: OnError = "stop") -> None:
        self._source = Path(source)
        self._on_error: OnError = on_error
        self._problems = Problems(on_error, TopicsError)
        self._notices = 0
        self._warnings: list[str] = []
        self._place = 0  # of the last tweet, broken ones counted, in all files
        list_files(self._source)

    def __iter__(self) -> Iterator[Topic]:
        self._problems = Problems(self._on_error, TopicsError)
        self._notices = 0
        self._warnings = []
        self._place = 0
        known, reposts = _Ids(), set[str]()
        files = list_files(self._source)
        notes = self._notes(files) if self._source.is_dir() else NO_NOTES
        for file in files:
            report = self._problems.reporter(file)
            try:
                for line, topic in self._read(file):
                    if topic.post.repeated_by and topic.id.startswith(_OF_BLUESKY):
                        reposts.add(topic.id)
                    if not (where := known.add(topic.id, file, line)):
                        yield notes.completed(topic)
                    elif topic.id in reposts:
                        self._notices += 1
                    else:
                        report(InputError(f"the id {topic.id!r} again, which {where} has", "ids that differ", line))
            except TopicsError as error:
                self._problems.add(error, file)

    @property
    def notices(self) -> int:
        """The number of objects that are no posts and no mistakes, such as notices of deletions in a stream."""
        return self._notices

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was read in another way than a file's name suggests."""
        return tuple(self._warnings)

    def _reporter(self, file: Path) -> Report:
        report = self._problems.reporter(file)

        def report_or_count(error: InputError) -> None:
            if isinstance(error, NoticeError):
                self._notices += 1
            else:
                self._place += 1
                report(error)

        return report_or_count

    def _read(self, file: Path) -> Iterator[Located]:
        """Yields the topics of a file; those without an id are numbered on from those of the files before."""
        start, pieces = open_content(file, TopicsError, most=_HEAD)
        reader = find_format(file, start, len(start) < _HEAD)
        if reader is TEXT and (name := named_table(file)):
            self._warnings.append(f"{file}: found no table, though it is named .{name}; each line is read as a tweet")
        before, read = self._place, self._gather(file, pieces) if reader.whole else pieces
        for line, topic in reader.read(read, self._reporter(file)):
            self._place = before + line if reader is TEXT else self._place + 1
            yield line, topic if topic.id else Topic(str(self._place), topic.post)

    def _notes(self, files: Iterable[Path]) -> Notes:
        """The whole texts of long tweets of an export; its posts stay as they are if they cannot be read."""
        notes = Notes()
        for file in note_files(files):
            try:
                _, pieces = open_content(file, TopicsError)
                notes.add(read_notes(self._gather(file, pieces), self._reporter(file)))
            except TopicsError as error:
                self._problems.add(error, file)
        return notes

    def _gather(self, file: Path, pieces: Iterable[bytes]) -> list[bytes]:
        """Returns all pieces; of a damaged file that is to be skipped, those before the damage."""
        gathered: list[bytes] = []
        size = 0
        try:
            for piece in pieces:
                size += len(piece)
                if size > MAX_DOCUMENT:
                    break
                gathered.append(piece)
        except TopicsError as damage:
            self._problems.add(damage, file)
        if size > MAX_DOCUMENT:
            found = f"more than {MAX_DOCUMENT} bytes of JSON or XML in one document"
            raise TopicsError(f"{file}: found {found}; expected no more, or JSON Lines, which may be of any size")
        return gathered


def read_topics(source: Path | str, *, on_error: OnError = "stop") -> Topics:
    """Returns the topics of a file or of a folder's files, read as they are iterated.

    A file is plain or compressed with gzip, bzip2, xz or zstandard, and in UTF-8. Its format is detected from
    its first bytes:

    - text, a tweet a line, whose ids are the numbers of the lines, counted on over the files of a folder;
    - columns, an id and a text: with tabs between them, or with a header that names both, also CSV;
    - JSON, objects with `text` or `full_text` and, if known, `id_str` or `id`, one a line, in a list, or in a page of
      results (`data`, `results`, `statuses`): JSON Lines, BEIR's queries, INEX 2012, Twitter's APIs;
      `extended_tweet` and `note_tweet` have the whole text of long tweets;
    - Twitter's and X's exports, such as `tweets.js` and its parts; of an export's folder only these and
      `community-tweet.js` are read, and `note-tweet.js` for the whole texts of long tweets;
    - posts of Mastodon (its API, `outbox.json`), Bluesky (feeds, records) and Telegram (`result.json`);
    - XML with elements `topic` or `tweet`, as of INEX, and TREC's `<top>`.

    Text, columns and JSON a line are streamed; any other file may have 256 MiB. Blank lines are ignored.

    With `on_error="stop"` the first problem raises TopicsError, "FILE, line N: found ...; expected ...". With "skip"
    a broken record is counted and the next one read. An id that an earlier topic has is a problem of the later one.
    See Topics for what else it raises and offers.
    """
    return Topics(source, on_error=on_error)


class _Ids:
    """Records where each id was read, in little memory: for ids that are their line numbers, only the file."""

    def __init__(self) -> None:
        self._entries: dict[str, int] = {}  # the number of the file, from 1, and in the lower 40 bits the line
        self._numbered = array("I")  # for each line whose number is its id, the number of the file
        self._files: list[Path] = []

    def add(self, identifier: str, file: Path, line: int) -> str:
        """Records an id; returns the place where it was read before, or the empty string."""
        if not self._files or self._files[-1] != file:
            self._files.append(file)
        if seen_at := self._seen_at(identifier, file, line):
            return seen_at
        file_number = len(self._files)
        if identifier != str(line):
            self._entries[identifier] = file_number << 40 | line
            return ""
        self._numbered.extend(repeat(0, line + 1 - len(self._numbered)))
        self._numbered[line] = file_number
        return ""

    def _seen_at(self, identifier: str, file: Path, again: int) -> str:
        file_number, line = divmod(self._entries.get(identifier, 0), 1 << 40)
        if not file_number and _LINE.fullmatch(identifier) and int(identifier) < len(self._numbered):
            line = int(identifier)
            file_number = self._numbered[line]
        if not file_number:
            return ""
        known_file = self._files[file_number - 1]
        if known_file != file:
            return f"line {line} of {known_file}"
        return f"line {line}" if line != again else "a post before on the same line"
