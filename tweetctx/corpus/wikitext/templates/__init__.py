"""Expands templates to the text that they show in a sentence."""

from tweetctx.corpus.wikitext.templates.expansion import Expander, TemplatePages

__all__ = ["Expander", "TemplatePages"]
