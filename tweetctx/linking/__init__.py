"""Entity linking: which articles a tweet names."""

from tweetctx.linking.explanation import ExplainableLinker, ExplainedMention
from tweetctx.linking.linker import LINKERS, Linker, parse_linker
from tweetctx.linking.passages import linked_passages

__all__ = ["LINKERS", "ExplainableLinker", "ExplainedMention", "Linker", "linked_passages", "parse_linker"]
