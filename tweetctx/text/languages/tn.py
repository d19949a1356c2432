"""Tswana."""

from tweetctx.text.language import Language

LANGUAGE = Language(name="Tswana")
