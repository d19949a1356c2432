"""The engine of `opensearch` and `opensearch+https`: an index in an OpenSearch cluster."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tweetctx.errors import ParameterError

if TYPE_CHECKING:
    from tweetctx.index.building.building import AdditionReport, BuildReport
    from tweetctx.index.opensearch.engine import OpenSearchEngine


def open_index(uri: str) -> OpenSearchEngine:
    """Opens an index."""
    from tweetctx.index.opensearch.engine import OpenSearchEngine

    return OpenSearchEngine.open(uri)


def build_index(sources: Sequence[Path], uri: str, **options: Any) -> BuildReport:
    """Builds an index on this machine and uploads it."""
    from tweetctx.index.opensearch.address import parse_address
    from tweetctx.index.opensearch.building import build_in_cluster

    return build_in_cluster(sources, parse_address(uri), **options)


def add_articles(sources: Sequence[Path], uri: str, **options: Any) -> AdditionReport:
    """Adds articles to an index."""
    from tweetctx.index.opensearch.address import parse_address
    from tweetctx.index.opensearch.changes import add_to_cluster

    return add_to_cluster(sources, parse_address(uri), **options)


def remove_articles(uri: str, identifiers: Sequence[str]) -> int:
    """Removes articles from an index; returns their number."""
    from tweetctx.index.opensearch.address import parse_address
    from tweetctx.index.opensearch.changes import remove_from_cluster

    return remove_from_cluster(parse_address(uri), identifiers)


def compact_index(uri: str, memory: int) -> int:  # noqa: ARG001
    """Raises ParameterError: an index in a cluster has no segments to merge."""
    raise ParameterError(f"index: found {uri}, expected a folder; an index in a cluster is always compact")


def index_info(uri: str) -> dict[str, Any]:
    """The counts of an index, how it was made, and the health of its cluster."""
    from tweetctx.index.opensearch.inspection import information

    return information(open_index(uri))


def verify_index(uri: str, sources: Sequence[Path]) -> list[str]:
    """Counts the documents and checks a sample of them; returns a line for each error."""
    from tweetctx.index.opensearch.inspection import verify

    return verify(open_index(uri), sources)


def with_partial(uri: str) -> str:
    """The URI with the option that answers may lack a shard."""
    return f"{uri}{'&' if '?' in uri else '?'}allow_partial=true"


def index_mark(uri: str) -> None:  # noqa: ARG001
    """Returns None: a cluster is not asked now and then whether its index has changed."""
    return


def index_bytes(uri: str) -> int:  # noqa: ARG001
    """Returns 0: nothing is stored on this machine."""
    return 0
