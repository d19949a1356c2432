"""The errors of tweetctx, one tree.

TweetctxError
├── ParameterError        an argument out of its range or choices
│   ├── ScorerError       the same in the text of a scorer
│   └── LinkerError       the same in the text of a linker
├── InputError            what is wrong at one place of an input
├── TweetError            what was given is not a tweet
├── DeadlineError         work took longer than it may
├── WorkCancelledError    work was cancelled before it was done
├── ServiceError          a service that cannot start
├── CorpusError           a source of articles that cannot be read
├── ConversionError       a corpus that cannot be written, or not be continued
├── DownloadError         a file that cannot be downloaded
│   └── NotThereError         the server has no such file
├── TopicsError           a file of tweets that cannot be read
├── RunError              a run that cannot be written, resumed or read
├── CollectionError       a collection of labelled sentences that cannot be read or contradicts itself
├── ClassesError          a file of word classes that cannot be written or read
├── TopicModelError       a file of a collection's topics that cannot be written or read
├── PhrasesError          a file of phrases that cannot be written or read
├── LibraryError          a library that is not installed, or has no release for this Python
└── IndexAccessError      an index that cannot be opened, built or searched
    ├── IndexMissingError     nothing there, or something that is no index
    ├── IndexVersionError     written by another version of the format
    ├── IndexDamagedError     truncated or altered files
    └── IndexUnreachableError a cluster, or a part of one, that does not answer

Every message names the file, line or parameter, what was found and what was expected. Readers turn an `InputError` into
the error of their kind of file.
"""

from __future__ import annotations


class TweetctxError(Exception):
    """The root: catch it to catch every error that tweetctx raises on purpose."""


class ParameterError(TweetctxError, ValueError):
    """An argument is out of its range, or not one of its choices."""


class InputError(TweetctxError, ValueError):
    """What is wrong in an input: what was found, what was expected, and where. A record as well as an error.

    place: a line, from 1, or another place in the file, such as `row 7`; empty if it is not known where it is raised.
    Readers that skip broken records yield it in place of the record.
    """

    def __init__(self, found: str, expected: str, place: int | str = "") -> None:
        super().__init__(found, expected, place)
        self.found = found
        self.expected = expected
        self.place = place

    def __str__(self) -> str:
        where = f"line {self.place}" if isinstance(self.place, int) else self.place
        return (where and f"{where}: ") + f"found {self.found}; expected {self.expected}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InputError) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)

    def at(self, place: int | str) -> InputError:
        """The same error at another place."""
        return InputError(self.found, self.expected, place)

    def where(self, file: object) -> str:
        """The file and the place in it, as in messages: `FILE, line 3`."""
        if not self.place:
            return str(file)
        return f"{file}, line {self.place}" if isinstance(self.place, int) else f"{file}, {self.place}"

    def message(self, file: object) -> str:
        """The whole message: `FILE, line 3: found ...; expected ...`."""
        return f"{self.where(file)}: found {self.found}; expected {self.expected}"


class ScorerError(ParameterError):
    """The text of a scorer names an unknown model or parameter, or gives one a value it cannot have."""


class LinkerError(ParameterError):
    """The text of a linker names an unknown linker or parameter, or gives one a value it cannot have."""


class TweetError(TweetctxError, ValueError):
    """What was given is not a tweet."""


class DeadlineError(TweetctxError, TimeoutError):
    """The deadline has passed; the work has stopped, or stops at its next checkpoint."""


class WorkCancelledError(TweetctxError):
    """Work was cancelled before it was done."""


class ServiceError(TweetctxError):
    """A service cannot start: its address is in use, or is not one of this machine."""


class CorpusError(TweetctxError):
    """A source of articles cannot be read; the message begins with the file and, where there is one, the line."""


class ConversionError(TweetctxError):
    """A corpus cannot be written, or its conversion not be continued; the message begins with the file."""


class DownloadError(TweetctxError):
    """A file cannot be downloaded; the message begins with its URL or its destination."""


class NotThereError(DownloadError):
    """The server answers, but has no such file."""


class TopicsError(TweetctxError):
    """A file of tweets cannot be read; the message begins with the file and, where there is one, the line."""


class RunError(TweetctxError):
    """A run cannot be written, resumed or read; the message begins with the file and, where there is one, the line."""


class ClassesError(TweetctxError):
    """Word classes cannot be written or read; the message begins with the file and, where there is one, the line."""


class TopicModelError(TweetctxError):
    """Topics of a collection cannot be written or read; the message begins with the file."""


class PhrasesError(TweetctxError):
    """Phrases cannot be written or read; the message begins with the file and, where there is one, the line."""


class LibraryError(TweetctxError):
    """A library is not installed, or has no release for this version of Python."""


class CollectionError(TweetctxError):
    """Labelled sentences cannot be read, or their labels do not fit them; the message begins with file and line."""


class IndexAccessError(TweetctxError):
    """An index cannot be opened, built or searched."""


class IndexMissingError(IndexAccessError):
    """There is nothing at the given place, or it is not an index."""


class IndexVersionError(IndexAccessError):
    """The index was written by a version of the format that this version of tweetctx does not read."""


class IndexDamagedError(IndexAccessError):
    """A file of the index is missing, truncated or altered."""


class IndexUnreachableError(IndexAccessError):
    """The cluster with the index, or a part of it, does not answer or is overloaded."""


def counted(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun, for messages: "1 article", "1,234 articles". plural: if it does not end in s."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"
