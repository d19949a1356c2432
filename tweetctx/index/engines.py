"""Opens an index with the engine that its URI names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tweetctx.errors import ParameterError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.opensearch.address import SCHEMES, is_address
from tweetctx.index.places import folder_of
from tweetctx.index.protocol import Engine
from tweetctx.index.search.information import information

if TYPE_CHECKING:
    from tweetctx.index.opensearch.engine import OpenSearchEngine


def _open_opensearch(uri: str) -> OpenSearchEngine:
    from tweetctx.index.opensearch.engine import OpenSearchEngine

    return OpenSearchEngine.open(uri)


# By the scheme of a URI; what has none is a path.
ENGINES: dict[str, Callable[[str], Engine]] = {
    "file": lambda uri: EmbeddedIndex(folder_of(uri)),
    **dict.fromkeys(SCHEMES, _open_opensearch),
}


def open_index(uri: str | Path) -> Engine:
    """Opens an index by its path, or by a URI whose scheme names an engine.

    `file:///data/wiki.idx`; `opensearch://HOST:9200/NAME`, `opensearch+https://USER@HOST:9200/NAME` for one in a
    cluster. Raises IndexMissingError, IndexVersionError or IndexDamagedError, with the place and what was expected.
    """
    scheme, separator, _ = str(uri).partition("://")
    if not separator:
        return EmbeddedIndex(folder_of(uri))
    if scheme not in ENGINES:
        raise ParameterError(f"index: found the scheme {scheme!r}, expected a path or one of {', '.join(ENGINES)}")
    return ENGINES[scheme](str(uri))


def index_info(uri: str | Path) -> dict[str, Any]:
    """The counts of an index and how it was made; raises what `open_index` raises."""
    if is_address(uri):
        from tweetctx.index.opensearch.inspection import information as cluster_information

        return cluster_information(_open_opensearch(str(uri)))
    return information(EmbeddedIndex(folder_of(uri)))


def verify_index(uri: str | Path, sources: Sequence[Path] = ()) -> list[str]:
    """Checks an index and returns a line for each thing that is not as it was written.

    sources: what an index in a cluster was built from, to compare a sample with.
    """
    if is_address(uri):
        from tweetctx.index.opensearch.inspection import verify

        return verify(_open_opensearch(str(uri)), sources)
    if sources:
        raise ParameterError(f"sources: found some for {uri}, expected none: its files have checksums")
    return EmbeddedIndex(folder_of(uri)).verify()


def with_partial(uri: str, allowed: bool) -> str:
    """Adds to the URI of an index in a cluster whether answers that lack parts of it are allowed.

    Raises ParameterError for an index that is not in a cluster.
    """
    if not allowed:
        return uri
    if not is_address(uri):
        raise ParameterError(f"allow-partial: found the index {uri}, expected one in a cluster")
    return f"{uri}{'&' if '?' in uri else '?'}allow_partial=true"
