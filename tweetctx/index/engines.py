"""Which engine serves an index."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

from tweetctx.errors import ParameterError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.opensearch.address import SCHEMES
from tweetctx.index.protocol import Engine


def _open_opensearch(uri: str) -> Engine:
    from tweetctx.index.opensearch.engine import OpenSearchEngine

    return OpenSearchEngine.open(uri)


# By the scheme of a URI; what has none is a path.
ENGINES: dict[str, Callable[[str], Engine]] = {
    "file": lambda uri: EmbeddedIndex(_local(uri.partition("://")[2])),
    **dict.fromkeys(SCHEMES, _open_opensearch),
}


def open_index(uri: str | Path) -> Engine:
    """Opens an index by its path, or by a URI whose scheme names an engine.

    `file:///data/wiki.idx`; `opensearch://HOST:9200/NAME`, `opensearch+https://USER@HOST:9200/NAME` for one in a
    cluster. Raises IndexMissingError, IndexVersionError or IndexDamagedError, with the place and what was expected.
    """
    scheme, separator, _ = str(uri).partition("://")
    if not separator:
        return EmbeddedIndex(Path(uri))
    if scheme not in ENGINES:
        raise ParameterError(f"index: found the scheme {scheme!r}, expected a path or one of {', '.join(ENGINES)}")
    return ENGINES[scheme](str(uri))


def _local(path: str) -> Path:
    """The path of a URI, as `Path.as_uri` writes it: percent-encoded; taken as it stands where that is there."""
    return Path(path) if Path(path).exists() else Path(unquote(path))
