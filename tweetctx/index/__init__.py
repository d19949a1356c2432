"""Indexes of passages: building, changing, opening, searching."""

from tweetctx.index.build.changes import compact_index, remove_articles
from tweetctx.index.build.reading import AdditionReport, BuildProgress, BuildReport, add_articles, build_index
from tweetctx.index.engines import open_index
from tweetctx.index.protocol import Engine

__all__ = [
    "AdditionReport",
    "BuildProgress",
    "BuildReport",
    "Engine",
    "add_articles",
    "build_index",
    "compact_index",
    "open_index",
    "remove_articles",
]
