"""Linking: which articles a tweet names."""

from tweetctx.linking.linker import LINKERS, Linker, parse_linker

__all__ = ["LINKERS", "Linker", "parse_linker"]
