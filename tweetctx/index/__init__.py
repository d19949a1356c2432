"""Indexes of passages: building, opening, searching."""

from tweetctx.index.build import BuildProgress, BuildReport, build_index
from tweetctx.index.engines import open_index
from tweetctx.index.protocol import PassageIndex

__all__ = ["BuildProgress", "BuildReport", "PassageIndex", "build_index", "open_index"]
