"""MediaWiki's own dumps: `pages-articles`, in XML."""

from tweetctx.corpus.dumps.reader import dump_language, read_dump
from tweetctx.corpus.dumps.site import begins_dump

__all__ = ["begins_dump", "dump_language", "read_dump"]
