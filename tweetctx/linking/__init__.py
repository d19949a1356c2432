"""Entity linking: which articles a tweet names."""

from tweetctx.linking.explanation import ExplainableLinker, ExplainedMention
from tweetctx.linking.linker import LINKERS, Linker, parse_linker

__all__ = ["LINKERS", "ExplainableLinker", "ExplainedMention", "Linker", "parse_linker"]
