"""The errors of tweetctx, one tree.

TweetctxError
├── ParameterError        an argument out of its range or choices
│   └── ScorerError       the same in the text of a scorer
├── TweetError            what was given is not a tweet
├── CorpusError           a source of articles that cannot be read
└── IndexAccessError      an index that cannot be opened, built or searched
    ├── IndexMissingError     nothing there, or something that is no index
    ├── IndexVersionError     written by another version of the format
    └── IndexDamagedError     truncated or altered files

Every message says which file, line or parameter is meant, what was found and what was expected.
"""


class TweetctxError(Exception):
    """The root: catch it to catch every error that tweetctx raises on purpose."""


class ParameterError(TweetctxError, ValueError):
    """An argument is out of its range, or not one of its choices."""


class ScorerError(ParameterError):
    """The text of a scorer names an unknown model or parameter, or gives one a value it cannot have."""


class TweetError(TweetctxError, ValueError):
    """What was given is not a tweet."""


class CorpusError(TweetctxError):
    """A source of articles cannot be read; the message begins with the file and, where there is one, the line."""


class IndexAccessError(TweetctxError):
    """An index cannot be opened, built or searched."""


class IndexMissingError(IndexAccessError):
    """There is nothing at the place named, or it is not an index."""


class IndexVersionError(IndexAccessError):
    """The index was written by a version of the format that this version of tweetctx does not read."""


class IndexDamagedError(IndexAccessError):
    """A file of the index is missing, truncated or altered."""
