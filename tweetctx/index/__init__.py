"""Indexes of passages: building, changing, opening, searching; the engine is found by the URI's scheme."""

from tweetctx.index.engines import (
    add_articles,
    build_index,
    compact_index,
    index_info,
    open_index,
    remove_articles,
    verify_index,
    with_partial,
)
from tweetctx.index.protocol import Engine

__all__ = [
    "Engine",
    "add_articles",
    "build_index",
    "compact_index",
    "index_info",
    "open_index",
    "remove_articles",
    "verify_index",
    "with_partial",
]
