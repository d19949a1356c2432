"""What templates show in a sentence."""

from tweetctx.corpus.wikitext.templates.expansion import Expander

__all__ = ["Expander"]
