"""Which engine serves an index."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

from tweetctx.errors import ParameterError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.protocol import Engine

# By the scheme of a URI; what has none is a path.
ENGINES: dict[str, Callable[[str], Engine]] = {"file": lambda path: EmbeddedIndex(_local(path))}


def open_index(uri: str | Path) -> Engine:
    """Opens an index by its path, or by a URI whose scheme names an engine: `file:///data/wiki.idx`.

    Raises IndexMissingError, IndexVersionError or IndexDamagedError, with the path and what was expected.
    """
    scheme, separator, rest = str(uri).partition("://")
    if not separator:
        return EmbeddedIndex(Path(uri))
    if scheme not in ENGINES:
        raise ParameterError(f"index: found the scheme {scheme!r}, expected a path or one of {', '.join(ENGINES)}")
    return ENGINES[scheme](rest)


def _local(path: str) -> Path:
    """The path of a URI, as `Path.as_uri` writes it: percent-encoded; taken as it stands where that is there."""
    return Path(path) if Path(path).exists() else Path(unquote(path))
