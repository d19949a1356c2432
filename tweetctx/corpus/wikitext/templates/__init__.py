"""What templates show in a sentence."""

from tweetctx.corpus.wikitext.templates.expansion import Expander, TemplatePages

__all__ = ["Expander", "TemplatePages"]
