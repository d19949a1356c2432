"""Indexes of passages: building, changing, opening, searching.

Functions that build and change indexes are imported lazily, since searching needs neither the corpus readers nor spaCy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tweetctx.index.engines import index_info, open_index, verify_index, with_partial
from tweetctx.index.protocol import Engine

if TYPE_CHECKING:
    from tweetctx.index.building.changes import compact_index, remove_articles
    from tweetctx.index.building.reading import AdditionReport, BuildReport, add_articles, build_index

__all__ = [
    "AdditionReport",
    "BuildReport",
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


def __getattr__(name: str) -> Any:
    """Imports what builds and changes indexes."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "changes" if name in ("compact_index", "remove_articles") else "reading"
    return getattr(import_module(f"{__name__}.building.{module}"), name)
