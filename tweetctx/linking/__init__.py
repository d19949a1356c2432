"""Linking: which articles a tweet names."""

from tweetctx.linking.linker import LINKERS, Linker, parse_linker
from tweetctx.linking.passages import linked_passages

__all__ = ["LINKERS", "Linker", "linked_passages", "parse_linker"]
