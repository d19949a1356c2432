"""Tigrinya."""

from tweetctx.text.language import Language

LANGUAGE = Language(name="Tigrinya")
